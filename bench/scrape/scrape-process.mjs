// One run in a process of its own: `node scrape-process.mjs <who> <address> <pages> <concurrency>` prints pages, seconds, CPU
// seconds, the largest resident memory and a print of what was read. A run of a few pages comes first, so that neither is
// timed while it loads its modules: one loads them with the program, the other with the first run.
import { createHash } from "node:crypto";

const [, , who, address, pagesText, concurrencyText] = process.argv;
const pages = Number(pagesText);
const concurrency = Number(concurrencyText);
const FIRST_PAGES = 8;

const scrapers = {
  async ours() {
    const { createScriptorium } = await import("../../dist/index.js");
    const { kernel, start, stop } = createScriptorium({ web: { allowPrivate: ["127.0.0.1"], perHost: 64 } });
    await start();
    const data = (count) => ({
      urlsFile: [new URL(`/page/[0-${count - 1}]`, address).href],
      browser: "never",
      requestDelayFrom: 0,
      requestDelayTo: 0,
      concurrency,
      columns: [
        { name: "title", css: "h1" },
        { name: "byline", css: ".byline" },
        { name: "headings", css: "article h2", all: true },
        { name: "related", css: ".related a", take: "attr:href", all: true },
        { name: "comments", css: ".comment", take: "count" },
        { name: "canonical", css: "link[rel=canonical]", take: "attr:href" },
      ],
    });
    return {
      async read(count) {
        const { _id } = await kernel.tasks.create("webscraper", data(count));
        const begun = performance.now();
        await kernel.tasks.run(_id);
        const { status, error } = await kernel.tasks.settled(_id);
        if (status !== "complete") throw new Error(error?.message);
        const seconds = (performance.now() - begun) / 1000;
        return { seconds, rows: await Array.fromAsync(kernel.content.rows(_id)) };
      },
      close: stop,
    };
  },
  async crawlee() {
    const { CheerioCrawler, Configuration, log } = await import("@crawlee/cheerio");
    log.setLevel(log.LEVELS.OFF);
    const text = (node) => node.text().replace(/\s+/g, " ").trim();
    const rowOf = ($, url) => {
      const list = (selector, take) =>
        $(selector)
          .map((_, one) => take($(one)))
          .get()
          .join("|");
      return {
        title: text($("h1").first()),
        byline: text($(".byline").first()),
        headings: list("article h2", text),
        related: list(".related a", (one) => one.attr("href")),
        comments: $(".comment").length,
        canonical: $("link[rel=canonical]").attr("href"),
        _url: url,
      };
    };
    return {
      async read(count) {
        const rows = [];
        // Of its own for each run: a queue leaves out addresses that it knows.
        const config = new Configuration({ persistStorage: false, purgeOnStart: false });
        const crawler = new CheerioCrawler(
          {
            minConcurrency: concurrency,
            maxConcurrency: concurrency,
            async requestHandler({ $, request }) {
              rows.push(rowOf($, request.url));
            },
          },
          config,
        );
        const urls = Array.from({ length: count }, (_, n) => new URL(`/page/${n}`, address).href);
        const begun = performance.now();
        await crawler.run(urls);
        return { rows, seconds: (performance.now() - begun) / 1000 };
      },
      close: async () => {},
    };
  },
};

const scraper = await scrapers[who]();
await scraper.read(FIRST_PAGES);
const before = process.cpuUsage();
const { rows, seconds } = await scraper.read(pages);
const { user, system } = process.cpuUsage(before);
await scraper.close();
const columns = ["_url", "title", "byline", "headings", "related", "comments", "canonical"];
const read = rows.map((row) => JSON.stringify(columns.map((name) => row[name]))).sort();
const result = {
  count: rows.length,
  seconds,
  cpuSeconds: (user + system) / 1e6,
  peakMb: process.resourceUsage().maxRSS / 1024,
  print: createHash("sha256").update(read.join("\n")).digest("hex").slice(0, 16),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
