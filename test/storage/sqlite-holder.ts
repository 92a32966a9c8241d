import { writeSync } from "node:fs";
import { claimOf } from "../../src/kernel/contracts/storage/support.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";

/**
 * A process that holds a run, for tests of who holds what: `node sqlite-holder.js <path> <run> <ttlMs>` claims the run and
 * prints `claimed`. For each line it is given it tries to write a row and prints what that answered; it closes the store
 * when its input ends.
 */
const [path = "", runId = "", ttlMs = "0"] = process.argv.slice(2);
const storage = sqliteStorage({ path });
await storage.open();
const run = await storage.runs.get(runId);
if (run === undefined) throw new Error("there is no such run");
const claimed = claimOf(run);
if (!(await storage.runs.claim(claimed, Number(ttlMs)))) throw new Error("somebody else has claimed it");
writeSync(1, "claimed\n");
for await (const _line of process.stdin) {
  writeSync(1, `${await storage.runs.write(runId, { rows: [{ by: "the holder" }] }, claimed.fence)}\n`);
}
await storage.close();
