import { describe, expect, it } from "vitest";
import { shingleF1, shingleShares } from "../../quality/shingles.mjs";

describe("runs of four words", () => {
  it.each([
    ["bees hum in the morning", "Bees hum in the morning", 0.5, 0.5],
    ["bees hum in the morning", "bees, hum in the: morning!", 1, 1],
    ["bees hum in the morning light", "bees hum in the morning", 2 / 3, 1],
    ["bees hum", "bees hum", 1, 1],
    ["", "bees hum", undefined, 0],
    ["bees hum", "", 0, undefined],
  ])("of %j are compared with those of %j", (found, wanted, precision, recall) => {
    expect(shingleShares(found, wanted)).toEqual({ precision, recall });
  });

  it("make one figure of the mean shares of all pages, without those that have none", () => {
    const pages = [
      { precision: 1, recall: 0.5 },
      { precision: undefined, recall: 0.5 },
    ];
    expect(shingleF1(pages)).toBeCloseTo(2 / 3);
    expect(shingleF1([{ precision: 0, recall: 0 }])).toBe(0);
  });
});
