// What takes too long for every change: the agreement of all storages with mingo on 10,000 generated searches each, the kill
// loop at length, and the memory of a server after all hostile requests five times over.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const steps = [
  [[vitest, "run", "test/storage/search-agreement", "test/kernel/search"], { SCRIPTORIUM_CASES: "10000" }],
  [["test/crash/run.mjs"], {}],
  [["test/hostile/memory.mjs"], {}],
];
for (const [words, environment] of steps) {
  const { status } = spawnSync(process.execPath, words, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  if (status !== 0) process.exitCode = 1;
}
