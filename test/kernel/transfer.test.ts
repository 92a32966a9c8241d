import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { SERVER_KIND } from "../../src/kernel/secrets/older-stores.js";
import { type Account, type Effect, RUN_ORIGINS, type Run, type StorageAdapter } from "../../src/kernel/storage.js";
import { type Progress, type Sealed, TASK_STATUSES, type Task } from "../../src/kernel/task.js";
import {
  exported,
  imported,
  type LeftOut,
  linesOf,
  type OnConflict,
  surveyed,
} from "../../src/kernel/transfer/index.js";
import { type Clock, systemClock } from "../../src/kernel/values/clock.js";
import { catalogue } from "../../src/plugins/catalogue.js";
import { fileStorage } from "../../src/storage/file.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";

const folder = mkdtempSync(join(tmpdir(), "scriptorium-transfer-"));
afterAll(() => rmSync(folder, { recursive: true }));
let made = 0;
const AT = "2026-01-01T00:00:00.000Z";
const clock = { ...systemClock, now: () => new Date(AT) };

describe("what is exported and imported again", () => {
  it("is the same store, from memory to memory, whatever it holds", async () => {
    await fc.assert(
      fc.asyncProperty(stores(), async (store) => {
        const source = await filled(store);
        const target = memoryStorage();
        await imported(target, exported(source, { secrets: true }));
        expect(await everything(target)).toEqual(rested(await everything(source)));
      }),
      { numRuns: 100, seed: 8008 },
    );
  });

  it.each([
    ["sqlite", () => sqliteStorage({ path: ":memory:" }), 30],
    ["a folder of files", () => fileStorage({ path: join(folder, String(++made)) }), 15],
  ])("is the same store, from memory to %s and back", async (_name, make, numRuns) => {
    await fc.assert(
      fc.asyncProperty(stores(), async (store) => {
        const source = await filled(store);
        const between = make();
        await between.open();
        try {
          await imported(between, exported(source, { secrets: true }));
          const target = memoryStorage();
          await imported(target, exported(between, { secrets: true }));
          expect(await everything(target)).toEqual(rested(await everything(source)));
          const texts = await Promise.all([between, target].map((storage) => all(exported(storage, { clock }))));
          expect(texts[1]).toEqual(texts[0]);
        } finally {
          await between.close();
        }
      }),
      { numRuns, seed: 8008 },
    );
  });
});

/** A file as an exporter would write it: header, the records, and the end that fits them. */
function fileOf(records: readonly unknown[], header: object = {}): string[] {
  const counts: Record<string, number> = {
    accounts: 0,
    tasks: 0,
    runs: 0,
    lines: 0,
    effects: 0,
    rows: 0,
    articles: 0,
    files: 0,
    log: 0,
  };
  for (const record of records) {
    const [kind] = Object.keys(record as object);
    const counted = kind === "log" ? kind : `${kind}s`;
    if (counted in counts) counts[counted]! += 1;
  }
  const first = { scriptorium: "export", version: 2, secrets: false, exportedAt: AT, ...header };
  return [first, ...records, { end: counts }].map((line) => JSON.stringify(line));
}

async function* streamed<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

const taskRecord = (change: object = {}) => ({
  task: {
    _id: "t1",
    group: "",
    name: "Bees",
    type: "article creator",
    status: "complete",
    data: { jobName: "Bees" },
    createdAt: AT,
    updatedAt: AT,
    revision: 2,
    ...change,
  },
});
const runRecord = (change: object = {}) => ({
  run: {
    _id: "r1",
    taskId: "t1",
    status: "complete",
    origin: "api",
    attempts: 1,
    seed: "s",
    createdAt: AT,
    revision: 3,
    ...change,
  },
});
const accountRecord = (change: object = {}) => ({
  account: {
    _id: "a1",
    kind: "blog",
    name: "My blog",
    settings: { url: "https://blog.test" },
    createdAt: AT,
    updatedAt: AT,
    revision: 0,
    ...change,
  },
});

describe("a file that is not as it should be", () => {
  const info = { path: "a.txt", type: "text/plain", size: 2, sha256: sha256("ab") };
  const ab = Buffer.from("ab").toString("base64");
  const deep = JSON.parse(`${"[".repeat(70)}${"]".repeat(70)}`);
  it.each<[string, readonly string[], RegExp]>([
    ["nothing at all", [], /The file is empty/],
    ["no export", ['{"name":"scriptorium"}'], /Line 1 of the file is not the first line of an export/],
    ["another text", ["<html>"], /Line 1 of the file is not JSON/],
    ["a list first", ["[]"], /Line 1 of the file is not a JSON object/],
    ["version 0", fileOf([], { version: 0 }), /Line 1 .* "version"/],
    ["a version that is no number", fileOf([], { version: "2" }), /Line 1 .* "version"/],
    ["a later version", fileOf([], { version: 4 }), /newer version of Scriptorium \(format 4; this one reads 3\)/],
    [
      "an effect before any run",
      fileOf([taskRecord(), { effect: { key: "k", what: "x", state: "done", at: AT } }]),
      /Line 3 of the file holds an effect that belongs to no run/,
    ],
    ["a run that is held", fileOf([taskRecord(), runRecord({ fence: 3 })]), /Line 3 .* key: "fence"/],
    ["broken JSON", [fileOf([])[0]!, '{"task":{"_id"'], /Line 2 of the file is not JSON/],
    ["a kind nobody knows", fileOf([{ poem: {} }]), /Line 2 of the file holds a "poem"/],
    ["a kind that objects inherit", fileOf([{ toString: {} }]), /Line 2 of the file holds a "toString"/],
    ["nothing in a line", fileOf([{}]), /Line 2 of the file is empty/],
    [
      "two things in a line",
      fileOf([{ ...taskRecord(), row: {} }]),
      /Line 2 of the file holds a "row" next to the task/,
    ],
    ["a run before any task", fileOf([runRecord()]), /Line 2 of the file holds a run that belongs to no task/],
    [
      "a row before any run",
      fileOf([taskRecord(), { row: {} }]),
      /Line 3 of the file holds a row that belongs to no run/,
    ],
    [
      "a row after another task",
      fileOf([taskRecord(), runRecord(), taskRecord({ _id: "t2" }), { row: {} }]),
      /Line 5 .* belongs to no run/,
    ],
    [
      "a run of another task",
      fileOf([taskRecord(), runRecord({ taskId: "t2" })]),
      /Line 3 of the file holds a run of another task/,
    ],
    ["a status nobody knows", fileOf([taskRecord({ status: "asleep" })]), /Line 2 .* at "status"/],
    [
      "a type that is not installed",
      fileOf([taskRecord({ type: "horoscope" })]),
      /Line 2 .* type "horoscope", which is not installed\. Name the file of that type in "plugins"/,
    ],
    ["an id that is a path", fileOf([taskRecord({ _id: "../t1" })]), /Line 2 .* at "_id"/],
    [
      "a name besides that of the data",
      fileOf([taskRecord({ name: "Wasps" })]),
      /Line 2 .* "name" is not the "jobName" of its data/,
    ],
    [
      "an id besides that of the data",
      fileOf([taskRecord({ data: { jobName: "Bees", id: "t9" } })]),
      /Line 2 .* "_id" is not the "id"/,
    ],
    [
      "a type in another writing",
      fileOf([taskRecord({ type: "ArticleCreator" })]),
      /Line 2 .* "ArticleCreator", which is not installed/,
    ],
    ["a revision beyond counting", fileOf([taskRecord({ revision: 2 ** 40 })]), /Line 2 .* at "revision"/],
    ["a row nested too deep", fileOf([taskRecord(), runRecord(), { row: { deep } }]), /Line 4 .* nested deeper/],
    ["a member nobody knows", fileOf([taskRecord({ secret: 1 })]), /Line 2 .* key: "secret"/],
    ["a time that is none", fileOf([taskRecord({ createdAt: "yesterday" })]), /Line 2 .* at "createdAt"/],
    ["a prototype key", [fileOf([])[0]!, '{"task":{"__proto__":{"x":1}}}'], /Line 2 .* "__proto__"/],
    ["a prototype key as kind", [fileOf([])[0]!, '{"__proto__":{}}'], /Line 2 .* "__proto__"/],
    [
      "a prototype key within data",
      fileOf([taskRecord({ data: { jobName: "Bees", constructor: 1 } })]),
      /Line 2 .* "constructor"/,
    ],
    ["NUL", fileOf([taskRecord({ group: "a\0b" })]), /Line 2 .* NUL/],
    ["half of a surrogate pair", fileOf([taskRecord({ group: "\ud83d" })]), /Line 2 .* surrogate/],
    ["data nested too deep", fileOf([taskRecord({ data: { jobName: "Bees", deep } })]), /Line 2 .* nested deeper/],
    ["a file name that leaves", fileOf([taskRecord(), { file: { ...info, path: "../a" } }]), /Line 3 .* file name/],
    ["bytes of no file", fileOf([taskRecord(), { bytes: ab }]), /Line 3 of the file holds bytes of no file/],
    [
      "a row within a file",
      fileOf([taskRecord(), runRecord(), { file: info }, { row: {} }]),
      /Line 5 .* in the middle of the file "a.txt"/,
    ],
    ["bytes that are not base64", fileOf([taskRecord(), { file: info }, { bytes: "a b=" }]), /Line 4 .* not base64/],
    [
      "too many bytes",
      fileOf([taskRecord(), { file: info }, { bytes: Buffer.from("abc").toString("base64") }]),
      /Line 4 .* more bytes/,
    ],
    [
      "other bytes",
      fileOf([taskRecord(), { file: info }, { bytes: Buffer.from("ba").toString("base64") }]),
      /Line 4 .* SHA-256/,
    ],
    ["a file of no end", fileOf([taskRecord(), { file: { ...info, size: 2 ** 40 } }]), /Line 3 .* file of more than/],
    ["no end", fileOf([taskRecord()]).slice(0, -1), /ends with line 2 and lacks its last line/],
    [
      "another count",
      [...fileOf([taskRecord()]).slice(0, -1), fileOf([])[1]!],
      /Line 3 .* there are 0 tasks, but there are 1/,
    ],
    ["more after the end", [...fileOf([]), "{}"], /Line 3 of the file comes after the end/],
  ])("%s is refused with its line, and leaves nothing behind", async (_name, lines, message) => {
    const storage = memoryStorage();
    const options = { plugins: catalogue };
    const error = await imported(storage, streamed(lines), options).catch((thrown: Error) => thrown);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain("\n");
    await expect(surveyed(memoryStorage(), streamed(lines), options)).rejects.toThrow(message);
    // What came whole before the error stays; a task that came in part does not.
    for (const { task, runs } of (await everything(storage)).tasks) {
      expect(task?.status).toBe("complete");
      expect(runs.every(({ run }) => run.status === "complete")).toBe(true);
    }
  });

  it("is refused by a line that is too long or no UTF-8, wherever the chunks are cut", async () => {
    const bytes = (text: string) => streamed([...Buffer.from(text)].map((byte) => Uint8Array.of(byte)));
    expect(await all(linesOf(bytes("a\n\n\u{1f41d}\r\nb")))).toEqual(["a", "", "\u{1f41d}\r", "b"]);
    await expect(all(linesOf(bytes("ab\nabcdef\n"), 5))).rejects.toThrow(/Line 2 of the file is longer than 5 bytes/);
    await expect(all(linesOf(streamed([Uint8Array.of(0x61, 0x0a, 0xff, 0x0a)])))).rejects.toThrow(
      /Line 2 .* not UTF-8/,
    );
  });
});

const file = fileOf([accountRecord(), taskRecord(), runRecord({ data: { jobName: "Bees" } }), { row: { a: 1 } }]);

describe.each([
  ["memory", memoryStorage],
  ["sqlite", () => sqliteStorage({ path: ":memory:" })],
])("an import into %s", (_name, make) => {
  const open: StorageAdapter[] = [];
  afterEach(() => Promise.all(open.splice(0).map((storage) => storage.close())));

  async function made(): Promise<StorageAdapter> {
    const storage = make();
    open.push(storage);
    await storage.open();
    return storage;
  }

  const putInto = (storage: StorageAdapter, onConflict?: OnConflict, lines = file) =>
    imported(storage, streamed(lines), onConflict === undefined ? {} : { onConflict });

  it("refuses by default what is there already, and a look through the file says so before", async () => {
    const storage = await made();
    await putInto(storage);
    const before = await everything(storage);
    await expect(putInto(storage)).rejects.toThrow(/already has the blog account "My blog" \(line 2\)/);
    await expect(surveyed(storage, streamed(file))).rejects.toThrow(
      'The store already has the blog account "My blog" (line 2), the task t1 "Bees" (line 3).',
    );
    expect(await everything(storage)).toEqual(before);
  });

  it("leaves what is there with skip, and takes the rest", async () => {
    const storage = await made();
    await putInto(storage);
    const more = fileOf([taskRecord({ group: "other" }), runRecord(), { row: { b: 2 } }, taskRecord({ _id: "t2" })]);
    expect(await putInto(storage, "skip", more)).toMatchObject({ tasks: 1, rows: 0, skipped: 1, replaced: 0 });
    const { tasks } = await everything(storage);
    expect(tasks.map(({ task, rows }) => [task?._id, task?.group, rows])).toEqual([
      ["t1", "", [{ a: 1 }]],
      ["t2", "", []],
    ]);
  });

  it("replaces what is there by what the file holds with replace", async () => {
    const storage = await made();
    await storage.accounts.insert({
      ...accountRecord({ settings: { url: "old" } }).account,
      sealed: { "/password": "v1.x" },
    } as Account);
    await putInto(storage, "replace");
    const more = fileOf([taskRecord({ group: "other" }), runRecord(), { row: { b: 2 } }]);
    expect(await putInto(storage, "replace", more)).toMatchObject({ tasks: 1, replaced: 1 });
    const { tasks, accounts } = await everything(storage);
    expect(tasks.map(({ task, rows }) => [task?.group, rows])).toEqual([["other", [{ b: 2 }]]]);
    // An export without secrets does not remove those that are here.
    expect(accounts).toMatchObject([{ settings: { url: "https://blog.test" }, sealed: { "/password": "v1.x" } }]);
  });

  it("never takes a run that another task has", async () => {
    const storage = await made();
    await putInto(storage);
    const stealing = fileOf([taskRecord({ _id: "t2" }), runRecord({ taskId: "t2" })]);
    await expect(putInto(storage, "replace", stealing)).rejects.toThrow(/Line 3 .* the run r1, which another task/);
    await expect(surveyed(storage, streamed(stealing), { onConflict: "replace" })).rejects.toThrow(/Line 3/);
    const { runId: _none, ...bare } = taskRecord({ _id: "t3", runId: "r1" }).task as Task;
    await putInto(storage, "skip", fileOf([taskRecord({ _id: "t3", runId: "r1" })]));
    expect(await storage.tasks.get("t3")).toEqual(bare);
    expect((await everything(storage)).tasks.map(({ task }) => task?._id)).toEqual(["t1", "t3"]);
  });

  it("leaves out a run, a line or a file that cannot be used, with what belongs to it, where that is wanted", async () => {
    const bytes = { bytes: Buffer.from("ab").toString("base64") };
    const records = fileOf([
      taskRecord({ runId: "r1" }),
      runRecord({ invented: 1 }),
      { line: { key: "k", line: "l", state: "done", attempts: 1 } },
      { row: { lost: true } },
      runRecord({ _id: "r2" }),
      { row: { "a\0b": 1 } },
      { row: { kept: true } },
      { file: { path: "../a.txt", type: "text/plain", size: 2, sha256: sha256("ab") } },
      bytes,
      { file: { path: "b.txt", type: "text/plain", size: 2, sha256: sha256("ba") } },
      bytes,
      { file: { path: "c.txt", type: "text/plain", size: 2, sha256: sha256("ab") } },
      bytes,
      { log: { t: AT, level: "shouted", msg: "x" } },
      taskRecord({ _id: "t2" }),
    ]);
    await expect(imported(memoryStorage(), streamed(records))).rejects.toThrow(/Line 3 .*"invented"/);
    const storage = await made();
    const left: LeftOut[] = [];
    const options = { leaveOut: (record: LeftOut) => left.push(record) };
    await surveyed(storage, streamed(records), options);
    const surveyedLines = left.splice(0).map(({ line }) => line);
    expect(await imported(storage, streamed(records), options)).toMatchObject({ tasks: 2, runs: 1, rows: 1, files: 1 });
    expect(left.map(({ line }) => line)).toEqual([3, 7, 9, 12, 15]);
    expect(surveyedLines).toEqual([3, 7, 9, 12, 15]);
    expect(left[0]?.trouble).toMatch(/^Line 3 of the file holds a run that cannot be used: .*"invented"\.$/);
    const { tasks } = await everything(storage);
    expect(
      tasks.map(({ task, rows, runs, files }) => [task?._id, task?.runId, runs.length, rows, files.length]),
    ).toEqual([
      ["t1", undefined, 1, [{ kept: true }], 1],
      ["t2", undefined, 0, [], 0],
    ]);
  });

  it("takes what is duplicated in a file once, or the later of the two", async () => {
    const twice = [
      taskRecord(),
      runRecord(),
      { row: { a: 1 } },
      taskRecord({ group: "later" }),
      runRecord(),
      { row: { b: 2 } },
    ];
    const stored = async (onConflict: OnConflict) => {
      const storage = await made();
      const message = await putInto(storage, onConflict, fileOf(twice)).then(
        () => "",
        (error: Error) => error.message,
      );
      return [message, (await everything(storage)).tasks.map(({ task, rows }) => [task?.group, rows])];
    };
    expect(await stored("skip")).toEqual(["", [["", [{ a: 1 }]]]]);
    expect(await stored("replace")).toEqual(["", [["later", [{ b: 2 }]]]]);
    expect(await stored("refuse")).toEqual([
      expect.stringContaining('the task t1 "Bees" (line 5)'),
      [["", [{ a: 1 }]]],
    ]);
  });
});

describe("an import", () => {
  it("takes back the task it was at when the storage fails or it is stopped", async () => {
    const records = fileOf([
      taskRecord(),
      taskRecord({ _id: "t2" }),
      runRecord({ taskId: "t2" }),
      { row: {} },
      { log: { t: AT, level: "info", msg: "x" } },
    ]);
    const failing = memoryStorage();
    const runs = { ...failing.runs, write: () => Promise.reject(new Error("no space")) };
    await expect(imported({ ...failing, runs }, streamed(records))).rejects.toThrow("no space");
    expect((await everything(failing)).tasks.map(({ task }) => task?._id)).toEqual(["t1"]);

    const stopped = memoryStorage();
    const stop = new AbortController();
    const progress = ({ rows }: { rows: number }) => rows === 1 && stop.abort(new Error("stopped"));
    await expect(imported(stopped, streamed(records), { signal: stop.signal, progress })).rejects.toThrow("stopped");
    expect((await everything(stopped)).tasks.map(({ task }) => task?._id)).toEqual(["t1"]);
  });

  it("keeps the order of tasks, and of what each holds, however many are on their way", async () => {
    const records = Array.from({ length: 100 }, (_, index) => {
      const [_id, taskId] = [`r${index}`, `t${index}`];
      const rows = Array.from({ length: index % 7 }, (_none, place) => ({ row: { place } }));
      return [taskRecord({ _id: taskId, runId: _id }), runRecord({ _id, taskId }), ...rows];
    }).flat();
    const slow = memoryStorage();
    // Whoever comes first is the slowest, as far as that can be.
    let calls = 0;
    const late = async <T>(work: () => Promise<T>): Promise<T> => {
      calls += 1;
      for (let turns = 50 - (calls % 50); turns > 0; turns -= 1) await Promise.resolve();
      return work();
    };
    const runs = {
      ...slow.runs,
      write: (...given: Parameters<typeof slow.runs.write>) => late(() => slow.runs.write(...given)),
    };
    await imported({ ...slow, runs }, streamed(fileOf(records)));
    const { tasks } = await everything(slow);
    expect(tasks.map(({ task }) => task?._id)).toEqual(Array.from({ length: 100 }, (_, index) => `t${index}`));
    expect(
      tasks.every(({ rows }, index) => rows.length === index % 7 && rows.every((row, place) => row["place"] === place)),
    ).toBe(true);
    expect(tasks.every(({ task }) => task?.status === "complete")).toBe(true);
  });

  it("holds the runs it fills, so that no server takes them for those of a worker that is gone", async () => {
    const storage = memoryStorage();
    const rows = upTo(1000).map((number) => ({ row: { number } }));
    const records = fileOf([taskRecord(), runRecord(), ...rows, runRecord({ _id: "r2", revision: 0 }), ...rows]);
    const seen = new Set<string>();
    async function* watched() {
      for (const line of records) {
        yield line;
        expect(await all(storage.runs.lapsed())).toEqual([]);
        for await (const run of storage.runs.of("t1")) seen.add(`${run._id} ${run.status}`);
      }
    }
    await imported(storage, watched());
    expect([...seen]).toEqual(expect.arrayContaining(["r1 running", "r1 complete", "r2 running"]));
    expect(await storage.runs.get("r2")).toEqual(runRecord({ _id: "r2", revision: 0 }).run);
    expect(await storage.content.countRows("t1")).toBe(2000);
  });

  it("keeps holding a run that takes long to fill, and ends when it was taken away nevertheless", async () => {
    const renewals: number[] = [];
    let passed = 0;
    const slow: Clock = { ...clock, monotonic: () => passed };
    const filling = async (taken: boolean) => {
      const storage = memoryStorage();
      const renew: typeof storage.runs.renew = (id, fence, ttlMs) => {
        renewals.push(ttlMs);
        return taken ? Promise.resolve(false) : storage.runs.renew(id, fence, ttlMs);
      };
      async function* records() {
        for (const line of fileOf([taskRecord(), runRecord(), ...upTo(2000).map((number) => ({ row: { number } }))])) {
          yield line;
          passed += 200;
        }
      }
      const counts = await imported({ ...storage, runs: { ...storage.runs, renew } }, records(), { clock: slow });
      return counts.rows;
    };
    expect(await filling(false)).toBe(2000);
    expect(renewals.length).toBeGreaterThan(1);
    await expect(filling(true)).rejects.toMatchObject({ code: "BUSY" });
  });

  it("stores a task to which nothing belongs in one write", async () => {
    const plain = memoryStorage();
    let replaced = 0;
    const tasks: StorageAdapter["tasks"] = {
      ...plain.tasks,
      replace: (task) => {
        replaced += 1;
        return plain.tasks.replace(task);
      },
    };
    await imported({ ...plain, tasks }, streamed(fileOf([taskRecord()])));
    expect(await plain.tasks.get("t1")).toEqual(taskRecord().task);
    expect(replaced).toBe(0);
  });

  it("shows a task as cut off until all of it is there", async () => {
    const storage = memoryStorage();
    const seen = new Set<string>();
    async function* watched() {
      for (const line of file) {
        yield line;
        const task = await storage.tasks.get("t1");
        if (task !== undefined) seen.add(`${task.status} ${task.error?.code}`);
      }
    }
    await imported(storage, watched());
    expect([...seen]).toEqual(["failed interrupted"]);
    expect(await storage.tasks.get("t1")).toEqual(taskRecord().task);
  });
});

describe("a file of the first format", () => {
  const progress = {
    total: 2,
    done: 2,
    ok: 2,
    failed: 0,
    percent: 100,
    rows: 1,
    files: 0,
    current: "x",
    startedAt: AT,
    updatedAt: AT,
  };
  const unknownThen = { skipped: 0, bytes: 0, retries: 0, blocked: 0, tokens: 0, cost: 0, phase: "", etaSeconds: null };
  const whole: Progress = { ...progress, ...unknownThen };
  const { effects: _none, ...end } = JSON.parse(fileOf([taskRecord(), runRecord(), { row: { a: 1 } }]).at(-1)!).end;
  const file = [
    ...fileOf(
      [taskRecord({ progress, runId: "r1" }), runRecord({ progress, origin: "my program" }), { row: { a: 1 } }],
      {
        version: 1,
      },
    ).slice(0, -1),
    JSON.stringify({ end }),
  ];

  it("is imported, with what it could not know yet at its beginning", async () => {
    expect(file.at(-1)).not.toContain("effects");
    const storage = memoryStorage();
    expect(await surveyed(storage, streamed(file))).toMatchObject({ tasks: 1, runs: 1, rows: 1, effects: 0 });
    await imported(storage, streamed(file));
    expect(await storage.tasks.get("t1")).toMatchObject({ status: "complete", progress: whole });
    expect(await storage.runs.get("r1")).toMatchObject({ origin: "library", progress: whole });
    expect(await all(storage.content.rows("t1"))).toEqual([{ a: 1 }]);
  });

  it("holds what stores of that time hold, which can be exported today and imported again", async () => {
    const storage = memoryStorage();
    await storage.tasks.insert(taskRecord({ progress }).task as Task);
    const target = memoryStorage();
    await imported(target, exported(storage));
    expect((await target.tasks.get("t1"))?.progress).toEqual(whole);
  });
});

describe("an export", () => {
  it("says what was done in the outside world, and neither which worker has a run nor what is still to be delivered", async () => {
    const storage = memoryStorage();
    await storage.tasks.insert({ ...taskRecord({ status: "running", runId: "r1" }).task, fence: 3 } as Task);
    await storage.runs.insert({ ...runRecord().run, status: "running", fence: 3, worker: "here" } as Run);
    const effects: Effect[] = [
      { key: "a", what: "Post a", state: "done", at: AT, result: { url: "https://blog.test/a" } },
      { key: "b", what: "Post b", state: "intent", at: AT },
      { key: "c", what: "Post c", state: "failed", at: AT },
      { key: "d", what: "Part 1", state: "checkpoint", at: AT, result: { key: "Part 1", value: { pages: 3 } } },
    ];
    await storage.runs.write("r1", { effects, log: [{ t: AT, level: "info", msg: "posted" }] }, 3);
    await storage.deliveries.insert({
      _id: "d1",
      webhookId: "t1",
      event: "task.running",
      body: "to be sent",
      state: "waiting",
      attempts: 0,
      dueAt: AT,
      createdAt: AT,
      revision: 1,
    });
    const lines = await all(exported(storage));
    expect(lines.join("\n")).not.toMatch(/fence|to be sent/);
    const target = memoryStorage();
    await imported(target, streamed(lines));
    expect(await all(target.runs.effects("r1"))).toEqual(effects);
    expect(await target.runs.get("r1")).toMatchObject({ status: "interrupted", worker: "here" });
    expect(await all(target.content.log("t1"))).toEqual([{ t: AT, level: "info", msg: "posted", n: 1 }]);
    expect(await all(target.runs.lapsed())).toEqual([]);
  });

  it("leaves out secrets that were given for one run", async () => {
    const storage = memoryStorage();
    await storage.tasks.insert(taskRecord().task as Task);
    await storage.runs.insert(runRecord({ overrides: { mailPassword: "hunter2", depth: 3 } }).run as Run);
    const target = memoryStorage();
    await imported(target, exported(storage));
    expect(await target.runs.get("r1")).toMatchObject({ overrides: { mailPassword: "", depth: 3 } });
  });

  const sealed = { "/password": "v1.abc", "/smtp/list/1": "v1.def" };
  const data = { jobName: "Bees", password: "********", smtp: { list: ["a", "********"] } };

  it("leaves encrypted values out unless asked, and their places empty", async () => {
    const storage = memoryStorage();
    await storage.tasks.insert({ ...taskRecord({ data }).task, sealed } as Task);
    await storage.runs.insert({ ...runRecord({ data }).run, sealed } as Run);
    await storage.accounts.insert({ ...accountRecord().account, sealed } as Account);
    const text = (await all(exported(storage))).join("\n");
    expect(text).not.toContain("v1.");
    expect(text).not.toContain("***");
    const target = memoryStorage();
    await imported(target, streamed(text.split("\n")));
    expect(await target.tasks.get("t1")).toEqual(
      taskRecord({ data: { jobName: "Bees", password: "", smtp: { list: ["a", ""] } } }).task,
    );
    expect(await target.accounts.get("a1")).toMatchObject({ sealed: {} });
    const whole = memoryStorage();
    await imported(whole, exported(storage, { secrets: true }));
    expect(await everything(whole)).toEqual(await everything(storage));
  });

  it("leaves out secrets in the clear, which stores of earlier versions hold, and what the server keeps for itself", async () => {
    const storage = memoryStorage();
    const plain = { jobName: "Bees", mailPassword: "hunter2hunter2", limits: { maxTokens: 5 } };
    await storage.tasks.insert(taskRecord({ data: plain }).task as Task);
    const own = {
      kind: SERVER_KIND,
      name: "tasks are sealed",
      settings: {},
      sealed: {},
      createdAt: AT,
      updatedAt: AT,
      revision: 0,
    };
    await storage.accounts.insert({ ...own, _id: "a0" });
    const text = (await all(exported(storage))).join("\n");
    expect(text).not.toContain("hunter2");
    expect(text).toContain('"maxTokens":5');
    expect(text).not.toContain('account":{');
    // Whoever asks for secrets gets them as they are, and the next start of a server seals them.
    const target = memoryStorage();
    await target.accounts.insert({ ...own, _id: "other" });
    await imported(target, exported(storage, { secrets: true }));
    expect((await target.tasks.get("t1"))?.data).toEqual(plain);
    expect(await all(target.accounts.list())).toEqual([]);
  });

  it("takes the tasks that the filter asks for, and accounts only with all of them", async () => {
    const storage = memoryStorage();
    await storage.accounts.insert({ ...accountRecord().account, sealed: {} } as Account);
    await storage.tasks.insert(taskRecord({ _id: "t1", group: "a" }).task as Task);
    await storage.tasks.insert(taskRecord({ _id: "t2", group: "b", status: "draft" }).task as Task);
    await storage.tasks.insert(taskRecord({ _id: "t3", group: "a", type: "rss scraper" }).task as Task);
    const ids = async (filter: object) =>
      (await all(exported(storage, { filter })))
        .slice(1, -1)
        .map((line) => Object.values(JSON.parse(line) as Record<string, { _id: string }>)[0]?._id);
    expect(await ids({})).toEqual(["a1", "t1", "t2", "t3"]);
    expect(await ids({ group: "a" })).toEqual(["t1", "t3"]);
    expect(await ids({ group: "a", type: "articleCreator" })).toEqual(["t1"]);
    expect(await ids({ status: "done", type: "RSS-scraper" })).toEqual(["t3"]);
    expect(await ids({ group: "c" })).toEqual([]);
  });

  it("cuts large files into lines of bounded length, which come together again", async () => {
    const storage = memoryStorage();
    const bytes = new Uint8Array(1_000_001).map((_, index) => index % 251);
    await storage.tasks.insert(taskRecord().task as Task);
    await storage.runs.insert({ ...runRecord().run, status: "running", fence: 3 } as Run);
    const file = { path: "a.bin", type: "application/octet-stream", size: bytes.length, sha256: sha256(bytes), bytes };
    await storage.runs.write("r1", { files: [file] }, 3);
    const lines = await all(exported(storage));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(600_000);
    const target = memoryStorage();
    await imported(target, streamed(lines));
    expect((await target.content.file("t1", "a.bin"))?.bytes).toEqual(bytes);
  });

  it("keeps articles, files and log of a task whose runs were deleted", async () => {
    const storage = memoryStorage();
    await storage.tasks.insert(taskRecord().task as Task);
    await storage.runs.insert({ ...runRecord().run, status: "running", fence: 3 } as Run);
    await storage.runs.write(
      "r1",
      { articles: [{ keyword: "bees", article: { keywords: ["bees"], sentences: ["Buzz."] } }] },
      3,
    );
    await storage.runs.delete("r1");
    const target = memoryStorage();
    await imported(target, exported(storage));
    expect(await everything(target)).toEqual(await everything(storage));
  });
});

interface Stored {
  readonly accounts: readonly Account[];
  readonly tasks: readonly {
    readonly task: Task;
    readonly runs: readonly {
      readonly run: Run;
      readonly outputs: readonly Parameters<StorageAdapter["runs"]["write"]>[1][];
    }[];
  }[];
}

/**
 * Stores as runs leave them: tasks with some runs each, whose outputs mix everything there is. Few of them are about as large
 * as a task may be that is stored in one step.
 */
function stores(): fc.Arbitrary<Stored> {
  const text = fc
    .string({ unit: "grapheme", maxLength: 12 })
    .filter((one) => !one.includes("\0") && one.isWellFormed());
  const word = fc.oneof(fc.constantFrom("", "x", "a.b", "$set", "toString", "\u{1f41d}", "e\u0301"), text);
  const key = word.filter((one) => !["__proto__", "constructor", "prototype"].includes(one));
  const json = fc
    .letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        word,
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
        fc.boolean(),
        fc.constant(null),
        tie("list"),
        tie("object"),
      ),
      list: fc.array(tie("value"), { maxLength: 3 }),
      object: fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
    }))
    .object.map((value) => JSON.parse(JSON.stringify(value)));
  const sealed = fc.option(
    fc.constantFrom<Sealed[]>({ "/password": "v1.abc" }, { "/a~1b/c": "v1.def", "/d": "v1.ghi" }),
    {
      nil: undefined,
    },
  );
  const progress: Progress = {
    total: 2,
    done: 1,
    ok: 1,
    failed: 0,
    skipped: 1,
    percent: 50,
    rows: 1,
    files: 0,
    bytes: 12,
    retries: 1,
    blocked: 0,
    tokens: 1000,
    cost: 0.25,
    phase: "reading",
    current: "x",
    etaSeconds: null,
    startedAt: AT,
    updatedAt: AT,
  };
  const more = fc.record(
    { progress: fc.constant(progress), error: fc.constant({ code: "disk" as const, message: "Full." }) },
    { requiredKeys: [] },
  );
  const file = fc.record({
    path: fc.constantFrom("a.html", "b/c.txt", "\u{1f41d}.csv"),
    bytes: fc.uint8Array({ maxLength: 40 }),
  });
  const output = fc.record(
    {
      line: fc.record({
        key: word,
        line: word,
        state: fc.constantFrom("done" as const, "failed" as const),
        attempts: fc.nat(3),
      }),
      articles: fc.array(
        fc.record({
          keyword: word,
          article: fc.record({
            keywords: fc.array(word, { maxLength: 2 }),
            sentences: fc.array(word, { maxLength: 2 }),
          }),
        }),
        { maxLength: 2 },
      ),
      rows: fc.oneof(
        { weight: 30, arbitrary: fc.array(json, { maxLength: 3 }) },
        {
          weight: 1,
          arbitrary: fc.integer({ min: 480, max: 510 }).map((count) => upTo(count).map((row) => ({ row }))),
        },
      ),
      files: fc.array(
        file.map(({ path, bytes }) => ({ path, bytes, type: "text/plain", size: bytes.length, sha256: sha256(bytes) })),
        { maxLength: 2 },
      ),
      effects: fc.array(
        fc.record<Effect>(
          {
            key: word,
            what: word,
            state: fc.constantFrom("intent", "done", "uncertain"),
            at: fc.constant(AT),
            result: json,
          },
          { requiredKeys: ["key", "what", "state", "at"] },
        ),
        { maxLength: 3 },
      ),
      log: fc.array(
        word.map((msg) => ({ t: AT, level: "info" as const, msg })),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: [] },
  );
  const members = fc.record(
    {
      parentRunId: fc.constant("earlier"),
      depth: fc.nat(20),
      priority: fc.integer({ min: -5, max: 5 }),
      only: fc.constant("failed" as const),
      overrides: json,
      keep: fc.boolean(),
      excused: fc.nat(3),
      linesSeen: fc.nat(3),
      worker: word,
      reason: fc.constantFrom("interrupted" as const, "aborted" as const),
    },
    { requiredKeys: [] },
  );
  const schedule = fc.record(
    { cron: fc.constant("0 5 * * *"), timezone: fc.constant("UTC"), nextAt: fc.constant(AT), lastAt: fc.constant(AT) },
    { requiredKeys: ["cron", "timezone"] },
  );
  const run = fc.record({
    origin: fc.constantFrom(...RUN_ORIGINS),
    members,
    status: fc.constantFrom<Run["status"]>("waiting", "running", "complete", "failed", "aborted", "interrupted"),
    data: fc.option(json, { nil: undefined }),
    sealed,
    more,
    revision: fc.nat(3),
    outputs: fc.array(output, { maxLength: 4 }),
  });
  const task = fc.record({
    name: word,
    group: word,
    status: fc.constantFrom(...TASK_STATUSES),
    schedule: fc.option(schedule, { nil: undefined }),
    data: json,
    sealed,
    more,
    revision: fc.nat(3),
    runs: fc.array(run, { maxLength: 3 }),
  });
  const account = fc.record({
    kind: fc.constantFrom("blog", "mail"),
    settings: json,
    sealed: sealed.map((one) => one ?? {}),
    revision: fc.nat(3),
  });
  return fc
    .record({ accounts: fc.array(account, { maxLength: 3 }), tasks: fc.array(task, { maxLength: 4 }) })
    .map(({ accounts, tasks }) => ({
      accounts: accounts.map((one, index) => ({
        ...one,
        _id: `account${index}`,
        name: `name ${index}`,
        createdAt: AT,
        updatedAt: AT,
      })),
      tasks: tasks.map(({ runs, more: rest, data, sealed: secret, schedule: plan, ...one }, index) => {
        const _id = `task${index}`;
        const ids = runs.map((_, place) => `${_id}-run${place}`);
        const newest = ids.at(-1);
        return {
          task: {
            ...one,
            ...rest,
            _id,
            type: "article creator",
            createdAt: AT,
            updatedAt: AT,
            data: { ...data, jobName: one.name },
            ...(newest === undefined ? {} : { runId: newest }),
            ...(plan === undefined ? {} : { schedule: plan }),
            ...(secret === undefined ? {} : { sealed: secret }),
          },
          runs: runs.map(
            ({ outputs, more: others, members: also, data: snapshot, sealed: hidden, ...other }, place) => ({
              run: {
                ...other,
                ...others,
                ...also,
                _id: ids[place]!,
                taskId: _id,
                attempts: 1,
                seed: "s",
                createdAt: AT,
                ...(snapshot === undefined ? {} : { data: snapshot }),
                ...(hidden === undefined ? {} : { sealed: hidden }),
              },
              outputs,
            }),
          ),
        };
      }),
    }));
}

function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function filled({ accounts, tasks }: Stored): Promise<StorageAdapter> {
  const storage = memoryStorage();
  for (const account of accounts) await storage.accounts.insert(account);
  for (const { task, runs } of tasks) {
    await storage.tasks.insert(task);
    for (const { run, outputs } of runs) {
      await storage.runs.insert({ ...run, status: "running", fence: 7, revision: run.revision - 1 });
      for (const output of outputs) await storage.runs.write(run._id, output, 7);
      await storage.runs.replace(run);
    }
  }
  return storage;
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** All that a storage holds, in its order. */
async function everything(storage: StorageAdapter) {
  const { tasks, runs, content, accounts } = storage;
  const shelves = [];
  for await (const id of tasks.scan({ reads: ["_id"], pick: ({ _id }) => _id })) {
    const ran = [];
    for await (const run of runs.of(id)) {
      ran.push({
        run,
        lines: await all(runs.lines(run._id)),
        effects: await all(runs.effects(run._id)),
        rows: await all(content.rows(id, { runId: run._id })),
      });
    }
    const keywords = await all(content.keywords(id));
    const files = await all(content.files(id));
    shelves.push({
      task: await tasks.get(id),
      runs: ran,
      rows: await all(content.rows(id)),
      articles: await Promise.all(keywords.map(async (keyword) => [keyword, await content.article(id, keyword)])),
      files: await Promise.all(
        files.map(({ path }) => content.file(id, path).then((file) => file && { ...file, bytes: [...file.bytes] })),
      ),
      log: await all(content.log(id)),
    });
  }
  return { tasks: shelves, accounts: await all(accounts.list()) };
}

type Everything = Awaited<ReturnType<typeof everything>>;

/** As it is after an import: nothing is running. */
function rested({ tasks, accounts }: Everything): Everything {
  const isActive = (status: string) => ["waiting", "running", "aborting..."].includes(status);
  return {
    accounts,
    tasks: tasks.map(({ task, runs, ...rest }) => ({
      ...rest,
      task: task && isActive(task.status) ? { ...task, status: "aborted" } : task,
      runs: runs.map(({ run, ...other }) => ({
        ...other,
        run: isActive(run.status) ? { ...run, status: "interrupted" } : run,
      })),
    })),
  };
}

function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  return Array.fromAsync(items);
}
