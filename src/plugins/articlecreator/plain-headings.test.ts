import { describe, expect, it } from "vitest";
import { cleanHeading, titleCase } from "./headings.js";
import { isDoing, subjectTerms } from "./keyword-sense.js";

describe("capitals", () => {
  it.each([
    ["Sassi di Matera", "Sassi di Matera"],
    ["sassi di matera", "Sassi di Matera"],
    ["Leonardo da Vinci", "Leonardo da Vinci"],
    ["Otto von Bismarck", "Otto von Bismarck"],
    ["the van in winter", "The Van in Winter"],
    ["Roomba j7+", "Roomba j7+"],
    ["chalk.level", "chalk.level"],
    ["a walk through town", "A Walk Through Town"],
  ])("are those that a name has: %s", (text, expected) => {
    expect(titleCase(text)).toBe(expected);
  });
});

describe("a heading of a source", () => {
  it.each([
    ["Final Verdict: Are Smart Thermostats Worth It?", "Are Smart Thermostats Worth It?"],
    ["The Bottom Line: Buy Two", "Buy Two"],
    ["So, what does it cost", "What Does It Cost"],
    ["Or does tea come from Assam?", "Does Tea Come from Assam?"],
    ["And what of coffee", "What of Coffee"],
    ["Or-tools", "Or-tools"],
    ["9 \u2013 Coffee Keeps You Thin", "Coffee Keeps You Thin"],
    ["9-to-5 Jobs", "9-to-5 Jobs"],
  ])("loses what says where in a page it stands: %s", (text, expected) => {
    expect(cleanHeading(text)).toBe(expected);
  });
});

describe("a keyword", () => {
  it.each(["sleep train a toddler", "rent a car", "change your oil", "make candles"])(
    "says what is done: %s",
    (keyword) => {
      expect(isDoing(keyword)).toBe(true);
    },
  );

  it.each(["grow lights", "plant pots", "start date", "open source"])("names a thing: %s", (keyword) => {
    expect(isDoing(keyword)).toBe(false);
  });

  it.each([
    "day in a life",
    "twice a week",
    "canal lock",
    "sharpening a knife",
    "Winnie the Pooh",
    "best way to a heart",
  ])("names something: %s", (keyword) => {
    expect(isDoing(keyword)).toBe(false);
  });

  it("speaks of its event without the year", () => {
    expect(subjectTerms("great fire of london 1666", ["great", "fire", "london", "1666"])).not.toContain("1666");
  });
});
