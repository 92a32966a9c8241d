import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.js";
import { splitSentences } from "./split-sentences.js";

describe("sentences", () => {
  it.each([
    ["One. Two! Three? Four.", ["One.", "Two!", "Three?", "Four."]],
    [
      "Dr. Smith met Mr. Jones at 5 p.m. The talk was short.",
      ["Dr. Smith met Mr. Jones at 5 p.m.", "The talk was short."],
    ],
    ["J. R. R. Tolkien and C. S. Lewis met. They talked.", ["J. R. R. Tolkien and C. S. Lewis met.", "They talked."]],
    ["It costs 3.50 or 1,000.75 today. Prices rise.", ["It costs 3.50 or 1,000.75 today.", "Prices rise."]],
    ["Bees, e.g. Apis mellifera, i.e. Honey bees, sting.", ["Bees, e.g. Apis mellifera, i.e. Honey bees, sting."]],
    [
      "He waited... and then left. She stayed… Nobody came.",
      ["He waited... and then left.", "She stayed…", "Nobody came."],
    ],
    ['"It is late." He left. “Stay!” she said.', ['"It is late."', "He left.", "“Stay!” she said."]],
    [
      "It rained (see Fig. 3. It is wet.) all day. Then it stopped.",
      ["It rained (see Fig. 3. It is wet.) all day.", "Then it stopped."],
    ],
    [
      "The U.S. Army came. Companies such as Acme Inc. The end.",
      ["The U.S. Army came.", "Companies such as Acme Inc.", "The end."],
    ],
    ["Oranges hold vitamin C. The peel holds more.", ["Oranges hold vitamin C.", "The peel holds more."]],
    ["See Chapter 2. Keeping bees in towns. It is short.", ["See Chapter 2. Keeping bees in towns.", "It is short."]],
    ["It was built c. 1850. It fell c. Easter 1900.", ["It was built c. 1850.", "It fell c. Easter 1900."]],
    [
      "The shop is in Bridge St. The lens stands in St. Mary's. It is 3 ft. It weighs more.",
      ["The shop is in Bridge St.", "The lens stands in St. Mary's.", "It is 3 ft.", "It weighs more."],
    ],
    [
      'They said "It fell. It broke." and left. A 6" pipe fits. A 4" pipe leaks.',
      ['They said "It fell. It broke." and left.', 'A 6" pipe fits.', 'A 4" pipe leaks.'],
    ],
    ["Use apt 2.0. Open sources.list. Then read it.", ["Use apt 2.0.", "Open sources.list.", "Then read it."]],
    ["1. Lift the frame. 2. Close the hive.", ["1. Lift the frame.", "2. Close the hive."]],
    ["灯塔很高。它们很亮。", ["灯塔很高。", "它们很亮。"]],
    ["", []],
  ])("of %j", (text, expected) => {
    expect(splitSentences(text)).toEqual(expected);
  });

  it("hold every character of their paragraph but the white space between them", () => {
    const piece = fc.constantFrom(
      "A",
      "b",
      " ",
      " ",
      ". ",
      ".",
      "! ",
      "? ",
      "...",
      "“",
      "”",
      "(",
      ")",
      "Dr. ",
      "e.g. ",
      "3.5",
      "word",
      "\n",
      "。",
      "é",
      "🐝",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join("")),
        (text) => {
          expect(splitSentences(text).join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        },
      ),
    );
  });

  it("of a hostile paragraph are found in time", () => {
    const started = cpuMs();
    for (const text of ["a. ".repeat(100_000), "(A b. ".repeat(30_000), "Mr. ".repeat(50_000), "a".repeat(500_000)])
      splitSentences(text);
    expect(cpuMs() - started).toBeLessThan(10_000);
  });
});
