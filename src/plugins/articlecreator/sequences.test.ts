import { expect, it } from "vitest";
import { countingUp } from "./sequences.js";

it.each([
  ["days", ["Day One: The Old Town", "Lunch stops", "Day Two: Kalamaja", "Day 3", "Getting around"], [0, 2, 3]],
  ["steps", ["Tools", "Step 1: Mark", "Step 2: Dig", "Care"], [1, 2]],
  ["numbers", ["1. Mark the line", "2) Dig", "3. Plant"], [0, 1, 2]],
  ["countdowns", ["12 Months Before", "6-8 Months Before", "Care", "Two Weeks Before", "1 day out"], [0, 1, 3, 4]],
  ["ordinals", ["First: mark the line", "Second: dig", "Finally: plant"], [0, 1, 2]],
  ["stages", ["The first stage", "The second stage", "Treatment"], [0, 1]],
  ["parts of a day", ["Morning", "Afternoon", "Evening"], [0, 1, 2]],
  ["seasons from autumn on", ["Autumn", "Winter", "Spring", "Summer"], [0, 1, 2, 3]],
  ["years", ["1850: the first works", "1872 to today", "1901"], [0, 1, 2]],
])("headings count up: %s", (_name, headings, at) => {
  expect(countingUp(headings).map((sequence) => sequence.at)).toContainEqual(at);
});

it.each([
  [["1850: the works", "1720: the old works", "1901"]],
  [["Second fermentation", "First aid"]],
  [["Spring water", "Summer houses", "Fall of the house"]],
  [["Step 2: Dig", "Step 1: Mark"]],
  [["5 ways to dig", "3 ways to plant"]],
])("no sequence: %j", (headings) => {
  expect(countingUp(headings)).toEqual([]);
});

it("sequences beside each other are apart, and the parts of a day are in their day", () => {
  expect(countingUp(["Step 1: Up", "Step 2: On", "Step 1: Down", "Step 2: Off"]).map(({ at }) => at)).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect(countingUp(["Day 1", "Morning", "Evening", "Day 2", "Morning", "Evening"]).map(({ at }) => at)).toEqual([
    [0, 3],
  ]);
});
