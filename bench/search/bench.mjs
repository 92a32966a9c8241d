// The local index compared with minisearch alone: the same generated pages and queries, each in a process of its own. BENCH_PAGES
// and BENCH_QUERIES change how many; minisearch gets as much memory as it asks for.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printTable, verdict } from "../table.mjs";

const PAGES = Number(process.env.BENCH_PAGES ?? 100_000);
const QUERIES = Number(process.env.BENCH_QUERIES ?? 400);
const program = fileURLToPath(new URL("index-process.mjs", import.meta.url));

function measured(who) {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-bench-"));
  try {
    const args = ["--expose-gc", "--max-old-space-size=8192", program, who, String(PAGES), String(QUERIES), folder];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1e8 }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const local = measured("local");
process.stdout.write(`ours: ${JSON.stringify(local)}\n`);
const mini = measured("minisearch");
const rows = [
  ["build, pages a second of CPU", (one) => PAGES / (one.build / 1000)],
  ["longest time that it held up all else, ms", (one) => one.blocked],
  ["on the disk, bytes a page", (one) => one.bytes / PAGES],
  ["memory with the index open, MB", (one) => one.memory],
  ["memory that building added, MB", (one) => one.growth],
  ["open after a restart, ms of CPU", (one) => one.start],
  ["one more page until it is on the disk, ms of CPU", (one) => one.append],
  ["query, median ms of CPU", (one) => one.median],
  ["query, 95th percentile ms of CPU", (one) => one.p95],
  ["query, longest ms of CPU", (one) => one.most],
  ["queries with an answer, of 1", (one) => one.answered],
].map(([what, of]) => [what, ...[local, mini].map((one) => (one.error === undefined ? of(one) : "failed"))]);
printTable(
  [`${PAGES} pages of 300 words, ${QUERIES} queries`, "ours", "minisearch", "ours of it"],
  rows.map(([what, ours, its]) => [
    what,
    ours,
    its,
    typeof its === "number" && typeof ours === "number" ? ours / its : "",
  ]),
);
for (const one of [local, mini]) if (one.error !== undefined) process.stdout.write(`failed: ${one.error}\n`);
if (local.error === undefined) process.stdout.write(`median query under 20 ms of CPU: ${verdict(local.median, 20)}\n`);
