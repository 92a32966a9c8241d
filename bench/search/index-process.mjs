// One index in a process of its own: `node index-process.mjs <who> <pages> <queries> <folder>` prints what it measured. The
// local index takes its pages out of a stored task, as in a server; minisearch is given them from memory, and is saved to the
// disk and loaded again, as it has to be at a restart.
import { readdirSync, statSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { page, queries } from "./pages.mjs";

const [, , who, pagesText, queriesText, folder] = process.argv;
const pages = Number(pagesText);
const asked = queries(Number(queriesText));
const megabytes = (bytes) => bytes / 1e6;
const memory = () => {
  globalThis.gc?.();
  const { rss } = process.memoryUsage();
  return megabytes(rss);
};

/** Milliseconds of the processor, which others on the machine do not add to, and of the clock. */
async function timed(work) {
  const begun = performance.now();
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, wall: performance.now() - begun, result };
}

/** Milliseconds of the processor for each query, after as many others that warm up. */
async function queryTimes(ask) {
  const times = [];
  let found = 0;
  for (const query of asked.slice(0, 20)) await ask(query);
  for (const query of asked) {
    const { cpu, result } = await timed(() => ask(query));
    times.push(cpu);
    found += result > 0 ? 1 : 0;
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  return { median: at(0.5), p95: at(0.95), most: times.at(-1), answered: found / asked.length };
}

/** The longest time for which nothing else of the process could work. */
function watchLoop() {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 5);
    last = now;
  }, 5);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

const makers = {
  async local() {
    const { localEngine } = await import("../../dist/adapters/search/index.js");
    const { silentLogger, systemClock } = await import("../../dist/index.js");
    let count = pages;
    const titles = Array.from({ length: pages + 1 }, (_, n) => page(n).title);
    let tell = () => {};
    const world = {
      ...{ folder, clock: systemClock, logger: silentLogger, reader: {}, userAgent: "bench" },
      // A task with a file and a row for each page, as the article downloader leaves them.
      stored: {
        async *tasks() {
          yield { id: "task", revision: count, isAtRest: true };
        },
        task: async (id) => (id === "task" ? { id, revision: count, isAtRest: true } : undefined),
        async *rows() {
          for (let n = 0; n < count; n += 1) {
            yield {
              url: `https://${n % 97}.example/${n}`,
              title: titles[n],
              lang: "en",
              file: `articles/${n}.txt`,
            };
          }
        },
        async *files() {
          for (let n = 0; n < count; n += 1)
            yield { path: `articles/${n}.txt`, type: "text/plain", size: 2000, sha256: String(n) };
        },
        async file(_id, path) {
          const { title, text } = page(Number(/\d+/.exec(path)[0]));
          return { path, type: "text/plain", size: 2000, sha256: "", bytes: Buffer.from(`${title}\n\n${text}`) };
        },
        async *keywords() {},
        article: async () => undefined,
        watch(told) {
          tell = told;
          return () => {};
        },
      },
    };
    const signal = new AbortController().signal;
    const ask = async (query) => {
      const asked = {
        query,
        vertical: "web",
        page: 0,
        size: 10,
        sortByDate: false,
        safeSearch: "off",
        device: "desktop",
      };
      const { hits, notes } = await engine.ask({ ...asked, includeDomains: [], excludeDomains: [] }, signal);
      return { hits: hits.length, isWhole: notes.length === 0 };
    };
    const whole = async () => {
      while (!(await ask("the")).isWhole);
    };
    const before = memory();
    const stop = watchLoop();
    let engine = await localEngine({}, world);
    const build = await timed(whole);
    const blocked = stop();
    const growth = memory() - before;
    await engine.close();
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    engine = await localEngine({}, world);
    const start = await timed(whole);
    const times = await queryTimes(async (text) => (await ask(text)).hits);
    const loaded = memory();
    count += 1;
    tell({ taskId: "task", kind: "changed" });
    const append = await timed(whole);
    await engine.close();
    return { build: build.cpu, blocked, start: start.cpu, ...times, append: append.cpu, memory: loaded, growth, bytes };
  },
  async minisearch() {
    const { default: MiniSearch } = await import("minisearch");
    await mkdir(folder, { recursive: true });
    const path = join(folder, "minisearch.json");
    const options = {
      fields: ["title", "text"],
      storeFields: ["title", "text"],
      searchOptions: { boost: { title: 6 } },
    };
    let index = new MiniSearch(options);
    const before = memory();
    const stop = watchLoop();
    const build = await timed(async () => {
      for (let number = 0; number < pages; number += 1) {
        index.add({ id: number, ...page(number) });
        if (number % 25 === 24) await new Promise((resolve) => setImmediate(resolve));
      }
    });
    const blocked = stop();
    const built = memory();
    // Every change of what is on the disk writes all of it.
    const save = async () => {
      const { documentCount, ...rest } = index.toJSON();
      await writeFile(path, JSON.stringify({ ...rest, documentCount }));
    };
    const append = await timed(async () => {
      index.add({ id: pages + 1, ...page(pages + 1) });
      await save();
    });
    index = undefined;
    globalThis.gc?.();
    const start = await timed(async () => {
      index = MiniSearch.loadJSON(await readFile(path, "utf8"), options);
    });
    const times = await queryTimes((text) => index.search(text).slice(0, 10).length);
    return {
      build: build.cpu,
      blocked,
      start: start.cpu,
      ...times,
      append: append.cpu,
      memory: memory(),
      growth: built - before,
      bytes: statSync(path).size,
    };
  },
};

const result = await makers[who]().catch((error) => ({ error: String(error.message ?? error).slice(0, 200) }));
process.stdout.write(`${JSON.stringify(result)}\n`);
