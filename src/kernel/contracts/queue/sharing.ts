import assert from "node:assert/strict";
import type { TaskQueue } from "../../queue.js";
import { type ContractLimits, Gates, type QueueCase, queued } from "./case.js";

/** What outlives a queue, and what several of them share. */
export const sharingCases: readonly QueueCase[] = [
  onTwo({ maxRunning: 1 }, "what waits or runs when one queue stops is worked by the next", async (queue, beside) => {
    const gates = new Gates();
    await queue.start(gates.work);
    for (const id of ["1", "2", "3"]) await queue.enqueue(queued(id));
    await gates.count(1);
    await queue.stop({ graceMs: 1000 });
    const next = new Gates();
    for (const id of ["1", "2", "3"]) next.end(id);
    const other = await beside();
    assert.deepEqual(await other.counts(), { waiting: 3, running: 0 });
    await other.start(next.work);
    await next.count(3);
    assert.deepEqual([...next.begun].sort(), ["1", "2", "3"]);
  }),

  onTwo(
    { maxRunning: 2 },
    "every run is worked by one of them, and each works as many as it may",
    async (queue, beside) => {
      const gates = new Gates();
      const other = await beside();
      await Promise.all([queue.start(gates.work), other.start(gates.work)]);
      for (let id = 1; id <= 9; id += 1) await queue.enqueue(queued(String(id)));
      await gates.count(4);
      assert.deepEqual(await queue.counts(), { waiting: 5, running: 4 });
      assert.deepEqual(await other.counts(), { waiting: 5, running: 4 });
      for (let id = 1; id <= 9; id += 1) gates.end(String(id));
      await gates.count(9);
      assert.deepEqual([...gates.begun].sort(), ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    },
  ),

  onTwo(
    { maxRunning: 4, limits: { narrow: 1 }, maxPerHost: 1 },
    "limits per type and host count for all of them",
    async (queue, beside) => {
      const gates = new Gates();
      const other = await beside();
      for (const id of ["n1", "n2"]) await queue.enqueue(queued(id, { type: "narrow" }));
      for (const id of ["h1", "h2"]) await queue.enqueue(queued(id, { hosts: ["a.test"] }));
      await Promise.all([queue.start(gates.work), other.start(gates.work)]);
      await gates.count(2);
      for (const id of ["w1", "w2"]) await queue.enqueue(queued(id, { type: "wide" }));
      await gates.count(4);
      assert.deepEqual([...gates.begun].sort(), ["h1", "n1", "w1", "w2"]);
    },
  ),

  onTwo(
    { maxRunning: 1 },
    "one that only hands in has its runs worked, reported and cancelled elsewhere",
    async (queue, beside) => {
      const gates = new Gates();
      await queue.start();
      const worker = await beside();
      await worker.start(gates.work);
      await queue.enqueue(queued("1"));
      await gates.count(1);
      await queue.enqueue(queued("2"));
      assert.equal(await worker.position("2"), 1);
      assert.equal(await worker.cancel("2", new Error("not wanted")), true);
      // What runs elsewhere is out of its reach.
      assert.equal(await queue.cancel("1", new Error("not wanted")), false);
      assert.deepEqual(await queue.counts(), { waiting: 0, running: 1 });
    },
  ),

  onTwo(
    { maxRunning: 1 },
    "a run that is enqueued while another works it begins again only after that",
    async (queue, beside) => {
      const gates = new Gates();
      await queue.start(gates.work);
      await queue.enqueue(queued("1"));
      await gates.count(1);
      const other = await beside();
      await other.start(gates.work);
      await other.enqueue(queued("1"));
      await other.enqueue(queued("2"));
      await gates.count(2);
      assert.deepEqual(gates.begun, ["1", "2"]);
      gates.end("1");
      await gates.count(3);
      assert.deepEqual(gates.begun, ["1", "2", "1"]);
    },
  ),
];

/** For queues that are shared; another one has nothing to show here. */
function onTwo(
  limits: ContractLimits,
  name: string,
  test: (queue: TaskQueue, beside: () => Promise<TaskQueue>) => Promise<void>,
): QueueCase {
  return {
    name,
    sharedOnly: true,
    async run({ create, beside }) {
      assert.ok(beside, "the harness of a shared queue makes more than one");
      const queues = [await create({ limits: {}, ...limits })];
      try {
        await test(queues[0]!, async () => {
          const other = await beside({ limits: {}, ...limits });
          queues.push(other);
          return other;
        });
      } finally {
        await Promise.all(queues.map((queue) => queue.stop({ graceMs: 100 })));
      }
    },
  };
}
