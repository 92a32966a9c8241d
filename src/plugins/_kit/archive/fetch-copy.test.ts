import { expect, it } from "vitest";
import { archivePlace } from "../../../engines/pages/archive/archive-addresses.js";
import type { WebPage } from "../../../kernel/index.js";
import type { RunWeb } from "../web/run-web.js";
import { fetchCopy } from "./fetch-copy.js";

const place = archivePlace("");
const copy = { copies: place.copies, timestamp: "20100101000000", original: "http://shop.test/a?session=1" };

/** A web of these answers, by the end of the address. */
function web(answers: Readonly<Record<string, Partial<WebPage>>>): Pick<RunWeb, "fetch" | "robots"> {
  return {
    async fetch(url) {
      const answer = Object.entries(answers).find(([end]) => url.endsWith(end))?.[1] ?? { status: 404, headers: {} };
      return { url, status: 200, mediaType: "text/html", text: "", bytes: 0, ...answer };
    },
    robots: async () => ({ allowed: true, sitemaps: [] }),
  };
}
const memento = { "memento-datetime": "Fri, 01 Jan 2010 00:00:00 GMT" };
const bytes = (text: string) => ({ body: Buffer.from(text), headers: memento });

it("follows the archive to what it holds to be the same page, however it is written", async () => {
  const location = `${place.copies}20100101000000id_/http://shop.test/a`;
  const headers = { location, "x-archive-redirect-reason": "found capture at 20100101000000" };
  const fetched = await fetchCopy(
    copy,
    web({ "?session=1": { status: 302, headers }, "shop.test/a": bytes("page") }),
    place,
  );
  expect([Buffer.from(fetched.body).toString(), fetched.movedTo]).toEqual(["page", undefined]);
});

it("does not follow a page that had moved, and says where to", async () => {
  const location = `${place.copies}20100101000000id_/http://other.test/`;
  const moved = { status: 301, headers: { ...memento, location } };
  const fetched = await fetchCopy(copy, web({ "?session=1": moved, "other.test/": bytes("other") }), place);
  expect([fetched.status, fetched.movedTo]).toEqual([301, "http://other.test/"]);
});

it("gives up on an archive that sends from copy to copy without end", async () => {
  let second = 0;
  const endless: Pick<RunWeb, "fetch" | "robots"> = {
    ...web({}),
    async fetch(url) {
      second += 1;
      const location = `${place.copies}${20100101000000 + second}id_/${copy.original}`;
      return { url, status: 302, mediaType: "", text: "", bytes: 0, headers: { location } };
    },
  };
  await expect(fetchCopy(copy, endless, place)).rejects.toMatchObject({ code: "PAGE_UNREADABLE" });
  expect(second).toBeLessThan(10);
});

it("takes no digest of what the site had sent compressed, for the list counts other bytes", async () => {
  const headers = { ...memento, "x-archive-orig-content-encoding": "gzip" };
  const plain = await fetchCopy(copy, web({ "?session=1": bytes("page") }), place);
  const zipped = await fetchCopy(copy, web({ "?session=1": { ...bytes("page"), headers } }), place);
  expect([plain.digest, zipped.digest]).toEqual([expect.stringMatching(/^[A-Z2-7]{32}$/), undefined]);
});

it("takes a copy of a page that once failed for a copy, and the archive's own failure for a failure", async () => {
  const failed = { status: 503, body: Buffer.from("then") };
  const then = await fetchCopy(copy, web({ "?session=1": { ...failed, headers: memento } }), place);
  expect(then.status).toBe(503);
  await expect(fetchCopy(copy, web({ "?session=1": { ...failed, headers: {} } }), place)).rejects.toMatchObject({
    code: "FETCH_FAILED",
    facts: { status: 503 },
  });
});
