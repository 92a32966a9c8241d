import assert from "node:assert/strict";
import type { QueuedRun, TaskQueue } from "../queue.js";

/** How the cases get at the queue they are for. */
export interface QueueHarness {
  /** A fresh queue that works this many runs at once. The case stops it. */
  create(maxRunning: number): Promise<TaskQueue>;
}

/** One promise of the contract. It throws when the queue does not keep it. */
export interface QueueCase {
  readonly name: string;
  run(harness: QueueHarness): Promise<void>;
}

/** What `TaskQueue` promises, for any test runner to loop over. */
export const queueContract: readonly QueueCase[] = [
  onFresh(1, "runs are worked in the order in which they were enqueued", async (queue) => {
    const worked: string[] = [];
    const last = Promise.withResolvers<void>();
    await queue.start(async ({ runId }) => {
      worked.push(runId);
      if (runId === "3") last.resolve();
    });
    for (const id of ["1", "2", "3"]) await queue.enqueue(run(id));
    await last.promise;
    assert.deepEqual(worked, ["1", "2", "3"]);
  }),

  onFresh(1, "runs enqueued before the start wait for it", async (queue) => {
    const worked = Promise.withResolvers<string>();
    await queue.enqueue(run("1"));
    await queue.start(async ({ runId }) => worked.resolve(runId));
    assert.equal(await worked.promise, "1");
  }),

  onFresh(2, "no more runs are under way than the queue allows, and as many as that", async (queue) => {
    const gates = new Map(["1", "2", "3"].map((id) => [id, Promise.withResolvers<void>()]));
    const begun = new Map(["1", "2", "3"].map((id) => [id, Promise.withResolvers<void>()]));
    let underWay = 0;
    let most = 0;
    await queue.start(async ({ runId }) => {
      underWay += 1;
      most = Math.max(most, underWay);
      begun.get(runId)?.resolve();
      await gates.get(runId)?.promise;
      underWay -= 1;
    });
    for (const id of ["1", "2", "3"]) await queue.enqueue(run(id));
    await Promise.all([begun.get("1")?.promise, begun.get("2")?.promise]);
    gates.get("1")?.resolve();
    await begun.get("3")?.promise;
    for (const { resolve } of gates.values()) resolve();
    assert.equal(most, 2);
  }),

  onFresh(1, "a run that is enqueued twice is worked once", async (queue) => {
    const worked: string[] = [];
    const last = Promise.withResolvers<void>();
    await queue.enqueue(run("1"));
    await queue.enqueue(run("1"));
    await queue.enqueue(run("2"));
    await queue.start(async ({ runId }) => {
      worked.push(runId);
      if (runId === "2") last.resolve();
    });
    await last.promise;
    assert.deepEqual(worked, ["1", "2"]);
  }),

  onFresh(4, "a run that is enqueued while it is under way begins again only after its end", async (queue) => {
    const first = Promise.withResolvers<void>();
    const again = Promise.withResolvers<void>();
    let underWay = 0;
    let count = 0;
    await queue.start(async () => {
      underWay += 1;
      count += 1;
      assert.equal(underWay, 1);
      if (count === 1) await first.promise;
      underWay -= 1;
      if (count === 2) again.resolve();
    });
    await queue.enqueue(run("1"));
    await queue.enqueue(run("1"));
    first.resolve();
    await again.promise;
    assert.equal(count, 2);
  }),

  onFresh(1, "a waiting run that is cancelled is never worked", async (queue) => {
    const worked: string[] = [];
    const last = Promise.withResolvers<void>();
    await queue.enqueue(run("1"));
    await queue.enqueue(run("2"));
    assert.equal(await queue.cancel("1", new Error("not wanted")), true);
    await queue.start(async ({ runId }) => {
      worked.push(runId);
      last.resolve();
    });
    await last.promise;
    assert.deepEqual(worked, ["2"]);
  }),

  onFresh(1, "a run under way that is cancelled sees its signal abort with the reason", async (queue) => {
    const begun = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<unknown>();
    await queue.start(async (_run, signal) => {
      signal.addEventListener("abort", () => seen.resolve(signal.reason));
      begun.resolve();
      await seen.promise;
    });
    await queue.enqueue(run("1"));
    await begun.promise;
    const reason = new Error("not wanted");
    assert.equal(await queue.cancel("1", reason), true);
    assert.equal(await seen.promise, reason);
  }),

  onFresh(1, "cancelling a run that is not in the queue says so", async (queue) => {
    await queue.start(async () => {});
    assert.equal(await queue.cancel("unknown", new Error("not wanted")), false);
  }),

  onFresh(1, "stopping aborts what is under way, waits for it, and begins nothing more", async (queue) => {
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
    await queue.enqueue(run("1"));
    await queue.enqueue(run("2"));
    await begun.promise;
    await queue.stop({ graceMs: 5000 });
    assert.equal(ended, true);
    assert.deepEqual(worked, ["1"]);
  }),

  onFresh(1, "stopping leaves behind what does not end within the grace time", async (queue) => {
    const begun = Promise.withResolvers<void>();
    await queue.start(async () => {
      begun.resolve();
      await new Promise(() => {});
    });
    await queue.enqueue(run("1"));
    await begun.promise;
    await queue.stop({ graceMs: 10 });
  }),
];

function run(runId: string): QueuedRun {
  return { runId, taskId: `task of ${runId}`, type: "any" };
}

function onFresh(maxRunning: number, name: string, test: (queue: TaskQueue) => Promise<void>): QueueCase {
  return {
    name,
    async run({ create }) {
      const queue = await create(maxRunning);
      try {
        await test(queue);
      } finally {
        await queue.stop({ graceMs: 100 });
      }
    },
  };
}
