// Time from the shell, compared with a bare node in the same rounds: the help, and the run of an empty local task.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, printTable, verdict } from "../table.mjs";

const ROUNDS = 11;
const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
const cwd = mkdtempSync(join(tmpdir(), "scriptorium-bench-"));
const commands = {
  bare: ["-e", "0"],
  version: [bin, "--version"],
  help: [bin, "--help"],
  // It has nothing to work on, so that what is measured is the way there and back.
  run: [bin, "run", "mailmerge", "--storage", "memory", "--quiet"],
};
const samples = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, words] of Object.entries(commands)) {
    const begun = performance.now();
    spawnSync(process.execPath, words, { cwd, stdio: "ignore" });
    samples[name].push(performance.now() - begun);
  }
}
rmSync(cwd, { recursive: true });
const bare = median(samples.bare);
const LIMITS = { version: 150, help: 150, run: 400 };
printTable(
  ["from the shell, ms", "median", "times bare node", "limit", ""],
  Object.entries(samples).map(([name, times]) => [
    name,
    median(times),
    median(times) / bare,
    LIMITS[name] ?? "",
    name in LIMITS ? verdict(median(times), LIMITS[name]) : "",
  ]),
);
