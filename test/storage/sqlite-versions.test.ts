import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { where } from "../../src/kernel/contracts/storage/hint-samples.js";
import { effectOn, entryNumber, taskNumber } from "../../src/kernel/contracts/storage/samples.js";
import { all, claimOf, idsOf, wholes } from "../../src/kernel/contracts/storage/support.js";
import type { StorageAdapter, StoreFinding } from "../../src/kernel/storage.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";
import { STORE_OF_VERSION_1 } from "./sqlite-version-1.js";
import { STORE_OF_VERSION_2 } from "./sqlite-version-2.js";

let folder: string;
let path: string;
const open: { close(): unknown }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scriptorium-versions-"));
  path = join(folder, "store.db");
});

afterEach(async () => {
  for (const opened of open.splice(0)) await opened.close();
  await rm(folder, { recursive: true });
});

const OLD_TASK = {
  _id: "task-1",
  group: "bees",
  name: "Old task",
  type: "article creator",
  status: "complete",
  data: { jobName: "Old task", maxResults: 10, keywords: ["bees", "honey \u0001 \u00e9"] },
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-02T00:00:00.000Z",
  revision: 7,
  runId: "run-1",
} as const;

describe("a store of version 1", () => {
  beforeEach(() => alter(STORE_OF_VERSION_1));

  it("is brought up to date with all that is in it", async () => {
    const { tasks, content, runs } = await opened();
    expect(await tasks.get("task-1")).toEqual(OLD_TASK);
    expect((await wholes(tasks)).map(({ data }) => data)).toEqual([OLD_TASK.data, { jobName: "Second", big: 1e21 }]);
    expect(await idsOf(tasks, where("data.maxResults", 10))).toEqual(["task-1"]);
    expect(await all(runs.of("task-1"))).toMatchObject([{ _id: "run-1", seed: "s", revision: 2 }]);
    expect(await all(runs.lines("run-1"))).toEqual([{ key: "k", line: "bees", state: "done", attempts: 1 }]);
    expect(await content.article("task-1", "bees")).toEqual({ keywords: ["bees"], sentences: ["Bees make honey."] });
    expect(await all(content.rows("task-1", { runId: "run-1" }))).toEqual([{ url: "https://example.com/" }]);
    expect((await content.file("task-1", "a.txt"))?.bytes).toEqual(new Uint8Array([1, 2, 3]));
    expect(await all(content.log("task-1"))).toMatchObject([{ msg: "Old entry" }]);
  });

  it("is used on: what is in it is changed, added to and deleted", async () => {
    const storage = await opened();
    const { tasks, content, runs } = storage;
    expect(
      await tasks.replace({ ...OLD_TASK, data: { jobName: "Old task" }, sealed: { "/key": "c" }, revision: 8 }),
    ).toBe(true);
    expect((await tasks.get("task-1"))?.sealed).toEqual({ "/key": "c" });
    const run = (await runs.get("run-1"))!;
    const claimed = claimOf(run);
    expect(await runs.claim(claimed, 60_000)).toBe(true);
    expect(await runs.write("run-1", { rows: [{ n: 2 }] }, claimed.fence)).toBe(true);
    expect(await content.countRows("task-1")).toBe(2);
    await tasks.insert(taskNumber(3));
    expect(await tasks.delete("task-1")).toBe(true);
    expect(await runs.get("run-1")).toBeUndefined();
    expect(await found(storage)).toEqual([]);
    await storage.close();
    await storage.open();
    expect(await idsOf(tasks)).toEqual(["task-2", "task-3"]);
  });

  it("is copied before, and the copy is what it was", async () => {
    const before = dump(path);
    await (await opened()).close();
    const copy = `${path}.before-4`;
    expect((await readdir(folder)).sort()).toEqual(["store.db", "store.db.before-4"]);
    expect(dump(copy)).toEqual(before);
    expect(dump(path)).not.toEqual(before);
    await (await opened()).close();
    expect(await readdir(folder)).toHaveLength(2);
  });

  it("is copied under another name when an earlier copy has the first", async () => {
    await (await opened()).close();
    const first = await readFile(`${path}.before-4`);
    await rm(path);
    alter(STORE_OF_VERSION_1);
    alter("DELETE FROM log_entry");
    await (await opened()).close();
    expect(await readFile(`${path}.before-4`)).toEqual(first);
    expect(dump(`${path}.before-4-2`)).not.toEqual(dump(`${path}.before-4`));
  });

  it("stays as it is when bringing it up to date fails, and is brought up to date when the cause is gone", async () => {
    alter("CREATE TABLE account (mine TEXT)");
    const before = dump(path);
    await expect(opened()).rejects.toMatchObject({ code: "STORAGE_FAILED" });
    expect(dump(path)).toEqual(before);
    alter("DROP TABLE account");
    expect(await (await opened()).tasks.get("task-1")).toEqual(OLD_TASK);
  });

  it("with data that cannot be read opens, and reports the task", async () => {
    alter(`UPDATE task_data SET data = '{"jobName":' WHERE seq = 2`);
    const storage = await opened();
    expect(await storage.tasks.get("task-1")).toEqual(OLD_TASK);
    await expect(storage.tasks.get("task-2")).rejects.toMatchObject({ code: "STORAGE_FAILED" });
    expect(await found(storage)).toMatchObject([{ where: "task task-2" }]);
    expect(await storage.tasks.delete("task-2")).toBe(true);
    expect(await wholes(storage.tasks)).toEqual([OLD_TASK]);
  });

  it("is brought up to date once when two open it at the same time", async () => {
    const both = [sqliteStorage({ path, busyTimeoutMs: 1 }), sqliteStorage({ path, busyTimeoutMs: 1 })];
    open.push(...both);
    await Promise.all(both.map((storage) => storage.open()));
    for (const { tasks } of both) expect(await tasks.get("task-1")).toEqual(OLD_TASK);
  });
});

describe("a store of version 2", () => {
  beforeEach(() => alter(STORE_OF_VERSION_2));

  it("is brought up to date with all that is in it", async () => {
    const storage = await opened();
    const { tasks, content, runs, accounts } = storage;
    expect(await tasks.get("task-1")).toMatchObject({ runId: "run-1", sealed: { "/password": "cipher" } });
    const run = await runs.get("run-1");
    expect(run).toEqual({
      _id: "run-1",
      taskId: "task-1",
      status: "running",
      origin: "api",
      attempts: 1,
      seed: "s",
      data: { jobName: "Old task" },
      createdAt: "2026-01-01T00:00:00.000Z",
      revision: 2,
    });
    expect(await runs.get("run-2")).toMatchObject({ status: "complete", revision: 4, seed: "t" });
    expect(await all(runs.lines("run-1"))).toHaveLength(1);
    expect(await all(content.rows("task-1", { runId: "run-1" }))).toEqual([{ url: "https://example.com/" }]);
    expect(await content.article("task-1", "bees")).toEqual({ keywords: ["bees"], sentences: ["Bees make honey."] });
    expect((await content.file("task-1", "a.txt"))?.bytes).toEqual(new Uint8Array([1, 2, 3]));
    expect(await accounts.named("blog", "Mine")).toMatchObject({ _id: "a1" });
    expect(await all(storage.deliveries.list())).toEqual([]);
    expect(await found(storage)).toEqual([]);
  });

  it("has its log entries numbered within their task, and counts on", async () => {
    const { content, runs } = await opened();
    expect(await all(content.log("task-1"))).toMatchObject([
      { n: 1, msg: "Entry 1", level: "info" },
      { n: 2, msg: "Entry 2", level: "error" },
    ]);
    await runs.log("run-1", [entryNumber(3)]);
    await runs.log("run-2", [entryNumber(2)]);
    expect((await all(content.log("task-1"))).map(({ n }) => n)).toEqual([1, 2, 3]);
    expect((await all(content.log("task-2"))).map(({ n }) => n)).toEqual([1, 2]);
  });

  it("reports the unfinished run as held by nobody, and lets it be claimed", async () => {
    const { runs } = await opened();
    expect(await all(runs.lapsed())).toEqual(["run-1"]);
    expect(await runs.write("run-1", { rows: [{ n: 2 }] }, 2)).toBe(false);
    const claimed = claimOf((await runs.get("run-1"))!);
    expect(await runs.claim(claimed, 60_000)).toBe(true);
    expect(await all(runs.lapsed())).toEqual([]);
    expect(await runs.write("run-1", { effects: [effectOn("bees")] }, claimed.fence)).toBe(true);
    expect(await all(runs.effects("run-1"))).toEqual([effectOn("bees")]);
  });

  it("is copied before, and the copy is what it was", async () => {
    const before = dump(path);
    await (await opened()).close();
    expect(dump(`${path}.before-4`)).toEqual(before);
    expect(dump(path)).not.toEqual(before);
  });

  it("stays as it is when bringing it up to date fails, and is brought up to date when the cause is gone", async () => {
    alter("CREATE TABLE delivery (mine TEXT)");
    const before = dump(path);
    await expect(opened()).rejects.toMatchObject({ code: "STORAGE_FAILED" });
    expect(dump(path)).toEqual(before);
    alter("DROP TABLE delivery");
    expect(await all((await opened()).content.log("task-1", { after: 1 }))).toMatchObject([{ n: 2, msg: "Entry 2" }]);
  });

  it("has the tables of a store that is made new", async () => {
    await (await opened()).close();
    const fresh = sqliteStorage({ path: join(folder, "fresh.db") });
    await fresh.open();
    await fresh.close();
    expect(shape(path)).toEqual(shape(join(folder, "fresh.db")));
  });
});

it("a store that is made new has no copy next to it", async () => {
  const fresh = sqliteStorage({ path: join(folder, "fresh.db") });
  await fresh.open();
  await fresh.close();
  expect((await readdir(folder)).filter((name) => name.startsWith("fresh"))).toEqual(["fresh.db"]);
});

async function opened(): Promise<StorageAdapter> {
  const storage = sqliteStorage({ path });
  await storage.open();
  open.push(storage);
  return storage;
}

function alter(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

/** Every table with its rows, and the version. */
function dump(file: string): unknown {
  const database = new DatabaseSync(file);
  const tables = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  const rows = tables.map(({ name }) => database.prepare(`SELECT * FROM "${name}"`).all());
  const version = database.prepare("PRAGMA user_version").get();
  database.close();
  return { tables, rows, version };
}

/** Every index, and every table with its columns, whatever the text they were made by. */
function shape(file: string): unknown {
  const database = new DatabaseSync(file);
  const columns = database.prepare(
    'SELECT m.type, m.name, c.cid, c.name AS col, c.type AS kind, c."notnull", c.pk FROM sqlite_schema AS m JOIN pragma_table_xinfo(m.name) AS c ORDER BY m.name, c.cid',
  );
  const indexes = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name");
  const found = { columns: columns.all(), indexes: indexes.all() };
  database.close();
  return found;
}

async function found({ check }: StorageAdapter): Promise<StoreFinding[]> {
  if (check === undefined) throw new Error("the storage has no check");
  return all(check());
}
