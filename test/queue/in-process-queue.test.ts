import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inProcessQueue, type QueueLimits } from "../../src/adapters/queue/index.js";
import type { QueuedRun } from "../../src/kernel/queue.js";

describe("the queue in process", () => {
  it("begins at every moment the run that a search through all of them would choose", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(run, { maxLength: 40 }),
        limits,
        fc.array(step, { maxLength: 80 }),
        async (runs, set, steps) => {
          const queue = inProcessQueue(set);
          const model = new Model(set);
          const begun: string[] = [];
          const ends = new Map<string, () => void>();
          await queue.start(({ runId }) => {
            begun.push(runId);
            return new Promise((resolve) => ends.set(runId, resolve));
          });
          const handIn = runs.map((one, index) => ({ ...one, runId: `${index}`, taskId: `task of ${index}` }));
          for (const { kind, which } of steps) {
            if (kind === "enqueue") {
              const next = handIn.shift();
              if (next === undefined) continue;
              model.waiting.push(next);
              await queue.enqueue(next);
            } else if (kind === "cancel") {
              const chosen = model.waiting[which % Math.max(1, model.waiting.length)];
              if (chosen === undefined) continue;
              model.waiting = model.waiting.filter((one) => one !== chosen);
              expect(await queue.cancel(chosen.runId, new Error("not wanted"))).toBe(true);
            } else {
              const chosen = model.running[which % Math.max(1, model.running.length)];
              if (chosen === undefined) continue;
              model.running = model.running.filter((one) => one !== chosen);
              ends.get(chosen.runId)?.();
              await new Promise((resolve) => setImmediate(resolve));
            }
            model.begin();
            expect(begun).toEqual(model.begun);
            expect(await queue.counts()).toEqual({ waiting: model.waiting.length, running: model.running.length });
          }
          await queue.stop({ graceMs: 0 });
        },
      ),
      { numRuns: 150 },
    );
  });

  it("gives as positions the order in which runs are then worked one by one", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { maxLength: 30 }), async (runs) => {
        // A lane that is served early for a higher priority moves among the others.
        const equal = runs.map(({ type }, index) => ({ type, runId: `${index}`, taskId: `task of ${index}` }));
        const queue = inProcessQueue({ maxRunning: 1 });
        for (const one of equal) await queue.enqueue(one);
        const places = await Promise.all(equal.map(({ runId }) => queue.position(runId)));
        const worked: string[] = [];
        await queue.start(async ({ runId }) => void worked.push(runId));
        while (worked.length < equal.length) await new Promise((resolve) => setImmediate(resolve));
        expect(places).toEqual(equal.map(({ runId }) => worked.indexOf(runId) + 1));
      }),
    );
  });

  it("works through a hundred thousand waiting runs, half of them cancelled and many held back by one host", async () => {
    const count = 100_000;
    const queue = inProcessQueue({ maxRunning: 50 });
    for (let index = 0; index < count; index += 1) {
      const hosts = index % 3 === 0 ? { hosts: ["busy.test"] } : {};
      await queue.enqueue({ runId: `${index}`, taskId: `${index}`, type: `type ${index % 7}`, ...hosts });
    }
    for (let index = 0; index < count; index += 2) await queue.cancel(`${index}`, new Error("not wanted"));
    let worked = 0;
    const unwanted: string[] = [];
    const all = Promise.withResolvers<void>();
    await queue.start(async ({ runId }) => {
      if (Number(runId) % 2 !== 1) unwanted.push(runId);
      worked += 1;
      if (worked === count / 2) all.resolve();
    });
    await all.promise;
    expect(unwanted).toEqual([]);
    expect(await queue.counts()).toMatchObject({ waiting: 0 });
    await queue.stop({ graceMs: 100 });
  });

  it("starts nothing while its guard says no, and continues by itself when it says yes", async () => {
    const asked: number[] = [];
    let room = true;
    const queue = inProcessQueue({
      maxRunning: 5,
      ready(running) {
        asked.push(running);
        return room || running === 0;
      },
    });
    const begun: string[] = [];
    const third = Promise.withResolvers<void>();
    await queue.start(async ({ runId }, signal) => {
      begun.push(runId);
      if (runId === "3") third.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    });
    await queue.enqueue(plain("1"));
    await new Promise((resolve) => setImmediate(resolve));
    room = false;
    for (const id of ["2", "3"]) await queue.enqueue(plain(id));
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(["1"]);
    expect(asked.at(-1)).toBe(1);
    room = true;
    await third.promise;
    expect(begun).toEqual(["1", "2", "3"]);
    await queue.stop({ graceMs: 100 });
  });

  it("is not stopped by a guard that fails", async () => {
    const queue = inProcessQueue({ ready: () => Promise.reject(new Error("of the guard")) });
    const begun = Promise.withResolvers<void>();
    await queue.start(async () => begun.resolve());
    await queue.enqueue(plain("1"));
    await begun.promise;
    await queue.stop({ graceMs: 100 });
  });

  it.each([
    [{ maxRunning: 0 }, "of all runs"],
    [{ maxPerHost: 1.5 }, "per host"],
    [{ limits: { narrow: Number.NaN } }, "of narrow"],
  ])("refuses %j as limits", (set, name) => {
    expect(() => inProcessQueue(set)).toThrow(`The limit ${name} at once is not a whole number. Give 1 or more.`);
  });
});

const plain = (runId: string): QueuedRun => ({ runId, taskId: `task of ${runId}`, type: "any" });

const run = fc.record({
  type: fc.constantFrom("a", "b", "narrow"),
  priority: fc.constantFrom(0, 0, 1, -1),
  hosts: fc.subarray(["x.test", "y.test", "z.test"]),
});
const limits: fc.Arbitrary<Required<QueueLimits>> = fc.record({
  maxRunning: fc.integer({ min: 1, max: 5 }),
  maxPerHost: fc.integer({ min: 1, max: 2 }),
  limits: fc.constantFrom<Record<string, number>>({}, { narrow: 1 }),
});
const step = fc.record({
  kind: fc.constantFrom("enqueue", "enqueue", "end", "cancel"),
  which: fc.nat({ max: 100 }),
});

/** The same rules by looking at everything, every time. */
class Model {
  waiting: QueuedRun[] = [];
  running: QueuedRun[] = [];
  readonly begun: string[] = [];
  private readonly served: string[] = [];

  constructor(private readonly set: Required<QueueLimits>) {}

  begin(): void {
    for (;;) {
      const next = this.next();
      if (next === undefined) return;
      this.waiting = this.waiting.filter((one) => one !== next);
      this.running.push(next);
      this.begun.push(next.runId);
      this.served.push(next.type);
    }
  }

  private next(): QueuedRun | undefined {
    if (this.running.length >= this.set.maxRunning) return undefined;
    const open = this.waiting.filter((one) => this.mayBegin(one));
    // Sorting keeps the order of those that are equal, which is that of their coming.
    return open.sort((a, b) => priorityOf(b) - priorityOf(a) || this.turnOf(a) - this.turnOf(b))[0];
  }

  private mayBegin({ type, hosts = [] }: QueuedRun): boolean {
    const most = this.set.limits[type] ?? Number.POSITIVE_INFINITY;
    return (
      this.running.filter((one) => one.type === type).length < most &&
      hosts.every((host) => this.running.filter((one) => one.hosts?.includes(host)).length < this.set.maxPerHost)
    );
  }

  private turnOf({ type }: QueuedRun): number {
    return this.served.lastIndexOf(type);
  }
}

function priorityOf({ priority = 0 }: QueuedRun): number {
  return priority;
}
