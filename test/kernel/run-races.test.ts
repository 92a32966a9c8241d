import { afterEach, describe, expect, it } from "vitest";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import {
  createKernel,
  type Kernel,
  type RunHandler,
  ScriptoriumError,
  type StorageAdapter,
  systemClock,
  type Task,
  type TaskChange,
} from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { all, draft, echo, gate, startedKernel, type WorldOptions } from "./world.js";

const kernels: Kernel[] = [];
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.stop()));
});

async function started(options: WorldOptions): Promise<Kernel> {
  const kernel = await startedKernel(options);
  kernels.push(kernel);
  return kernel;
}

/** Pauses of half a second take ten milliseconds. */
const hasty = { ...systemClock, sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms / 50, signal) };

const rowsOf = async (kernel: Kernel, id: string) => (await all(kernel.content.rows(id))).map(({ line }) => line);

describe("a failure between two writes", () => {
  it.each([
    { name: "a task that could not be set waiting", which: "tasks.replace", status: "waiting" },
    { name: "a run that could not be ended by an abort", which: "runs.replace", status: "aborted" },
  ])("$name goes on with the lines that are left", async ({ which, status }) => {
    const at = gate();
    const fault = { armed: false };
    const storage = tapped(memoryStorage(), (name, record) => {
      if (!fault.armed || name !== which || (record as Task).status !== status) return;
      fault.armed = false;
      throw away();
    });
    const hold = { runs: true };
    const kernel = await started({ storage, plugins: [echo(at)], queue: inProcessQueue({ ready: () => hold.runs }) });
    const { _id } = await draft(kernel, ["a", "b"], { concurrency: 1 });
    await kernel.tasks.run(_id);
    at.open("a");
    await at.reached("b");
    await kernel.tasks.abort(_id);
    await kernel.tasks.settled(_id);
    hold.runs = false;
    if (which === "runs.replace") await kernel.tasks.run(_id);
    fault.armed = true;
    await expect(which === "runs.replace" ? kernel.tasks.abort(_id) : kernel.tasks.run(_id)).rejects.toThrow("away");
    hold.runs = true;
    at.openAll();
    await kernel.tasks.run(_id);
    expect((await kernel.tasks.settled(_id)).status).toBe("complete");
    expect(await rowsOf(kernel, _id)).toEqual(["a", "b"]);
    expect(await kernel.tasks.countRuns(_id)).toBe(1);
  });

  it("a chain continues though its next task could not be set waiting the first time", async () => {
    const fault = { id: "" };
    const storage = tapped(memoryStorage(), (name, record) => {
      if (name !== "tasks.replace" || (record as Task)._id !== fault.id) return;
      fault.id = "";
      throw away();
    });
    const kernel = await started({ storage, clock: hasty });
    const child = await draft(kernel, ["b"]);
    const parent = await draft(kernel, ["a"], { chainJobId: child._id });
    fault.id = child._id;
    await kernel.tasks.run(parent._id);
    expect((await kernel.tasks.settled(parent._id)).status).toBe("complete");
    expect((await kernel.tasks.settled(child._id)).status).toBe("complete");
    expect(await rowsOf(kernel, child._id)).toEqual(["b"]);
  });

  it("running lines are stopped when the end of another could not be stored", async () => {
    const at = gate();
    const fault = { armed: true };
    const storage = tapped(memoryStorage(), (name) => {
      if (name !== "runs.write" || !fault.armed) return;
      fault.armed = false;
      throw away();
    });
    const signals: AbortSignal[] = [];
    const plugin = echo(at);
    const listening = {
      ...plugin,
      run: (line: string, context: Parameters<typeof plugin.run>[1]) => {
        if (line === "b") signals.push(context.signal);
        return plugin.run(line, context);
      },
    };
    const kernel = await started({ storage, plugins: [listening], clock: hasty });
    const { _id } = await draft(kernel, ["a", "b"], { concurrency: 2 });
    await kernel.tasks.run(_id);
    await at.reached("b");
    at.open("a");
    await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    at.openAll();
    expect((await kernel.tasks.settled(_id)).status).toBe("complete");
    expect((await rowsOf(kernel, _id)).toSorted()).toEqual(["a", "b"]);
  });

  it("a server that could not start leaves nothing at work when it is stopped", async () => {
    let looks = 0;
    let stops = 0;
    const storage = memoryStorage();
    const queue = inProcessQueue();
    const kernel = createKernel({
      storage: {
        ...storage,
        runs: {
          ...storage.runs,
          lapsed: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(away()) }) }),
        },
        deliveries: {
          ...storage.deliveries,
          due(at, limit) {
            looks += 1;
            return storage.deliveries.due(at, limit);
          },
        },
      },
      queue: {
        ...queue,
        stop: (options) => {
          stops += 1;
          return queue.stop(options);
        },
      },
      plugins: [echo()],
      clock: { ...systemClock, sleep: (_ms, signal) => systemClock.sleep(1, signal) },
      providers: { messenger: { post: async () => ({ status: 200 }) } as never },
    });
    await expect(kernel.start()).rejects.toThrow();
    await kernel.stop().catch(() => {});
    const before = looks;
    await systemClock.sleep(30);
    expect(looks).toBe(before);
    expect(stops).toBe(1);
  });
});

describe("two at the same time", () => {
  it("a run that is pinned while it is claimed is worked", async () => {
    const plain = memoryStorage();
    const storage = tapped(plain, async (name, run) => {
      if (name !== "runs.claim") return;
      const now = (await plain.runs.get((run as { _id: string })._id))!;
      if (now.keep !== true) await plain.runs.replace({ ...now, keep: true, revision: now.revision + 1 });
    });
    const kernel = await started({ storage });
    const { _id } = await draft(kernel, ["a"]);
    await kernel.tasks.run(_id);
    expect((await kernel.tasks.settled(_id)).status).toBe("complete");
    expect(await kernel.tasks.runOf(_id, "last")).toMatchObject({ keep: true, attempts: 1 });
  });

  it("a task that was run again while two ended its last run stays with the new one", async () => {
    const plain = memoryStorage();
    const settling = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    const at = gate();
    let isHeld = false;
    const slow = tapped(plain, async (name, record) => {
      if (isHeld || name !== "tasks.replace" || (record as Task).status !== "failed") return;
      isHeld = true;
      settling.resolve();
      await late.promise;
    });
    const quick = { sweepEveryMs: 10, leaseMs: 60_000 };
    const first = await started({ storage: slow, plugins: [echo(at)], runner: { sweepEveryMs: 60_000 } });
    const { _id } = await draft(first, ["a"]);
    await first.tasks.run(_id);
    at.open("a", new ScriptoriumError("bad-input", "It went wrong. Try again."));
    await settling.promise;
    const there = gate();
    const second = await started({ storage: plain, plugins: [echo(there)], runner: quick });
    expect((await second.tasks.settled(_id)).status).toBe("failed");
    const hold = await second.tasks.run(_id);
    await there.reached("a");
    late.resolve();
    await expect.poll(() => first.load()).toMatchObject({ here: 0 });
    expect(await second.tasks.existing(_id)).toMatchObject({ status: "running", runId: hold.runId });
    there.openAll();
    expect((await second.tasks.settled(_id)).status).toBe("complete");
  });

  it("a failing worker takes nothing away from the one that holds the run", async () => {
    const plain = memoryStorage();
    const at = gate();
    const first = await started({ storage: plain, plugins: [echo(at)] });
    const { _id, type } = await draft(first, ["a"]);
    const { runId = "" } = await first.tasks.run(_id);
    await at.reached("a");
    const fault = { armed: false };
    const handed = Promise.withResolvers<RunHandler>();
    const queue = inProcessQueue();
    const sleeps: number[] = [];
    await started({
      storage: {
        ...tapped(plain, () => {}),
        async open() {},
        tasks: {
          ...plain.tasks,
          async get(id) {
            if (!fault.armed) return plain.tasks.get(id);
            fault.armed = false;
            throw away();
          },
        },
      },
      clock: {
        ...hasty,
        sleep: (ms, signal) => {
          sleeps.push(ms);
          return hasty.sleep(ms, signal);
        },
      },
      queue: { ...queue, start: async (handler) => handed.resolve(handler!) },
      runner: { renewEveryMs: 100_000, sweepEveryMs: 100_000 },
    });
    fault.armed = true;
    await (await handed.promise)({ runId, taskId: _id, type }, new AbortController().signal);
    await expect.poll(() => sleeps).toContain(500);
    await systemClock.sleep(50);
    at.openAll();
    expect((await first.tasks.settled(_id)).status).toBe("complete");
    expect(await first.tasks.runOf(_id, "last")).toMatchObject({ attempts: 1 });
  });

  it("a caller that waits for a task learns of its end without notifications of what others do", async () => {
    const plain = memoryStorage();
    const at = gate();
    const first = await started({ storage: plain, plugins: [echo(at)] });
    const { _id } = await draft(first, ["a"]);
    await first.tasks.run(_id);
    await at.reached("a");
    const second = await started({ storage: { ...plain, async open() {} }, clock: hasty });
    const settled = second.tasks.settled(_id);
    at.openAll();
    expect((await settled).status).toBe("complete");
  });

  it("a server starts though a task is deleted while its run is taken up", async () => {
    const plain = memoryStorage();
    const before = await started({ storage: plain, runner: { work: false } });
    const gone = await draft(before, ["a"]);
    const there = await draft(before, ["b"]);
    await before.tasks.run(gone._id);
    await before.tasks.run(there._id);
    const storage: StorageAdapter = {
      ...plain,
      runs: {
        ...plain.runs,
        async get(id) {
          const run = await plain.runs.get(id);
          if (run?.taskId === gone._id) await plain.tasks.delete(gone._id);
          return run;
        },
      },
    };
    const kernel = await started({ storage });
    expect((await kernel.tasks.settled(there._id)).status).toBe("complete");
    expect(await kernel.tasks.get(gone._id)).toBeUndefined();
  });
});

it("a task type that cannot say which hosts it asks is run all the same, and holds up no start", async () => {
  const storage = memoryStorage();
  const plugin = {
    ...echo(),
    hosts: () => {
      throw new Error("no hosts");
    },
  };
  const handing = await started({ storage, plugins: [plugin], runner: { work: false } });
  const { _id } = await draft(handing, ["a"]);
  expect((await handing.tasks.run(_id)).status).toBe("waiting");
  const kernel = await started({ storage, plugins: [plugin] });
  expect((await kernel.tasks.settled(_id)).status).toBe("complete");
});

it("a task whose lines cannot be read can be run again after it failed", async () => {
  const broken = { now: true };
  const plugin = echo();
  const reading = {
    ...plugin,
    inputs: (options: Parameters<typeof plugin.inputs>[0]) => {
      if (broken.now) throw new Error("no lines");
      return plugin.inputs(options);
    },
  };
  const kernel = await started({ storage: memoryStorage(), plugins: [reading] });
  const { _id } = await draft(kernel, ["a"]);
  await kernel.tasks.run(_id);
  expect((await kernel.tasks.settled(_id)).status).toBe("failed");
  await kernel.tasks.run(_id);
  expect((await kernel.tasks.settled(_id)).status).toBe("failed");
  broken.now = false;
  await kernel.tasks.run(_id);
  expect((await kernel.tasks.settled(_id)).status).toBe("complete");
});

describe("what nobody enqueued", () => {
  it("waiting tasks of a server that is gone are worked by another, however many there are", async () => {
    const storage = memoryStorage();
    const second = await started({ storage, runner: { sweepEveryMs: 5 } });
    const gone = await started({ storage: { ...storage, async open() {} }, runner: { work: false } });
    const ids: string[] = [];
    for (let n = 0; n < 1100; n += 1) {
      const { _id } = await draft(gone, ["a"]);
      await gone.tasks.run(_id);
      ids.push(_id);
    }
    await Promise.all(ids.map((id) => second.tasks.settled(id)));
    const states = await all(second.tasks.summaries());
    expect(new Set(states.map(({ status }) => status))).toEqual(new Set(["complete"]));
  });

  it("a server that starts leaves very many in a queue that they share", async () => {
    const storage = memoryStorage();
    const handing = await started({ storage, runner: { work: false } });
    for (let n = 0; n < 1001; n += 1) await handing.tasks.run((await draft(handing, ["a"]))._id);
    const enqueued: string[] = [];
    const queue = inProcessQueue();
    await started({
      storage: { ...storage, async open() {} },
      queue: { ...queue, shared: true, enqueue: async ({ runId }) => void enqueued.push(runId) },
    });
    expect(enqueued).toEqual([]);
  });
});

it("changes by others are reported in their order, though the reading of one overtakes that of another", async () => {
  const plain = memoryStorage();
  const first = await started({ storage: plain });
  const { _id } = await draft(first, ["a"]);
  let notify = (_change: TaskChange): void => {};
  let slowly = Promise.resolve();
  const second = await started({
    storage: {
      ...plain,
      async open() {},
      watch(listener) {
        notify = listener;
        return () => {};
      },
      tasks: {
        ...plain.tasks,
        async get(id) {
          const task = await plain.tasks.get(id);
          await slowly;
          return task;
        },
      },
    },
  });
  const names: string[] = [];
  second.events.onAny((name) => names.push(name));
  notify({ kind: "insert", id: _id });
  await expect.poll(() => names).toEqual(["task.created"]);
  const late = Promise.withResolvers<void>();
  await plain.tasks.replace({ ...(await plain.tasks.get(_id))!, status: "running", revision: 1 });
  slowly = late.promise;
  notify({ kind: "replace", id: _id });
  await systemClock.sleep(0);
  slowly = Promise.resolve();
  await plain.tasks.replace({ ...(await plain.tasks.get(_id))!, status: "complete", revision: 2 });
  notify({ kind: "replace", id: _id });
  await expect.poll(() => names).toEqual(["task.created", "task.complete"]);
  late.resolve();
  await systemClock.sleep(0);
  expect(names).toEqual(["task.created", "task.complete"]);
});

it("a change by others that is read late does not end the run that came after it", async () => {
  const plain = memoryStorage();
  const at = gate();
  let notify = (_change: TaskChange): void => {};
  let slowly = Promise.resolve();
  const kernel = await started({
    plugins: [echo(at)],
    storage: {
      ...plain,
      watch(listener) {
        notify = listener;
        return () => {};
      },
      tasks: {
        ...plain.tasks,
        async get(id) {
          const until = slowly;
          const task = await plain.tasks.get(id);
          await until;
          return task;
        },
      },
    },
  });
  const { _id } = await draft(kernel, ["a"]);
  await kernel.tasks.run(_id);
  await at.reached("a");
  await kernel.tasks.abort(_id);
  await kernel.tasks.settled(_id);
  const late = Promise.withResolvers<void>();
  slowly = late.promise;
  notify({ kind: "replace", id: _id });
  slowly = Promise.resolve();
  await kernel.tasks.run(_id);
  await expect.poll(async () => (await kernel.tasks.existing(_id)).status).toBe("running");
  late.resolve();
  await systemClock.sleep(0);
  at.openAll();
  expect((await kernel.tasks.settled(_id)).status).toBe("complete");
  expect(await kernel.tasks.runOf(_id, "last")).toMatchObject({ attempts: 1 });
});

function away(): ScriptoriumError {
  return new ScriptoriumError("STORAGE_FAILED", "The store is away. Try again.");
}

/** The storage, with a step before the writes of tasks and runs. */
function tapped(
  storage: StorageAdapter,
  before: (name: string, record: unknown) => void | Promise<void>,
): StorageAdapter {
  const tap =
    <Given extends unknown[], Result>(name: string, method: (...given: Given) => Promise<Result>) =>
    async (...given: Given) => {
      await before(name, given[0]);
      return method(...given);
    };
  const { tasks, runs } = storage;
  return {
    ...storage,
    tasks: { ...tasks, replace: tap("tasks.replace", tasks.replace) },
    runs: {
      ...runs,
      replace: tap("runs.replace", runs.replace),
      claim: tap("runs.claim", runs.claim),
      write: tap("runs.write", runs.write),
    },
  };
}
