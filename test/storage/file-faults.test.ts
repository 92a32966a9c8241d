import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { type FileHandle, open as openHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  effectOn,
  entryNumber,
  fileOf,
  fullOutput,
  numbered,
  taskNumber,
} from "../../src/kernel/contracts/storage/samples.js";
import {
  all,
  claimOf,
  idsOf,
  LONG_MS,
  runInProgress,
  upTo,
  wholes,
} from "../../src/kernel/contracts/storage/support.js";
import type { Delivery, StorageAdapter } from "../../src/kernel/storage.js";
import { fileStorage } from "../../src/storage/file.js";

const DELIVERY: Delivery = {
  _id: "d1",
  webhookId: "hook",
  event: "task.complete",
  body: "{}",
  state: "waiting",
  attempts: 0,
  dueAt: "2026-01-01T00:00:00.000Z",
  createdAt: "2026-01-01T00:00:00.000Z",
  revision: 1,
};
let folder: string;
let path: string;
let storage: StorageAdapter;
/** What every open file is made of, so that its calls can be counted and made to fail. */
let handles: FileHandle;

beforeAll(async () => {
  const file = await openHandle(import.meta.filename);
  handles = Object.getPrototypeOf(file);
  await file.close();
});

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "scriptorium-file-faults-"));
  path = join(folder, "store");
  storage = fileStorage({ path });
  await storage.open();
});

afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await storage.close();
  rmSync(folder, { recursive: true });
});

async function reopened(): Promise<StorageAdapter> {
  await storage.close();
  storage = fileStorage({ path });
  await storage.open();
  return storage;
}

/** What the system says when a call fails. */
function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: as the test wants it`), { code });
}

/** Writes some bytes of each line and then says that the disk is full, until the test says otherwise. */
function fillDisk(): () => void {
  const write = fs.writeSync;
  const spy = vi.spyOn(fs, "writeSync").mockImplementation((...given: unknown[]): number => {
    const [descriptor, bytes, offset, , at] = given as [number, Buffer, number, number, number];
    write(descriptor, bytes, offset, 10, at);
    throw systemError("ENOSPC");
  });
  const writeFile = vi.spyOn(handles, "writeFile").mockRejectedValue(systemError("ENOSPC"));
  syncBuiltinESMExports();
  return () => {
    spy.mockRestore();
    writeFile.mockRestore();
    syncBuiltinESMExports();
  };
}

describe("group commit", () => {
  it("writes of one tick share one flush", async () => {
    const flushes = vi.spyOn(handles, "datasync");
    await Promise.all(upTo(500).map((number) => storage.tasks.insert(taskNumber(number))));
    expect(flushes).toHaveBeenCalledTimes(1);
  });

  it("those that come while the disk is busy share the next", async () => {
    const datasync = handles.datasync;
    let more: Promise<unknown> | undefined;
    const flushes = vi.spyOn(handles, "datasync").mockImplementation(function (this: FileHandle) {
      more ??= Promise.all(upTo(100).map((number) => storage.tasks.insert(taskNumber(number))));
      return datasync.call(this);
    });
    await storage.tasks.insert(taskNumber(1000));
    await more;
    expect(flushes).toHaveBeenCalledTimes(2);
  });

  it("a write is not acknowledged before its flush has ended", async () => {
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    vi.spyOn(handles, "datasync").mockImplementationOnce(() => {
      reached.resolve();
      return gate.promise;
    });
    let acknowledged = false;
    const inserting = storage.tasks.insert(taskNumber(1)).then(() => {
      acknowledged = true;
    });
    await reached.promise;
    await new Promise(setImmediate);
    expect(acknowledged).toBe(false);
    gate.resolve();
    await inserting;
    expect(acknowledged).toBe(true);
  });
});

describe("a full disk", () => {
  it("refuses every write of that moment, keeps what was there, and takes writes again when there is space", async () => {
    const run = await runInProgress(storage);
    await storage.runs.write(run._id, fullOutput(), run.fence);
    await storage.tasks.insert(taskNumber(2));
    const before = await wholes(storage.tasks);
    const log = join(path, "main-00000001.jsonl");
    const size = statSync(log).size;
    const empty = fillDisk();

    const refusals = await Promise.allSettled([
      ...upTo(20).map((number) => storage.tasks.insert(taskNumber(number + 100))),
      storage.tasks.replace({ ...before[0]!, revision: before[0]!.revision + 1, group: "moved" }),
      storage.tasks.delete("task-2"),
      storage.runs.replace({ ...run, status: "complete", revision: run.revision + 1 }),
      storage.runs.delete(run._id),
    ]);
    for (const refusal of refusals) expect(refusal).toMatchObject({ reason: { code: "STORAGE_FULL" } });
    const step = {
      rows: [{ lost: true }],
      files: [
        fileOf(
          "large.bin",
          upTo(9000).map(() => 1),
        ),
      ],
    };
    await expect(storage.runs.write(run._id, step, run.fence)).rejects.toMatchObject({ code: "STORAGE_FULL" });
    await expect(storage.runs.write(run._id, { rows: [{ lost: true }] }, run.fence)).rejects.toMatchObject({
      code: "STORAGE_FULL",
    });

    expect(await wholes(storage.tasks)).toEqual(before);
    expect(await storage.runs.get(run._id)).toEqual(run);
    expect(await all(storage.content.rows("task-1"))).toEqual(fullOutput().rows);
    expect((await all(storage.content.files("task-1"))).map((file) => file.path)).toEqual(["articles/bees.html"]);
    expect(statSync(log).size).toBe(size);
    expect(readdirSync(join(path, "content", "1"))).toEqual(["log.jsonl"]);

    empty();
    await storage.tasks.insert(taskNumber(200));
    expect(await storage.runs.write(run._id, { rows: [{ later: true }] }, run.fence)).toBe(true);
    await reopened();
    expect(await idsOf(storage.tasks)).toEqual(["task-1", "task-2", "task-200"]);
    expect(await all(storage.content.rows("task-1"))).toEqual([...fullOutput().rows, { later: true }]);
  });

  it("takes back the change of an index and of an order with the write", async () => {
    for (const number of upTo(5)) await storage.tasks.insert(taskNumber(number, { group: "here" }));
    const empty = fillDisk();
    const moved = storage.tasks.replace(taskNumber(2, { group: "there", revision: 2 }));
    const gone = storage.tasks.delete("task-1");
    await expect(moved).rejects.toMatchObject({ code: "STORAGE_FULL" });
    await expect(gone).rejects.toMatchObject({ code: "STORAGE_FULL" });
    empty();
    expect(await storage.tasks.groups()).toEqual(["here"]);
    expect(await idsOf(storage.tasks, { path: "group", values: ["here"] })).toEqual(upTo(5).map((n) => `task-${n}`));
    expect(await storage.tasks.replace(taskNumber(2, { revision: 2 }))).toBe(true);
  });

  it("takes back a claim with all that was to be written under it, and what was done before stays", async () => {
    const run = await runInProgress(storage);
    await storage.runs.write(run._id, { effects: [effectOn("bees")], log: [entryNumber(1)] }, run.fence);
    await storage.deliveries.insert(DELIVERY);
    const empty = fillDisk();
    const next = claimOf(run);
    const refusals = await Promise.allSettled([
      storage.runs.claim(next, LONG_MS),
      storage.deliveries.replace({ ...DELIVERY, attempts: 1, revision: 2 }),
      storage.deliveries.insert({ ...DELIVERY, _id: "d2" }),
      storage.runs.trimLog("task-1", 0),
    ]);
    const under = storage.runs.write(run._id, { effects: [effectOn("hives")] }, next.fence);
    for (const refusal of refusals) expect(refusal).toMatchObject({ reason: { code: "STORAGE_FULL" } });
    expect(await under).toBe(false);
    const done = effectOn("bees", { state: "done" });
    await expect(storage.runs.write(run._id, { effects: [done] }, run.fence)).rejects.toMatchObject({
      code: "STORAGE_FULL",
    });

    for (let time = 0; time < 2; time += 1) {
      expect(await storage.runs.get(run._id)).toEqual(run);
      expect(await all(storage.runs.effects(run._id))).toEqual([effectOn("bees")]);
      expect(await all(storage.content.log("task-1"))).toEqual(numbered([entryNumber(1)]));
      expect(await all(storage.deliveries.list())).toEqual([DELIVERY]);
      expect(await all(storage.deliveries.due("2030", 9))).toEqual([DELIVERY]);
      empty();
      await reopened();
    }
    expect(await storage.runs.write(run._id, { effects: [done] }, run.fence)).toBe(true);
    expect(await storage.runs.trimLog("task-1", 0)).toBe(1);
  });

  it("asks for a claim that is still being written before anything is written under it", async () => {
    const run = await runInProgress(storage);
    const empty = fillDisk();
    const next = claimOf(run);
    const claiming = storage.runs.claim(next, LONG_MS).catch((error: unknown) => error);
    const under = storage.runs.write(run._id, { rows: [{ lost: true }] }, next.fence);
    expect(await claiming).toMatchObject({ code: "STORAGE_FULL" });
    expect(await under).toBe(false);
    empty();
    expect(await storage.runs.write(run._id, { rows: [{ kept: true }] }, run.fence)).toBe(true);
    expect(await all(storage.content.rows("task-1"))).toEqual([{ kept: true }]);
  });

  it("leaves a log as it is when there is no room to rewrite it, and it is read and written all the same", async () => {
    const run = await runInProgress(storage);
    const long = { ...entryNumber(1), msg: "x".repeat(100_000) };
    await storage.runs.log(run._id, [...upTo(20).map(() => long), entryNumber(2)]);
    const log = join(path, "content", "1", "log.jsonl");
    const { size } = statSync(log);
    vi.spyOn(handles, "writeFile").mockRejectedValue(systemError("ENOSPC"));
    expect(await storage.runs.trimLog("task-1", 1000)).toBe(20);
    expect(await all(storage.content.log("task-1"))).toEqual(numbered([entryNumber(2)], 21));
    expect(await storage.runs.log(run._id, [entryNumber(3)])).toBe(true);
    expect(statSync(log).size).toBeGreaterThan(size);
    vi.restoreAllMocks();
    for (let time = 0; time < 2; time += 1) {
      await reopened();
      expect(await all(storage.content.log("task-1"))).toEqual(numbered([entryNumber(2), entryNumber(3)], 21));
      expect(statSync(log).size).toBeLessThan(1000);
    }
    expect(readdirSync(join(path, "content", "1"))).toEqual(["log.jsonl"]);
  });

  it("gives up a compaction, and the store continues with what it has", async () => {
    const text = "x".repeat(100_000);
    const ids = upTo(30);
    await Promise.all(ids.map((number) => storage.tasks.insert(taskNumber(number, { data: { jobName: "x", text } }))));
    const attempts = vi.spyOn(handles, "writeFile").mockRejectedValue(systemError("ENOSPC"));
    for (let revision = 2; revision < 8; revision += 1) {
      const data = { jobName: "x", text: `${text}${revision}` };
      await Promise.all(ids.map((number) => storage.tasks.replace(taskNumber(number, { revision, data }))));
    }
    expect(attempts).toHaveBeenCalled();
    vi.restoreAllMocks();
    await reopened();
    expect((await wholes(storage.tasks)).map(({ data }) => data["text"])).toEqual(ids.map(() => `${text}7`));
    expect(readdirSync(path).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("refuses a write in the middle of a compaction, which then does not keep it either", async () => {
    const ids = upTo(30);
    const put = (id: number, revision: number, length = 200_000) => {
      const task = taskNumber(id, { revision, data: { jobName: "x", text: `${revision}${"x".repeat(length)}` } });
      return revision === 1 ? storage.tasks.insert(task) : storage.tasks.replace(task);
    };
    for (const id of ids) await put(id, 1);
    const goOn = Promise.withResolvers<void>();
    const writeFile = handles.writeFile;
    const copied = vi.spyOn(handles, "writeFile").mockImplementation(async function (this: FileHandle, ...given) {
      await goOn.promise;
      return writeFile.apply(this, given);
    });
    // The last task is not written again, so that nothing that comes after the snapshot says what it should be.
    for (let revision = 2; copied.mock.calls.length === 0; revision += 1)
      for (const id of ids.slice(0, -1)) await put(id, revision);

    const isFull = Promise.withResolvers<never>();
    vi.spyOn(handles, "write").mockImplementationOnce(() => isFull.promise);
    const refused = put(30, 2, 400_000);
    goOn.resolve();
    // Six tasks fill a megabyte, which is what is written at a time, so that the last one is read before the fifth.
    while (copied.mock.calls.length < 5) await new Promise(setImmediate);
    isFull.reject(systemError("ENOSPC"));
    await expect(refused).rejects.toMatchObject({ code: "STORAGE_FULL" });
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    vi.restoreAllMocks();
    await reopened();
    expect((await storage.tasks.get("task-30"))?.revision).toBe(1);
    expect(await storage.tasks.count()).toBe(30);
  });
});

describe("a log that continues in another file", () => {
  it("writes nothing there before the first has, and takes back what builds on what was refused", async () => {
    const ids = upTo(30);
    const text = "x".repeat(200_000);
    for (const id of ids) await storage.tasks.insert(taskNumber(id, { data: { jobName: "x", text } }));
    await storage.tasks.insert(taskNumber(99));
    const open = fs.promises.open;
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    vi.spyOn(fs.promises, "open").mockImplementation(async (name, ...how) => {
      if (/main-00000003/.test(String(name))) {
        begun.resolve();
        await goOn.promise;
      }
      return open(name, ...how);
    });
    syncBuiltinESMExports();
    const writing = (async () => {
      for (let revision = 2; revision < 5; revision += 1) {
        const data = { jobName: "x", text: `${revision}${text}` };
        for (const id of ids) await storage.tasks.replace(taskNumber(id, { revision, data }));
      }
    })();
    await Promise.all([begun.promise, writing]);

    const isFull = Promise.withResolvers<never>();
    vi.spyOn(handles, "write").mockImplementationOnce(() => isFull.promise);
    const folderFlushed = Promise.withResolvers<void>();
    const sync = handles.sync;
    vi.spyOn(handles, "sync").mockImplementationOnce(async function (this: FileHandle) {
      await sync.call(this);
      folderFlushed.resolve();
    });
    const second = taskNumber(99, { revision: 2, data: { jobName: "x", text: text.repeat(2) } });
    const first = storage.tasks.replace(second).catch((error: unknown) => error);
    goOn.resolve();
    await folderFlushed.promise;
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    const later = storage.tasks.replace({ ...second, revision: 3, status: "waiting" }).catch((error: unknown) => error);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(statSync(join(path, "main-00000003.jsonl")).size).toBe(0);
    isFull.reject(systemError("ENOSPC"));
    expect(await first).toMatchObject({ code: "STORAGE_FULL" });
    expect(await later).toMatchObject({ code: "STORAGE_FULL" });
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    expect((await storage.tasks.get("task-99"))?.revision).toBe(1);
    expect(await storage.tasks.replace(taskNumber(99, { revision: 2, group: "after" }))).toBe(true);
    await reopened();
    expect(await storage.tasks.get("task-99")).toMatchObject({ revision: 2, group: "after" });
    expect(await storage.tasks.count()).toBe(31);
  });
});

describe("a moment without files to open", () => {
  const tooMany = { code: "STORAGE_FAILED", message: expect.stringContaining("Too many files are open") };

  /** Opens nothing whose path fits, until the test says otherwise. */
  function openNothing(fits: RegExp): () => void {
    const open = fs.promises.open;
    const spy = vi.spyOn(fs.promises, "open").mockImplementation(async (name, ...how) => {
      if (fits.test(String(name))) throw systemError("EMFILE");
      return open(name, ...how);
    });
    syncBuiltinESMExports();
    return () => {
      spy.mockRestore();
      syncBuiltinESMExports();
    };
  }

  it.each([
    ["a folder", /store$|content$|content\/1$/],
    ["a log", /log\.jsonl$/],
    ["a file", /\.bin$/],
    ["anything", /./],
  ])("refuses what needs %s, and takes it as soon as that is over", async (_what, fits) => {
    const run = await runInProgress(storage);
    const large = fileOf(
      "large.bin",
      upTo(9000).map(() => 1),
    );
    const step = { rows: [{ number: 1 }], files: [large] };
    await storage.writable?.();
    const restore = openNothing(fits);
    for (let time = 0; time < 2; time += 1)
      await expect(storage.runs.write(run._id, step, run.fence)).rejects.toMatchObject(tooMany);
    if (fits.test(path)) await expect(storage.writable?.()).rejects.toMatchObject(tooMany);
    restore();
    await storage.writable?.();
    expect(await storage.runs.write(run._id, step, run.fence)).toBe(true);
    await reopened();
    expect(await all(storage.content.rows("task-1"))).toEqual(step.rows);
    expect((await storage.content.file("task-1", "large.bin"))?.bytes).toEqual(large.bytes);
    expect(readdirSync(path).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("costs a rewritten log nothing of what is written to it later", async () => {
    const run = await runInProgress(storage);
    const long = { ...entryNumber(1), msg: "x".repeat(100_000) };
    await storage.runs.log(run._id, [...upTo(20).map(() => long), entryNumber(2)]);
    const restore = openNothing(/content\/1$/);
    expect(await storage.runs.trimLog("task-1", 1000)).toBe(20);
    await expect(storage.runs.log(run._id, [entryNumber(3)])).rejects.toMatchObject(tooMany);
    restore();
    expect(await storage.runs.log(run._id, [entryNumber(3)])).toBe(true);
    expect(statSync(join(path, "content", "1", "log.jsonl")).size).toBeLessThan(1000);
    await reopened();
    expect(await all(storage.content.log("task-1"))).toEqual(numbered([entryNumber(2), entryNumber(3)], 21));
  });

  it("puts off a compaction, which is done later", async () => {
    const text = "x".repeat(100_000);
    const ids = upTo(30);
    const put = (revision: number) => {
      const data = { jobName: "x", text: `${text}${revision}` };
      return Promise.all(
        ids.map((number) => {
          const task = taskNumber(number, { revision, data });
          return revision === 1 ? storage.tasks.insert(task) : storage.tasks.replace(task);
        }),
      );
    };
    const restore = openNothing(/store$/);
    for (let revision = 1; revision < 6; revision += 1) await put(revision);
    restore();
    let revision = 6;
    for (; !readdirSync(path).some((name) => /^snapshot-\d+\.jsonl$/.test(name)); revision += 1) {
      expect(revision, "it was never compacted").toBeLessThan(40);
      await put(revision);
    }
    await reopened();
    expect((await wholes(storage.tasks)).map(({ data }) => data["text"])).toEqual(
      ids.map(() => `${text}${revision - 1}`),
    );
  });
});

describe("half of a line that could not be cut off", () => {
  it("is cut off before the next one is written", async () => {
    await storage.tasks.insert(taskNumber(1));
    const empty = fillDisk();
    vi.spyOn(handles, "truncate").mockRejectedValueOnce(systemError("EIO")).mockRejectedValueOnce(systemError("EIO"));
    const long = taskNumber(2, { data: { jobName: "x", text: "x".repeat(1000) } });
    await expect(storage.tasks.insert(long)).rejects.toMatchObject({ code: "STORAGE_FULL" });
    empty();
    await expect(storage.tasks.insert(taskNumber(3))).rejects.toMatchObject({ code: "STORAGE_FAILED" });
    await storage.tasks.insert(taskNumber(4));
    await reopened();
    expect(await idsOf(storage.tasks)).toEqual(["task-1", "task-4"]);
    expect(await all(storage.check?.() ?? (async function* () {})())).toEqual([]);
  });
});

describe("a disk that does not keep what it is given", () => {
  it("for want of space refuses that alone, since it is written again", async () => {
    vi.spyOn(handles, "datasync").mockRejectedValueOnce(systemError("ENOSPC"));
    await expect(storage.tasks.insert(taskNumber(1))).rejects.toMatchObject({ code: "STORAGE_FULL" });
    await storage.writable?.();
    await storage.tasks.insert(taskNumber(2));
    await reopened();
    expect(await idsOf(storage.tasks)).toEqual(["task-2"]);
  });

  it("ends all writing of the store, says so, and asks the disk no second time", async () => {
    const run = await runInProgress(storage);
    await storage.runs.write(run._id, { rows: [{ kept: true }] }, run.fence);
    const flushes = vi.spyOn(handles, "datasync").mockRejectedValueOnce(systemError("EIO"));
    const refused = { code: "STORAGE_FAILED", message: expect.stringContaining("takes no more writes") };
    await expect(storage.tasks.insert(taskNumber(2))).rejects.toMatchObject(refused);
    const writes = [
      () => storage.tasks.insert(taskNumber(3)),
      () => storage.tasks.delete("task-1"),
      () => storage.runs.write(run._id, { rows: [{ lost: true }] }, run.fence),
      () => storage.runs.log(run._id, []),
      () => storage.runs.delete(run._id),
    ];
    for (const write of writes) await expect(write()).rejects.toMatchObject(refused);
    await expect(storage.writable?.()).rejects.toMatchObject(refused);
    expect(flushes).toHaveBeenCalledTimes(1);
    expect(await idsOf(storage.tasks)).toEqual(["task-1"]);
    expect(await all(storage.content.rows("task-1"))).toEqual([{ kept: true }]);
    vi.restoreAllMocks();
    await reopened();
    await storage.tasks.insert(taskNumber(3));
    expect(await idsOf(storage.tasks)).toContain("task-1");
  });

  it("is the same when it happens to a file of a task", async () => {
    const run = await runInProgress(storage);
    vi.spyOn(handles, "sync").mockRejectedValueOnce(systemError("EIO"));
    const step = {
      files: [
        fileOf(
          "large.bin",
          upTo(9000).map(() => 1),
        ),
      ],
    };
    await expect(storage.runs.write(run._id, step, run.fence)).rejects.toMatchObject({ code: "STORAGE_FAILED" });
    await expect(storage.tasks.insert(taskNumber(2))).rejects.toMatchObject({ code: "STORAGE_FAILED" });
    expect(await storage.content.file("task-1", "large.bin")).toBeUndefined();
  });
});

describe("reading", () => {
  it("of a file that lost its end is refused in words", async () => {
    await storage.tasks.insert(taskNumber(1));
    fs.truncateSync(join(path, "main-00000001.jsonl"), 50);
    const refused = { code: "STORAGE_FAILED", message: expect.stringContaining("damaged") };
    await expect(storage.tasks.get("task-1")).rejects.toMatchObject(refused);
    await expect(wholes(storage.tasks)).rejects.toMatchObject(refused);
  });

  it("of a file of a task that is gone or changed is refused in words", async () => {
    const run = await runInProgress(storage);
    const large = fileOf(
      "large.bin",
      upTo(9000).map(() => 1),
    );
    await storage.runs.write(run._id, { files: [large] }, run.fence);
    const blob = join(path, "content", "1", "1.bin");
    const bytes = readFileSync(blob);
    fs.writeFileSync(blob, bytes.subarray(1));
    const refused = { code: "STORAGE_FAILED", message: expect.stringContaining("large.bin") };
    await expect(storage.content.file("task-1", "large.bin")).rejects.toMatchObject(refused);
    rmSync(blob);
    await expect(storage.content.file("task-1", "large.bin")).rejects.toMatchObject(refused);
    expect(await storage.runs.write(run._id, { files: [large] }, run.fence)).toBe(true);
    expect((await storage.content.file("task-1", "large.bin"))?.bytes).toEqual(large.bytes);
  });

  it("and writing after the storage was closed is refused in words, also in the middle of a list", async () => {
    await Promise.all(upTo(300).map((number) => storage.tasks.insert(taskNumber(number))));
    const run = await runInProgress(storage, {}, 900);
    await storage.runs.write(run._id, { rows: upTo(1000).map((number) => ({ number })) }, run.fence);
    const listed = wholes(storage.tasks).catch((error: unknown) => error);
    const rows = storage.content.rows("task-900")[Symbol.asyncIterator]();
    await rows.next();
    await storage.close();
    expect(await listed).toMatchObject({ code: "STORAGE_FAILED" });
    await expect(storage.tasks.insert(taskNumber(1))).rejects.toMatchObject({ code: "STORAGE_FAILED" });
    const rest = async () => {
      while ((await rows.next()).done !== true);
    };
    await expect(rest()).rejects.toMatchObject({ code: "STORAGE_FAILED" });
  });
});

afterAll(() => syncBuiltinESMExports());
