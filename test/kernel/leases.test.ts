import { afterEach, describe, expect, it } from "vitest";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { type Kernel, type StorageAdapter, systemClock } from "../../src/kernel/index.js";
import { checkpointEntry } from "../../src/kernel/runs/effects.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { all, codeOf, draft, echo, gate, shared, startedKernel, type WorldOptions } from "./world.js";

const kernels: Kernel[] = [];
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.stop()));
});

/** Short enough for a test; what counts is their order. */
const QUICK = { leaseMs: 150, renewEveryMs: 20, sweepEveryMs: 30, abortGraceMs: 50, stopGraceMs: 50 };

async function started(options: WorldOptions): Promise<Kernel> {
  const kernel = await startedKernel({ queue: inProcessQueue(), ...options, runner: { ...QUICK, ...options.runner } });
  kernels.push(kernel);
  return kernel;
}

const rowsOf = async (kernel: Kernel, id: string) => (await all(kernel.content.rows(id))).map(({ line }) => line);

describe("two workers on one store", () => {
  it("a run whose worker is gone is finished by the other, without the lines that were done", async () => {
    const store = shared();
    const at = gate();
    const [gone, cut] = store.side();
    const first = await started({ storage: gone, plugins: [echo(at, false)] });
    const { _id } = await draft(first, ["a", "b"], { concurrency: 1 });
    await first.tasks.run(_id);
    at.open("a");
    await at.reached("b");
    cut.now = true;
    const [there] = store.side();
    const second = await started({ storage: there });
    expect((await second.tasks.settled(_id)).status).toBe("complete");
    expect(await rowsOf(second, _id)).toEqual(["a", "b"]);
    expect(await second.tasks.runOf(_id, "last")).toMatchObject({ attempts: 2, status: "complete" });
  });

  it("a worker that comes back after its run was taken over can store nothing of it", async () => {
    const store = shared();
    const at = gate();
    const there = gate();
    const [lost, cut] = store.side();
    const first = await started({ storage: lost, plugins: [echo(at, false)] });
    const { _id } = await draft(first, ["a"]);
    await first.tasks.run(_id);
    await at.reached("a");
    cut.now = true;
    const [healthy] = store.side();
    const second = await started({ storage: healthy, plugins: [echo(there)] });
    await there.reached("a");
    cut.now = false;
    at.openAll();
    const { fence } = await second.tasks.existing(_id);
    await expect.poll(() => first.load()).toMatchObject({ here: 0 });
    expect(await second.tasks.existing(_id)).toMatchObject({ status: "running", fence });
    there.openAll();
    expect((await second.tasks.settled(_id)).status).toBe("complete");
    expect(await rowsOf(second, _id)).toEqual(["a"]);
  });

  it("an abort by one reaches the run of the other without a notification", async () => {
    const store = shared();
    const at = gate();
    const first = await started({ storage: store.side()[0], plugins: [echo(at)] });
    const second = await started({ storage: store.side()[0], plugins: [echo(at)] });
    const { _id } = await draft(first, ["a"]);
    await first.tasks.run(_id);
    await at.reached("a");
    expect((await second.tasks.abort(_id)).status).toBe("aborting...");
    await expect.poll(async () => (await second.tasks.existing(_id)).status).toBe("aborted");
    expect(await first.tasks.runOf(_id, "last")).toMatchObject({ status: "aborted", reason: "aborted" });
    expect(await rowsOf(second, _id)).toEqual([]);
  });

  it("an abort ends a run whose worker is gone", async () => {
    const store = shared();
    const at = gate();
    const [gone, cut] = store.side();
    const first = await started({ storage: gone, plugins: [echo(at, false)] });
    const second = await started({ storage: store.side()[0], runner: { sweepEveryMs: 100_000 } });
    const { _id } = await draft(first, ["a"]);
    await first.tasks.run(_id);
    await at.reached("a");
    cut.now = true;
    await expect.poll(async () => (await all(store.storage.runs.lapsed())).length).toBe(1);
    await second.tasks.abort(_id);
    expect((await second.tasks.existing(_id)).status).toBe("aborted");
  });

  it("a run that a healthy worker holds is left alone by one that starts", async () => {
    const store = shared();
    const at = gate();
    const first = await started({ storage: store.side()[0], plugins: [echo(at)] });
    const { _id } = await draft(first, ["a"]);
    await first.tasks.run(_id);
    await at.reached("a");
    const second = await started({ storage: store.side()[0] });
    expect(await second.tasks.runOf(_id, "last")).toMatchObject({ status: "running", attempts: 1 });
    at.openAll();
    expect((await first.tasks.settled(_id)).status).toBe("complete");
  });

  it("a run that kills every worker before a line is done is failed in the end", async () => {
    const store = shared();
    const first = await started({ storage: store.side()[0] });
    const { _id } = await draft(first, ["a"]);
    await first.stop();
    await interrupted(store.storage, _id, { attempts: 3 });
    const second = await started({ storage: store.side()[0] });
    const task = await second.tasks.settled(_id);
    expect(task).toMatchObject({ status: "failed", error: { code: "interrupted" } });
    expect(await second.tasks.runOf(_id, "last")).toMatchObject({ reason: "interrupted" });
  });

  it("a run that finishes lines between its interruptions continues, however many there are", async () => {
    const store = shared();
    const first = await started({ storage: store.side()[0] });
    const { _id } = await draft(first, ["a", "b"]);
    await first.stop();
    await interrupted(store.storage, _id, { attempts: 30, line: "a" });
    const second = await started({ storage: store.side()[0] });
    expect((await second.tasks.settled(_id)).status).toBe("complete");
  });

  it("so does one whose long line makes checkpoints between them", async () => {
    const store = shared();
    const first = await started({ storage: store.side()[0] });
    const { _id } = await draft(first, ["a"]);
    await first.stop();
    await interrupted(store.storage, _id, { attempts: 30, checkpoint: "page 1" });
    const second = await started({ storage: store.side()[0] });
    expect((await second.tasks.settled(_id)).status).toBe("complete");
  });
});

describe("what is asked of runs", () => {
  it("a run that was never made has no record", async () => {
    const kernel = await started({ storage: memoryStorage() });
    const { _id } = await draft(kernel, ["a"]);
    expect(await codeOf(kernel.tasks.runOf(_id, "last"))).toBe("RUN_NOT_FOUND");
    expect(await codeOf(kernel.tasks.runOf(_id, "nonsense"))).toBe("RUN_NOT_FOUND");
    expect(await codeOf(kernel.tasks.runOf("nobody", "last"))).toBe("TASK_NOT_FOUND");
  });

  it("a record shows neither data nor secrets, and of another task's run nothing", async () => {
    const kernel = await started({ storage: memoryStorage() });
    const one = await draft(kernel, ["a"]);
    const other = await draft(kernel, ["b"]);
    await kernel.tasks.run(one._id, { origin: "cli", overrides: { count: 2 } });
    await kernel.tasks.settled(one._id);
    const run = await kernel.tasks.runOf(one._id, "last");
    expect(run).toMatchObject({ origin: "cli", status: "complete", progress: { total: 1, ok: 1 } });
    expect(Object.keys(run)).not.toEqual(expect.arrayContaining(["data"]));
    expect(run).not.toHaveProperty("overrides");
    expect(await codeOf(kernel.tasks.runOf(other._id, run._id))).toBe("RUN_NOT_FOUND");
  });
});

/** Leaves a run of the task as a worker does that dies in the middle. */
async function interrupted(
  storage: StorageAdapter,
  taskId: string,
  { attempts, line, checkpoint }: { attempts: number; line?: string; checkpoint?: string },
): Promise<void> {
  const task = (await storage.tasks.get(taskId))!;
  const run = { _id: `run${taskId}`, taskId, origin: "api", seed: "1", createdAt: task.createdAt } as const;
  await storage.runs.insert({ ...run, status: "running", fence: 0, attempts, revision: 0 });
  if (line !== undefined) {
    await storage.runs.write(run._id, { line: { key: line, line, state: "done", attempts: 1 } }, 0);
  }
  if (checkpoint !== undefined) {
    const effects = [checkpointEntry(systemClock, checkpoint, {})];
    await storage.runs.write(run._id, { effects }, 0);
  }
  await storage.tasks.replace({ ...task, status: "running", fence: 0, runId: run._id, revision: task.revision + 1 });
}
