import { describe, expect, it } from "vitest";
import { crawlIndexDouble, type DoubleCapture } from "../../../test/doubles/crawl-index.js";
import type { DoubleAnswer } from "../../../test/doubles/translation-service.js";
import { archiveServer } from "../../../test/web/archive-server.js";
import { bytes, site } from "../../../test/web/download-world.js";
import { type FinderRun, finderWorld } from "../../../test/web/finder-world.js";
import type { Json } from "../../kernel/index.js";
import { urlfinder } from "./index.js";

async function found(data: Readonly<Record<string, Json>>): Promise<FinderRun> {
  const world = await finderWorld(urlfinder, {});
  return world.run(await world.task({ extraColumns: [], ...data }));
}

const lines = (text: string | undefined) => (text ?? "").trimEnd().split("\n");
const table = ({ files }: FinderRun) => lines(files["urls.csv"]).slice(1);

const sitemap = (addresses: readonly (readonly [string, string?])[]) =>
  bytes(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses
      .map(([url, date]) => `<url><loc>${url}</loc>${date === undefined ? "" : `<lastmod>${date}</lastmod>`}</url>`)
      .join("")}</urlset>`,
    "application/xml",
  );

describe("a sitemap", () => {
  const shop = () =>
    site((url) => ({
      "/robots.txt": bytes(`Sitemap: ${url}/all.xml`, "text/plain"),
      "/all.xml": bytes(
        `<sitemapindex><sitemap><loc>${url}/one.xml</loc></sitemap><sitemap><loc>${url}/two.xml</loc></sitemap></sitemapindex>`,
        "application/xml",
      ),
      "/one.xml": sitemap([
        [`${url}/blog/a`, "2026-01-01"],
        [`${url}/shop/b`, "2026-06-01"],
        [`${url}/blog/a`, "2026-01-01"],
      ]),
      "/two.xml": sitemap([[`${url}/blog/c`, "2026-06-02"]]),
    }));

  it("of a site gives all its addresses, those below one, or those that fit", async () => {
    const { url } = await shop();
    expect(table(await found({ sources: ["sitemap"], queriesFile: [`${url}/`] }))).toEqual([
      `${url}/,1,${url}/blog/a,`,
      `${url}/,2,${url}/shop/b,`,
      `${url}/,4,${url}/blog/c,`,
    ]);
    const below = await found({ sources: ["sitemap"], queriesFile: [`${url}/blog/`], dateRange: "2026-02-01.." });
    expect(table(below)).toEqual([`${url}/blog/,1,${url}/blog/c,`]);
    const itself = await found({ sources: ["sitemap"], queriesFile: [`${url}/two.xml`], includePatternsFile: ["/c"] });
    expect(table(itself)).toEqual([`${url}/two.xml,1,${url}/blog/c,`]);
  });

  it("counts what patterns leave out among its ranks, says how many, and does not count it for resultsPerQuery", async () => {
    const { url } = await shop();
    const data = {
      sources: ["sitemap"],
      queriesFile: [`${url}/`],
      includePatternsFile: ["*/shop/*"],
      resultsPerQuery: 1,
    };
    const run = await found(data);
    expect(table(run)).toEqual([`${url}/,2,${url}/shop/b,`]);
    expect(run.log.join("\n")).toContain(
      `4 addresses were found for "${url}/", and patterns and domains of the task leave out 3 of them.`,
    );
  });

  it("is read to resultsPerQuery, and the log says that there is more", async () => {
    const { url } = await shop();
    const run = await found({ sources: ["sitemap"], queriesFile: [`${url}/`], resultsPerQuery: 2 });
    expect(table(run)).toHaveLength(2);
    expect(run.log.join("\n")).toContain("has more than 2 addresses. Raise resultsPerQuery");
  });

  it("that is not there, and a site that is not, are failures with their reasons", async () => {
    const { url } = await site({ "/": "<h1>Nothing" });
    const none = await found({ sources: ["sitemap"], queriesFile: [`${url}/`] });
    expect(none.task).toMatchObject({ status: "failed", error: { code: "empty-result" } });
    expect(none.rows).toMatchObject([{ query: `${url}/`, url: "", error: expect.stringMatching(/has no sitemap/) }]);
    const gone = await found({ sources: ["sitemap"], queriesFile: ["http://127.0.0.1:1/", "blue mugs"] });
    expect(gone.rows).toMatchObject([
      { error: expect.stringMatching(/127\.0\.0\.1:1/) },
      { error: expect.stringMatching(/^"blue mugs" names no site, as all sources but "search" need it/) },
    ]);
    expect(gone.task.status).toBe("failed");
  });
});

it("a feed, or the one that a page names, gives addresses with titles and the beginning of the text", async () => {
  const { url } = await site((base) => ({
    "/": `<html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head></html>`,
    "/feed.xml": bytes(
      `<rss version="2.0"><channel><title>N</title><item><title>One &amp; all</title><link>${base}/1</link><description>&lt;p&gt;About, mugs&lt;/p&gt;</description></item></channel></rss>`,
      "application/rss+xml",
    ),
  }));
  const run = await found({ sources: ["feed"], queriesFile: [`${url}/`], extraColumns: ["engine", "snippet"] });
  expect(table(run)).toEqual([`${url}/,1,${url}/1,One & all,feed,"About, mugs"`]);
});

describe("the index of Common Crawl", () => {
  const CAPTURES: readonly DoubleCapture[] = [
    ...["https://shop.test/", "https://shop.test/a", "https://www.shop.test/a", "https://shop.test/b?x=1"],
    ...["https://de.shop.test/", "https://other.test/"],
  ].map((url) => ({ url }));
  const MORE = [
    { url: "https://shop.test/gone", status: "404" },
    { url: "https://shop.test/robots.txt", mime: "text/plain" },
  ];
  const crawled = async (
    data: Readonly<Record<string, Json>>,
    instead?: (path: string, count: number) => DoubleAnswer | "drop" | undefined,
  ) => {
    const index = await crawlIndexDouble([...CAPTURES, ...MORE], instead === undefined ? {} : { instead });
    try {
      const run = await found({ sources: ["commoncrawl"], commonCrawlUrl: index.url, ...data });
      return { ...run, requests: index.requests.map(({ path }) => path).filter((path) => path !== "/robots.txt") };
    } finally {
      await index.close();
    }
  };

  it("of the newest crawl is read page by page, each address once", async () => {
    const run = await crawled({ queriesFile: ["shop.test"] });
    expect(run.task.error).toBeUndefined();
    expect(table(run)).toEqual([
      "shop.test,1,https://shop.test/,",
      "shop.test,2,https://shop.test/a,",
      "shop.test,3,https://shop.test/b?x=1,",
      "shop.test,4,https://de.shop.test/,",
    ]);
    expect(run.requests[0]).toBe("/collinfo.json");
    expect(run.requests[1]).toMatch(/^\/CC-MAIN-2026-22-index\?url=\*\.shop\.test&output=json&.*showNumPages=true$/);
    expect(run.requests.filter((path) => /&page=\d/.test(path))).toHaveLength(3);
  });

  it("of another crawl, of one host or below an address is asked for as it wants it", async () => {
    const below = await crawled({ queriesFile: ["https://shop.test/b"], commonCrawlIndex: "CC-MAIN-2026-22" });
    expect(table(below)).toEqual(["https://shop.test/b,1,https://shop.test/b?x=1,"]);
    const older = await crawled({ queriesFile: ["https://shop.test/"], commonCrawlIndex: "CC-MAIN-2026-17" });
    expect([older.task.status, table(older)]).toEqual(["complete", []]);
    expect(older.log).toContain('warn: Nothing was found for "https://shop.test/".');
    const none = await crawled({ queriesFile: ["shop.test"], commonCrawlIndex: "CC-MAIN-1999-01" });
    expect(none.task.error).toMatchObject({ code: "bad-input", message: expect.stringContaining("CC-MAIN-1999-01") });
  });

  it.each<[string, DoubleAnswer | "drop", string, RegExp]>([
    [
      "wants fewer requests",
      { status: 503, text: "Please reduce your request rate." },
      "rate-limited",
      /is refusing requests \(status 503\)/,
    ],
    ["breaks off", "drop", "no-network", /could not be reached \(/],
    ["answers with a page", { text: "<h1>Hello</h1>" }, "blocked", /did not answer with the index/],
    ["answers with a list of nothing", { json: [] }, "blocked", /did not answer with the index/],
    ["shuts everybody out", { status: 403, text: "no" }, "blocked", /./],
  ])("that %s is a reason in the row", async (_, answer, code, message) => {
    const run = await crawled({ queriesFile: ["shop.test"] }, () => answer);
    expect(run.task).toMatchObject({ status: "failed", error: { code } });
    expect(run.rows).toMatchObject([{ url: "", error: expect.stringMatching(message) }]);
  });

  it("that fails in the middle leaves what was read before", async () => {
    const run = await crawled({ queriesFile: ["shop.test"] }, (path) =>
      path.includes("&page=1") ? { status: 500, text: "" } : undefined,
    );
    expect(run.task.status).toBe("failed");
    expect(table(run)).toEqual(["shop.test,1,https://shop.test/,", "shop.test,2,https://shop.test/a,"]);
  });
});

it("the Wayback Machine gives each archived page once", async () => {
  const archive = await archiveServer([
    { original: "http://shop.test:80/", timestamp: "20100101000000", body: "one" },
    { original: "http://www.shop.test/", timestamp: "20120101000000", body: "two" },
    { original: "http://shop.test/blog/a", timestamp: "20110101000000", body: "a" },
    { original: "http://shop.test/gone", timestamp: "20160101000000", status: "404", body: "gone" },
    { original: "http://shop.test/cat.png", timestamp: "20110101000000", mime: "image/png", body: "png" },
    { original: "http://de.shop.test/", timestamp: "20130101000000", body: "de" },
  ]);
  try {
    const base = { sources: ["wayback"], archiveUrl: archive.url };
    expect(
      table(await found({ ...base, queriesFile: ["shop.test", "http://shop.test/blog/"], dedupe: "none" })),
    ).toEqual([
      "shop.test,1,http://shop.test/,",
      "shop.test,2,http://shop.test/blog/a,",
      "shop.test,3,http://de.shop.test/,",
      "http://shop.test/blog/,1,http://shop.test/blog/a,",
    ]);
  } finally {
    await archive.close();
  }
});

it("an address without a list of copies is a failure", async () => {
  const { url } = await site({});
  const run = await found({ sources: ["wayback"], archiveUrl: `${url}/nope`, queriesFile: ["shop.test"] });
  expect(run.task.error).toMatchObject({ code: "bad-input", message: expect.stringContaining("Check archiveUrl") });
});
