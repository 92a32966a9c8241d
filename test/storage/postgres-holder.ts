import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "../../src/kernel/storage.js";
import { postgresStorage } from "../../src/storage/postgres.js";

/**
 * A process that works on runs, for tests of who holds them: `node postgres-holder <url> <schema> <ttlMs>` claims every run
 * of the task `shared` that waits and prints `claimed <id>`. Then it writes a row into each of its runs and renews its
 * hold, four times in `ttlMs`, until its input ends. A run of which both are refused it prints as `lost <id>`, and lets it
 * go. What fails because the database is away it does again.
 */
const [connectionString = "", schema = "", ttl = ""] = process.argv.slice(2);
const ttlMs = Number(ttl);
const storage = postgresStorage({ connectionString, schema });
const { runs } = storage;
let ended = false;
process.stdin.on("close", () => {
  ended = true;
});
process.stdin.resume();

async function claimed(): Promise<Run[]> {
  const mine: Run[] = [];
  for await (const run of runs.of("shared")) {
    const revision = run.revision + 1;
    const claim: Run = { ...run, status: "running", fence: revision, attempts: run.attempts + 1, revision };
    if (run.status !== "waiting" || !(await runs.claim(claim, ttlMs))) continue;
    mine.push(claim);
    writeSync(1, `claimed ${run._id}\n`);
  }
  return mine;
}

async function workOn({ _id, fence = 0 }: Run): Promise<void> {
  while (!ended) {
    const written = await runs.write(_id, { rows: [{ fence }] }, fence).catch(() => undefined);
    const renewed = await runs.renew(_id, fence, ttlMs).catch(() => undefined);
    if (written === false && renewed === false) {
      writeSync(1, `lost ${_id}\n`);
      return;
    }
    await sleep(ttlMs / 4);
  }
}

storage
  .open()
  .then(claimed)
  .then(async (mine) => {
    writeSync(1, "ready\n");
    await Promise.all(mine.map(workOn));
  })
  .finally(() => storage.close())
  .catch(() => {
    process.exitCode = 1;
  });
