// A WordPress export of 10,000 posts with an image each, in parts of 10 MB, each read back: posts a second, and how much more memory
// it takes than a quarter of the posts. BENCH_POSTS changes how many.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printTable, verdict } from "../table.mjs";

const POSTS = Number(process.env.BENCH_POSTS ?? 10_000);
/** How much more memory four times the posts may take, in MB: what the collector leaves lying about. */
const FLAT = 100;
const program = fileURLToPath(new URL("wxr-process.mjs", import.meta.url));

function measured(posts) {
  const folder = mkdtempSync(join(tmpdir(), "scriptorium-wxr-"));
  try {
    const args = ["--expose-gc", program, String(posts), folder];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [few, many] = [Math.ceil(POSTS / 4), POSTS].map((posts) => ({ posts, ...measured(posts) }));
printTable(
  ["posts", "MB in", "MB out", "parts", "posts a second", "a second of CPU", "memory before, MB", "at the peak"],
  [few, many].map(({ posts, inputMb, outputMb, parts, seconds, cpuSeconds, before, peakMb }) => [
    String(posts),
    inputMb.toFixed(0),
    outputMb.toFixed(0),
    String(parts),
    (posts / seconds).toFixed(0),
    (posts / cpuSeconds).toFixed(0),
    before.toFixed(0),
    peakMb.toFixed(0),
  ]),
);
const growth = many.peakMb - few.peakMb;
process.stdout.write(`flat memory, ${growth.toFixed(0)} MB more for four times the posts: ${verdict(growth, FLAT)}\n`);
