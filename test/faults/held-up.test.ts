import { expect, it } from "vitest";
import {
  type Clock,
  type RunStore,
  ScriptoriumError,
  type StorageAdapter,
  systemClock,
} from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { draft, startedKernel } from "../kernel/world.js";

/** Sleeps a hundredth of the time it is asked for. */
const quick: Clock = { ...systemClock, sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / 100, signal) };

/** A storage without room for what lines leave, until so many of them were refused. */
function crowded(refusals: number): { readonly storage: StorageAdapter; readonly left: () => number } {
  const storage = memoryStorage();
  let left = refusals;
  const runs: RunStore = {
    ...storage.runs,
    async write(runId, output, fence) {
      if (output.line === undefined || left === 0) return storage.runs.write(runId, output, fence);
      left -= 1;
      throw new ScriptoriumError("STORAGE_FULL", "The disk is full. Free some space.");
    },
  };
  return { storage: { ...storage, runs }, left: () => left };
}

it("a run continues when there is space again, however often the full disk interrupted it", async () => {
  const { storage, left } = crowded(10);
  const kernel = await startedKernel({ storage, clock: quick, runner: { maxAttempts: 2 } });
  const { _id } = await draft(kernel, ["a", "b"], { concurrency: 1 });
  await kernel.tasks.run(_id);
  const task = await kernel.tasks.settled(_id);
  const run = await kernel.tasks.runOf(_id, "last");
  await kernel.stop();
  expect(left()).toBe(0);
  expect(task).toMatchObject({ status: "complete", progress: { ok: 2, failed: 0 } });
  expect(run).toMatchObject({ attempts: 11 });
});

it("a worker whose storage failed leaves the run to the worker that has taken it over meanwhile", async () => {
  const storage = memoryStorage();
  let isFirst = true;
  let fence: number | undefined;
  const runs: RunStore = {
    ...storage.runs,
    async write(runId, output, own) {
      if (output.line === undefined || !isFirst) return storage.runs.write(runId, output, own);
      isFirst = false;
      // Another worker has it at once: it waited, and was claimed again.
      const run = await storage.runs.get(runId);
      const next = { ...run!, revision: run!.revision + 2, fence: run!.revision + 2, worker: "another" };
      await storage.runs.replace({ ...run!, status: "waiting", revision: run!.revision + 1 });
      await storage.runs.claim(next, 60_000);
      fence = next.fence;
      throw new ScriptoriumError("STORAGE_FAILED", "The store is away. Try again.");
    },
  };
  const kernel = await startedKernel({ storage: { ...storage, runs }, clock: quick });
  const { _id } = await draft(kernel, ["a"]);
  await kernel.tasks.run(_id);
  await expect.poll(() => fence).toBeDefined();
  await expect.poll(async () => (await kernel.load()).here).toBe(0);
  // Longer than it waits before it looks again.
  await quick.sleep(30_000);
  const { runId } = (await storage.tasks.get(_id))!;
  expect(await storage.runs.get(runId!)).toMatchObject({ status: "running", worker: "another", fence });
  await kernel.stop();
});

it("a task whose delete a crash cut short after its run was aborted is at rest after the next start", async () => {
  const storage = memoryStorage();
  const kept = { ...storage, close: async () => {} };
  const first = await startedKernel({ storage: kept });
  const { _id } = await draft(first, ["a"]);
  await first.tasks.run(_id);
  const { runId, ...task } = await first.tasks.settled(_id);
  await first.stop();
  const run = (await storage.runs.get(runId!))!;
  await storage.runs.replace({ ...run, status: "aborted", reason: "deleted", revision: run.revision + 1 });
  await storage.tasks.replace({ ...task, runId: runId!, status: "running", fence: 1, revision: task.revision + 1 });
  const second = await startedKernel({ storage: kept });
  expect((await second.tasks.settled(_id)).status).toBe("aborted");
  await second.stop();
});
