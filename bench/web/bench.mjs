// Reading the web compared with peers, on generated pages and a generated site: extraction with Readability on linkedom, links
// with a bare htmlparser2 pass, a crawl with crawlee's CheerioCrawler and undici alone; and the memory of a long queue.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Readability } from "@mozilla/readability";
import { Parser } from "htmlparser2";
import { parseHTML } from "linkedom/cached";
import { extractPage, pageLinks } from "../../dist/kit.js";
import { median, printTable, verdict } from "../table.mjs";
import { articlePage } from "./site.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const PAGES = Number(process.env.BENCH_PAGES ?? 2000);
const CONCURRENCY = 8;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** CPU milliseconds of each way over all inputs, the ways in turns; the first round warms up. */
async function compared(inputs, ways) {
  const times = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [way, work] of Object.entries(ways)) {
      const begun = process.cpuUsage();
      for (const input of inputs) await work(input);
      const { user, system } = process.cpuUsage(begun);
      if (round > 0) times[way].push((user + system) / 1000 / inputs.length);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([way, all]) => [way, median(all)]));
}

function readable(html) {
  return new Readability(parseHTML(html).document).parse()?.textContent;
}

function pageSets() {
  const sets = [20, 80, 400].map((kilobytes) => ({
    name: `generated, ${kilobytes} KB`,
    pages: Array.from({ length: kilobytes > 100 ? 3 : 10 }, (_, n) => articlePage(n, { kilobytes })),
  }));
  // Pages of one's own: BENCH_HTML names a folder of them.
  const folder = process.env.BENCH_HTML;
  if (folder === undefined) return sets;
  const names = readdirSync(folder).filter((name) => name.endsWith(".html"));
  const every = Math.max(1, Math.floor(names.length / 60));
  const pages = names
    .filter((_, index) => index % every === 0)
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"));
  return [...sets, { name: `of the folder, ${pages.length}`, pages }];
}

const extraction = [];
for (const { name, pages } of pageSets()) {
  const ways = {
    readability: readable,
    ours: (html) => extractPage(html, { url: "http://localhost/" }),
    fast: (html) => extractPage(html, { url: "http://localhost/", mode: "fast" }),
  };
  const { readability, ours, fast } = await compared(pages, ways);
  const ratio = ours / readability;
  extraction.push([name, readability, ours, fast, ratio, verdict(ratio, 1.5)]);
}
printTable(["extraction, ms of CPU a page", "readability", "ours", "fast", "ours of it", "goal 1.5"], extraction);

function pass(html) {
  let links = 0;
  const parser = new Parser({ onopentag: (name, { href }) => (links += name === "a" && href !== undefined ? 1 : 0) });
  parser.end(html);
  return links;
}
const linkRows = [];
for (const { name, pages } of pageSets()) {
  const ways = { pass, ours: (html) => pageLinks(html, "http://localhost/page/1") };
  // A pass over a small page is too short to be measured by itself.
  const many = Array.from({ length: Math.max(1, Math.round(3e6 / pages.join("").length)) }, () => pages).flat();
  const times = await compared(many, ways);
  const megabytes = pages.reduce((sum, html) => sum + html.length, 0) / pages.length / 1e6;
  const ratio = times.ours / times.pass;
  linkRows.push([name, (megabytes / times.pass) * 1000, (megabytes / times.ours) * 1000, ratio, verdict(ratio, 1.3)]);
}
printTable(["links, MB a second of CPU", "htmlparser2", "ours", "time of it", "goal 1.3"], linkRows);

async function withSite(kind, pages, use) {
  const site = spawn(process.execPath, [here("site.mjs"), kind, String(pages)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = await once(site.stdout, "data");
    return use(String(line).trim());
  } finally {
    site.kill();
  }
}

function crawl(who, address, pages) {
  const args = [here("crawl-process.mjs"), who, address, String(pages), String(CONCURRENCY)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

await withSite("articles", PAGES, (address) => {
  const samples = { undici: [], ours: [], crawlee: [] };
  for (let round = 0; round < Math.max(1, Math.round(ROUNDS / 3)); round += 1) {
    for (const who of Object.keys(samples)) samples[who].push(crawl(who, address, PAGES));
  }
  const of = (who, figure) => median(samples[who].map((sample) => sample[figure]));
  const speed = (who) => of(who, "count") / of(who, "seconds");
  const rows = Object.keys(samples).map((who) => [
    who,
    of(who, "count"),
    speed(who),
    (of(who, "cpuSeconds") * 1000) / of(who, "count"),
    of(who, "peakMb"),
    speed(who) / speed("crawlee"),
  ]);
  printTable(
    [`crawl of ${PAGES} pages, ${CONCURRENCY} at once`, "pages", "a second", "ms of CPU each", "peak MB", "of crawlee"],
    rows,
  );
  const times = speed("ours") / speed("crawlee");
  process.stdout.write(`pages a second, ours of crawlee: ${times.toFixed(1)}, goal 3: ${verdict(3, times)}\n`);
});

await withSite("hubs", 100_000, (address) => {
  const rows = [
    ["in memory", "ours"],
    ["sqlite", "ours-sqlite"],
  ].map(([storage, who]) => {
    const { peakMb, count } = crawl(who, address, 101);
    return [storage, count, peakMb, verdict(peakMb, 200)];
  });
  printTable(["100,000 addresses queued", "pages fetched", "peak MB", "goal 200"], rows);
});
