// Mail merge in single mode, compared with the bare loop that anyone would write: csv-parse, a replacement of each placeholder
// and a file, which stores no rows and cannot go on where it stopped. BENCH_ROWS changes how many rows. The goals are of CPU time,
// so that other work on the machine counts less, and of memory that a table of three times the rows does not need more of.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, printTable, verdict } from "../table.mjs";

const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const GOAL = 20_000;
/** How much more memory three times the rows may take, in MB: what the collector leaves lying about. */
const FLAT = 64;
const program = fileURLToPath(new URL("merge-process.mjs", import.meta.url));

function measured(who, rows) {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-merge-"));
  try {
    return JSON.parse(
      execFileSync(process.execPath, ["--expose-gc", program, who, String(rows), folder], { encoding: "utf8" }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const rounds = Array.from({ length: ROUNDS }, () => ({ ours: measured("ours", ROWS), bare: measured("bare", ROWS) }));
const many = measured("ours", 3 * ROWS);
const of = (who, value) => median(rounds.map((round) => value(round[who])));
const speed = ({ seconds }) => ROWS / seconds;
const cpu = ({ cpuSeconds }) => ROWS / cpuSeconds;
const memory = ({ peakMb }) => peakMb;
const [ours, bare] = [of("ours", speed), of("bare", speed)];
printTable(
  [`${ROWS} rows of ${sizesOf(rounds[0])}`, "mail merge", "csv-parse, replace", "ratio"],
  [
    ["rows a second", ours.toFixed(0), bare.toFixed(0), ours / bare],
    ["rows a second of CPU", of("ours", cpu).toFixed(0), of("bare", cpu).toFixed(0), of("ours", cpu) / of("bare", cpu)],
    ["peak memory, MB", of("ours", memory), of("bare", memory), ""],
    ["peak memory of three times the rows, MB", many.peakMb, "", ""],
  ],
);
const growth = many.peakMb - of("ours", memory);
process.stdout.write(`at least ${GOAL} rows a second of CPU: ${verdict(GOAL, of("ours", cpu))}\n`);
process.stdout.write(`flat memory, ${growth.toFixed(0)} MB more for three times the rows: ${verdict(growth, FLAT)}\n`);

function sizesOf({ ours: { inputMb, outputMb } }) {
  return `${inputMb.toFixed(0)} MB in, ${outputMb.toFixed(0)} MB out`;
}
