import assert from "node:assert/strict";
import type { Delivery } from "../../storage.js";
import { acrossReopen, type ContractCase, onFresh } from "./contract-case.js";
import { ODD_TEXTS, taskNumber } from "./samples.js";
import { all, pagesFit, theOnlyWinner, upTo } from "./support.js";

export const deliveryCases: readonly ContractCase[] = [
  onFresh(
    "a delivery comes back as it was stored, and an unknown one is undefined or false",
    async ({ deliveries }) => {
      const stored = delivery("d1", {
        taskId: "task-1",
        url: "https://hooks.example/",
        secretId: "signer",
        body: '{"id":"d1","text":"\u{1f41d} \\u2028 \\n"}',
        attempts: 2,
        status: 503,
        trouble: "The address answered 503.",
      });
      assert.equal(await deliveries.insert(stored), true);
      assert.deepEqual(await deliveries.get("d1"), stored);
      assert.deepEqual(await all(deliveries.list()), [stored]);
      for (const id of ["unknown", "", "__proto__", "constructor", "D1"]) {
        assert.equal(await deliveries.get(id), undefined);
        assert.equal(await deliveries.replace({ ...delivery(id), revision: 2 }), false);
        assert.equal(await deliveries.delete(id), false);
        assert.deepEqual(await all(deliveries.list({ webhookId: id })), []);
      }
    },
  ),

  onFresh("a delivery is stored once: the second of an id is refused", async ({ deliveries }) => {
    const stored = delivery("d1");
    const winner = await theOnlyWinner(20, (number) => deliveries.insert({ ...stored, body: `body ${number}` }));
    const kept = await deliveries.get("d1");
    assert.equal(kept?.body, `body ${winner}`);
    assert.equal(await deliveries.insert({ ...stored, webhookId: "other" }), false);
    assert.deepEqual(await all(deliveries.list()), [kept]);
  }),

  onFresh(
    "of 50 callers that replace the same revision of a delivery exactly one gets true",
    async ({ deliveries }) => {
      const stored = delivery("d1");
      await deliveries.insert(stored);
      const winner = await theOnlyWinner(50, (attempts) => deliveries.replace({ ...stored, attempts, revision: 2 }));
      assert.equal((await deliveries.get("d1"))?.attempts, winner);
      assert.equal(await deliveries.replace(stored), false);
      assert.equal(await deliveries.replace({ ...stored, revision: 4 }), false);
      const { dueAt, ...over } = stored;
      const delivered = finished({ ...over, revision: 3 });
      assert.equal(await deliveries.replace(delivered), true);
      assert.deepEqual(await deliveries.get("d1"), delivered);
      assert.equal(await deliveries.delete("d1"), true);
      assert.equal(await deliveries.delete("d1"), false);
      assert.equal(await deliveries.replace({ ...delivered, revision: 4 }), false);
      assert.equal(await deliveries.insert(stored), true);
    },
  ),

  onFresh("deliveries are listed oldest first, all or of a webhook or in a state, in pages", async ({ deliveries }) => {
    const states = ["waiting", "delivered", "failed"] as const;
    const stored = upTo(30).map((number) => {
      // Neither the ids nor the times are in the order of storing.
      const made = delivery(`d${(number * 7) % 31}`, { webhookId: `hook ${number % 2}`, dueAt: at(40 - number) });
      const state = states[number % 3] ?? "waiting";
      if (state === "waiting") return made;
      const { dueAt, ...over } = made;
      return finished(over, state);
    });
    for (const one of stored) await deliveries.insert(one);
    await pagesFit(stored, (page) => all(deliveries.list(page)));
    for (const webhookId of ["hook 0", "hook 1"]) {
      const ofHook = stored.filter((one) => one.webhookId === webhookId);
      await pagesFit(ofHook, (page) => all(deliveries.list({ ...page, webhookId })));
      for (const state of states) {
        const both = ofHook.filter((one) => one.state === state);
        await pagesFit(both, (page) => all(deliveries.list({ ...page, webhookId, state })));
      }
    }
    for (const state of states) {
      const inState = stored.filter((one) => one.state === state);
      await pagesFit(inState, (page) => all(deliveries.list({ ...page, state })));
    }
    const moved = finished({ ...stored[2]!, revision: 2 }, "failed");
    assert.equal(await deliveries.replace(moved), true);
    assert.deepEqual(await all(deliveries.list({ offset: 2, limit: 1 })), [moved]);
  }),

  onFresh(
    "what is due is delivered by time, what was stored first before what is due as early",
    async ({ deliveries }) => {
      const times = [5, 3, 9, 3, 1, 7];
      for (const [index, second] of times.entries())
        await deliveries.insert(delivery(`d${index}`, { dueAt: at(second) }));
      for (const state of ["delivered", "failed"] as const) {
        await deliveries.insert(finished(delivery(state, { dueAt: at(1) }), state));
      }
      const { dueAt, ...without } = delivery("never");
      await deliveries.insert(without);
      const due = async (second: number, limit: number) =>
        (await all(deliveries.due(at(second), limit))).map(({ _id }) => _id);
      assert.deepEqual(await due(9, 100), ["d4", "d1", "d3", "d0", "d5", "d2"]);
      assert.deepEqual(await due(5, 100), ["d4", "d1", "d3", "d0"]);
      assert.deepEqual(await due(5, 2), ["d4", "d1"]);
      assert.deepEqual(await due(5, 0), []);
      assert.deepEqual(await due(0, 100), []);
      assert.equal(await deliveries.replace(delivery("d4", { dueAt: at(8), attempts: 1, revision: 2 })), true);
      assert.deepEqual(await due(9, 4), ["d1", "d3", "d0", "d5"]);
      assert.deepEqual(await due(9, 5), ["d1", "d3", "d0", "d5", "d4"]);
    },
  ),

  onFresh("clearing removes what was finished before the time, and nothing that waits", async ({ deliveries }) => {
    await deliveries.insert(delivery("waits", { dueAt: at(1), createdAt: "2020-01-01T00:00:00.000Z" }));
    for (const second of [1, 2, 3, 4]) {
      const state = second % 2 === 0 ? "failed" : "delivered";
      await deliveries.insert({ ...finished(delivery(`d${second}`), state), finishedAt: at(second) });
    }
    assert.equal(await deliveries.clear(at(1)), 0);
    assert.equal(await deliveries.clear(at(3)), 2);
    assert.deepEqual(
      (await all(deliveries.list())).map(({ _id }) => _id),
      ["waits", "d3", "d4"],
    );
    assert.equal(await deliveries.get("d1"), undefined);
    assert.equal(await deliveries.clear("9999-01-01T00:00:00.000Z"), 2);
    assert.deepEqual(await all(deliveries.list()), [
      delivery("waits", { dueAt: at(1), createdAt: "2020-01-01T00:00:00.000Z" }),
    ]);
  }),

  onFresh("a delivery stays when its task is deleted", async ({ tasks, deliveries }) => {
    await tasks.insert(taskNumber(1));
    const stored = delivery("d1", { taskId: "task-1", webhookId: "task-1" });
    await deliveries.insert(stored);
    assert.equal(await tasks.delete("task-1"), true);
    assert.deepEqual(await deliveries.get("d1"), stored);
    assert.deepEqual(await all(deliveries.due(at(59), 10)), [stored]);
  }),

  onFresh("any text is the id, the webhook and the body of a delivery", async ({ deliveries }) => {
    for (const text of ODD_TEXTS) {
      const stored = delivery(text, { webhookId: text, taskId: text, event: text, body: text, trouble: text });
      assert.equal(await deliveries.insert(stored), true);
      assert.deepEqual(await deliveries.get(text), stored);
      assert.deepEqual(await all(deliveries.list({ webhookId: text })), [stored]);
    }
    for (const text of ODD_TEXTS) assert.equal(await deliveries.delete(text), true);
    assert.deepEqual(await all(deliveries.list()), []);
  }),

  acrossReopen("deliveries are there as they were", async ({ deliveries }) => {
    const stored = [delivery("z", { dueAt: at(2) }), finished(delivery("a")), delivery("m", { dueAt: at(1) })];
    for (const one of stored) await deliveries.insert(one);
    await deliveries.insert(delivery("gone"));
    await deliveries.delete("gone");
    await deliveries.insert({ ...finished(delivery("cleared")), finishedAt: at(0) });
    assert.equal(await deliveries.clear(at(1)), 1);
    const moved = { ...stored[2]!, attempts: 1, revision: 2 };
    await deliveries.replace(moved);
    return async (again) => {
      assert.deepEqual(await all(again.deliveries.list()), [stored[0], stored[1], moved]);
      assert.deepEqual(await all(again.deliveries.due(at(9), 9)), [moved, stored[0]]);
      assert.equal(await again.deliveries.insert(delivery("z")), false);
      assert.equal(await again.deliveries.insert(delivery("gone")), true);
      assert.equal(await again.deliveries.replace({ ...moved, revision: 3 }), true);
    };
  }),
];

function delivery(_id: string, changes: Partial<Delivery> = {}): Delivery {
  return {
    _id,
    webhookId: "hook",
    event: "task.complete",
    body: `{"id":"${_id.length}"}`,
    state: "waiting",
    attempts: 0,
    dueAt: at(30),
    createdAt: at(0),
    revision: 1,
    ...changes,
  };
}

function finished(one: Delivery, state: "delivered" | "failed" = "delivered"): Delivery {
  return { ...one, state, attempts: one.attempts + 1, status: 200, finishedAt: at(50) };
}

function at(second: number): string {
  return `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`;
}
