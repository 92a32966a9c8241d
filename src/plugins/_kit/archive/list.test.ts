import fc from "fast-check";
import { expect, it } from "vitest";
import { type ArchivedCopy, archivePlace } from "../../../engines/pages/archive/archive-addresses.js";
import { ScriptoriumError, type WebPage } from "../../../kernel/index.js";
import type { RunWeb } from "../web/run-web.js";
import { archivedCopies } from "./list.js";

const place = archivePlace("");
const query = { url: "shop.test", match: "host" } as const;
const row = ["test,shop)/", "20100101000000", "http://shop.test/", "text/html", "200", "ABC"];

/** A web in which these texts are answered, one after the other, with what was asked for. */
function answering(...texts: readonly (string | Partial<WebPage>)[]): RunWeb & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async fetch(url) {
      const answer = texts[Math.min(asked.length, texts.length - 1)]!;
      asked.push(url);
      const page = { url, status: 200, mediaType: "application/json", text: "", bytes: 0 };
      return typeof answer === "string" ? { ...page, text: answer } : { ...page, ...answer };
    },
    robots: async () => ({ allowed: true, sitemaps: [] }),
  };
}

const read = (web: RunWeb): Promise<ArchivedCopy[]> => Array.fromAsync(archivedCopies(query, web, place));

it("hands the key to go on with back as it came, and stops at one that leads nowhere", async () => {
  const text = JSON.stringify([
    ["urlkey", "timestamp", "original"],
    row.slice(0, 3),
    [],
    ["test%2Cshop%29%2F+2010%21"],
  ]);
  const web = answering(text);
  expect(await read(web)).toHaveLength(2);
  expect(web.asked).toHaveLength(2);
  expect(web.asked[1]).toMatch(/&resumeKey=test%2Cshop%29%2F\+2010%21$/);
});

it("makes a key ready for an address that is not", async () => {
  const web = answering(JSON.stringify([row, [], ["a key&limit=1"]]), "[]");
  await read(web);
  expect(web.asked[1]).toMatch(/&resumeKey=a%20key%26limit%3D1$/);
});

it("reads lists without names, and passes over lines that are no copies", async () => {
  const lines = [row, [...row.slice(0, 2), "dns:shop.test"], ["test,shop)/", "2010", "http://shop.test/"], ["x"]];
  expect(await read(answering(JSON.stringify(lines)))).toMatchObject([
    { original: "http://shop.test/", status: "200" },
  ]);
});

it("takes a list that names what an archive says when it refuses for a list", async () => {
  const named = [...row.slice(0, 2), "http://shop.test/AccessControlException", ...row.slice(3)];
  expect(await read(answering(JSON.stringify([named])))).toHaveLength(1);
});

it.each([
  [404, "bad-input"],
  [401, "blocked"],
  [500, "FETCH_FAILED"],
])("says what status %d means instead of a list", async (status, code) => {
  await expect(read(answering({ status, text: "<html>" }))).rejects.toMatchObject({ code });
});

it("tells a collection of pywb without copies from one that is not there", async () => {
  const collection = archivePlace("https://archive.test/coll");
  const from = (text: string) => Array.fromAsync(archivedCopies(query, answering({ status: 404, text }), collection));
  expect(await from('{"message": "No Captures found for: shop.test/*"}')).toEqual([]);
  await expect(from("<h1>Not Found</h1>")).rejects.toMatchObject({
    code: "bad-input",
    message: expect.stringContaining("Check archiveUrl and the line."),
  });
});

it("gives copies or an error in words, whatever is answered", async () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom(...row, "urlkey", "timestamp"), fc.integer(), fc.constant(null));
  const answer = fc.oneof(
    fc.string(),
    fc.json(),
    fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 8 }).map((rows) => JSON.stringify(rows)),
    fc.json().map((text) => `{"url":"http://a.test/",${text}`),
  );
  await fc.assert(
    fc.asyncProperty(answer, async (text) => {
      try {
        for (const { original, timestamp } of await read(answering(text, "[]"))) {
          expect(URL.canParse(original) && /^\d{14}$/.test(timestamp)).toBe(true);
        }
      } catch (error) {
        expect(ScriptoriumError.is(error), String(error)).toBe(true);
      }
    }),
  );
});
