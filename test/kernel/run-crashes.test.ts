import { afterEach, describe, expect, it } from "vitest";
import { testClock } from "../../src/adapters/doubles/index.js";
import {
  type AnyTaskPlugin,
  type Kernel,
  type Output,
  ScriptoriumError,
  type StorageAdapter,
} from "../../src/kernel/index.js";
import type { LineResult, RunOutput } from "../../src/kernel/storage.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { codeOf, draft, echo, type Gate, gate, ran, startedKernel, type WorldOptions } from "./world.js";

const kernels: Kernel[] = [];
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.stop().catch(() => {})));
});

async function started(options: WorldOptions): Promise<Kernel> {
  const kernel = await startedKernel(options);
  kernels.push(kernel);
  return kernel;
}

const WRITES = ["insert", "insertWithTask", "replace", "claim", "renew", "write", "log", "delete"];

/** A storage as one process sees it that ends before a write: nothing of it is stored from then on. */
function mortal(storage: StorageAdapter, before: (write: string) => void = () => {}) {
  const life = { isOver: false };
  const guarded = <Store extends object>(name: string, store: Store): Store =>
    Object.fromEntries(
      Object.entries(store).map(([method, work]) => [
        method,
        WRITES.includes(method)
          ? async (...given: unknown[]) => {
              before(`${name}.${method}`);
              if (life.isOver) throw new ScriptoriumError("STORAGE_FAILED", "The process is gone.");
              return work(...given);
            }
          : work,
      ]),
    ) as Store;
  const { tasks, runs } = storage;
  return { life, storage: { ...storage, tasks: guarded("tasks", tasks), runs: guarded("runs", runs) } };
}

/** A run of the lines, one after the other, in a process that `life` ends; `plain` is what it leaves. */
async function dying(lines: readonly string[], plugin: (at: Gate) => AnyTaskPlugin = echo, options: WorldOptions = {}) {
  const at = gate();
  const plain = memoryStorage();
  const { life, storage } = mortal(plain);
  const kernel = await started({ storage, plugins: [plugin(at)], ...options });
  const { _id } = await draft(kernel, lines, { concurrency: 1 });
  await kernel.tasks.run(_id);
  return { at, plain, life, kernel, _id };
}

it("a run that meets the deletion of its task answers that the task is gone", async () => {
  const plain = memoryStorage();
  const { insert, insertWithTask } = plain.runs;
  const gone = await started({ storage: plain });
  const { _id } = await draft(gone, ["a"]);
  const runs = {
    ...plain.runs,
    insert: async (...given: Parameters<typeof insert>) => {
      await plain.tasks.delete(_id);
      return insert(...given);
    },
    insertWithTask: async (...given: Parameters<typeof insertWithTask>) => {
      await plain.tasks.delete(_id);
      return insertWithTask(...given);
    },
  };
  const kernel = await started({ storage: { ...plain, runs } });
  expect(await codeOf(kernel.tasks.run(_id))).toBe("TASK_NOT_FOUND");
});

it("a deletion that is cut off aborts nothing", async () => {
  const at = gate();
  const plain = memoryStorage();
  const { life, storage } = mortal(plain, (write) => {
    if (write === "tasks.delete") life.isOver = true;
  });
  const first = await started({ storage, plugins: [echo(at)] });
  const { _id } = await draft(first, ["a", "b"], { concurrency: 1 });
  await first.tasks.run(_id);
  at.open("a");
  await at.reached("b");
  expect(await codeOf(first.tasks.delete(_id))).toBe("STORAGE_FAILED");
  const second = await started({ storage: plain, plugins: [echo()] });
  expect((await second.tasks.settled(_id)).status).toBe("complete");
  expect(await plain.content.countRows(_id)).toBe(2);
});

describe("a tick of a schedule and a crash", () => {
  it.each([1, 2, 3, 4, 5])("before its write number %i start one run", async (number) => {
    const clock = testClock(new Date("2026-03-02T08:59:30.000Z"));
    const plain = memoryStorage();
    let left = Number.POSITIVE_INFINITY;
    const { life, storage } = mortal(plain, () => {
      left -= 1;
      if (left <= 0) life.isOver = true;
    });
    const first = await started({ storage, clock });
    const { _id } = await draft(first, ["a"], { jobCron: "0 * * * *", jobCronTimezone: "UTC" });
    await ran(first, _id);
    await expect.poll(async () => (await plain.tasks.get(_id))?.schedule?.nextAt).toBe("2026-03-02T09:00:00.000Z");
    left = number;
    clock.advance(30_000);
    await expect.poll(() => life.isOver).toBe(true);
    const second = await started({ storage: plain, clock });
    await expect
      .poll(async () => (await Array.fromAsync(plain.runs.of(_id))).map(({ origin, status }) => [origin, status]))
      .toEqual([
        ["library", "complete"],
        ["cron", "complete"],
      ]);
    expect((await second.tasks.settled(_id)).schedule?.lastAt).toBe("2026-03-02T09:00:00.000Z");
  });
});

describe("a run that is taken up after a crash", () => {
  it("counts the rows that were stored before its first report", async () => {
    const { at, plain, life, _id } = await dying(["a", "b", "c"]);
    at.open("a");
    at.open("b");
    await at.reached("c");
    life.isOver = true;
    const second = await started({ storage: plain });
    expect((await second.tasks.settled(_id)).progress).toMatchObject({ ok: 3, rows: 3 });
  });

  it("has one row for a line that fails, however often it fails", async () => {
    const { at, plain, life, _id } = await dying(["a", "b", "c"]);
    at.open("a");
    at.open("b", new ScriptoriumError("blocked", "The site refuses. Try later."));
    await at.reached("c");
    life.isOver = true;
    const failing = gate();
    failing.open("b", new ScriptoriumError("blocked", "The site refuses. Try later."));
    failing.open("c");
    const second = await started({ storage: plain, plugins: [echo(failing)] });
    expect((await second.tasks.settled(_id)).progress).toMatchObject({ ok: 2, failed: 1, rows: 3 });
    await second.tasks.run(_id, { only: "failed" });
    expect((await second.tasks.settled(_id)).progress).toMatchObject({ failed: 1, rows: 3 });
    expect((await Array.fromAsync(plain.content.rows(_id))).map(({ line }) => line)).toEqual(["a", "c", "b"]);
  });

  it("has no failure row of a line that succeeds later", async () => {
    const { at, plain, life, _id } = await dying(["a", "b", "c"]);
    for (const line of ["a", "b"]) at.open(line, new ScriptoriumError("blocked", "The site refuses. Try later."));
    await at.reached("c");
    life.isOver = true;
    const again = gate();
    again.open("a");
    for (const line of ["b", "c"]) again.open(line, new ScriptoriumError("blocked", "Still refused. Try later."));
    const second = await started({ storage: plain, plugins: [echo(again)] });
    expect((await second.tasks.settled(_id)).progress).toMatchObject({ ok: 1, failed: 2, rows: 3 });
    expect(await Array.fromAsync(plain.content.rows(_id))).toMatchObject([
      { line: "a", attempt: 2 },
      { line: "b", status: "failed", error: "Still refused. Try later." },
      { line: "c", status: "failed" },
    ]);
    await second.stop();
    const third = await started({ storage: plain });
    await third.tasks.run(_id, { only: "failed" });
    expect((await third.tasks.settled(_id)).progress).toMatchObject({ ok: 3, failed: 0, rows: 3 });
    expect((await Array.fromAsync(plain.content.rows(_id))).filter((row) => "status" in row)).toEqual([]);
  });

  it("keeps the only failure row of a line that failed under an earlier version", async () => {
    const plain = memoryStorage();
    const failing = gate();
    failing.open("a", new ScriptoriumError("blocked", "The site refuses. Try later."));
    const runs = {
      ...plain.runs,
      write: (runId: string, { rowsFor: _, line, ...output }: RunOutput, fence: number) => {
        const { rows: _rows, counts: _counts, ...ended } = line ?? {};
        return plain.runs.write(runId, { ...output, ...(line && { line: ended as LineResult }) }, fence);
      },
    };
    const first = await started({ storage: { ...plain, runs }, plugins: [echo(failing)] });
    const { _id } = await draft(first, ["a"]);
    await ran(first, _id);
    const second = await started({ storage: plain, plugins: [echo(failing)] });
    await second.tasks.run(_id, { only: "failed" });
    expect((await second.tasks.settled(_id)).progress).toMatchObject({ failed: 1, rows: 1 });
    expect(await plain.content.countRows(_id)).toBe(1);
  });

  it("counts the files, bytes, tokens and costs that were stored before its last report", async () => {
    const spending = (at: Gate) => ({
      ...echo(at),
      async run(line: string, context: Parameters<ReturnType<typeof echo>["run"]>[1]) {
        context.progress({ tokens: 10, cost: 0.5, blocked: 1 });
        context.output.file(`parts/${line}.txt`, "12345", "text/plain");
        await context.checkpoint("the same for all", { line });
        await echo(at).run(line, context);
      },
    });
    // Time stands still, so that nothing is reported between the first and the last moment.
    const { at, plain, life, _id } = await dying(["a", "bb", "c"], spending, { clock: testClock() });
    at.open("a");
    at.open("bb");
    await at.reached("c");
    life.isOver = true;
    expect((await plain.tasks.get(_id))?.progress).toBeUndefined();
    at.openAll();
    const second = await started({ storage: plain, plugins: [echo()] });
    const { progress } = await second.tasks.settled(_id);
    // Three checkpoints with a file of 5 bytes, three lines with one of their own, and the report.
    expect(progress).toMatchObject({ files: 7, bytes: 15 + 4 + 2, tokens: 30, cost: 1.5, blocked: 3, rows: 3 });
  });

  it("has what finish has left once, wherever the process ends after it", async () => {
    const reporting = {
      ...echo(),
      finish({ output }: { output: Output }) {
        output.row({ report: true });
        output.row({ report: "second row" });
        output.file("report.json", "{}", "application/json");
      },
    };
    let cut = 0;
    for (let wasCut = true; wasCut; cut += 1) {
      const plain = memoryStorage();
      let left = Number.POSITIVE_INFINITY;
      const { life, storage } = mortal(plain, () => {
        if (left <= 0) life.isOver = true;
        left -= 1;
      });
      const { write } = storage.runs;
      storage.runs.write = async (runId, output, fence) => {
        // The writes after the one that stores what finish has left.
        if (output.rows?.some(({ report }) => report)) left = cut;
        return write(runId, output, fence);
      };
      const first = await started({ storage, plugins: [reporting] });
      const { _id } = await draft(first, ["a", "b"]);
      await first.tasks.run(_id);
      await Promise.race([
        first.tasks.settled(_id).catch(() => {}),
        expect.poll(() => life.isOver, { timeout: 10_000 }).toBe(true),
      ]);
      wasCut = life.isOver;
      life.isOver = true;
      const second = await started({ storage: plain, plugins: [reporting] });
      expect((await second.tasks.settled(_id)).progress).toMatchObject({ ok: 2, rows: 4, files: 3 });
      const rows = await Array.fromAsync(plain.content.rows(_id));
      expect(rows.filter(({ report }) => report)).toEqual([{ report: true }, { report: "second row" }]);
      expect(rows).toHaveLength(4);
      await Promise.all([first, second].map((kernel) => kernel.stop().catch(() => {})));
    }
    // Before it, between it and the end of the run, before the task is at rest, and not at all.
    expect(cut).toBeGreaterThanOrEqual(4);
  });
});

describe("a run that ends without going on after a crash", () => {
  const stored = { total: 2, done: 2, ok: 1, failed: 1, percent: 100, rows: 2, files: 1, bytes: 1 };

  /** Nothing is reported, as time stands still. */
  async function killed(aborts = false) {
    const { at, plain, life, kernel, _id } = await dying(["a", "b", "c"], (at) => echo(at, false), {
      clock: testClock(),
    });
    at.open("a");
    at.open("b", new ScriptoriumError("blocked", "The site refuses. Try later."));
    await at.reached("c");
    if (aborts) await kernel.tasks.abort(_id);
    life.isOver = true;
    at.openAll();
    expect((await plain.tasks.get(_id))?.progress).toBeUndefined();
    return { plain, _id };
  }

  async function counts(plain: StorageAdapter, kernel: Kernel, id: string) {
    const { status, runId, progress } = await kernel.tasks.settled(id);
    expect((await plain.runs.get(runId!))?.progress).toEqual(progress);
    return { status, progress };
  }

  it("has the counts of what is stored when its task type is missing", async () => {
    const { plain, _id } = await killed();
    const second = await started({ storage: plain, plugins: [] });
    expect(await counts(plain, second, _id)).toMatchObject({ status: "failed", progress: stored });
  });

  it("has them when it was being aborted", async () => {
    const { plain, _id } = await killed(true);
    const second = await started({ storage: plain });
    expect(await counts(plain, second, _id)).toMatchObject({ status: "aborted", progress: stored });
  });

  it("has them when it is aborted while it waits to go on", async () => {
    const { plain, _id } = await killed();
    const second = await started({ storage: plain, runner: { work: false } });
    await expect.poll(async () => (await plain.tasks.get(_id))?.status).toBe("waiting");
    await second.tasks.abort(_id);
    expect(await counts(plain, second, _id)).toMatchObject({ status: "aborted", progress: stored });
  });

  it("has them when it was begun too often", async () => {
    const { plain, _id } = await killed();
    const { runId } = (await plain.tasks.get(_id))!;
    const run = (await plain.runs.get(runId!))!;
    await plain.runs.replace({ ...run, attempts: 9, linesSeen: 2, revision: run.revision + 1 });
    const second = await started({ storage: plain });
    expect(await counts(plain, second, _id)).toMatchObject({ status: "failed", progress: stored });
  });

  it("has no counts when nothing of it is stored", async () => {
    const { plain, life, _id } = await dying(["a"], echo, { clock: testClock() });
    life.isOver = true;
    const second = await started({ storage: plain, plugins: [] });
    expect((await second.tasks.settled(_id)).progress).toBeUndefined();
  });
});
