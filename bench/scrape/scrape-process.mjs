// One run in a process of its own: `node scrape-process.mjs <who> <address> <pages> <concurrency>` prints pages, seconds, CPU
// seconds, the largest resident memory and a print of what was read.
import { createHash } from "node:crypto";

const [, , who, address, pagesText, concurrencyText] = process.argv;
const pages = Number(pagesText);
const concurrency = Number(concurrencyText);
const urls = Array.from({ length: pages }, (_, n) => new URL(`/page/${n}`, address).href);

const scrapers = {
  async ours() {
    const { createScriptorium } = await import("../../dist/index.js");
    const { kernel, start, stop } = createScriptorium({ web: { allowPrivate: ["127.0.0.1"], perHost: 64 } });
    await start();
    const { _id } = await kernel.tasks.create("webscraper", {
      urlsFile: [new URL(`/page/[0-${pages - 1}]`, address).href],
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
    const begun = performance.now();
    await kernel.tasks.run(_id);
    const { status, error } = await kernel.tasks.settled(_id);
    if (status !== "complete") throw new Error(error?.message);
    const seconds = (performance.now() - begun) / 1000;
    const rows = await Array.fromAsync(kernel.content.rows(_id));
    await stop();
    return { rows, seconds };
  },
  async crawlee() {
    const { CheerioCrawler, Configuration, log } = await import("@crawlee/cheerio");
    log.setLevel(log.LEVELS.OFF);
    const rows = [];
    const config = new Configuration({ persistStorage: false, purgeOnStart: false });
    const text = (node) => node.text().replace(/\s+/g, " ").trim();
    const crawler = new CheerioCrawler(
      {
        minConcurrency: concurrency,
        maxConcurrency: concurrency,
        async requestHandler({ $, request }) {
          const list = (selector, take) =>
            $(selector)
              .map((_, one) => take($(one)))
              .get()
              .join("|");
          rows.push({
            title: text($("h1").first()),
            byline: text($(".byline").first()),
            headings: list("article h2", text),
            related: list(".related a", (one) => one.attr("href")),
            comments: $(".comment").length,
            canonical: $("link[rel=canonical]").attr("href"),
            _url: request.url,
          });
        },
      },
      config,
    );
    const begun = performance.now();
    await crawler.run(urls);
    return { rows, seconds: (performance.now() - begun) / 1000 };
  },
};

const { rows, seconds } = await scrapers[who]();
const { user, system } = process.cpuUsage();
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
