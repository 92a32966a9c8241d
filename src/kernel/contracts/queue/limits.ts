import assert from "node:assert/strict";
import { onFresh, type QueueCase, queued } from "./case.js";

/** What may run together. */
export const limitCases: readonly QueueCase[] = [
  onFresh(
    { maxRunning: 5, limits: { narrow: 1 } },
    "a type has no more running runs than its limit",
    async (queue, gates) => {
      for (const id of ["n1", "n2"]) await queue.enqueue(queued(id, { type: "narrow" }));
      for (const id of ["w1", "w2"]) await queue.enqueue(queued(id, { type: "wide" }));
      await queue.start(gates.work);
      await gates.count(3);
      assert.deepEqual([...gates.begun].sort(), ["n1", "w1", "w2"]);
      gates.end("n1");
      await gates.count(4);
      assert.equal(gates.begun[3], "n2");
    },
  ),

  onFresh(
    { maxRunning: 5, limits: { narrowtype: 1 } },
    "a limit is for a type however its name is written",
    async (queue, gates) => {
      await queue.enqueue(queued("1", { type: "narrow type" }));
      await queue.enqueue(queued("2", { type: "Narrow-Type" }));
      await queue.enqueue(queued("3", { type: "wide" }));
      await queue.start(gates.work);
      await gates.count(2);
      assert.deepEqual([...gates.begun].sort(), ["1", "3"]);
    },
  ),

  onFresh(
    { maxRunning: 5 },
    "a host has two runs at a time; others of the same type pass those that wait for it",
    async (queue, gates) => {
      for (const id of ["a1", "a2", "a3", "a4"]) await queue.enqueue(queued(id, { hosts: ["a.test"] }));
      await queue.enqueue(queued("b1", { hosts: ["b.test"] }));
      await queue.enqueue(queued("none"));
      await queue.start(gates.work);
      await gates.count(4);
      assert.deepEqual([...gates.begun].sort(), ["a1", "a2", "b1", "none"]);
      gates.end("a2");
      await gates.count(5);
      assert.equal(gates.begun[4], "a3");
      assert.deepEqual(await queue.counts(), { waiting: 1, running: 4 });
    },
  ),

  // Whether it waits for the others, too, is for the queue to say.
  onFresh(
    { maxRunning: 9, maxPerHost: 1 },
    "a run with several hosts waits for room at the first",
    async (queue, gates) => {
      await queue.enqueue(queued("a", { hosts: ["a.test"] }));
      await queue.enqueue(queued("both", { hosts: ["a.test", "b.test"] }));
      await queue.enqueue(queued("c", { hosts: ["c.test"] }));
      await queue.start(gates.work);
      await gates.count(2);
      assert.deepEqual([...gates.begun].sort(), ["a", "c"]);
      gates.end("a");
      await gates.count(3);
      assert.equal(gates.begun[2], "both");
    },
  ),

  onFresh(
    { maxRunning: 3, maxPerHost: 1 },
    "cancelling the first of those that wait for a host lets the next one go",
    async (queue, gates) => {
      for (const id of ["1", "2", "3"]) await queue.enqueue(queued(id, { hosts: ["a.test"] }));
      await queue.enqueue(queued("other", { type: "other" }));
      await queue.start(gates.work);
      await gates.count(2);
      assert.equal(await queue.cancel("2", new Error("not wanted")), true);
      gates.end("1");
      await gates.count(3);
      assert.equal(gates.begun[2], "3");
    },
  ),

  onFresh(
    { maxRunning: 2, limits: { narrow: 1 } },
    "an urgent run that its limit holds back holds back no other",
    async (queue, gates) => {
      for (const id of ["n1", "n2"]) await queue.enqueue(queued(id, { type: "narrow", priority: 9 }));
      await queue.enqueue(queued("plain"));
      await queue.start(gates.work);
      await gates.count(2);
      assert.deepEqual(gates.begun, ["n1", "plain"]);
    },
  ),
];
