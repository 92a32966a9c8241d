import { expect, it } from "vitest";
import { askedOfSeveral } from "./several.js";

it.each([
  ["Is it warm, does it fold, and can it be patched?", "Are they warm, do they fold, and can they be patched?"],
  ["Will it do what it is meant for?", "Will they do what they are meant for?"],
  ["Has it kept its shape, and who washes it?", "Have they kept their shape, and who washes them?"],
  ["How old is it? It may not matter.", "How old are they? It may not matter."],
  ["How should a new strap feel, and how much will it give?", undefined],
  ["Is it worth the money?", undefined],
  ["What do you carry, and how much of it is fragile?", undefined],
  ["It is strong. Who made it?", undefined],
])("asks %s of several things", (sentences, expected) => {
  expect(askedOfSeveral(sentences)).toBe(expected ?? sentences);
});
