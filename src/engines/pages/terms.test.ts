import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bm25 } from "./bm25.js";
import { countWords, queryTerms, stem, termsOf, wordsOf } from "./terms.js";

describe("terms", () => {
  it.each([
    ["bake bakes baked baking"],
    ["bee bees"],
    ["colony colonies"],
    ["box boxes"],
    ["lens lenses"],
    ["stop stopped stopping stops"],
    ["feed feeds feeding fed"],
    ["loaf loaves"],
    ["hive hives hived"],
  ])("%s are one", (forms) => {
    expect(new Set(forms.split(" ").map(stem)).size).toBe(1);
  });

  it.each([["bee be"], ["need nee"], ["bring br"], ["glass gla"], ["sing si"], ["bread bred"]])(
    "%s are not",
    (forms) => {
      expect(new Set(forms.split(" ").map(stem)).size).toBe(2);
    },
  );

  it("leave stop words out, except from a query that has nothing else", () => {
    expect(termsOf("The bees of the hive")).toEqual([stem("bees"), stem("hive")]);
    expect(queryTerms("the who")).toEqual(["the", "who"]);
    expect(queryTerms("🐝 !!")).toEqual([]);
  });

  it("are found in scripts without spaces", () => {
    expect(termsOf("灯塔的历史")).toContain("灯塔");
    expect(countWords("灯塔是建筑。")).toBeGreaterThan(2);
  });

  it("are never empty, whatever the word", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => termsOf(text).every((term) => term !== "")));
  });
});

it("counts words as a reader does", () => {
  expect(countWords("A self-raising flour, at 3.5 % (or so), isn’t bad.")).toBe(9);
});

describe("bm25", () => {
  const index = bm25([["bee", "hive"], ["bee", "bee", "wax"], ["wax", "candle", "light", "flame"], []]);
  it("scores rare terms above common ones, and documents without the terms nothing", () => {
    expect(index.weight("candle")).toBeGreaterThan(index.weight("bee"));
    expect(index.score(["bee"], 1)).toBeGreaterThan(index.score(["bee"], 0));
    expect(index.score(["bee"], 2)).toBe(0);
    expect(index.score(["bee"], 3)).toBe(0);
  });
});

it("words are read and counted the same in every alphabet, a letter of another one after them or not", () => {
  const mark = fc.constantFrom(..."ab\u00e91\u0301 '\u2019.,-\u2010\u2013!");
  fc.assert(
    fc.property(fc.string({ unit: mark }), (text) => {
      // A Cyrillic letter makes the whole text be read by patterns.
      expect(countWords(`${text} \u0444`)).toBe(countWords(text) + 1);
      expect(wordsOf(`${text} \u0444`)).toEqual([...wordsOf(text), "\u0444"]);
    }),
    { numRuns: 500 },
  );
});
