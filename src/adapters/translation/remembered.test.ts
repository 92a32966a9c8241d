import { expect, it } from "vitest";
import { remembered } from "./remembered.js";

const signal = new AbortController().signal;

it("what was loaded is given again until it is too old", async () => {
  let loads = 0;
  let clock = 0;
  const get = remembered(async () => ++loads, { forMs: 100, now: () => clock });
  expect([await get(signal), await get(signal)]).toEqual([1, 1]);
  clock = 99;
  expect(await get(signal)).toBe(1);
  clock = 100;
  expect(await get(signal)).toBe(2);
});

it("a failure is not remembered, and what was known before it is too old to be given", async () => {
  const answers = [async () => "first", () => Promise.reject(new Error("down")), async () => "second"];
  let clock = 0;
  const get = remembered(() => answers.shift()!(), { forMs: 100, now: () => clock });
  await get(signal);
  clock = 100;
  await expect(get(signal)).rejects.toThrow("down");
  expect(await get(signal)).toBe("second");
});
