import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { articleOn, entryNumber, fileOf, runOf, taskNumber } from "../../src/kernel/contracts/storage/samples.js";
import { all, IDS, upTo } from "../../src/kernel/contracts/storage/support.js";
import type { Run, StorageAdapter, TaskStore } from "../../src/kernel/storage.js";
import { exported, imported, surveyed } from "../../src/kernel/transfer/index.js";
import { systemClock } from "../../src/kernel/values/clock.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { sqliteStorage } from "../../src/storage/sqlite.js";

const LARGE = 600;

let storage: StorageAdapter;
beforeEach(async () => {
  storage = sqliteStorage({ path: ":memory:" });
  await storage.open();
});
afterEach(() => storage.close());

/** A store of tasks with a run each, the first of them with so many rows, the second with so many, and so on. */
async function storeOf(rows: readonly number[]): Promise<StorageAdapter> {
  const store = memoryStorage();
  for (const [index, count] of rows.entries()) {
    const task = taskNumber(index + 1, { status: "complete", runId: `run-${index + 1}` });
    const run: Run = { ...runOf(task._id), status: "running", fence: 1 };
    await store.tasks.insert(task);
    await store.runs.insert(run);
    const line = { key: "k", line: "bees", state: "done", attempts: 1 } as const;
    const files = [fileOf("a.txt", [1, 2, index])];
    const output = { line, articles: [articleOn("bees")], files, log: [entryNumber(1), entryNumber(2)] };
    await store.runs.write(run._id, { ...output, rows: upTo(count).map((number) => ({ number })) }, 1);
    const { fence: _fence, ...ended } = run;
    await store.runs.replace({ ...ended, status: "complete", revision: 2 });
  }
  return store;
}

const clock = { ...systemClock, now: () => new Date(0) };
const linesOf = (store: StorageAdapter) => all(exported(store, { clock }));
const idsIn = (store: StorageAdapter) => all(store.tasks.scan(IDS));

/** The storage with other methods for its tasks. */
const withTasks = (tasks: Partial<TaskStore>): StorageAdapter => ({
  ...storage,
  tasks: { ...storage.tasks, ...tasks },
});

async function* streamed<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** The lines of an export with another last line for what was added to them. */
function withMore(lines: readonly string[], more: readonly object[]): string[] {
  const { end } = JSON.parse(lines.at(-1)!);
  for (const record of more) end[`${Object.keys(record)[0]}s`] += 1;
  return [...lines.slice(0, -1), ...more.map((record) => JSON.stringify(record)), JSON.stringify({ end })];
}

describe("tasks that a storage takes in one step with their runs", () => {
  it("are the same in the order of the file, large ones among them", async () => {
    const source = await storeOf(upTo(300).map((number) => (number % 40 === 0 ? LARGE : number % 4)));
    const lines = await linesOf(source);
    await imported(storage, streamed(lines), { clock });
    expect(await linesOf(storage)).toEqual(lines);
    expect(await all(storage.runs.lapsed())).toEqual([]);
  });

  it("are stored many at a time, and only large ones bit by bit", async () => {
    const steps: string[][] = [];
    const tasks = withTasks({
      insertWithRuns(given) {
        steps.push(given.map(({ task, runs }) => `${task._id} ${task.status} ${runs.length}`));
        return storage.tasks.insertWithRuns!(given);
      },
    });
    const begun: string[] = [];
    const runs = { ...tasks.runs, insert: (run: Run) => storage.runs.insert(run).then(() => void begun.push(run._id)) };
    const source = await storeOf(upTo(300).map((number) => (number === 200 ? LARGE : 1)));
    await imported({ ...tasks, runs }, exported(source));
    expect(steps.length).toBeLessThan(20);
    expect(steps.flat()).toEqual(
      upTo(300).map((number) => (number === 200 ? "task-200 failed 0" : `task-${number} complete 1`)),
    );
    expect(begun).toEqual(["run-200"]);
  });

  it("are there bit by bit when they take the place of others, which are missing for a moment only", async () => {
    const source = await storeOf(upTo(50).map(() => 2));
    await imported(storage, exported(source));
    const missing: number[] = [];
    const runs = {
      ...storage.runs,
      async claim(...claimed: Parameters<StorageAdapter["runs"]["claim"]>) {
        missing.push(50 - (await storage.tasks.count()));
        return storage.runs.claim(...claimed);
      },
    };
    await imported({ ...storage, runs }, exported(source), { onConflict: "replace" });
    expect(missing).toHaveLength(50);
    expect(Math.max(...missing)).toBeLessThan(5);
    expect(await linesOf(storage)).toEqual(await linesOf(source));
  });

  it("are looked for many at a time, before the import and in it", async () => {
    let asked = 0;
    let most = 0;
    async function together<T>(work: Promise<T>): Promise<T> {
      asked += 1;
      most = Math.max(most, asked);
      return work.finally(() => {
        asked -= 1;
      });
    }
    const watched: StorageAdapter = {
      ...withTasks({ get: (id) => together(storage.tasks.get(id)) }),
      runs: { ...storage.runs, get: (id) => together(storage.runs.get(id)) },
    };
    const source = await storeOf(upTo(100).map(() => 1));
    for (const read of [surveyed, imported]) {
      most = 0;
      await read(watched, exported(source));
      expect(most).toBeGreaterThan(50);
    }
  });

  it("stay when one after them has a run that is there already, and that one is named", async () => {
    const lines = await linesOf(await storeOf([1, 1, 1]));
    const task = taskNumber(9);
    for (const run of [runOf("task-9"), { ...runOf("task-9"), _id: "run-2" }]) {
      for (const rows of [1, LARGE]) {
        const again = run._id === "run-2" ? run : { ...run, revision: 5 };
        const more = [{ task }, { run }, ...upTo(rows).map((row) => ({ row: { row } })), { run: again }];
        await expect(imported(storage, streamed(withMore(lines, more)))).rejects.toThrow(
          run._id === "run-2"
            ? /Line \d+ of the file holds the run run-2, which another task has already\./
            : /Line \d+ of the file holds the run run-9, for the second time\./,
        );
        expect(await linesOf(storage)).toHaveLength(lines.length);
        for (const id of await idsIn(storage)) await storage.tasks.delete(id);
      }
    }
  });

  it("are there wholly or not at all when the storage fails in the middle, or the import is stopped", async () => {
    const lines = await linesOf(await storeOf(upTo(400).map((number) => (number === 300 ? LARGE : 1))));
    let steps = 0;
    const failing = withTasks({
      insertWithRuns(given) {
        steps += 1;
        return steps === 4 ? Promise.reject(new Error("no space")) : storage.tasks.insertWithRuns!(given);
      },
    });
    await expect(imported(failing, streamed(lines))).rejects.toThrow("no space");
    const stop = new AbortController();
    const progress = ({ tasks, rows }: { tasks: number; rows: number }) => {
      if (tasks === 300 && rows > 700) stop.abort(new Error("stopped"));
    };
    await wholeOnes(lines);
    await expect(imported(storage, streamed(lines), { progress, signal: stop.signal })).rejects.toThrow("stopped");
    await wholeOnes(lines);
  });

  /** All that is there is as in the file, and is removed. */
  async function wholeOnes(lines: readonly string[]): Promise<void> {
    const there = await linesOf(storage);
    expect(there.length).toBeGreaterThan(100);
    expect(lines).toEqual(expect.arrayContaining(there.slice(0, -1)));
    for (const id of await idsIn(storage)) await storage.tasks.delete(id);
  }
});
