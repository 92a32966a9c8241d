import { describe, expect, it } from "vitest";
import { judgedEnglish } from "../../../../test/doubles/judged-english.js";
import { english, textsOf } from "../../../../test/doubles/rewritten.js";
import { createRewriter } from "./rewriter.js";

describe("a run of words that a long sentence would keep is ended", () => {
  it.each([
    [
      "The spines are hollow hairs holding a little air, two to three centimetres long, with cream and brown bands.",
      "The spines are hollow hairs that hold a little air, two to three centimetres long, with cream and brown bands.",
    ],
    [
      "A cold hedgehog must be warmed before it is fed, for its gut does not work below 30 degrees.",
      "A cold hedgehog must be warmed before it is fed, for its gut doesn't work below 30 degrees.",
    ],
    [
      "Names of categories and tags are compared without case in every blog, and at most 100 of each are used for a post.",
      "Names of categories and tags are compared without case in every blog, and up to 100 of each are used for a post.",
    ],
    [
      "The gate of the upper basin is only opened if the water in the chamber is level, unless the basin is dry.",
      "The gate of the upper basin is opened only if the water in the chamber is level, unless the basin is dry.",
    ],
    [
      "The keepers of the upper basin and of both gates don't have to bring a lamp to the chamber of the old lock at noon.",
      "The keepers of the upper basin and of both gates do not have to bring a lamp to the chamber of the old lock at noon.",
    ],
  ])("%s", (text, wanted) => {
    expect(textsOf(text)).toContain(wanted);
  });
});

it("the contraction of somebody who speaks to the reader stays", () => {
  const text =
    "You and the keepers of both gates don't have to bring a lamp to the chamber of the old lock at noon on a wet day.";
  expect(textsOf(text).join(" ")).not.toContain("do not");
});

describe("where nothing else ends a run, other words do", () => {
  const text =
    "The hollow hairs of the spines of a cold hedgehog in the wet leaves under the old hedge near the gate are usually wet.";
  const rewrites = (tables: Parameters<typeof judgedEnglish>[1]) =>
    english.tagger
      .tag(text)
      .flatMap((sentence) => createRewriter(judgedEnglish(english, tables)).rewrites(sentence, text))
      .map((rewrite) => rewrite.text);

  it("if people judged them right anywhere, and the other way round", () => {
    expect(rewrites({ adverb: "usually | typically\ntypically | usually" }).join()).toContain("typically");
  });

  it("and no others", () => {
    expect(rewrites({ adverb: "usually | never: typically" }).join()).not.toContain("typically");
    expect(rewrites({ adverb: "usually | typically" }).join()).not.toContain("typically");
    expect(rewrites({ adjective: "old | ancient + hedge\nancient | old" }).join()).not.toContain("ancient hedge");
    expect(rewrites({ adverb: "usually | typically (formal)" }).join()).not.toContain("typically");
    expect(rewrites({ adverb: "usually | typically + bird" }).join()).not.toContain("typically");
  });

  it("nor those that are not right in nearly all places", () => {
    expect(rewrites({ adverb: "usually | mostly\nmostly | usually" }).join()).not.toContain("mostly");
  });
});

describe("a rewriting stays whole", () => {
  it("a relative clause of two verbs keeps its pronoun", () => {
    const text =
      "Four in ten are orphans of the second litter, which are born in September and are too light to hibernate.";
    for (const made of textsOf(text)) expect(made).not.toContain("litter, born");
  });

  it("of two ends there is no every, and a year is not roughly one", () => {
    for (const made of textsOf("The pound lock, with a gate at each end of a chamber, was drawn in Milan about 1497."))
      expect(made).not.toMatch(/every end|roughly 1497|approximately 1497/);
  });
});
