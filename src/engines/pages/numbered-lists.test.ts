import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.js";
import type { Block } from "./blocks.js";
import { withNumberedLists } from "./numbered-lists.js";

const paragraphs = (...texts: readonly string[]): Block[] => texts.map((text) => ({ kind: "paragraph", text }));
const shape = (blocks: readonly Block[]) =>
  blocks.map(({ kind, text, list }) => (list === undefined ? text : `${kind} ${list.number}: ${text}`));

describe("numbers make a list", () => {
  it("of a paragraph that counts its parts up, with what leads to them apart", () => {
    expect(
      shape(withNumberedLists(paragraphs("Do this: 1. Clean the pot. Rinse it twice. 2. Fill it. 3) Close it."))),
    ).toEqual(["Do this:", "item 1: Clean the pot. Rinse it twice.", "item 1: Fill it.", "item 1: Close it."]);
  });

  it("of paragraphs that follow each other, beside the lists there are", () => {
    const list: Block = { kind: "item", text: "A pot", list: { number: 1, ordered: false } };
    const blocks = [list, ...paragraphs("1. Clean the pot.", "2. Fill it.", "3. Close it.", "It keeps.")];
    expect(shape(withNumberedLists(blocks))).toEqual([
      "item 1: A pot",
      "item 2: Clean the pot.",
      "item 2: Fill it.",
      "item 2: Close it.",
      "It keeps.",
    ]);
  });

  it("and keep the names of code that are in their parts, and the code behind them once", () => {
    const code = [
      { from: 7, to: 15 },
      { from: 24, to: 31 },
    ];
    const followedBy = [{ kind: "code" as const, text: "npm test" }];
    const [first, second, third] = withNumberedLists([
      { kind: "paragraph", text: "1. Run npm test. 2. Run git add. 3. Rest.", code, followedBy },
    ]);
    const inCode = [first, second, third].map((part) => part?.code?.map(({ from, to }) => part.text.slice(from, to)));
    expect(inCode).toEqual([["npm test"], ["git add"], undefined]);
    expect([first, second, third].map((part) => part?.followedBy)).toEqual([undefined, undefined, followedBy]);
  });

  it.each([
    ["The team of 1. FC Nuremberg won. It was in May 2. Nobody had thought so."],
    ["It grew from 1. Then 2. And then 3 more came."],
    ["2. Fill it. 3. Close it. 4. Shake it."],
    ["1. Clean the pot. 2. Fill it."],
  ])("and not: %s", (text) => {
    expect(shape(withNumberedLists(paragraphs(text)))).toEqual([text]);
  });
});

it.each([
  ["numbers that begin no item", paragraphs("x 1. A ".repeat(20_000))],
  ["more blocks than a call takes arguments", paragraphs(...Array.from({ length: 100_000 }, () => "1. A"))],
])("takes time that grows with the length: %s", (_, blocks) => {
  const started = cpuMs();
  expect(withNumberedLists(blocks)).toEqual(blocks);
  expect(cpuMs() - started).toBeLessThan(2_000);
});

it("loses no word of any text", () => {
  const pieces = fc.array(fc.constantFrom("1. ", "2. ", "3) ", "A pot. ", "Fill it: ", "x", "10. ", '"'), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(
      fc.array(
        pieces.map((parts) => parts.join("")),
        { maxLength: 6 },
      ),
      (texts) => {
        const letters = (blocks: readonly Block[]) =>
          blocks
            .map(({ text }) => text)
            .join("")
            .replace(/[^A-Za-z]/g, "");
        const given = paragraphs(...texts);
        expect(letters(withNumberedLists(given))).toBe(letters(given));
      },
    ),
  );
});
