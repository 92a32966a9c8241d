import { expect, it } from "vitest";
import { articleFaults, copiedRuns, definesIn, fixedWords } from "../../quality/article-faults.mjs";

const section = (heading: string, ...paragraphs: string[]) => ({ heading, paragraphs });
const TWO = "Bees are insects. They live in hives.";
const NONE = { danglingOpeners: 0, likeHeadings: 0, singleSentences: 0, tornLists: 0, emptySections: 0 };

it("finds no fault in an article that has none", () => {
  expect(
    articleFaults([section("", "A bee is an insect."), section("Kinds", TWO, "- one\n- two"), section("Use", TWO)]),
  ).toEqual(NONE);
});

it("counts the faults of an article", () => {
  const count = (...sections: { heading: string; paragraphs: string[] }[]) => articleFaults(sections);
  expect(count(section("", TWO), section("Use", "It is used. It is old."))).toEqual({ ...NONE, danglingOpeners: 1 });
  expect(count(section("", TWO), section("The Kinds of Bees", TWO), section("Bee Kind", TWO))).toEqual({
    ...NONE,
    likeHeadings: 1,
  });
  expect(count(section("", TWO), section("Use", "Honey is eaten."))).toEqual({ ...NONE, singleSentences: 1 });
  expect(count(section("", TWO), section("Use", "Take the following:", TWO))).toEqual({ ...NONE, tornLists: 1 });
  expect(count(section("", TWO), section("Use"))).toEqual({ ...NONE, emptySections: 1 });
});

it("knows a definition by its subject before the verb", () => {
  expect(definesIn("A honey bee is an insect. It flies.", "honey bees")).toBe(true);
  expect(definesIn("In spring there is a lot to do. Honey bees fly.", "honey bees")).toBe(false);
});

it("finds copied runs above a length, and tells which words are fixed", () => {
  expect(copiedRuns("one two three four five x", "zero one two three four five", 3)).toEqual([
    { start: 0, length: 5, text: "one two three four five" },
  ]);
  expect(fixedWords('The tower of Cordouan has 3 "old lamps" now.')).toEqual([
    false,
    false,
    false,
    true,
    false,
    true,
    true,
    true,
    false,
  ]);
});
