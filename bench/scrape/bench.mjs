// The web scraper without a browser beside crawlee's CheerioCrawler: the same columns of the pages of a generated site on the
// loopback, as many at once. Each round is a process of its own.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { median, printTable, verdict } from "../table.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const PAGES = Number(process.env.BENCH_PAGES ?? 300);
const CONCURRENCY = 8;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const site = spawn(process.execPath, [here("../web/site.mjs"), "articles", String(PAGES)], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const [line] = await once(site.stdout, "data");
  const address = String(line).trim();
  const samples = { ours: [], crawlee: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const who of Object.keys(samples)) {
      const args = [here("scrape-process.mjs"), who, address, String(PAGES), String(CONCURRENCY)];
      samples[who].push(JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })));
    }
  }
  const [ours, theirs] = [samples.ours[0], samples.crawlee[0]];
  if (ours.print !== theirs.print) throw new Error(`The two read other columns: ${ours.print} and ${theirs.print}`);
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
    [
      `columns of ${PAGES} pages, ${CONCURRENCY} at once`,
      "pages",
      "a second",
      "ms of CPU each",
      "peak MB",
      "of crawlee",
    ],
    rows,
  );
  const times = speed("ours") / speed("crawlee");
  process.stdout.write(`pages a second, ours of crawlee: ${times.toFixed(1)}, goal 3: ${verdict(3, times)}\n`);
} finally {
  site.kill();
}
