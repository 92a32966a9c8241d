// The kill loop and the faults at length: node test/crash/run.mjs [--rounds 200] [--storages sqlite,file] [--seed 1].
// The seed of a loop that lost something is in its report.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "200" }, storages: { type: "string" }, seed: { type: "string" } },
});
const { rounds, storages, seed } = values;
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "test/crash", "test/faults", "--no-file-parallelism", "--disable-console-intercept"],
  {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: "inherit",
    env: {
      ...process.env,
      CRASH_ROUNDS: rounds,
      ...(storages ? { CRASH_STORAGES: storages } : {}),
      ...(seed ? { CRASH_SEED: seed } : {}),
    },
  },
);
process.exitCode = status ?? 1;
