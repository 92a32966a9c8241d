import { afterEach, describe, expect, it } from "vitest";
import {
  type Kernel,
  type RunStore,
  ScriptoriumError,
  type StorageAdapter,
  type TaskChange,
  type TaskStore,
} from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { draft, echo, gate, startedKernel, type WorldOptions } from "./world.js";

const open: Kernel[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((kernel) => kernel.stop()));
});
async function started(options: WorldOptions): Promise<Kernel> {
  const kernel = await startedKernel({ runner: { abortGraceMs: 50 }, ...options });
  open.push(kernel);
  return kernel;
}
const rowsOf = async (kernel: Kernel, id: string) =>
  (await Array.fromAsync(kernel.content.rows(id))).map(({ line }) => line);

describe("a storage that fails while a task runs", () => {
  it("does not end the run: it continues when the storage works again", async () => {
    const { storage, fail } = unsteady();
    const kernel = await started({ storage });
    const { _id } = await draft(kernel, ["a", "b", "c"]);
    fail("before", 1);
    await kernel.tasks.run(_id);
    const task = await kernel.tasks.settled(_id);
    expect(task).toMatchObject({ status: "complete", progress: { ok: 3, failed: 0 } });
    expect((await rowsOf(kernel, _id)).sort()).toEqual(["a", "b", "c"]);
  });

  it("does no line twice when it stored the line and failed to say so", async () => {
    const { storage, fail } = unsteady();
    const kernel = await started({ storage });
    const { _id } = await draft(kernel, ["a", "b", "c"]);
    fail("after", 1);
    await kernel.tasks.run(_id);
    expect(await kernel.tasks.settled(_id)).toMatchObject({ status: "complete", progress: { ok: 3, failed: 0 } });
    expect((await rowsOf(kernel, _id)).sort()).toEqual(["a", "b", "c"]);
  });

  it("fails the run in words when it keeps failing", async () => {
    const { storage, fail } = unsteady();
    const kernel = await started({ storage, runner: { maxAttempts: 2, abortGraceMs: 50 } });
    const { _id } = await draft(kernel, ["a"]);
    fail("before", 100);
    await kernel.tasks.run(_id);
    const task = await kernel.tasks.settled(_id);
    expect(task).toMatchObject({ status: "failed", error: { code: "interrupted" } });
    expect(await rowsOf(kernel, _id)).toEqual([]);
  });
});

describe("two kernels on one store that reports changes", () => {
  it("listeners of one are notified of what the other does", async () => {
    const [one, other] = sides();
    const here = await started({ storage: one });
    const there = await started({ storage: other });
    const seen: unknown[] = [];
    for (const name of ["task.created", "task.updated"] as const) {
      here.events.on(name, ({ task }) => seen.push([name, task.name]));
    }
    here.events.on("task.deleted", ({ id }) => seen.push(["task.deleted", id]));
    const { _id } = await draft(there, ["a"], { jobName: "Bees" });
    await there.tasks.patch(_id, { jobName: "Hives" });
    await there.tasks.delete(_id);
    await expect.poll(() => seen.at(-1)).toEqual(["task.deleted", _id]);
    expect(seen[0]).toEqual(["task.created", expect.any(String)]);
    expect(seen).toContainEqual(["task.updated", "Hives"]);
  });

  it("an abort by one ends the run of the other", async () => {
    const [one, other] = sides();
    const at = gate();
    const here = await started({ storage: one, plugins: [echo(at)] });
    const there = await started({ storage: other, plugins: [echo(at)] });
    const { _id } = await draft(here, ["a"]);
    await here.tasks.run(_id);
    await at.reached("a");
    await there.tasks.abort(_id);
    expect((await here.tasks.settled(_id)).status).toBe("aborted");
    expect((await there.tasks.settled(_id)).status).toBe("aborted");
    expect(await rowsOf(here, _id)).toEqual([]);
  });

  it("one may wait for the end of a run of the other", async () => {
    const [one, other] = sides();
    const at = gate();
    const here = await started({ storage: one, plugins: [echo(at)] });
    const there = await started({ storage: other, plugins: [echo(at)] });
    const { _id } = await draft(here, ["a"]);
    await here.tasks.run(_id);
    const settled = there.tasks.settled(_id);
    await at.reached("a");
    at.openAll();
    expect((await settled).status).toBe("complete");
  });
});

/** Memory storage whose next outputs of lines are lost before they are stored, or stored without an answer. */
function unsteady() {
  const storage = memoryStorage();
  let left = 0;
  let when: "before" | "after" = "before";
  const runs: RunStore = {
    ...storage.runs,
    async write(runId, output, fence) {
      if (output.line === undefined || left === 0) return storage.runs.write(runId, output, fence);
      left -= 1;
      if (when === "after") await storage.runs.write(runId, output, fence);
      throw new ScriptoriumError("STORAGE_FAILED", "The store is away. Try again.");
    },
  };
  return {
    storage: { ...storage, runs },
    fail(moment: typeof when, times: number) {
      when = moment;
      left = times;
    },
  };
}

/** One store with two sides, each notified of what the other changes. */
function sides(): [StorageAdapter, StorageAdapter] {
  const storage = memoryStorage();
  const listeners = [new Set<(change: TaskChange) => void>(), new Set<(change: TaskChange) => void>()];
  const [one, other] = [0, 1].map((side): StorageAdapter => {
    const notify = (kind: TaskChange["kind"], id: string) => {
      for (const listener of listeners[1 - side]!) queueMicrotask(() => listener({ kind, id }));
    };
    const tasks: TaskStore = {
      ...storage.tasks,
      async insert(task) {
        await storage.tasks.insert(task);
        notify("insert", task._id);
      },
      async replace(task) {
        const replaced = await storage.tasks.replace(task);
        if (replaced) notify("replace", task._id);
        return replaced;
      },
      async delete(id) {
        const deleted = await storage.tasks.delete(id);
        if (deleted) notify("delete", id);
        return deleted;
      },
    };
    return {
      ...storage,
      tasks,
      watch(listener) {
        listeners[side]!.add(listener);
        return () => listeners[side]!.delete(listener);
      },
    };
  });
  return [one!, other!];
}
