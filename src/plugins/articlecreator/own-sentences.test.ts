import { expect, it } from "vitest";
import { isAboutPage } from "./boilerplate.js";
import { definitionIn } from "./definition.js";
import { cleanHeading, titleCase } from "./headings.js";
import { isWithin } from "./on-subject.js";
import { isOfPage } from "./page-sentences.js";
import { leansOnPrevious, sentenceProblem } from "./sentence-rules.js";

it.each([
  "The most complete book on hedges is by Ruth Ashdown and came out in 1998.",
  "See the hedge_row() documentation for additional information on how the PASSIVE and FULL kinds of a cut are begun and ended by it.",
  "Enjoy this version read by a hedger of the valley.",
  "Watch the Hedge Safety Video (or its version in Welsh) for a first look at the tools.",
  "You can also visit the Virtual Hedge for an interactive tour of its layers.",
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
  "This billhook has all the edges that the tools above have, and one more.",
  "A shorter way to lay it can be found in Ashdown\u2019s Handbook.",
  "Listing 4-4 shows a hedge that was cut too late in the year.",
  "The hedge is a wall of a kind (see sidebar Walls that grow) and keeps sheep in.",
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
  expect(titleCase("/etc and its files")).toBe("/etc and Its Files");
});

it("knows that the process which a thing is was not named before", () => {
  expect(leansOnPrevious("Hedging is the process or craft of making a fence that grows.")).toBe(false);
  expect(leansOnPrevious("Today the process takes less than a day.")).toBe(true);
  expect(leansOnPrevious("Where the hedge is dead, the second way is to plant again.")).toBe(true);
});

it("takes no sentence about one kind of a thing for one that says what it is", () => {
  expect(definitionIn("Garden hedging is the dearest type of hedging.", ["hedg"])).toBeUndefined();
  expect(definitionIn("Hedging is the craft of making a fence that grows.", ["hedg"])).toBeDefined();
});

it("leaves numbers, marks and counting words of a page out of headings", () => {
  expect(cleanHeading("11.7.4.2.1. Stakes of hazel")).toBe("Stakes of Hazel");
  expect(cleanHeading("Trend #2: Hedges without wire")).toBe("Hedges Without Wire");
  expect(cleanHeading("Hedges and walls#part5")).toBe("Hedges and Walls");
});

it("knows offers of firms by their headings", () => {
  const source = { title: "Hedges", byline: "", site: "", language: "en", blocks: [], address: "a.md" } as never;
  expect(isAboutPage("Plan your hedge with Ashdown", "", source)).toBe(true);
  expect(isAboutPage("Hedges your way with hedgers.com", "", source)).toBe(true);
  expect(isAboutPage("Request a free visit", "", source)).toBe(true);
  expect(isAboutPage("Start the hedge with hazel", "", source)).toBe(false);
  expect(isAboutPage("Plan a hedge at the river", "", source)).toBe(false);
});

it("knows the sections of a chapter by their numbers", () => {
  expect(isWithin("31.2. Gates", "Chapter 31. Hedges")).toBe(true);
  expect(isWithin("3.2. Gates", "Chapter 31. Hedges")).toBe(false);
  expect(isWithin("Gates", "Hedges")).toBe(false);
});
