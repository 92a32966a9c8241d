import { describe, expect, it } from "vitest";
import {
  bleu,
  distinctNGrams,
  duplicateNGrams,
  duplicateSentences,
  longestCopiedRun,
  movingTypeTokenRatio,
  sameOpenings,
  selfBleu,
  sentencesOf,
  shinglesKept,
  wordsOf,
} from "../../quality/measures.mjs";

describe("words and sentences", () => {
  it("an apostrophe within a word belongs to the word, one around it does not", () => {
    expect(wordsOf("Don't say 'Ships’ bells' 3 times.")).toEqual(["don't", "say", "ships", "bells", "3", "times"]);
  });

  it("a sentence ends after its closing quotation mark and at the end of a line", () => {
    expect(sentencesOf('He said "we will go." Nobody was there.\nA heading here\nThe rest came.')).toEqual([
      'He said "we will go."',
      "Nobody was there.",
      "A heading here",
      "The rest came.",
    ]);
  });
});

describe("repetition", () => {
  it("counts every n-gram that is duplicated", () => {
    // Five pairs: "a b" twice, "b c", "c a", "b d" once each.
    expect(duplicateNGrams("a b c a b d", 2)).toBeCloseTo(2 / 5);
    expect(distinctNGrams("a b c a b d", 2)).toBeCloseTo(4 / 5);
  });

  it("a moving window sees only the repetition within it", () => {
    expect(movingTypeTokenRatio("a b a b", 2)).toBe(1);
    expect(movingTypeTokenRatio("a b a b", 3)).toBeCloseTo(2 / 3);
    expect(movingTypeTokenRatio("a b a b", 50)).toBe(0.5);
  });

  it("sentences are the same when their words are, whatever their case and marks", () => {
    expect(duplicateSentences("The sea was calm. Boats went out. The sea was calm! Night fell slowly.")).toBe(2 / 4);
  });

  it("openings are the first two words", () => {
    expect(sameOpenings("The sea was calm. The sea rose. Boats went out again. Night fell slowly.")).toBe(2 / 4);
  });

  it("an empty text repeats nothing", () => {
    for (const measure of [duplicateSentences, sameOpenings, movingTypeTokenRatio]) expect(measure("")).toBe(0);
    expect(duplicateNGrams("one two", 4)).toBe(0);
  });
});

describe("likeness to a source", () => {
  const source = "the old harbour was closed for three days after the storm";

  it("a copy keeps every shingle, one changed word loses those that hold it", () => {
    expect(shinglesKept(source, source)).toBe(1);
    // Of seven shingles of five words, five hold the sixth word.
    expect(shinglesKept(source.replace("for", "during"), source)).toBeCloseTo(2 / 7);
  });

  it("the longest copied run is counted in whole words", () => {
    expect(longestCopiedRun("they said the old harbour was closed fortnightly", source)).toBe(5);
    expect(longestCopiedRun(source, source)).toBe(11);
    expect(longestCopiedRun("nothing in common", source)).toBe(0);
  });
});

describe("BLEU", () => {
  it("is 1 for the same text and 0 without a common word", () => {
    expect(bleu("the cat sat on the mat", ["the cat sat on the mat"])).toBeCloseTo(1);
    expect(bleu("a b c d", ["e f g h"])).toBe(0);
  });

  it("clips what the reference has only once", () => {
    // Words: 2 of 7; pairs 0 + 1 of 6 + 1; three 0 + 1 of 5 + 1; four 0 + 1 of 4 + 1. The lengths are the same.
    const expected = ((2 / 7) * (1 / 7) * (1 / 6) * (1 / 5)) ** (1 / 4);
    expect(bleu("the the the the the the the", ["the cat is on the mat now"])).toBeCloseTo(expected);
  });

  it("punishes a text that is shorter than its reference", () => {
    expect(bleu("the cat sat on", ["the cat sat on the mat"])).toBeCloseTo(Math.exp(1 - 6 / 4));
  });

  it("self-BLEU is 1 for copies and falls as the texts part", () => {
    const near = ["we walk home in the rain", "we walk home in the snow", "we walk home in the dark"];
    const far = ["we walk home in the rain", "boats lie still at night", "nobody answered our letter today"];
    expect(selfBleu(["one two three four", "one two three four"])).toBeCloseTo(1);
    expect(selfBleu(near)).toBeLessThan(1);
    expect(selfBleu(far)).toBeLessThan(selfBleu(near));
  });
});
