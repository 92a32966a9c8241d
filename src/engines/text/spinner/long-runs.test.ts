import { describe, expect, it } from "vitest";
import type { Slot } from "./choices.js";
import { dividing } from "./long-runs.js";

const slot = (score: number): Slot => ({
  target: { first: 0, last: 0, wordClass: "noun", lemma: "garden", form: "singular" },
  fitting: [{ lemma: "park", text: "park", score }],
});
const spare = (first: number, score: number) => ({ first, last: first, spare: slot(score) });
const offered = (first: number) => ({ first, last: first });

describe("long runs of unchanged words", () => {
  it("are divided at the surest place", () => {
    const surest = spare(6, 0.15);
    const places = [offered(0), spare(3, 0.1), surest, spare(8, 0.12), offered(14)];
    expect([...dividing(places, 15)]).toEqual([surest.spare]);
  });

  it("are divided again when they are still long", () => {
    const places = [spare(4, 0.1), spare(9, 0.1), spare(14, 0.1), spare(19, 0.1)];
    expect(dividing(places, 24).size).toBe(2);
  });

  it("stay where nothing fits, and short ones stay anyway", () => {
    expect(dividing([], 40).size).toBe(0);
    expect(dividing([spare(3, 0.9), offered(6)], 10).size).toBe(0);
  });
});
