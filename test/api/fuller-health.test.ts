import { afterEach, describe, expect, it } from "vitest";
import { createApi } from "../../src/adapters/http/index.js";
import { inProcessQueue } from "../../src/adapters/queue/index.js";
import { createKernel, ScriptoriumError, type StorageAdapter } from "../../src/kernel/index.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { worlds } from "./fuller.js";

const world = worlds();
afterEach(() => world.close());

const HOST = { host: "localhost" };

describe("a server that is up", () => {
  it("lives, is ready, and reports what it does", async () => {
    const machine = {
      state: async () => ({
        cpuPercent: 12.4,
        memory: { used: 3_000, total: 4_000, process: 100 },
        disk: { free: 5, total: 10 },
      }),
    };
    const { result, kernel, gate } = await world.start({
      api: { machine },
    });
    expect(await result("/healthz")).toBeNull();
    expect(await result("/readyz")).toBeNull();
    const { _id } = await kernel.tasks.create("scripted", { linesFile: ['{"waits":"a"}'] });
    await kernel.tasks.run(_id);
    await gate.reached("a");
    expect(await result("/status")).toEqual({
      version: "1.2.3",
      uptimeSeconds: expect.any(Number),
      storage: "memory",
      queue: kernel.names.queue,
      waiting: 0,
      running: 1,
      runningHere: 1,
      machine: {
        cpuPercent: 12,
        memory: { used: 3_000, total: 4_000, process: 100, percent: 75 },
        disk: { free: 5, total: 10 },
      },
    });
  });

  it("says so when nothing is known of its machine", async () => {
    const { result } = await world.start();
    expect(await result("/status")).toMatchObject({ machine: null, waiting: 0, running: 0 });
  });
});

/** A started server whose storage is broken in the way that the test wants. */
async function broken(get: StorageAdapter["tasks"]["get"], writable: () => Promise<void> = async () => {}) {
  const storage = memoryStorage();
  let isBroken = false;
  const tasks = { ...storage.tasks, get: (id: string) => (isBroken ? get(id) : storage.tasks.get(id)) };
  const started = await world.start({ kernel: { storage: { ...storage, tasks, writable } } });
  isBroken = true;
  return started;
}

describe("a server that cannot work is not ready, though it lives", () => {
  it("because its storage fails", async () => {
    const { ask, result } = await broken(async () => {
      throw new ScriptoriumError("STORAGE_FAILED", "The database does not answer. Check that it runs.");
    });
    const { status, envelope } = await ask("/readyz");
    expect(status).toBe(503);
    expect(envelope()).toEqual({
      success: false,
      message: "The database does not answer. Check that it runs.",
      result: null,
    });
    expect(await result("/healthz")).toBeNull();
  });

  it("because its storage takes no writes, though it answers", async () => {
    let refusal: Error | undefined = new ScriptoriumError("STORAGE_FULL", "The disk is full. Free some space.");
    const nothing = async () => undefined;
    const { ask, result } = await broken(nothing, async () => {
      if (refusal !== undefined) throw refusal;
    });
    const { status, envelope } = await ask("/readyz");
    expect([status, envelope().message]).toEqual([503, "The disk is full. Free some space."]);
    refusal = undefined;
    expect(await result("/readyz")).toBeNull();
  });

  it("because its storage does not answer at all", async () => {
    const { ask } = await broken(() => new Promise(() => {}));
    const { status, envelope } = await ask("/readyz");
    expect([status, envelope().message]).toEqual([503, expect.stringContaining("does not answer")]);
  });

  it("because it has not started, or stops", async () => {
    const kernel = createKernel({ storage: memoryStorage(), queue: inProcessQueue(), plugins: [] });
    const api = createApi(kernel);
    const ask = async (target: string) => {
      const { status, body } = await api.handle({ method: "GET", target, headers: HOST });
      return [status, JSON.parse(String(body)).success];
    };
    expect(await ask("/readyz")).toEqual([503, false]);
    expect(await ask("/healthz")).toEqual([200, true]);
    await kernel.start();
    expect(await ask("/readyz")).toEqual([200, true]);
    await kernel.stop();
    expect(await ask("/readyz")).toEqual([503, false]);
    expect(await ask("/status")).toEqual([503, false]);
  });
});
