// The articles of one process: `node articles-process.mjs ours|baseline FOLDER KEYWORDS SOURCES`, the pages being in FOLDER/pages,
// the keywords in FOLDER/keywords.txt; SOURCES is how many pages ours takes for a keyword. Prints what it took as JSON.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** After so many keywords, or some more, the memory is looked at: progress is not told of each. */
const LOOKED_AT = [1, 100, 250, 500, 750, 1000];

const started = performance.now();
const [, , who, folder, count, sources] = process.argv;
const pages = join(folder, "pages");
const keywords = readFileSync(join(folder, "keywords.txt"), "utf8").split("\n").slice(0, Number(count));
const memory = [];
let first;

process.stdout.write(JSON.stringify(await (who === "ours" ? ours() : baseline())));
process.exit();

function look(done) {
  first ??= performance.now() - started;
  if (done < (LOOKED_AT[memory.length] ?? Number.POSITIVE_INFINITY)) return;
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  memory.push({ done, rssMb: rss / 1e6, heapMb: heapUsed / 1e6 });
}

function taken(before, begun, rest) {
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - begun) / 1000;
  return { keywords: keywords.length, cpuSeconds: (user + system) / 1e6, seconds, firstMs: first, memory, ...rest };
}

/** A task of all keywords in a store of SQLite, as a server has it. */
async function ours() {
  const { createScriptorium, keyText, sqliteStorage } = await import("scriptorium");
  const { kernel, start, stop } = createScriptorium({
    storage: sqliteStorage({ path: join(folder, "store.db") }),
    secrets: keyText("a".repeat(64)),
    sourceRoots: [pages],
    outputFolder: join(folder, "out"),
  });
  await start();
  const begun = performance.now();
  const before = process.cpuUsage();
  const { _id } = await kernel.tasks.create("articlecreator", {
    articleKeywordsFile: keywords,
    sourceMode: ["folder"],
    sourceFolder: pages,
    urlLimitResults: Number(sources),
    outputFormats: ["md"],
    concurrency: 1,
  });
  kernel.events.on("task.progress", ({ id, progress }) => {
    if (id === _id && progress.done > 0) look(progress.done);
  });
  await kernel.tasks.run(_id);
  const { status, error } = await kernel.tasks.settled(_id);
  if (!/complete/.test(status)) throw new Error(`The articles are ${status}: ${error?.message}`);
  look(keywords.length);
  const result = taken(before, begun);
  const rows = (await Array.fromAsync(kernel.content.rows(_id))).filter((row) => row.file !== "");
  await stop();
  const mean = (of) => rows.reduce((sum, row) => sum + of(row), 0) / Math.max(1, rows.length);
  return { ...result, articles: rows.length, words: mean((row) => row.words) };
}

/** What a short script would do: each page through Readability once, then every sentence that holds the keyword. */
async function baseline() {
  const { Readability } = await import("@mozilla/readability");
  const { parseHTML } = await import("linkedom");
  const begun = performance.now();
  const before = process.cpuUsage();
  mkdirSync(join(folder, "out"), { recursive: true });
  const texts = readdirSync(pages).map((name) => {
    const { document } = parseHTML(readFileSync(join(pages, name), "utf8"));
    return (new Readability(document).parse()?.textContent ?? "").split(/(?<=[.!?])\s+|\n+/);
  });
  let articles = 0;
  let words = 0;
  for (const [at, keyword] of keywords.entries()) {
    const found = texts.flatMap((sentences) => sentences.filter((one) => one.toLowerCase().includes(keyword)));
    if (found.length > 0) {
      const text = found.join(" ");
      articles += 1;
      words += text.split(/\s+/).length;
      writeFileSync(join(folder, "out", `${at}.md`), `# ${keyword}\n\n${text}\n`);
    }
    look(at + 1);
  }
  return { ...taken(before, begun), articles, words: words / Math.max(1, articles) };
}
