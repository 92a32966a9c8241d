import { describe, expect, it } from "vitest";
import { binned, chanceOf, grown } from "../../../../scripts/extraction/boosting.mjs";
import { packedForests } from "../../../../scripts/extraction/packing.mjs";
import { BLOCK_FEATURES } from "./block-features.js";
import { unpackedForests } from "./forest.js";
import { PAGE_TYPES } from "./page.js";
import { PAGE_FEATURES } from "./page-features.js";
import { BLOCK_WEIGHTS, PAGE_WEIGHTS } from "./weights.js";

const bytes = (text: string) => Buffer.from(text, "base64");

describe("stored weights", () => {
  it("hold a forest for every type of page and what is known of pages, and one for blocks", () => {
    expect(unpackedForests(bytes(PAGE_WEIGHTS), PAGE_FEATURES.length)).toHaveLength(PAGE_TYPES.length);
    expect(unpackedForests(bytes(BLOCK_WEIGHTS), BLOCK_FEATURES.length + PAGE_TYPES.length)).toHaveLength(1);
  });

  it("stay small", () => {
    expect(PAGE_WEIGHTS.length + BLOCK_WEIGHTS.length).toBeLessThan(160_000);
  });

  it("are refused when they were trained for other features", () => {
    expect(() => unpackedForests(bytes(PAGE_WEIGHTS), PAGE_FEATURES.length + 1)).toThrow(/train them again/);
  });

  it("say what was packed", () => {
    const tree = {
      features: [1, -1, 0, -1, -1],
      values: [0.5, 2, 3, -1, 1],
      cuts: [0, 0, 1, 0, 0],
      left: [1, 0, 3, 0, 0],
    };
    const [forest] = unpackedForests(packedForests([[1, 3], [0.5]], [{ base: 0, trees: [tree] }]), 2);
    const chance = (...row: number[]) => forest!.chances(Float32Array.from(row), 2, 1)[0];
    const odds = (score: number) => 1 / (1 + Math.exp(-score));
    expect(chance(9, 0.5)).toBeCloseTo(odds(2), 3);
    expect(chance(3, 0.6)).toBeCloseTo(odds(-1), 3);
    expect(chance(4, 0.6)).toBeCloseTo(odds(1), 3);
  });

  it("say of many rows and many trees what those say that were grown", () => {
    const [count, width] = [300, 3];
    const rows = Float32Array.from({ length: count * width }, (_, index) => ((index * 7919) % 101) / 101 - 0.5);
    const labels = Float32Array.from({ length: count }, (_, row) =>
      Number(rows[row * width]! > rows[row * width + 1]!),
    );
    const table = binned(rows, width);
    const chosen = Int32Array.from({ length: count }, (_, row) => row);
    const settings = {
      rounds: 30,
      leaves: 14,
      depth: 8,
      rate: 0.3,
      leastRows: 3,
      rows: 1,
      columns: 1,
      smoothing: 1,
      seed: 1,
    };
    const trees = grown(table, labels, new Float32Array(count).fill(1), chosen, settings);
    const [forest] = unpackedForests(packedForests(table.cuts, [trees]), width);
    const chances = forest!.chances(rows, width, count);
    for (const row of chosen) expect(chances[row]).toBeCloseTo(chanceOf(trees, table, row), 2);
  });
});
