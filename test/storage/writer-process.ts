import { writeSync } from "node:fs";
import type { Run, RunOutput } from "../../src/kernel/storage.js";
import type { Task } from "../../src/kernel/task.js";
import { sha256Of } from "../../src/storage/intact-file.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";

/**
 * A process that writes into a store, for tests of several processes and of sudden ends:
 * `node writer-process.js <path> <prefix> <count>` inserts tasks `<prefix>-1` and up from eight callers at once, gives each
 * a run with one step of output, and prints the id of each task when both are stored, one a line.
 */
const [path = "", prefix = "", count = "0"] = process.argv.slice(2);
const storage = sqliteStorage({ path });
try {
  await storage.open();
} catch (error) {
  writeSync(1, `refused ${error instanceof Error ? error.message : ""}\n`);
  process.exit(1);
}

let begun = 0;
await Promise.all(Array.from({ length: 8 }, writeTasks));
await storage.close();

async function writeTasks(): Promise<void> {
  while (begun < Number(count)) {
    begun += 1;
    const id = `${prefix}-${begun}`;
    const name = `Task ${id}`;
    const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" };
    const data = { jobName: name, text: id.repeat(400) };
    const task: Task = {
      _id: id,
      group: prefix,
      name,
      type: "web scraper",
      status: "running",
      data,
      ...times,
      revision: 1,
    };
    await storage.tasks.insert(task);
    const run: Run = {
      _id: `run of ${id}`,
      taskId: id,
      status: "waiting",
      origin: "library",
      attempts: 1,
      seed: id,
      createdAt: times.createdAt,
      revision: 1,
    };
    await storage.runs.insert(run);
    const fence = 2;
    await storage.runs.claim({ ...run, status: "running", revision: fence, fence }, 30_000);
    const bytes = new Uint8Array(20_000).fill(begun);
    const output: RunOutput = {
      line: { key: id, line: id, state: "done", attempts: 1 },
      articles: [{ keyword: id, article: { keywords: [id], sentences: [id] } }],
      rows: [{ id }],
      files: [{ path: "a.bin", type: "application/octet-stream", size: bytes.length, sha256: sha256Of(bytes), bytes }],
      log: [{ t: times.createdAt, level: "info", msg: id }],
      effects: [{ key: id, what: id, state: "done", at: times.createdAt }],
    };
    await storage.runs.write(run._id, output, fence);
    writeSync(1, `${id}\n`);
  }
}
