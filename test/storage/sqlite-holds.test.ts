import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { build } from "tsup";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runOf, taskNumber } from "../../src/kernel/contracts/storage/samples.js";
import { all, claimOf, LONG_MS, runInProgress } from "../../src/kernel/contracts/storage/support.js";
import type { StorageAdapter } from "../../src/kernel/storage.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";

const NO_PROC = "this machine has no /proc, which distinguishes a process from a later one with its id";

let folder: string;
let program: string;
let path: string;
let storage: StorageAdapter;
let stores = 0;
const holders: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scriptorium-holds-"));
  await build({
    config: false,
    silent: true,
    entry: { holder: join(import.meta.dirname, "sqlite-holder.ts") },
    outDir: folder,
    format: ["esm"],
    outExtension: () => ({ js: ".mjs" }),
    platform: "node",
    removeNodeProtocol: false,
  });
  program = join(folder, "holder.mjs");
});

beforeEach(async () => {
  stores += 1;
  path = join(folder, `${stores}.db`);
  storage = sqliteStorage({ path });
  await storage.open();
});

afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill("SIGKILL");
  await storage.close();
});

afterAll(() => rm(folder, { recursive: true }));

describe("a run that another process holds", () => {
  it("lapses as soon as that process is killed, however long it was to be held", async () => {
    const mine = await runInProgress(storage, {}, 2);
    const { holder } = await heldByAnother(LONG_MS);
    expect(await all(storage.runs.lapsed())).toEqual([]);
    await ended(holder, () => holder.kill("SIGKILL"));
    expect(await all(storage.runs.lapsed())).toEqual(["run-1"]);
    expect(await storage.runs.renew(mine._id, mine.fence, LONG_MS)).toBe(true);
  });

  it("lapses as soon as that process has closed the store", async () => {
    const { holder } = await heldByAnother(LONG_MS);
    await ended(holder, () => holder.stdin?.end());
    expect(holder.exitCode).toBe(0);
    expect(await all(storage.runs.lapsed())).toEqual(["run-1"]);
  });

  it("lapses when its time is over, also when that process is only stopped, which is refused when it continues", async () => {
    const { holder, printed } = await heldByAnother(50);
    holder.kill("SIGSTOP");
    await expect.poll(() => all(storage.runs.lapsed()), { interval: 10 }).toEqual(["run-1"]);
    const taken = claimOf((await storage.runs.get("run-1"))!);
    expect(await storage.runs.claim(taken, LONG_MS)).toBe(true);
    holder.stdin?.write("write\n");
    holder.kill("SIGCONT");
    expect(await printed()).toBe("false");
    expect(await storage.content.countRows("task-1")).toBe(0);
    expect(await storage.runs.write("run-1", { rows: [{ by: "me" }] }, taken.fence)).toBe(true);
  });
});

describe("a hold", () => {
  it("of another store that this process has open counts", async () => {
    await runInProgress(storage);
    const other = sqliteStorage({ path });
    await other.open();
    expect(await all(other.runs.lapsed())).toEqual([]);
    await other.close();
    expect(await all(storage.runs.lapsed())).toEqual([]);
  });

  it("ends with the store that took it, and leaves those of other stores", async () => {
    const kept = await runInProgress(storage);
    const other = sqliteStorage({ path });
    await other.open();
    await runInProgress(other, {}, 2);
    await other.close();
    expect(await all(storage.runs.lapsed())).toEqual(["run-2"]);
    expect(await storage.runs.renew(kept._id, kept.fence, LONG_MS)).toBe(true);
  });

  it("that was taken before the machine was started is over", async () => {
    await runInProgress(storage);
    alter("UPDATE hold SET taken = taken + 1e9");
    expect(await all(storage.runs.lapsed())).toEqual(["run-1"]);
  });

  it.for([
    ["of an earlier start of the machine", { boot: "another" }],
    ["of a process that had the number before", { started: "1" }],
  ] as const)("%s is over", async ([_what, changes], context) => {
    if (!existsSync("/proc/self/stat")) return context.skip(NO_PROC);
    await runInProgress(storage);
    changeHolder(changes);
    expect(await all(storage.runs.lapsed())).toEqual(["run-1"]);
  });

  it("of a process that cannot be seen from here lasts its time", async () => {
    await runInProgress(storage);
    // No process has this number, in a container of its own it may.
    changeHolder({ space: "pid:[1]", pid: 2 ** 30 });
    expect(await all(storage.runs.lapsed())).toEqual([]);
    alter("UPDATE hold SET ttl = 0");
    expect(await all(storage.runs.lapsed())).toEqual(["run-1"]);
  });

  it("that is unreadable lasts its time", async () => {
    await runInProgress(storage);
    alter("UPDATE hold SET holder = 'nobody knows'");
    expect(await all(storage.runs.lapsed())).toEqual([]);
  });

  it("is renewed without writing the run", async () => {
    const run = await runInProgress(storage);
    alter("CREATE TRIGGER once AFTER UPDATE ON run BEGIN SELECT raise(ABORT, 'written'); END");
    expect(await storage.runs.renew(run._id, run.fence, LONG_MS)).toBe(true);
  });

  it("leaves nothing behind when its run ends or is deleted", async () => {
    const complete = await runInProgress(storage);
    const deleted = await runInProgress(storage, {}, 2);
    await storage.runs.replace({ ...complete, status: "complete", revision: complete.revision + 1 });
    await storage.runs.delete(deleted._id);
    const database = new DatabaseSync(path);
    expect(database.prepare("SELECT * FROM hold").all()).toEqual([]);
    database.close();
  });
});

/** Another process that holds `run-1`, and the next line it prints. */
async function heldByAnother(ttlMs: number) {
  await storage.tasks.insert(taskNumber(1));
  await storage.runs.insert(runOf("task-1"));
  const holder = spawn(process.execPath, [program, path, "run-1", String(ttlMs)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  holders.push(holder);
  const lines = createInterface({ input: holder.stdout })[Symbol.asyncIterator]();
  const printed = async () => (await lines.next()).value;
  expect(await printed()).toBe("claimed");
  return { holder, printed };
}

async function ended(holder: ChildProcess, end: () => unknown): Promise<void> {
  const closed = once(holder, "close");
  end();
  await closed;
}

function changeHolder(changes: Readonly<Record<string, string | number>>): void {
  alter(`UPDATE hold SET holder = json_patch(holder, '${JSON.stringify(changes)}')`);
}

function alter(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
