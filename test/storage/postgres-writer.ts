import { writeSync } from "node:fs";
import type { RunOutput } from "../../src/kernel/storage.js";
import { sha256Of } from "../../src/storage/intact-file.js";
import { postgresStorage } from "../../src/storage/postgres.js";
import { taskCalled } from "./postgres-support.js";

/**
 * A process that writes into a store, for tests of several processes and of sudden ends:
 * `node postgres-writer <url> <schema> <prefix> <count>` inserts tasks `<prefix>-1` and up from four callers at once, gives
 * each a run with one step of output, and prints the id of each task when all of it is stored, one a line. What it cannot
 * do it prints as `refused` and a sentence.
 */
const [connectionString = "", schema = "", prefix = "", count = "0"] = process.argv.slice(2);
const storage = postgresStorage({ connectionString, schema });
let begun = 0;

async function writeTasks(): Promise<void> {
  while (begun < Number(count)) {
    begun += 1;
    const id = `${prefix}-${begun}`;
    await storage.tasks.insert(taskCalled(id, { status: "running" }));
    await storage.runs.insert({
      _id: `run of ${id}`,
      taskId: id,
      status: "running",
      origin: "library",
      fence: 1,
      attempts: 1,
      seed: id,
      createdAt: "2026-01-01T00:00:00.000Z",
      revision: 1,
    });
    const bytes = new Uint8Array(20_000).fill(begun);
    const output: RunOutput = {
      line: { key: id, line: id, state: "done", attempts: 1 },
      articles: [{ keyword: id, article: { keywords: [id], sentences: [id] } }],
      rows: [{ id }],
      files: [{ path: "a.bin", type: "application/octet-stream", size: bytes.length, sha256: sha256Of(bytes), bytes }],
      log: [{ t: "2026-01-01T00:00:00.000Z", level: "info", msg: id }],
      effects: [{ key: id, what: id, state: "done", at: "2026-01-01T00:00:00.000Z" }],
    };
    await storage.runs.write(`run of ${id}`, output, 1);
    writeSync(1, `${id}\n`);
  }
}

storage
  .open()
  .then(() => Promise.all(Array.from({ length: 4 }, writeTasks)))
  .catch((error: unknown) => {
    writeSync(1, `refused ${error instanceof Error ? error.message : ""}\n`);
    process.exitCode = 1;
  })
  .finally(() => storage.close());
