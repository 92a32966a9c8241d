import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ScriptoriumError } from "../kernel/errors.js";
import { type StorageAdapter, TASK_SUMMARIES, type TaskHint, WHOLE_TASKS } from "../kernel/storage.js";
import type { Task } from "../kernel/task.js";
import { Health } from "./health.js";
import { connect } from "./sqlite/connection.js";
import { groupCommit } from "./sqlite/group-commit.js";
import { patiently, storageError } from "./sqlite/sqlite-errors.js";
import { STATEMENTS } from "./sqlite/statements.js";
import { type TaskPlan, taskPlans } from "./sqlite/task-plans.js";
import { WHOLE } from "./sqlite/task-rows.js";
import { COUNT, pickedSql, type Question, rangeSql } from "./sqlite/task-walk.js";
import { sqliteStorage } from "./sqlite.js";

let folder: string;
let path: string;
const open: { close(): unknown }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scriptorium-sqlite-"));
  path = join(folder, "store.db");
});

afterEach(async () => {
  for (const opened of open.splice(0)) await opened.close();
  await rm(folder, { recursive: true });
});

describe("opening", () => {
  it("every connection has the settings that keep a store safe, on a new store and on an old one", async () => {
    for (let round = 1; round <= 2; round += 1) {
      const database = await connect(path, 70);
      const setting = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
      expect(setting("journal_mode")).toBe("wal");
      expect(setting("synchronous")).toBe(2);
      expect(setting("foreign_keys")).toBe(1);
      expect(setting("trusted_schema")).toBe(0);
      expect(setting("cell_size_check")).toBe(1);
      expect(setting("busy_timeout")).toBe(70);
      expect(setting("user_version")).toBe(4);
      database.close();
    }
  });

  it("a new store can be read by its owner alone", async () => {
    const storage = await opened();
    await storage.tasks.insert(task(1));
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("a store of a newer version is refused and left as it is", async () => {
    await (await opened()).close();
    alter("PRAGMA user_version = 5");
    const before = await readFile(path);
    const error = await refusal(path);
    expect(error.code).toBe("STORAGE_NEWER");
    expect(error.message).toContain("newer version");
    expect(await readFile(path)).toEqual(before);
  });

  it("a database of another program is refused and left as it is", async () => {
    alter("CREATE TABLE bookmarks (url TEXT)");
    const before = await readFile(path);
    const error = await refusal(path);
    expect(error.code).toBe("STORAGE_FAILED");
    expect(error.message).toContain("another program");
    expect(await readFile(path)).toEqual(before);
  });

  it.each([
    ["text", Buffer.from("This is not a database. ".repeat(100))],
    ["a short text", Buffer.from("null")],
    ["the beginning of a database and nothing after it", Buffer.from(`SQLite format 3\0${"x".repeat(3000)}`)],
  ])("a file that holds %s is refused with the way to get back what can be read", async (_what, bytes) => {
    await writeFile(path, bytes);
    const error = await refusal(path);
    expect(error.code).toBe("STORAGE_FAILED");
    expect(error.message).toContain(".recover");
    expect(error.cause).toBeInstanceOf(Error);
    expect(await readFile(path)).toEqual(bytes);
  });

  it("a store with a damaged page is refused with the way to get back what can be read", async () => {
    const storage = await opened();
    for (let number = 1; number <= 200; number += 1) await storage.tasks.insert(task(number));
    await storage.close();
    const bytes = await readFile(path);
    bytes.fill(0xa5, 4096 * 3, 4096 * 12);
    await writeFile(path, bytes);
    const error = await refusal(path);
    expect(error.code).toBe("STORAGE_FAILED");
    expect(error.message).toContain(".recover");
  });

  it("a folder that is not there is refused in words that do not name it", async () => {
    const error = await refusal(join(folder, "missing", "store.db"));
    expect(error.code).toBe("STORAGE_FAILED");
    expect(error.message).toContain("folder exists");
    expect(error.message).not.toContain(folder);
  });

  it("an empty path is refused, because SQLite would throw the store away at the end", () => {
    expect(() => sqliteStorage({ path: "" })).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  });

  it("a storage that is not open says so", async () => {
    const storage = sqliteStorage({ path });
    for (const use of [
      () => storage.tasks.get("x"),
      () => storage.tasks.insert(task(1)),
      () => storage.tasks.count(),
    ]) {
      expect((await problemOf(use())).message).toContain("not open");
    }
    await storage.close();
  });

  it("a closed storage can be opened again", async () => {
    const storage = await opened();
    await storage.tasks.insert(task(1));
    await storage.close();
    await storage.open();
    expect(await storage.tasks.get("task-1")).toEqual(task(1));
  });
});

describe("locks of other programs", () => {
  it("a write waits without blocking until the other program releases the lock", async () => {
    const storage = await opened({ busyTimeoutMs: 1 });
    const other = connectTo(path);
    other.exec("BEGIN IMMEDIATE");
    const insert = storage.tasks.insert(task(1));
    expect(await storage.tasks.count()).toBe(0);
    for (let turn = 1; turn <= 5; turn += 1) await nextTurn();
    expect(await storage.tasks.count()).toBe(0);
    other.exec("COMMIT");
    await insert;
    expect(await storage.tasks.count()).toBe(1);
  });

  it("patience ends, and the error says that another program has the store", async () => {
    await opened();
    const other = connectTo(path);
    const locked = connectTo(path);
    other.exec("BEGIN IMMEDIATE");
    const error = await problemOf(patiently(() => locked.exec("BEGIN IMMEDIATE"), 30));
    expect(error.code).toBe("STORAGE_FAILED");
    expect(error.message).toContain("Another program");
  });
});

describe("writes that share a commit", () => {
  it("are committed once, in the order they were asked for", async () => {
    const database = scratch();
    const commits = groupCommit(database, new Health());
    const insert = database.prepare("INSERT INTO note (text) VALUES (?)");
    const other = connectTo(path);
    const version = () => other.prepare("PRAGMA data_version").get()?.["data_version"];
    const before = Number(version());
    const ids = await Promise.all(texts(100).map((text) => commits.write(() => insert.run(text).lastInsertRowid)));
    expect(ids).toEqual(ids.map((_, index) => index + 1));
    expect(notes(other)).toEqual(texts(100));
    expect(Number(version())).toBe(before + 1);
  });

  it("resolve only when another connection can read them", async () => {
    const database = scratch();
    const commits = groupCommit(database, new Health());
    const insert = database.prepare("INSERT INTO note (text) VALUES (?)");
    const other = connectTo(path);
    const seen = await Promise.all(
      texts(300).map(async (text) => {
        await commits.write(() => insert.run(text));
        return notes(other).includes(text);
      }),
    );
    expect(seen).not.toContain(false);
  });

  it("fail alone: what the others of the commit write is stored", async () => {
    const database = scratch();
    const commits = groupCommit(database, new Health());
    const insert = database.prepare("INSERT INTO note (text) VALUES (?)");
    const outcomes = await Promise.allSettled([
      commits.write(() => insert.run("one")),
      commits.write(() => {
        insert.run("half");
        insert.run(null);
      }),
      commits.write(() => insert.run("two")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(notes(database)).toEqual(["one", "two"]);
    expect(outcomes[1]).toMatchObject({ reason: { code: "STORAGE_FAILED", cause: { code: "ERR_SQLITE_ERROR" } } });
  });

  it("are refused, and not tried alone, once the disk has failed to keep one", async () => {
    const database = scratch();
    const health = new Health();
    const commits = groupCommit(database, health);
    const insert = database.prepare("INSERT INTO note (text) VALUES (?)");
    let flushes = 0;
    const fail = () => {
      flushes += 1;
      throw Object.assign(new Error("disk I/O error"), { errcode: 1034 });
    };
    const write = (text: string) => commits.write(() => insert.run(text));
    const refusal = { code: "STORAGE_FAILED", message: expect.stringContaining("takes no more writes") };
    const outcomes = await Promise.allSettled([write("one"), commits.write(fail), write("two")]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: refusal });
    await expect(write("three")).rejects.toMatchObject(refusal);
    await expect(health.writable(async () => {})).rejects.toMatchObject(refusal);
    expect(notes(database)).toEqual([]);
    expect(flushes).toBe(1);
  });

  it("say that the disk is full when it is, and go on when there is room again", async () => {
    const database = scratch();
    database.exec("PRAGMA max_page_count = 20");
    const commits = groupCommit(database, new Health());
    const insert = database.prepare("INSERT INTO note (text) VALUES (?)");
    const large = "x".repeat(200_000);
    const outcomes = await Promise.allSettled(
      ["one", large, "two"].map((text) => commits.write(() => insert.run(text))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({
      reason: { code: "STORAGE_FULL", message: expect.stringContaining("disk is full") },
    });
    expect(notes(database)).toEqual(["one", "two"]);
    database.exec("PRAGMA max_page_count = 1000");
    await commits.write(() => insert.run(large));
    expect(notes(database)).toEqual(["one", "two", large]);
  });
});

describe("errors", () => {
  it("keeps the words of the engine out of the message and in the cause", () => {
    const cause = Object.assign(new Error("disk I/O error in /home/me/store.db"), {
      code: "ERR_SQLITE_ERROR",
      errcode: 1034,
    });
    const error = storageError(cause);
    expect(error.code).toBe("STORAGE_FAILED");
    expect(error.message).not.toContain("/home");
    expect(error.cause).toBe(cause);
  });

  it("that is in the words of the contract already stays as it is", () => {
    const error = new ScriptoriumError("STORAGE_NEWER", "Newer.");
    expect(storageError(error)).toBe(error);
  });

  it("with one record fails the reading of that record alone", async () => {
    const storage = await opened();
    await storage.tasks.insert(task(1));
    await storage.tasks.insert(task(2));
    alter("UPDATE task_data SET data = 'no JSON' WHERE seq = 1");
    expect((await problemOf(storage.tasks.get("task-1"))).code).toBe("STORAGE_FAILED");
    expect((await problemOf(all(storage.tasks.scan(WHOLE_TASKS)))).code).toBe("STORAGE_FAILED");
    expect(await storage.tasks.get("task-2")).toEqual(task(2));
  });
});

describe("what is read for an answer", () => {
  it("summaries, counts and groups never touch the data of tasks", async () => {
    const storage = await opened();
    for (let number = 1; number <= 3; number += 1) await storage.tasks.insert(task(number));
    alter("UPDATE task_data SET data = 'no JSON'");
    const draft: TaskHint = { path: "status", values: ["draft"] };
    expect(await all(storage.tasks.scan(TASK_SUMMARIES))).toHaveLength(3);
    expect(await all(storage.tasks.scan(TASK_SUMMARIES, draft))).toHaveLength(3);
    expect(await storage.tasks.count(draft)).toBe(3);
    expect(await storage.tasks.groups()).toEqual(["group"]);
    expect(sqlOf((await plan(draft)).plan, SUMMARIES)).not.toContain("task_data");
  });

  it("a change that leaves the data as they are does not write them again", async () => {
    const storage = await opened();
    await storage.tasks.insert(task(1));
    alter("CREATE TRIGGER once AFTER UPDATE ON task_data BEGIN SELECT raise(ABORT, 'written'); END");
    expect(await storage.tasks.replace(task(1, { status: "waiting", revision: 2 }))).toBe(true);
    const changed = storage.tasks.replace(task(1, { data: { jobName: "Task 1", more: 1 }, revision: 3 }));
    expect((await problemOf(changed)).code).toBe("STORAGE_FAILED");
    expect((await storage.tasks.get("task-1"))?.revision).toBe(2);
  });

  const statements = Object.entries(STATEMENTS).filter(([name]) => name !== "countTasks");
  it.each(statements)("%s finds its rows by an index", async (_name, sql) => {
    const database = await connectionToStore();
    expect(steps(database, sql).filter((step) => /^SCAN (?!hop|picked|CONSTANT)/.test(step))).toEqual([]);
  });

  it.each(["getTask", "updateTask", "deleteTask", "getRun", "updateRun", "placeOfRun"] as const)(
    "%s visits the one row that has the id",
    async (name) => {
      const database = await connectionToStore();
      const [first] = steps(database, STATEMENTS[name]);
      expect(first).toMatch(/^SEARCH (task USING INDEX task_id|run USING INDEX run_id) \(id=\?\)$/);
    },
  );

  it.each([
    ["_id", "task_id (id=?"],
    ["type", "task_type (type=?"],
    ["status", "task_status (status=?"],
    ["group", "task_grp (grp=?"],
    ["name", "task_name (name=?"],
    ["data.jobName", "task_name (name=?"],
  ])("one value of %s is answered in creation order from its index", async (path, index) => {
    const { database, plan: found } = await plan({ path, values: ["a"] });
    for (const question of [WHOLES, SUMMARIES, COUNT]) {
      const [first, ...others] = steps(database, sqlOf(found, question));
      expect(first).toMatch(/^SEARCH task USING (COVERING )?INDEX /);
      expect(first).toContain(index);
      expect(others.filter((step) => !step.startsWith("SEARCH task_data USING INTEGER PRIMARY KEY"))).toEqual([]);
    }
  });

  it("tasks that are picked out are looked up by their place, and nothing is sorted", async () => {
    const { database, plan: found } = await plan({ path: "name", values: ["a", "b"] });
    expect(found.kind).toBe("picked");
    for (const question of [WHOLES, SUMMARIES, COUNT]) {
      const [list, ...others] = steps(database, sqlOf(found, question));
      expect(list).toMatch(/^SCAN picked VIRTUAL TABLE/);
      expect(others[0]).toBe("SEARCH task USING INTEGER PRIMARY KEY (rowid=?)");
      expect(others.slice(1).filter((step) => !step.startsWith("SEARCH task_data USING INTEGER"))).toEqual([]);
    }
  });

  it("the conditions with the fewest tasks choose the way", async () => {
    const storage = await opened();
    const tasks = Array.from({ length: 1500 }, (_, index) =>
      task(index, {
        type: "web scraper",
        status: index % 500 === 0 ? "running" : "draft",
        group: index % 2 === 0 ? "a" : "b",
        name: `Task ${index}`,
      }),
    );
    await Promise.all(tasks.map((each) => storage.tasks.insert(each)));
    const clause = (path: string, ...values: string[]): TaskHint => ({ path, values });
    const way = async (hint: TaskHint) => {
      const { plan: found } = await plan(hint);
      return found.kind === "picked" ? found.seqs.length : found.kind === "value" ? found.leaf.field : found.kind;
    };
    expect(await way(clause("status", "draft"))).toBe("status");
    expect(await way({ all: [clause("type", "web scraper"), clause("group", "a"), clause("status", "running")] })).toBe(
      3,
    );
    expect(await way({ all: [clause("type", "web scraper"), clause("data.x", "a")] })).toBe("type");
    expect(await way(clause("status", "running", "draft"))).toBe("walk");
    expect(await way(clause("status", "running", "failed"))).toBe(3);
    expect(await way({ path: "name", prefix: "Task 149" })).toBe(11);
    expect(await way({ path: "name", range: { gte: "Task 1" } })).toBe("walk");
    expect(await way({ any: [clause("status", "running"), clause("name", "Task 1", "Task 500")] })).toBe(4);
    expect(await way({ any: [clause("status", "running"), clause("group", "a", "b")] })).toBe("walk");
    expect(await way({ any: [clause("status", "running"), clause("data.x", "a")] })).toBe("walk");
    expect(await way({ all: [clause("data.x", "a")] })).toBe("walk");
    expect(await way({ any: [] })).toBe("none");
  });

  it("a page of a condition on the data alone looks at no more than a stretch of the data", async () => {
    const { database, plan: found } = await plan({ path: "data.x", values: ["a"] });
    expect(steps(database, sqlOf(found, WHOLES))[0]).toBe(
      "SEARCH task_data USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
    );
  });
});

const WHOLES: Question = { columns: WHOLE.columns.join(", "), readsData: true, perTask: true };
const SUMMARIES: Question = { columns: "task.seq, task.name", readsData: false, perTask: true };

/** The way that a hint leads to in the present store. */
async function plan(hint: TaskHint) {
  const database = await connectionToStore();
  return { database, plan: taskPlans(database).plan(hint) };
}

function sqlOf(way: TaskPlan, question: Question): string {
  if (way.kind === "none") throw new Error("nothing is read");
  return way.kind === "picked" ? pickedSql(question, way.filter) : rangeSql(way, question);
}

function steps(database: DatabaseSync, sql: string): string[] {
  return database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => String(detail))
    .filter(
      (step) => !step.includes("json_each") && !/SUBQUERY|^(SETUP|RECURSIVE STEP|CO-ROUTINE|CREATE BLOOM)/.test(step),
    );
}

async function opened(options: { readonly busyTimeoutMs?: number } = {}): Promise<StorageAdapter> {
  const storage = sqliteStorage({ path, ...options });
  open.push(storage);
  await storage.open();
  return storage;
}

async function connectionToStore(): Promise<DatabaseSync> {
  await opened();
  return connectTo(path);
}

function connectTo(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  open.push(database);
  return database;
}

/** A database that has one table of notes, to commit to. */
function scratch(): DatabaseSync {
  const database = connectTo(path);
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)");
  return database;
}

function notes(database: DatabaseSync): unknown[] {
  return database
    .prepare("SELECT text FROM note ORDER BY id")
    .all()
    .map(({ text }) => text);
}

function texts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `note ${index}`);
}

function alter(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

async function refusal(file: string): Promise<ScriptoriumError> {
  return problemOf(sqliteStorage({ path: file }).open());
}

async function problemOf(promise: Promise<unknown>): Promise<ScriptoriumError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!ScriptoriumError.is(error)) throw new Error("expected a ScriptoriumError", { cause: error });
  return error;
}

function task(number: number, changes: Partial<Task> = {}): Task {
  return {
    _id: `task-${number}`,
    group: "group",
    name: `Task ${number}`,
    type: "web scraper",
    status: "draft",
    data: { jobName: `Task ${number}` },
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    revision: 1,
    ...changes,
  };
}
