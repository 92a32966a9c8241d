import { expect, it } from "vitest";
import { createTurns } from "./turns.js";
import { untilAborted } from "./until-aborted.js";

it("long work yields to the event loop once its stretch is over", async () => {
  const turns = createTurns({ stretchMs: 0, stepsPerLook: 4 });
  let others = 0;
  setImmediate(() => {
    others += 1;
  });
  expect([turns.due(), turns.due(), turns.due(), turns.due()]).toEqual([false, false, false, true]);
  await turns.give();
  expect(others).toBe(1);
  expect(createTurns({ stretchMs: 60_000, stepsPerLook: 1 }).due()).toBe(false);
});

it("long work ends with the reason of its signal, however short its stretch was", async () => {
  const controller = new AbortController();
  const turns = createTurns({ stretchMs: 60_000, signal: controller.signal });
  expect(turns.due()).toBe(false);
  const giving = turns.give();
  controller.abort(new Error("enough"));
  await expect(giving).rejects.toThrow("enough");
  expect(turns.due()).toBe(true);
  await expect(turns.give()).rejects.toThrow("enough");
});

it("what is awaited until an abort rejects with its reason, whatever the work does later", async () => {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<string>();
  const awaited = untilAborted(controller.signal, promise);
  controller.abort(new Error("enough"));
  resolve("too late");
  await expect(awaited).rejects.toThrow("enough");
  await expect(untilAborted(new AbortController().signal, Promise.resolve("in time"))).resolves.toBe("in time");
});
