// Articles of the article creator from a local folder: how many a minute of one core's time, how soon the first is there, and
// whether memory stays as it is over a thousand keywords. No peer does the same; beside it is what a short script would do, each
// page through Readability and then all sentences that hold the keyword. BENCH_ARTICLES and BENCH_KEYWORDS change how many.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, printTable, verdict } from "../table.mjs";
import { keywordsOf, writePages } from "./material.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const ARTICLES = Number(process.env.BENCH_ARTICLES ?? 60);
const KEYWORDS = Number(process.env.BENCH_KEYWORDS ?? 1000);
/** Pages for a keyword: when speed is measured, and over the many keywords, where it is the usual number. */
const SOURCES = 20;
const FEW_SOURCES = 5;
const GOAL = 60;
/** How much more memory may be in use after the last keyword than after the hundredth, in MB. */
const FLAT = 64;
const program = fileURLToPath(new URL("articles-process.mjs", import.meta.url));
let pages = 0;

function measured(who, count, sources) {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-articles-"));
  try {
    pages = writePages(join(folder, "pages"));
    writeFileSync(join(folder, "keywords.txt"), keywordsOf(count).join("\n"));
    const args = ["--expose-gc", program, who, folder, String(count), String(sources)];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const rounds = Array.from({ length: ROUNDS }, () => ({
  ours: measured("ours", ARTICLES, SOURCES),
  baseline: measured("baseline", ARTICLES, SOURCES),
}));
const of = (who, figure) => median(rounds.map((round) => figure(round[who])));
const aMinute = ({ articles, cpuSeconds }) => (60 * articles) / cpuSeconds;
const row = (name, figure) => [
  name,
  of("ours", figure),
  of("baseline", figure),
  of("ours", figure) / of("baseline", figure),
];
printTable(
  [`${ARTICLES} keywords, ${SOURCES} of ${pages} pages each`, "article creator", "Readability, join", "ratio"],
  [
    row("articles", ({ articles }) => articles),
    row("words of one", ({ words }) => words),
    row("articles a minute of CPU", aMinute),
    row("ms to the first article, from the start of Node", ({ firstMs }) => firstMs),
  ],
);
process.stdout.write(`at least ${GOAL} articles a minute of CPU: ${verdict(GOAL, of("ours", aMinute))}\n`);

const many = measured("ours", KEYWORDS, FEW_SOURCES);
process.stdout.write(
  `\n${many.articles} articles of ${many.keywords} keywords from ${FEW_SOURCES} pages each, ${aMinute(many).toFixed(0)} a minute of CPU\n`,
);
printTable(
  ["after keyword", "resident MB", "heap MB"],
  many.memory.map(({ done, rssMb, heapMb }) => [String(done), rssMb, heapMb]),
);
const settled = many.memory.find(({ done }) => done >= 100);
const last = many.memory.at(-1);
if (settled !== undefined && last !== settled) {
  const [heap, resident] = [last.heapMb - settled.heapMb, last.rssMb - settled.rssMb];
  process.stdout.write(
    `flat memory, ${heap.toFixed(0)} MB of heap and ${resident.toFixed(0)} MB resident more than after ${settled.done}: ${verdict(Math.max(heap, resident), FLAT)}\n`,
  );
}
