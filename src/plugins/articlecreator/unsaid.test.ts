import { describe, expect, it } from "vitest";
import { needsOf, OUTSIDE, standingAlone } from "./needs.js";
import { leansOnPrevious, sentenceProblem } from "./sentence-rules.js";

describe("a sentence leaves something unsaid", () => {
  it.each([
    "A shallow dish is enough.",
    "The exact price will depend on the size.",
    "Holding the reins with one hand like this is common in the north.",
    "It has every part that the presses above have.",
    "To instead fire it twice, take a slow kiln.",
    "Georges Cuvier doubted it at first.",
    "Doctors call it a stiff shoulder.",
    "The Smithey pan was the smoothest: eggs slid at once.",
    "The cheapest, a pan without a name, had a crack.",
    "The present one is a copy of 1996.",
    "Number 224 of the railway was built in 1871.",
    "It is thought to be the worst poem in the language.",
    "For a garden party, where wind is strong, it is a waste of money.",
    "No, wool is not the same as hair.",
    "A train was on the bridge at the time.",
    "Bacteria then turn sour what is left.",
    "What is above that goes into socks.",
  ])("in %j", (text) => {
    expect(leansOnPrevious(text)).toBe(true);
  });

  it.each([
    "A shallow dish is enough for one hedgehog.",
    "The exact price of a kiln depends on its size.",
    "The cliffs above the bay are white with gulls.",
    "It is thought that bees can count.",
    "When the wax has cooled, lift it out.",
    "One in ten people has the illness.",
    "The west gate was closed in 1900.",
  ])("and not in %j", (text) => {
    expect(leansOnPrevious(text)).toBe(false);
  });
});

it("what is called the same needs what it was first", () => {
  expect(needsOf(["Bad sleep wears people down.", "In the same survey many were sad."])[1]).toBe(OUTSIDE);
  expect(needsOf(["Gas and electric stoves both cook in the same time."])[0]).toBe(0);
  expect(needsOf(["A survey was made in May.", "Rain fell.", "In the same survey many were sad."])[2]).toBe(0);
});

it("a thing that is known needs the sentence that brings it up", () => {
  expect(needsOf(["A keeper lived there.", "Water was high.", "Boats paid the keeper in coal."])[2]).toBe(0);
});

it("a place is nobody that a pronoun could mean", () => {
  expect(needsOf(["The lock was built in Holland.", "In 1400 he sold the boat."])[1]).toBe(OUTSIDE);
  expect(needsOf(["The lock was built by Simon Stevin.", "In 1600 he sold the boat."])[1]).toBe(0);
});

it("an answer stands without its yes or no", () => {
  expect(standingAlone("No, frozen shoulder is no arthritis.", undefined, ["frozen", "shoulder"])).toBe(
    "Frozen shoulder is no arthritis.",
  );
});

it.each([
  "These notes were checked in May 2024.",
  "Reading time is five minutes.",
  "Read the print edition of the paper for the rest.",
  "Debian package management of the reference for more information about tools.",
  "Oh, and bees always come home in the evening.",
  "The answer above is right about the facts.",
])("%j belongs to the page", (text) => {
  expect(sentenceProblem(text)).toBeDefined();
});
