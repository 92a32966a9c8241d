import { describe, expect, it } from "vitest";
import { termsOf } from "../../engines/pages/terms.js";
import { figuresOf } from "./figures.js";
import { isSameFact } from "./likeness.js";
import type { Sentence } from "./source-sentences.js";

function sentence(text: string): Sentence {
  const paragraph = {
    source: 0,
    heading: "",
    above: "",
    section: 0,
    position: 0,
    order: 0,
    kind: "paragraph",
    sentences: [],
  } as const;
  const place = { leans: false, needs: 0, at: 0, announces: false, score: 1, index: 0 };
  const said = { text, words: text.split(" ").length, terms: new Set(termsOf(text)), figures: figuresOf(text) };
  return { ...said, ...place, paragraph: { ...paragraph, sentences: [] } };
}

describe("two sentences", () => {
  it.each([
    ["Kombucha has a pH of about 3.", "The pH falls to 3."],
    [
      "The bridge was designed by Thomas Bouch and was opened on 1 June 1878.",
      "It opened to passengers on 1 June 1878, though a train had already crossed in September 1877.",
    ],
  ])("say the same: %j and %j", (one, other) => {
    expect(isSameFact(sentence(one), sentence(other))).toBe(true);
    expect(isSameFact(sentence(other), sentence(one))).toBe(true);
  });

  it.each([
    ["A broad lock takes twice as much.", "Each is made to measure, since no two locks have quite the same width."],
    ["The bridge was opened on 1 June 1878.", "The bridge fell on 28 December 1879."],
    ["Planed boards are dry.", "Every board is planed by hand."],
  ])("say different things: %j and %j", (one, other) => {
    expect(isSameFact(sentence(one), sentence(other))).toBe(false);
  });
});
