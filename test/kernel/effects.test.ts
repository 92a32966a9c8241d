import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import {
  defineTaskPlugin,
  type Effect,
  type EffectOptions,
  type EffectOutcome,
  type JsonObject,
  type Kernel,
  type RunStore,
  ScriptoriumError,
  type StorageAdapter,
} from "../../src/kernel/index.js";
import { all, STORAGES, startedKernel } from "./world.js";

const kernels: Kernel[] = [];
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.stop()));
});

/** The world outside: what was sent, in order. */
interface World {
  readonly sent: string[];
  readonly outcomes: EffectOutcome[];
  send: (item: string) => Promise<JsonObject | undefined>;
  readonly options: EffectOptions;
}

function sender(world: World) {
  return defineTaskPlugin({
    type: "sender",
    words: "sender",
    title: "Sender",
    summary: "Sends its lines.",
    options: z.object({ lines: z.array(z.string()).default([]) }),
    inputs: ({ lines }) => lines,
    async run(line, { effect }) {
      world.outcomes.push(await effect(`send ${line}`, () => world.send(line), world.options));
    },
  });
}

function world(options: EffectOptions = {}): World {
  const sent: string[] = [];
  return {
    sent,
    outcomes: [],
    options,
    async send(item) {
      sent.push(item);
      return { id: `message of ${item}` };
    },
  };
}

/** A storage whose process ends, as seen from outside, when `at` says so of an effect about to be stored. */
function dying(storage: StorageAdapter, at: (effect: Effect) => boolean): StorageAdapter {
  let dead = false;
  const runs: RunStore = new Proxy(storage.runs, {
    get(target, name: keyof RunStore) {
      if (name !== "write") return target[name];
      const write: RunStore["write"] = async (runId, output, fence) => {
        dead ||= output.effects?.some(at) ?? false;
        if (dead) throw new ScriptoriumError("STORAGE_FAILED", "The store is away. Try again.");
        return storage.runs.write(runId, output, fence);
      };
      return write;
    },
  });
  return { ...storage, runs, close: async () => {}, open: () => storage.open() };
}

async function started(storage: StorageAdapter, outside: World): Promise<Kernel> {
  const kernel = await startedKernel({
    storage,
    queue: inProcessQueue(),
    plugins: [sender(outside)],
    runner: { abortGraceMs: 50, stopGraceMs: 50, sweepEveryMs: 20, leaseMs: 50, renewEveryMs: 10 },
  });
  kernels.push(kernel);
  return kernel;
}

const created = async (kernel: Kernel, lines: string[]) =>
  (await kernel.tasks.create("sender", { lines, concurrency: 1 }))._id;

for (const { name, create } of STORAGES) {
  it(`is written down before and after on ${name} storage`, async () => {
    const outside = world();
    const kernel = await started(create(), outside);
    const id = await created(kernel, ["a", "b"]);
    await kernel.tasks.run(id);
    expect((await kernel.tasks.settled(id)).status).toBe("complete");
    expect(outside.sent).toEqual(["a", "b"]);
    expect(await all(kernel.tasks.effects(id, "last"))).toMatchObject([
      { what: "send a", state: "done", result: { id: "message of a" } },
      { what: "send b", state: "done", result: { id: "message of b" } },
    ]);
    expect(outside.outcomes[0]).toEqual({ state: "done", earlier: false, result: { id: "message of a" } });
  });

  it(`is not done again after an end between doing and noting it, on ${name} storage`, async () => {
    const outside = world();
    const storage = create();
    await leftUncertain(storage, outside, "a");
    const kernel = await started(storage, outside);
    const [{ _id: id }] = (await all(kernel.tasks.search({}))) as [{ _id: string }];
    expect((await kernel.tasks.settled(id)).status).toBe("complete");
    expect(outside.sent).toEqual(["a", "b"]);
    expect(outside.outcomes.map(({ state }) => state)).toEqual(["uncertain", "done"]);
    expect((await all(kernel.tasks.effects(id, "last"))).map(({ state }) => state)).toEqual(["uncertain", "done"]);
    expect((await all(kernel.content.log(id))).map(({ msg }) => msg).join()).toContain("is not done again");
  });
}

const memory = STORAGES[0];

it("is done again where its plugin says that twice is better than never", async () => {
  const outside = world({ onUncertain: "retry" });
  const storage = memory.create();
  await leftUncertain(storage, outside, "a");
  const kernel = await started(storage, outside);
  await settledAll(kernel);
  expect(outside.sent).toEqual(["a", "a", "b"]);
});

it("is settled by a look at the world where its plugin has one", async () => {
  for (const wasDone of [true, false]) {
    const outside = world({ lookup: async () => (wasDone ? { id: "found" } : undefined) });
    const storage = memory.create();
    await leftUncertain(storage, outside, "a");
    const kernel = await started(storage, outside);
    await settledAll(kernel);
    expect(outside.sent).toEqual(wasDone ? ["a", "b"] : ["a", "a", "b"]);
    expect(outside.outcomes[0]).toEqual(
      wasDone
        ? { state: "done", earlier: true, result: { id: "found" } }
        : { state: "done", earlier: false, result: { id: "message of a" } },
    );
  }
});

it("may be tried again when it surely was not done, and not when nobody knows", async () => {
  const outside = world();
  const refusals = new Map<string, unknown>([
    ["refused", new ScriptoriumError("FETCH_FAILED", "The server refused it. Try again.")],
    ["lost", new ScriptoriumError("FETCH_TIMEOUT", "No answer came. Look whether it arrived.", { uncertain: true })],
    ["strange", new TypeError("terminated")],
  ]);
  outside.send = async (item) => {
    outside.sent.push(item);
    const error = refusals.get(item);
    refusals.delete(item);
    if (error !== undefined) throw error;
    return undefined;
  };
  const kernel = await started(memory.create(), outside);
  const id = await created(kernel, ["refused", "lost", "strange"]);
  await kernel.tasks.run(id);
  expect((await kernel.tasks.settled(id)).status).toBe("failed");
  expect((await all(kernel.tasks.effects(id, "last"))).map(({ state }) => state)).toEqual([
    "failed",
    "uncertain",
    "uncertain",
  ]);
  await kernel.tasks.run(id);
  expect((await kernel.tasks.settled(id)).status).toBe("complete");
  expect(outside.sent).toEqual(["refused", "lost", "strange", "refused"]);
});

it("is not done at all by a worker that lost its run", async () => {
  const outside = world();
  const storage = memory.create();
  const runs: RunStore = { ...storage.runs, write: async () => false };
  const kernel = await started({ ...storage, runs }, outside);
  const id = await created(kernel, ["a"]);
  await kernel.tasks.run(id);
  await expect.poll(() => kernel.load()).toMatchObject({ here: 0 });
  expect(outside.sent).toEqual([]);
});

it("is done again by a run that starts again, because that is what was asked for", async () => {
  const outside = world();
  const kernel = await started(memory.create(), outside);
  const id = await created(kernel, ["a"]);
  await kernel.tasks.run(id);
  await kernel.tasks.settled(id);
  await kernel.tasks.restart(id);
  await kernel.tasks.settled(id);
  expect(outside.sent).toEqual(["a", "a"]);
});

/** Leaves a store behind whose worker ended after it had sent the line and before that was stored. */
async function leftUncertain(storage: StorageAdapter, outside: World, line: string): Promise<void> {
  const kernel = await started(
    dying(storage, ({ state, what }) => state === "done" && what === `send ${line}`),
    outside,
  );
  const id = await created(kernel, ["a", "b"]);
  await kernel.tasks.run(id);
  await expect.poll(() => kernel.load()).toMatchObject({ here: 0 });
  await kernel.stop();
  outside.outcomes.length = 0;
  expect(outside.sent).toEqual([line]);
}

async function settledAll(kernel: Kernel): Promise<void> {
  for (const { id } of await all(kernel.tasks.summaries())) await kernel.tasks.settled(id);
}
