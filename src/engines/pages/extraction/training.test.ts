import { describe, expect, it } from "vitest";
import { binned, chanceOf, grown } from "../../../../scripts/extraction/boosting.mjs";
import { contentLabels } from "../../../../scripts/extraction/labels.mjs";

describe("what is learned from", () => {
  it("are the blocks whose words are in the content, short ones where their turn comes", () => {
    const texts = [
      "Home",
      "Price",
      "The desk is made of oak and stands on four legs of steel.",
      "Price",
      "49 euros",
      "Buy it now from our shop and get a discount of ten percent",
      "Weight",
      "It weighs less than you would think, and can be carried by one.",
    ];
    const content = `The desk is made of oak and stands on four legs of steel.\nPrice\n49 euros\nIt weighs less than you would think, and can be carried by one.`;
    expect(contentLabels(texts, content).map((label) => label > 0.5)).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  it("do not have a copy of what the content says once", () => {
    const line = "Ten ways to prune the roses of your garden";
    const rest = "Roses are cut in March, when the forsythia flowers and the nights are mild.";
    expect(contentLabels([line, rest, line], `${line}\n${rest}`).filter((label) => label > 0.5)).toHaveLength(2);
    expect(contentLabels([line, rest], "")).toEqual([0, 0]);
  });
});

describe("learning", () => {
  const settings = {
    rounds: 40,
    leaves: 6,
    depth: 4,
    rate: 0.3,
    leastRows: 5,
    rows: 0.7,
    columns: 0.9,
    smoothing: 1,
    seed: 5,
  };
  // Content is what the first feature is high and the second one low of; the third is noise.
  const count = 400;
  const rows = Float32Array.from({ length: count * 3 }, (_, index) => ((index * 7919) % 101) / 101);
  const labels = Float32Array.from({ length: count }, (_, row) =>
    Number(rows[row * 3]! > 0.5 && rows[row * 3 + 1]! < 0.4),
  );
  const table = binned(rows, 3);
  const chosen = Int32Array.from({ length: count }, (_, row) => row);
  const even = new Float32Array(count).fill(1);

  it("finds what the labels depend on", () => {
    const forest = grown(table, labels, even, chosen, settings);
    const right = chosen.filter((row) => chanceOf(forest, table, row) > 0.5 === labels[row]! > 0.5);
    expect(right.length).toBeGreaterThan(0.97 * count);
  });

  it("gives the same trees for the same seed, and others for another", () => {
    const forest = grown(table, labels, even, chosen, settings);
    expect(grown(table, labels, even, chosen, settings)).toEqual(forest);
    expect(grown(table, labels, even, chosen, { ...settings, seed: 6 })).not.toEqual(forest);
  });
});
