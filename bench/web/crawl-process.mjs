// One crawl in a process of its own: `node crawl-process.mjs <who> <address> <pages> <concurrency>` prints pages, seconds,
// CPU seconds and the largest resident memory. `ours-sqlite` keeps what it finds in a file. `undici` follows the same links
// with no more around it than a set and a list.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [, , who, address, pagesText, concurrencyText] = process.argv;
const pages = Number(pagesText);
const concurrency = Number(concurrencyText);

const crawlers = {
  async "ours-sqlite"() {
    const { sqliteStorage } = await import("../../dist/storage/sqlite.js");
    const folder = await mkdtemp(join(tmpdir(), "scriptorium-bench-"));
    try {
      return await crawlers.ours(sqliteStorage({ path: join(folder, "store.db") }));
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  async ours(storage) {
    const { createScriptorium } = await import("../../dist/index.js");
    const { kernel, start, stop } = createScriptorium({ storage, web: { allowPrivate: ["127.0.0.1"], perHost: 64 } });
    await start();
    const { _id } = await kernel.tasks.create("webcrawler", {
      startUrlsFile: [address],
      maxPages: pages,
      sitemap: "skip",
      requestDelayFrom: 0,
      requestDelayTo: 0,
      concurrency,
      ignoreQuery: true,
    });
    const begun = performance.now();
    await kernel.tasks.run(_id);
    const { status, error } = await kernel.tasks.settled(_id);
    if (status !== "complete") throw new Error(error?.message);
    const seconds = (performance.now() - begun) / 1000;
    const count = (await Array.fromAsync(kernel.content.rows(_id))).length;
    await stop();
    return { count, seconds };
  },
  async crawlee() {
    const { CheerioCrawler, Configuration, log } = await import("@crawlee/cheerio");
    log.setLevel(log.LEVELS.OFF);
    let count = 0;
    const config = new Configuration({ persistStorage: false, purgeOnStart: false });
    const crawler = new CheerioCrawler(
      {
        maxRequestsPerCrawl: pages,
        minConcurrency: concurrency,
        maxConcurrency: concurrency,
        async requestHandler({ $, enqueueLinks }) {
          count += 1;
          $("title").text();
          await enqueueLinks({
            transformRequestFunction: (request) => ({ ...request, url: request.url.split("?")[0] }),
          });
        },
      },
      config,
    );
    const begun = performance.now();
    await crawler.run([address]);
    return { count, seconds: (performance.now() - begun) / 1000 };
  },
  async undici() {
    const { Agent, request } = await import("undici");
    const dispatcher = new Agent({ connections: concurrency });
    const seen = new Set([address]);
    const queue = [address];
    let next = 0;
    let count = 0;
    const visit = async (url) => {
      const { body } = await request(url, { dispatcher });
      count += 1;
      for (const [, path] of (await body.text()).matchAll(/<a href="([^"?]+)/g)) {
        const found = new URL(path, url).href;
        if (seen.has(found)) continue;
        seen.add(found);
        queue.push(found);
      }
    };
    const worker = async () => {
      while (next < queue.length && next < pages) await visit(queue[next++]);
    };
    const begun = performance.now();
    await visit(queue[next++]);
    await Promise.all(Array.from({ length: concurrency }, worker));
    return { count, seconds: (performance.now() - begun) / 1000 };
  },
};

const { count, seconds } = await crawlers[who]();
const { user, system } = process.cpuUsage();
const result = {
  count,
  seconds,
  cpuSeconds: (user + system) / 1e6,
  peakMb: process.resourceUsage().maxRSS / 1024,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
