import { expect, it } from "vitest";
import { titleCase } from "./headings.js";
import { isOfPage } from "./page-sentences.js";
import { leansOnPrevious, sentenceProblem } from "./sentence-rules.js";

it.each([
  "The most complete book on hedges is by Ruth Ashdown and came out in 1998.",
  "See the hedge_row() documentation for additional information on how the PASSIVE and FULL kinds of a cut are begun and ended by it.",
  "Enjoy this version read by a hedger of the valley.",
  "Ruth Ashdown explains how a hedge is laid in four steps on a slope.",
  "In the live sample below, change the first value to another one.",
  "See what happens if you leave the stakes out of the hedge.",
  "You should receive the rebate check six weeks after you submit a rebate claim for it.",
  "This HOWTO uses the plain knife for its examples.",
])("leaves out what only a page says of itself: %j", (text) => {
  expect(isOfPage(text)).toBe(true);
});

it.each(["The best books have a page on hedges.", "A law of 1850 explains how a hedge is shared by neighbours."])(
  "keeps %j",
  (text) => {
    expect(isOfPage(text)).toBe(false);
  },
);

it("leaves out what was set in bold before its sentence on the page", () => {
  expect(sentenceProblem("Thicker oils and greases: Keep to what the maker of the pump says.")).toBe(
    "is an entry with a label",
  );
  expect(sentenceProblem("Hedgers follow one rule: Nobody cuts while birds are nesting there.")).toBeUndefined();
});

it.each([
  "The keys of tables hedge1, hedge2 and hedge3 are all fine.",
  "A hedge only grows in rows, and that is discussed in Laying a hedge on a slope.",
])("leaves out what speaks of examples and pages that an article has not: %j", (text) => {
  expect(sentenceProblem(text)).toBe("refers to something elsewhere");
});

it("leaves out a label that a dash joins to its sentence", () => {
  expect(sentenceProblem("Weather - Choosing a dry day for the work is half of it.")).toBe("is an entry with a label");
  expect(sentenceProblem("Hedges of hawthorn - Britain has many of them - keep sheep in.")).toBeUndefined();
});

it("knows that either of two things was named before", () => {
  expect(leansOnPrevious("Low levels of either can harm the pump.")).toBe(true);
  expect(leansOnPrevious("Low levels of either oil or water can harm the pump.")).toBe(false);
});

it("writes words with figures in a heading as they are", () => {
  expect(titleCase("the 5Rs of tidy yards")).toBe("The 5Rs of Tidy Yards");
});
