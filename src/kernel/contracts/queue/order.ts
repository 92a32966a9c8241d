import assert from "node:assert/strict";
import type { QueuedRun, TaskQueue } from "../../queue.js";
import { Gates, onFresh, type QueueCase, queued } from "./case.js";

/** What is worked first, and what the queue reports. */
export const orderCases: readonly QueueCase[] = [
  onFresh({ maxRunning: 1 }, "a higher priority is worked first, whenever it came", async (queue) => {
    const order = await orderOf(queue, [
      queued("low", { priority: -1 }),
      queued("plain"),
      queued("high", { priority: 5 }),
      queued("plain too"),
    ]);
    assert.deepEqual(order, ["high", "plain", "plain too", "low"]);
  }),

  onFresh({ maxRunning: 1 }, "task types take turns, however many runs one of them has", async (queue) => {
    const order = await orderOf(queue, [
      ...["a1", "a2", "a3", "a4"].map((id) => queued(id, { type: "a" })),
      ...["b1", "b2"].map((id) => queued(id, { type: "b" })),
      queued("c1", { type: "c" }),
    ]);
    assert.deepEqual(order, ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  }),

  onFresh({ maxRunning: 1 }, "a type with urgent runs does not wait for its turn", async (queue) => {
    const order = await orderOf(queue, [
      queued("b1", { type: "b" }),
      queued("a1", { type: "a", priority: 1 }),
      queued("a2", { type: "a", priority: 1 }),
    ]);
    assert.deepEqual(order, ["a1", "a2", "b1"]);
  }),

  onFresh({ maxRunning: 1 }, "a type that was not served for long goes first when it comes", async (queue, gates) => {
    await queue.start(gates.work);
    await queue.enqueue(queued("a1", { type: "a" }));
    await gates.count(1);
    for (const run of [queued("a2", { type: "a" }), queued("b1", { type: "b" })]) await queue.enqueue(run);
    for (const id of ["a1", "b1", "a2"]) gates.end(id);
    await gates.count(3);
    assert.deepEqual(gates.begun, ["a1", "b1", "a2"]);
  }),

  onFresh(
    { maxRunning: 1 },
    "the position says who is worked next, and is gone when the run begins",
    async (queue, gates) => {
      const runs = [
        queued("a1", { type: "a" }),
        queued("a2", { type: "a" }),
        queued("a3", { type: "a" }),
        queued("b1", { type: "b" }),
        queued("b2", { type: "b" }),
        queued("high", { type: "b", priority: 2 }),
      ];
      for (const run of runs) await queue.enqueue(run);
      const positions = new Map<string, number | undefined>();
      for (const { runId } of runs) positions.set(runId, await queue.position(runId));
      assert.equal(positions.get("high"), 1);
      // Which type is next among the others is for the queue to say; within one, the older goes first.
      assert.deepEqual([...positions.values()].sort(), [1, 2, 3, 4, 5, 6]);
      assert.ok(positions.get("a1")! < positions.get("a2")! && positions.get("a2")! < positions.get("a3")!);
      assert.equal(positions.get("a3"), 6);
      assert.equal(await queue.position("unknown"), undefined);
      await queue.start(gates.work);
      await gates.count(1);
      assert.equal(await queue.position("high"), undefined);
    },
  ),

  onFresh({ maxRunning: 2 }, "the counts keep waiting and running runs apart", async (queue, gates) => {
    for (const id of ["1", "2", "3", "4", "5"]) await queue.enqueue(queued(id));
    assert.deepEqual(await queue.counts(), { waiting: 5, running: 0 });
    await queue.start(gates.work);
    await gates.count(2);
    assert.deepEqual(await queue.counts(), { waiting: 3, running: 2 });
    await queue.cancel("5", new Error("not wanted"));
    assert.deepEqual(await queue.counts(), { waiting: 2, running: 2 });
    gates.end("1");
    await gates.count(3);
    assert.deepEqual(await queue.counts(), { waiting: 1, running: 2 });
  }),

  onFresh(
    { maxRunning: 1 },
    "a run that was cancelled can be enqueued again, behind the others",
    async (queue, gates) => {
      for (const id of ["1", "2"]) await queue.enqueue(queued(id));
      await queue.cancel("1", new Error("not wanted"));
      await queue.enqueue(queued("1"));
      for (const id of ["1", "2"]) gates.end(id);
      await queue.start(gates.work);
      await gates.count(2);
      assert.deepEqual(gates.begun, ["2", "1"]);
    },
  ),
];

/** Enqueues all of them, then works them one by one. */
async function orderOf(queue: TaskQueue, runs: readonly QueuedRun[]): Promise<readonly string[]> {
  for (const run of runs) await queue.enqueue(run);
  const gates = new Gates();
  for (const { runId } of runs) gates.end(runId);
  await queue.start(gates.work);
  await gates.count(runs.length);
  return gates.begun;
}
