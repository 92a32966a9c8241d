import { expect, it } from "vitest";
import type { Capture } from "../../../test/web/archive-server.js";
import { archiveWorld } from "../../../test/web/archive-world.js";

const shop: readonly Capture[] = [
  { original: "http://shop.test/", timestamp: "20100101000000", body: "one" },
  { original: "http://www.shop.test/", timestamp: "20120101000000", body: "two" },
  { original: "http://shop.test/", timestamp: "20140101000000", body: "two" },
  { original: "http://shop.test/", timestamp: "20160101000000", status: "404", body: "gone" },
  { original: "http://shop.test/blog/a", timestamp: "20110101000000", body: "a" },
  { original: "http://shop.test/blogger", timestamp: "20110101000000", body: "b" },
  { original: "http://shop.test/cat.png", timestamp: "20110101000000", mime: "image/png", body: "png" },
  { original: "http://de.shop.test/", timestamp: "20130101000000", body: "de" },
];

/** `timestamp path` of the rows of a run. */
async function listed(data: Record<string, never | string | number | boolean | string[]>, captures = shop) {
  await using world = await archiveWorld(captures);
  const task = await world.draft({ domainsFile: ["shop.test"], ...data });
  const { status, error } = await world.run(task);
  expect([status, error?.message]).toEqual(["complete", undefined]);
  return (await world.rows(task)).map(({ original, timestamp }) => `${timestamp} ${original}`);
}

it("lists the newest good copy of every page of a host", async () => {
  expect(await listed({})).toEqual([
    "20140101000000 http://shop.test/",
    "20110101000000 http://shop.test/blog/a",
    "20110101000000 http://shop.test/blogger",
  ]);
});

it("leaves empty what is not known of pages that are not fetched", async () => {
  await using world = await archiveWorld(shop);
  const task = await world.draft({ domainsFile: ["shop.test/blog/a"], match: "exact", saveAs: "list" });
  await world.run(task);
  expect(await world.rows(task)).toMatchObject([{ timestamp: "20110101000000", bytes: "", words: "" }]);
});

it("takes the oldest, those as of a time, or all", async () => {
  const home = { match: "exact" };
  expect(await listed({ ...home, pick: "oldest" })).toEqual(["20100101000000 http://shop.test/"]);
  expect(await listed({ ...home, pick: "asOf", asOf: "2013" })).toEqual(["20120101000000 http://www.shop.test/"]);
  expect(await listed({ ...home, pick: "asOf", asOf: "2009" })).toEqual([]);
  expect(await listed({ ...home, pick: "all" })).toEqual([
    "20100101000000 http://shop.test/",
    "20120101000000 http://www.shop.test/",
  ]);
  expect(await listed({ ...home, pick: "all", collapseDigest: false })).toHaveLength(3);
});

it("keeps to exact addresses, beginnings, hosts and domains", async () => {
  expect(await listed({ domainsFile: ["shop.test/blog/a"], match: "exact" })).toHaveLength(1);
  expect(await listed({ domainsFile: ["http://shop.test/blog/"], match: "prefix" })).toEqual([
    "20110101000000 http://shop.test/blog/a",
  ]);
  expect(await listed({ domainsFile: ["shop.test/blog*"] })).toHaveLength(2);
  expect(await listed({ match: "domain" })).toContain("20130101000000 http://de.shop.test/");
  expect(await listed({ domainsFile: ["*.shop.test"] })).toHaveLength(4);
});

it("keeps to dates, statuses, media types and patterns", async () => {
  expect(await listed({ fromDate: "2012", toDate: "2013" })).toEqual(["20120101000000 http://www.shop.test/"]);
  expect(await listed({ statuses: "404" })).toEqual(["20160101000000 http://shop.test/"]);
  expect(await listed({ statuses: "2xx, 404", match: "exact" })).toEqual(["20160101000000 http://shop.test/"]);
  expect(await listed({ mimesFile: ["image/*"] })).toEqual(["20110101000000 http://shop.test/cat.png"]);
  expect(await listed({ mimesFile: [], statuses: "" })).toHaveLength(4);
  expect(await listed({ includePatternsFile: ["/blog/"] })).toEqual(["20110101000000 http://shop.test/blog/a"]);
  expect(await listed({ includePatternsFile: ["/blog.*r$/"] })).toEqual(["20110101000000 http://shop.test/blogger"]);
  expect(await listed({ includePatternsFile: ["http://*.test/"] })).toEqual(["20140101000000 http://shop.test/"]);
  expect(await listed({ excludePatternsFile: ["BLOG"] })).toEqual(["20140101000000 http://shop.test/"]);
  expect(await listed({ maxPages: 2 })).toHaveLength(2);
});

it("refuses settings that cannot be read, before anything is asked", async () => {
  await using world = await archiveWorld(shop);
  const bad: [Record<string, string | string[]>, RegExp][] = [
    [{ fromDate: "March" }, /^fromDate is "March", which is no date\. Write it as /],
    [{ fromDate: "2015", toDate: "2014" }, /^fromDate is 2015, which is later than 2014/],
    [{ pick: "asOf" }, /asOf is empty/],
    [{ statuses: "good" }, /^statuses has "good", which is no status\. /],
    [{ languageFilter: ["English"] }, /no language code/],
    [{ includePatternsFile: ["/(/"] }, /not a regular expression/],
    [{ archiveUrl: "ftp://x" }, /archiveUrl/],
    [{ domainsFile: ["two words"] }, /"two words" is not a domain/],
  ];
  for (const [data, message] of bad) {
    const { status, error } = await world.run(await world.draft({ domainsFile: ["shop.test"], ...data }));
    expect([status, error?.code]).toEqual(["failed", "bad-input"]);
    expect(error?.message).toMatch(message);
  }
  expect(world.archive.requests).toEqual([]);
});

it("reads lists of any length in pages, and takes what it needs of them", async () => {
  const captures = Array.from({ length: 12_000 }, (_, index) => ({
    original: `http://shop.test/${String(Math.floor(index / 3)).padStart(5, "0")}`,
    timestamp: `${2000 + (index % 3)}0101000000`,
    body: "",
  }));
  await using world = await archiveWorld(captures);
  const all = await world.draft({ domainsFile: ["shop.test"], maxPages: 100_000 });
  await world.run(all);
  const rows = await world.rows(all);
  expect(rows).toHaveLength(4000);
  expect(new Set(rows.map(({ timestamp }) => timestamp))).toEqual(new Set(["20020101000000"]));
  expect(world.archive.lists()).toHaveLength(3);
  const few = await world.draft({ domainsFile: ["shop.test"], maxPages: 10 });
  await world.run(few);
  expect(world.archive.lists()).toHaveLength(4);
  expect(await world.log(few)).toContainEqual(expect.stringContaining("more than 10 copies"));
});

it("asks for fewer lines at once where addresses are so long that an answer is too large", async () => {
  const captures = Array.from({ length: 300 }, (_, index) => ({
    original: `http://shop.test/${"x".repeat(500)}${index}`,
    timestamp: "20000101000000",
    body: "",
  }));
  await using world = await archiveWorld(captures, { maxBytes: 100_000 });
  const task = await world.draft({ domainsFile: ["shop.test"] });
  expect((await world.run(task)).error).toBeUndefined();
  expect(await world.rows(task)).toHaveLength(300);
});

it("has columns in their order, and an address in the archive", async () => {
  await using world = await archiveWorld(shop);
  const task = await world.draft({ domainsFile: ["shop.test"], match: "exact" });
  await world.run(task);
  const [row] = await world.rows(task);
  expect(Object.keys(row!).slice(0, 11)).toEqual(
    "original timestamp archiveUrl mime status digest bytes title words file error".split(" "),
  );
  expect(row).toMatchObject({
    archiveUrl: `${world.archive.url}/web/20140101000000/http://shop.test/`,
    mime: "text/html",
    status: "200",
    error: "",
  });
  expect(world.archive.copies()).toEqual([]);
});

it("says when an archive has nothing, and is complete all the same", async () => {
  await using world = await archiveWorld([]);
  const task = await world.draft({ domainsFile: ["shop.test"] });
  expect((await world.run(task)).status).toBe("complete");
  expect(await world.log(task)).toContainEqual(expect.stringMatching(/has no copies of shop\.test that fit/));
});

it("keeps a list for each of several lines", async () => {
  await using world = await archiveWorld(shop);
  const task = await world.draft({ domainsFile: ["shop.test", "de.shop.test"] });
  await world.run(task);
  expect(Object.keys(await world.files(task))).toEqual([
    expect.stringMatching(/^cdx\/de-shop-test-[0-9a-f]{8}\.jsonl$/),
    expect.stringMatching(/^cdx\/shop-test-[0-9a-f]{8}\.jsonl$/),
  ]);
});

it("reads names in other scripts", async () => {
  const captures = [{ original: "http://xn--bcher-kva.test/", timestamp: "20100101000000" }];
  expect(await listed({ domainsFile: ["b\u00fccher.test"] }, captures)).toEqual([
    "20100101000000 http://xn--bcher-kva.test/",
  ]);
});
