import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keyText } from "../../src/adapters/secrets/index.js";
import { taskNumber } from "../../src/kernel/contracts/storage/samples.js";
import { upTo } from "../../src/kernel/contracts/storage/support.js";
import type { Kernel } from "../../src/kernel/kernel.js";
import type { StorageAdapter } from "../../src/kernel/storage.js";
import { fileStorage } from "../../src/storage/file.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";
import { startedKernel } from "../kernel/world.js";
import { STORE_OF_VERSION_2 } from "./sqlite-version-2.js";

const PASSWORD = "in-the-clear-4711";
const KEY = Buffer.alloc(32, 7).toString("base64");

let folder: string;
let kernel: Kernel | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scriptorium-scrubbed-"));
});
afterEach(async () => {
  await kernel?.stop();
  kernel = undefined;
  rmSync(folder, { recursive: true });
});

/** The files below the folder whose bytes have the password. */
function filesWithPassword(): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile() && readFileSync(join(folder, name)).includes(PASSWORD))
    .sort();
}

async function startedOn(storage: StorageAdapter): Promise<void> {
  kernel = await startedKernel({ storage, secrets: keyText(KEY) });
}

it("the start that seals an older SQLite store leaves no password in its file and its log", async () => {
  const path = join(folder, "store.db");
  {
    using database = new DatabaseSync(path);
    database.exec(STORE_OF_VERSION_2);
    const change = database.prepare("UPDATE task_data SET data = jsonb(?) WHERE seq = ?");
    change.run(JSON.stringify({ jobName: "a", password: PASSWORD, text: "x".repeat(20_000) }), 1);
    // Longer than a page, and of a task that was deleted by the older version.
    change.run(JSON.stringify({ jobName: "b", password: PASSWORD.repeat(400) }), 2);
    database.exec('DELETE FROM task_data WHERE seq = 2; INSERT INTO task_data VALUES (2, jsonb(\'{"jobName":"b"}\'))');
    const run = {
      taskId: "task-1",
      origin: "api",
      attempts: 1,
      seed: "s",
      data: { password: PASSWORD },
      createdAt: "",
    };
    database.prepare("UPDATE run SET more = ? WHERE seq = 2").run(JSON.stringify({ ...run, taskId: "task-2" }));
  }
  expect(filesWithPassword()).toEqual(["store.db"]);
  const copies: string[] = [];
  await startedOn(sqliteStorage({ path, onCopy: (name) => copies.push(name) }));
  expect(copies).toEqual(["store.db.before-4"]);
  // The copy is for those who want to go back, and is theirs to remove.
  expect(filesWithPassword()).toEqual(["store.db.before-4"]);
  expect(await kernel?.tasks.get("task-1")).toMatchObject({ data: { jobName: "a" } });
  await kernel?.tasks.patch("task-1", { note: "written afterwards" });
  expect(filesWithPassword()).toEqual(["store.db.before-4"]);
});

it("the start that seals an older file store leaves no password in its log", async () => {
  const path = join(folder, "store");
  const storage = fileStorage({ path });
  await storage.open();
  for (const number of upTo(3)) {
    const data = { jobName: "a", password: PASSWORD };
    await storage.tasks.insert(taskNumber(number, { data, status: "complete" }));
  }
  await storage.tasks.delete("task-3");
  await storage.close();
  expect(filesWithPassword()).toEqual([join("store", "main-00000001.jsonl")]);
  await startedOn(fileStorage({ path }));
  expect(filesWithPassword()).toEqual([]);
  await kernel?.tasks.patch("task-1", { note: "written afterwards" });
  await kernel?.stop();
  await startedOn(fileStorage({ path }));
  expect(await kernel?.tasks.get("task-1")).toMatchObject({ data: { jobName: "a", note: "written afterwards" } });
});

it("when that fails it is said, and the next start does it", async () => {
  const path = join(folder, "store");
  const storage = fileStorage({ path });
  await storage.open();
  await storage.tasks.insert(taskNumber(1, { data: { jobName: "a", password: PASSWORD }, status: "complete" }));
  await storage.close();
  const said: string[] = [];
  const logger = { info: () => {}, warn: () => {}, error: (message: string) => void said.push(message) };
  const failing = fileStorage({ path });
  const scrub = async () => {
    throw new Error("no room");
  };
  kernel = await startedKernel({ storage: { ...failing, scrub }, secrets: keyText(KEY), logger });
  expect(said).toEqual([
    "Secrets of replaced and deleted data may be stored in the clear. The next start tries again to remove them.",
  ]);
  expect(filesWithPassword()).not.toEqual([]);
  await kernel.stop();
  await startedOn(fileStorage({ path }));
  expect(filesWithPassword()).toEqual([]);
});
