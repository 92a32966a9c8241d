import { describe, expect, it } from "vitest";
import { queryTerms } from "../../engines/pages/terms.js";
import { claimsOf, contradict } from "./claims.js";

function contradicts(one: string, other: string): boolean {
  const query = new Set(queryTerms("Selby pier fire"));
  return claimsOf(one).some((mine) => claimsOf(other).some((theirs) => contradict(mine, theirs, query)));
}

describe("a number that the true one is not below", () => {
  it.each([
    ["At least 1,782 people were killed.", "The fire killed 1,952 people."],
    ["At least 1,782 people were killed.", "The fire killed about 900 people."],
    ["The fire killed more than 200 people.", "The fire killed 59 people."],
    ["The pier had over 300 lamps.", "The pier had 120 lamps."],
    ["The voyage covered 24,899 miles.", "The voyage covered at least 29,740 miles."],
  ])("contradicts: %j and %j", (one, other) => {
    expect(contradicts(one, other)).toBe(true);
    expect(contradicts(other, one)).toBe(true);
  });

  it.each([
    ["The fire killed more than 200 people.", "The fire killed 259 people."],
    ["At least 1,782 people were killed.", "The fire killed 1,782 people."],
    ["At least 1,782 people were killed.", "The fire killed about 1,800 people."],
    ["The fire killed over 50 people.", "The fire killed at least 60 people."],
    ["The pier had over 300 lamps.", "The pier had nearly 400 lamps."],
    ["The fire burned over three days.", "The fire burned for 40 hours."],
    ["At least 1,782 people were killed.", "At least 20 people were injured."],
    ["The pier is up to 18 metres high.", "The pier is 12 metres high."],
    ["The new pier has more than 300 lamps.", "The pier had 120 lamps."],
  ])("does not contradict: %j and %j", (one, other) => {
    expect(contradicts(one, other)).toBe(false);
    expect(contradicts(other, one)).toBe(false);
  });
});
