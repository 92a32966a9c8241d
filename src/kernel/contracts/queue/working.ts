import assert from "node:assert/strict";
import { onFresh, type QueueCase, queued } from "./case.js";

/** Handing in, working, cancelling and stopping. */
export const workingCases: readonly QueueCase[] = [
  onFresh({ maxRunning: 1 }, "runs are worked in the order in which they were enqueued", async (queue) => {
    const worked: string[] = [];
    const last = Promise.withResolvers<void>();
    await queue.start(async ({ runId }) => {
      worked.push(runId);
      if (runId === "3") last.resolve();
    });
    for (const id of ["1", "2", "3"]) await queue.enqueue(queued(id));
    await last.promise;
    assert.deepEqual(worked, ["1", "2", "3"]);
  }),

  onFresh({ maxRunning: 1 }, "runs enqueued before the start wait for it", async (queue) => {
    const worked = Promise.withResolvers<string>();
    await queue.enqueue(queued("1"));
    await queue.start(async ({ runId }) => worked.resolve(runId));
    assert.equal(await worked.promise, "1");
  }),

  onFresh({ maxRunning: 2 }, "no more runs work at once than the queue allows, and as many as that", async (queue) => {
    const gates = new Map(["1", "2", "3"].map((id) => [id, Promise.withResolvers<void>()]));
    const begun = new Map(["1", "2", "3"].map((id) => [id, Promise.withResolvers<void>()]));
    let running = 0;
    let most = 0;
    await queue.start(async ({ runId }) => {
      running += 1;
      most = Math.max(most, running);
      begun.get(runId)?.resolve();
      await gates.get(runId)?.promise;
      running -= 1;
    });
    for (const id of ["1", "2", "3"]) await queue.enqueue(queued(id));
    await Promise.all([begun.get("1")?.promise, begun.get("2")?.promise]);
    gates.get("1")?.resolve();
    await begun.get("3")?.promise;
    for (const { resolve } of gates.values()) resolve();
    assert.equal(most, 2);
  }),

  onFresh({ maxRunning: 1 }, "a run that is enqueued twice is worked once", async (queue) => {
    const worked: string[] = [];
    const last = Promise.withResolvers<void>();
    await queue.enqueue(queued("1"));
    await queue.enqueue(queued("1"));
    await queue.enqueue(queued("2"));
    await queue.start(async ({ runId }) => {
      worked.push(runId);
      if (runId === "2") last.resolve();
    });
    await last.promise;
    assert.deepEqual(worked, ["1", "2"]);
  }),

  onFresh(
    { maxRunning: 4 },
    "a run that is enqueued while it is running begins again only after its end",
    async (queue) => {
      const begun = Promise.withResolvers<void>();
      const first = Promise.withResolvers<void>();
      const again = Promise.withResolvers<void>();
      let running = 0;
      let count = 0;
      await queue.start(async () => {
        running += 1;
        count += 1;
        assert.equal(running, 1);
        begun.resolve();
        if (count === 1) await first.promise;
        running -= 1;
        if (count === 2) again.resolve();
      });
      await queue.enqueue(queued("1"));
      await begun.promise;
      await queue.enqueue(queued("1"));
      first.resolve();
      await again.promise;
      assert.equal(count, 2);
    },
  ),

  onFresh({ maxRunning: 1 }, "a waiting run that is cancelled is never worked", async (queue) => {
    const worked: string[] = [];
    const last = Promise.withResolvers<void>();
    await queue.enqueue(queued("1"));
    await queue.enqueue(queued("2"));
    assert.equal(await queue.cancel("1", new Error("not wanted")), true);
    await queue.start(async ({ runId }) => {
      worked.push(runId);
      last.resolve();
    });
    await last.promise;
    assert.deepEqual(worked, ["2"]);
  }),

  onFresh({ maxRunning: 1 }, "a running run that is cancelled sees its signal abort with the reason", async (queue) => {
    const begun = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<unknown>();
    await queue.start(async (_run, signal) => {
      signal.addEventListener("abort", () => seen.resolve(signal.reason));
      begun.resolve();
      await seen.promise;
    });
    await queue.enqueue(queued("1"));
    await begun.promise;
    const reason = new Error("not wanted");
    assert.equal(await queue.cancel("1", reason), true);
    assert.equal(await seen.promise, reason);
  }),

  onFresh({ maxRunning: 1 }, "cancelling a run that is not in the queue says so", async (queue) => {
    await queue.start(async () => {});
    assert.equal(await queue.cancel("unknown", new Error("not wanted")), false);
  }),

  onFresh({ maxRunning: 1 }, "stopping aborts running runs, waits for them, and begins nothing more", async (queue) => {
    const begun = Promise.withResolvers<void>();
    const worked: string[] = [];
    let ended = false;
    await queue.start(async ({ runId }, signal) => {
      worked.push(runId);
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      await new Promise((resolve) => setImmediate(resolve));
      ended = true;
    });
    await queue.enqueue(queued("1"));
    await queue.enqueue(queued("2"));
    await begun.promise;
    await queue.stop({ graceMs: 5000 });
    assert.equal(ended, true);
    assert.deepEqual(worked, ["1"]);
  }),

  onFresh({ maxRunning: 1 }, "stopping leaves behind what does not end within the grace time", async (queue) => {
    const begun = Promise.withResolvers<void>();
    await queue.start(async () => {
      begun.resolve();
      await new Promise(() => {});
    });
    await queue.enqueue(queued("1"));
    await begun.promise;
    await queue.stop({ graceMs: 10 });
  }),

  onFresh({ maxRunning: 1 }, "a run that throws makes room for the next", async (queue) => {
    const last = Promise.withResolvers<void>();
    await queue.start(async ({ runId }) => {
      if (runId === "1") throw new Error("of the run");
      last.resolve();
    });
    await queue.enqueue(queued("1"));
    await queue.enqueue(queued("2"));
    await last.promise;
  }),

  onFresh({ maxRunning: 1 }, "a run keeps all that it was handed in with", async (queue) => {
    const seen = Promise.withResolvers<unknown>();
    const whole = queued("1", { type: "web scraper", priority: 7, hosts: ["a.test", "B.test"] });
    await queue.enqueue(whole);
    await queue.start(async (run) => seen.resolve(run));
    assert.deepEqual(await seen.promise, whole);
  }),

  onFresh({ maxRunning: 1 }, "started without a handler it hands in and works nothing", async (queue) => {
    await queue.start();
    await queue.enqueue(queued("1"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(await queue.counts(), { waiting: 1, running: 0 });
  }),
];
