import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  articleOn,
  effectOn,
  entryNumber,
  fileOf,
  fullOutput,
  numbered,
  runOf,
  taskNumber,
} from "../../src/kernel/contracts/storage/samples.js";
import { all, claimOf, LONG_MS, runInProgress, upTo } from "../../src/kernel/contracts/storage/support.js";
import type { LogEntry, StorageAdapter, StoreFinding } from "../../src/kernel/storage.js";
import type { JsonObject } from "../../src/kernel/values/json.js";
import { fileStorage } from "../../src/storage/file.js";
import { memoryStorage } from "../../src/storage/memory.js";

let folder: string;
let path: string;
let storage: StorageAdapter;
let findings: StoreFinding[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "scriptorium-file-runs-"));
  path = join(folder, "store");
  await open();
});

afterEach(async () => {
  await storage.close();
  expect(findings).toEqual([]);
  rmSync(folder, { recursive: true });
});

async function open(place = path): Promise<void> {
  findings = [];
  storage = fileStorage({ path: place, onDamage: (finding) => findings.push(finding) });
  await storage.open();
}

async function reopened(): Promise<void> {
  await storage.close();
  await open();
}

const contentLog = () => join(path, "content", "1", "log.jsonl");
const logOf = (of = storage) => all(of.content.log("task-1"));
/** Everything in the folder, by name. */
const bytesOf = () =>
  readdirSync(path, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => [one.name, readFileSync(join(one.parentPath, one.name), "latin1")]);
const large = (number: number): LogEntry => ({ ...entryNumber(number), msg: `${number} ${"x".repeat(20_000)}` });

describe("holding a run", () => {
  it("writes nothing to the disk but the claim, and ends with the process", async () => {
    const run = await runInProgress(storage);
    const before = bytesOf();
    for (let time = 0; time < 20; time += 1) expect(await storage.runs.renew(run._id, run.fence, LONG_MS)).toBe(true);
    expect(bytesOf()).toEqual(before);
    expect(await all(storage.runs.lapsed())).toEqual([]);
    await reopened();
    expect(await all(storage.runs.lapsed())).toEqual([run._id]);
    const next = claimOf(run);
    expect(await storage.runs.claim(next, LONG_MS)).toBe(true);
    expect(await all(storage.runs.lapsed())).toEqual([]);
    expect(await storage.runs.write(run._id, fullOutput(), run.fence)).toBe(false);
    expect(await storage.runs.write(run._id, fullOutput(), next.fence)).toBe(true);
  });

  it("is over for runs of tasks that are gone", async () => {
    const run = await runInProgress(storage);
    await runInProgress(storage, {}, 2);
    await reopened();
    expect(await all(storage.runs.lapsed())).toEqual([run._id, "run-2"]);
    await storage.tasks.delete("task-1");
    await storage.runs.delete("run-2");
    expect(await all(storage.runs.lapsed())).toEqual([]);
  });
});

describe("runs of more tasks than stay open", () => {
  it("keep all that is written, by several steps of each at the same time", async () => {
    const runs = await Promise.all(upTo(150).map((number) => runInProgress(storage, {}, number)));
    const rows = upTo(4).flatMap((step) => ["a", "b"].map((writer) => ({ step, writer })));
    await Promise.all(
      runs.flatMap(({ _id, fence }) =>
        ["a", "b"].map(async (writer) => {
          for (const row of rows.filter((one) => one.writer === writer)) {
            expect(await storage.runs.write(_id, { rows: [row] }, fence)).toBe(true);
          }
        }),
      ),
    );
    await reopened();
    for (const { taskId } of runs) {
      const stored = await all(storage.content.rows(taskId));
      expect(stored).toHaveLength(rows.length);
      expect(stored).toEqual(expect.arrayContaining(rows));
    }
  });
});

describe("log entries", () => {
  it("keep their numbers and stay dropped, as in memory, whatever is written and however often the store is opened", async () => {
    const step = fc.oneof(
      fc.record({ add: fc.array(fc.nat(200), { minLength: 1, maxLength: 5 }) }),
      fc.record({ trim: fc.nat(600) }),
      fc.constant({ reopen: true } as const),
    );
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        number += 1;
        const memory = memoryStorage();
        const id = `task-${number}`;
        const run = await runInProgress(storage, {}, number);
        await runInProgress(memory, {}, number);
        for (const one of steps) {
          if ("reopen" in one) await reopened();
          const dropped = [storage, memory].map(({ runs }) => {
            if ("trim" in one) return runs.trimLog(id, one.trim);
            if (!("add" in one)) return true;
            return runs.log(
              run._id,
              one.add.map((size) => ({ ...entryNumber(1), msg: "\u00e9".repeat(size) })),
            );
          });
          expect(await dropped[0]).toBe(await dropped[1]);
          expect(await all(storage.content.log(id))).toEqual(await all(memory.content.log(id)));
        }
      }),
      { numRuns: 40, seed: 8008 },
    );
  });

  it("that are dropped give their disk back while the store stays open, and no number is given twice", async () => {
    const run = await runInProgress(storage);
    await storage.runs.write(run._id, { ...fullOutput(), log: [] }, run.fence);
    for (const part of upTo(10)) {
      await storage.runs.log(
        run._id,
        upTo(10).map((number) => large(number + part)),
      );
    }
    const kept = (await logOf()).slice(-3);
    expect(kept.map(({ n }) => n)).toEqual([98, 99, 100]);
    const reading = storage.content.log("task-1")[Symbol.asyncIterator]();
    expect((await reading.next()).value).toMatchObject({ n: 1 });
    expect(await storage.runs.trimLog("task-1", 70_000)).toBe(97);
    expect(await storage.runs.trimLog("task-1", 70_000)).toBe(0);
    expect(await logOf()).toEqual(kept);
    expect(statSync(contentLog()).size).toBeLessThan(100_000);
    // A reader in the middle of a list continues with what is left.
    const rest: unknown[] = [];
    for (let next = await reading.next(); next.done !== true; next = await reading.next()) rest.push(next.value);
    expect(rest.slice(-3)).toEqual(kept);
    expect(await storage.runs.log(run._id, [entryNumber(1)])).toBe(true);
    expect((await logOf()).map(({ n }) => n)).toEqual([98, 99, 100, 101]);

    expect(await storage.runs.trimLog("task-1", 0)).toBe(4);
    for (let time = 0; time < 2; time += 1) {
      await reopened();
      expect(await logOf()).toEqual([]);
      expect(await all(storage.content.rows("task-1"))).toEqual(fullOutput().rows);
    }
    await storage.runs.log(run._id, [entryNumber(2)]);
    expect(await logOf()).toEqual(numbered([entryNumber(2)], 102));
    expect(await Array.fromAsync(storage.check?.() ?? [])).toEqual([]);
  });

  it("are all dropped, or none of them, when the process ends while that is written", async () => {
    const run = await runInProgress(storage);
    await storage.runs.log(run._id, upTo(5).map(entryNumber));
    const { size } = statSync(contentLog());
    await storage.runs.trimLog("task-1", 200);
    const left = await logOf();
    expect(left.length).toBeLessThan(5);
    await storage.close();
    const whole = readFileSync(contentLog());
    for (let length = size; length <= whole.length; length += 1) {
      writeFileSync(contentLog(), whole.subarray(0, length));
      await open();
      expect(await logOf()).toEqual(length < whole.length ? numbered(upTo(5).map(entryNumber)) : left);
      await storage.close();
    }
    await open();
  });

  it("come in pages by number and level, also when few of many are wanted and some are dropped meanwhile", async () => {
    const run = await runInProgress(storage);
    const entries = upTo(1000).map(
      (number): LogEntry => ({ ...entryNumber(7), level: number % 100 ? "info" : "error" }),
    );
    await storage.runs.log(run._id, entries);
    const numbers = async (page: Parameters<typeof storage.content.log>[1]) =>
      (await all(storage.content.log("task-1", page))).map(({ n }) => n);
    expect(await numbers({ levels: ["error"] })).toEqual(upTo(10).map((number) => number * 100));
    expect(await numbers({ levels: ["error"], after: 300, offset: 1, limit: 3 })).toEqual([500, 600, 700]);
    expect(await numbers({ levels: ["error", "info"], after: 998 })).toEqual([999, 1000]);
    expect(await numbers({ levels: [] })).toEqual([]);
    expect(await numbers({ after: 995, offset: 2, limit: 2 })).toEqual([998, 999]);
    expect(await numbers({ after: 1000 })).toEqual([]);
    const seen: number[] = [];
    for await (const { n } of storage.content.log("task-1")) {
      seen.push(n);
      if (n === 500) await storage.runs.trimLog("task-1", 20_000);
    }
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(seen.slice(0, 500)).toEqual(upTo(500));
    expect(seen.at(-1)).toBe(1000);
  });
});

describe("what a run did in the outside world", () => {
  it("keeps its order, as keywords do, when the log is rewritten", async () => {
    const run = await runInProgress(storage);
    const keys = ["bees", "hives", "moths"];
    await storage.runs.write(
      run._id,
      { effects: keys.map((key) => effectOn(key)), articles: keys.map(articleOn) },
      run.fence,
    );
    const second = { ...runOf("task-1"), _id: "run-2" };
    await storage.runs.insert(second);
    const claimed = claimOf(second);
    await storage.runs.claim(claimed, LONG_MS);
    await storage.runs.write(
      "run-2",
      { effects: [effectOn("bees")], rows: upTo(100).map(large) as never },
      claimed.fence,
    );
    const newest = { keyword: "bees", article: { keywords: ["new"], sentences: ["Newer."] } };
    await storage.runs.write(
      run._id,
      { effects: [effectOn("bees", { state: "done" })], articles: [newest] },
      run.fence,
    );
    const before = statSync(contentLog()).size;
    await storage.runs.delete("run-2");
    await reopened();
    for (let time = 0; time < 2; time += 1) {
      expect(await all(storage.content.keywords("task-1"))).toEqual(keys);
      expect(await storage.content.article("task-1", "bees")).toEqual(newest.article);
      expect((await all(storage.runs.effects(run._id))).map(({ key, state }) => `${key} ${state}`)).toEqual([
        "bees done",
        "hives intent",
        "moths intent",
      ]);
      expect(await all(storage.runs.effects("run-2"))).toEqual([]);
      expect(statSync(contentLog()).size).toBeLessThan(before / 100);
      await reopened();
    }
  });

  it("is read again in a moment when there are many small lines and nothing to clear away", async () => {
    const run = await runInProgress(storage);
    const line = (number: number) => ({ key: `${number}`, line: "x", state: "done", attempts: 1 }) as const;
    await Promise.all(upTo(8000).map((number) => storage.runs.write(run._id, { line: line(number) }, run.fence)));
    expect(statSync(contentLog()).size).toBeGreaterThan(1024 * 1024);
    await reopened();
    expect(await all(storage.runs.lines(run._id, { offset: 7998 }))).toEqual([line(7999), line(8000)]);
  });
});

describe("files of a run that replaced others", () => {
  it("are all there after the log was rewritten", async () => {
    const run = await runInProgress(storage);
    const bytes = upTo(4000).map((number) => number % 251);
    for (const time of upTo(400))
      await storage.runs.write(
        run._id,
        { files: [fileOf("a", bytes), fileOf(`b${time % 3}`, [time % 250])] },
        run.fence,
      );
    const before = statSync(contentLog()).size;
    await reopened();
    expect((await all(storage.content.files("task-1"))).map((file) => file.path)).toEqual(["a", "b0", "b1", "b2"]);
    expect((await storage.content.file("task-1", "a"))?.bytes).toEqual(new Uint8Array(bytes));
    expect(statSync(contentLog()).size).toBeLessThan(before / 50);
  });
});

describe("rows of a run that were replaced", () => {
  it("leave the log when it is rewritten, and the others can still be replaced", async () => {
    const run = await runInProgress(storage);
    const write = (rows: readonly JsonObject[], rowsFor?: string) =>
      storage.runs.write(run._id, { rows, ...(rowsFor === undefined ? {} : { rowsFor }) }, run.fence);
    await write(upTo(100).map(large) as never, "bees");
    await write([{ plain: 1 }]);
    await write([{ bees: 2 }, { bees: 3 }], "bees");
    const before = statSync(contentLog()).size;
    await reopened();
    const rows = () => all(storage.content.rows("task-1", { runId: run._id }));
    for (let time = 0; time < 2; time += 1) {
      expect(await rows()).toEqual([{ plain: 1 }, { bees: 2 }, { bees: 3 }]);
      expect(statSync(contentLog()).size).toBeLessThan(before / 100);
      await reopened();
    }
    await write([], "bees");
    expect(await rows()).toEqual([{ plain: 1 }]);
  });
});

describe("a task with a plan", () => {
  it("is there again with it, and with the fence of its run", async () => {
    const task = taskNumber(1, {
      status: "running",
      runId: "run-1",
      fence: 3,
      schedule: { cron: "@daily", timezone: "UTC" },
    });
    await storage.tasks.insert(task);
    await reopened();
    expect(await storage.tasks.get("task-1")).toEqual(task);
  });
});
