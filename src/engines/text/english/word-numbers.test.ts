import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordNumbers } from "./lexicon.js";

describe("word numbers", () => {
  it("are the places of the words in the list, and of no others", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 60 }), fc.string(), (words, other) => {
        const numberOf = wordNumbers(words);
        for (const [number, word] of words.entries()) expect(numberOf(word)).toBe(number);
        if (!words.includes(other)) expect(numberOf(other)).toBeUndefined();
      }),
    );
  });
});
