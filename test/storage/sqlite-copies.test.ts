import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fullOutput, taskNumber } from "../../src/kernel/contracts/storage/samples.js";
import { all, idsOf, runInProgress, wholes } from "../../src/kernel/contracts/storage/support.js";
import type { StorageAdapter, StoreFinding } from "../../src/kernel/storage.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";

let folder: string;
let path: string;
let storage: StorageAdapter;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scriptorium-copies-"));
  path = join(folder, "store.db");
  storage = sqliteStorage({ path });
  await storage.open();
});

afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true });
});

describe("a backup", () => {
  it("is a whole store, readable by its owner alone", async () => {
    const run = await runInProgress(storage);
    await storage.runs.write(run._id, fullOutput(), run.fence);
    const copy = join(folder, "copy.db");
    await storage.backup?.(copy);
    expect((await stat(copy)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.startsWith("copy"))).toEqual(["copy.db"]);
    const other = sqliteStorage({ path: copy });
    await other.open();
    expect(await wholes(other.tasks)).toEqual(await wholes(storage.tasks));
    expect(await all(other.content.rows("task-1"))).toEqual(fullOutput().rows);
    await other.close();
  });

  it("taken during writes holds all that was stored before, and each write wholly or not at all", async () => {
    await Promise.all(Array.from({ length: 300 }, (_, number) => storage.tasks.insert(taskNumber(number))));
    const copy = join(folder, "copy.db");
    const copying = storage.backup?.(copy);
    await Promise.all(Array.from({ length: 300 }, (_, number) => storage.tasks.insert(taskNumber(number + 300))));
    await copying;
    const other = sqliteStorage({ path: copy });
    await other.open();
    const ids = await idsOf(other.tasks);
    expect(ids.length).toBeGreaterThanOrEqual(300);
    expect((await wholes(other.tasks)).map(({ _id }) => _id)).toEqual(ids);
    expect(await found(other)).toEqual([]);
    await other.close();
  });

  it("writes over nothing", async () => {
    const taken = join(folder, "notes.txt");
    await writeFile(taken, "mine");
    const copying = storage.backup?.(taken);
    await expect(copying).rejects.toMatchObject({
      code: "STORAGE_FAILED",
      message: expect.stringContaining("already"),
    });
    expect(await readFile(taken, "utf8")).toBe("mine");
    await expect(storage.backup?.(path)).rejects.toMatchObject({ code: "STORAGE_FAILED" });
    await storage.tasks.insert(taskNumber(1));
    expect(await idsOf(storage.tasks)).toEqual(["task-1"]);
  });

  it("into a folder that is not there is refused in words that do not name it, and leaves nothing", async () => {
    const error = await storage.backup?.(join(folder, "missing", "copy.db")).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "STORAGE_FAILED", message: expect.stringContaining("folder exists") });
    expect((error as Error).message).not.toContain(folder);
    expect((await readdir(folder)).filter((name) => !name.startsWith("store.db"))).toEqual([]);
  });

  it("that is running when the storage is closed is finished first", async () => {
    await storage.tasks.insert(taskNumber(1));
    const copying = storage.backup?.(join(folder, "copy.db"));
    await new Promise(setImmediate);
    await storage.close();
    await copying;
    const other = sqliteStorage({ path: join(folder, "copy.db") });
    await other.open();
    expect(await idsOf(other.tasks)).toEqual(["task-1"]);
    await other.close();
  });

  it("of a store in memory is a file", async () => {
    const memory = sqliteStorage({ path: ":memory:" });
    await memory.open();
    await memory.tasks.insert(taskNumber(1));
    await mkdir(join(folder, "kept"));
    await memory.backup?.(join(folder, "kept", "copy.db"));
    await memory.close();
    const other = sqliteStorage({ path: join(folder, "kept", "copy.db") });
    await other.open();
    expect(await idsOf(other.tasks)).toEqual(["task-1"]);
    await other.close();
  });
});

describe("a check", () => {
  beforeEach(async () => {
    const run = await runInProgress(storage);
    await storage.runs.write(run._id, fullOutput(), run.fence);
    await storage.tasks.insert(taskNumber(2, { sealed: { "/key": "cipher" } }));
    const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" };
    await storage.accounts.insert({
      _id: "one",
      kind: "blog",
      name: "Mine",
      settings: {},
      sealed: {},
      revision: 1,
      ...times,
    });
    await storage.deliveries.insert({
      _id: "d1",
      webhookId: "hook",
      event: "task.complete",
      body: "{}",
      state: "waiting",
      attempts: 0,
      createdAt: times.createdAt,
      revision: 1,
    });
  });

  it("finds nothing wrong with a store that is whole", async () => {
    expect(await found(storage)).toEqual([]);
  });

  it.each([
    ["UPDATE task_data SET data = 'no JSON' WHERE seq = 2", "task task-2"],
    ["UPDATE task_data SET data = X'ffff00' WHERE seq = 2", "task task-2"],
    ["UPDATE task_data SET data = jsonb('[1]') WHERE seq = 2", "task task-2"],
    ["DELETE FROM task_data WHERE seq = 2", "task task-2"],
    ["UPDATE task SET more = '{' WHERE seq = 1", "task task-1"],
    ["UPDATE task SET sealed = '{' WHERE seq = 2", "task task-2"],
    ["UPDATE run SET more = ''", "run run-1 of task task-1"],
    ["UPDATE run_line SET record = '{'", "line k of run run-1 of task task-1"],
    ["UPDATE article SET record = '{' WHERE seq = 1", "an article of task task-1"],
    ["UPDATE result_row SET record = '{' WHERE seq = 1", "a row of task task-1"],
    ["UPDATE log_entry SET record = '{'", "a log entry of task task-1"],
    ["UPDATE file SET bytes = X'00'", "file articles/bees.html of task task-1"],
    ["UPDATE account SET more = '{'", "account one"],
    ["UPDATE effect SET record = '{'", "effect bees of run run-1 of task task-1"],
    ["UPDATE delivery SET more = '[1]'", "delivery d1"],
  ])("after %s names %s", async (damage, where) => {
    alter(damage);
    const findings = await found(storage);
    expect(findings).toEqual([{ where, trouble: expect.any(String), repair: expect.any(String) }]);
    for (const sentence of [findings[0]?.trouble, findings[0]?.repair]) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  it("reports rows that belong to nothing", async () => {
    alter("PRAGMA foreign_keys = OFF; DELETE FROM task WHERE seq = 1");
    expect((await found(storage)).map(({ where }) => where)).toEqual(
      expect.arrayContaining(["table run", "table result_row"]),
    );
  });

  it("reports a damaged page, also while the store is in use", async () => {
    const { tasks } = storage;
    await Promise.all(
      Array.from({ length: 200 }, (_, number) =>
        tasks.insert(taskNumber(number + 10, { data: { jobName: "x".repeat(900) } })),
      ),
    );
    await storage.close();
    await storage.open();
    const bytes = await readFile(path);
    const page = 4096;
    for (let place = bytes.length - page * 20; place < bytes.length - page; place += page)
      bytes.fill(0xa5, place, place + 300);
    await writeFile(path, bytes);
    const findings = await found(storage);
    expect(findings[0]).toMatchObject({ where: "the store", repair: expect.stringContaining(".recover") });
  });
});

function alter(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

async function found({ check }: StorageAdapter): Promise<StoreFinding[]> {
  if (check === undefined) throw new Error("the storage has no check");
  return all(check());
}
