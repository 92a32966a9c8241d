import { describe, expect, it } from "vitest";
import { articleFrom } from "../../../test/doubles/article-creator-world.js";
import { listedHeadings } from "./listed-headings.js";

const headings = (...texts: string[]) =>
  texts.flatMap((text) => [
    { kind: "heading" as const, level: 2, text },
    { kind: "paragraph" as const, text: "A sentence." },
  ]);
const under = (title: string, ...texts: string[]) => listedHeadings(title, headings(...texts)).listedUnder(0);

describe("what a page lists", () => {
  it.each([
    ["Top 24 tools for carving spoons and how to choose between them", "tools for carving spoons"],
    ["9 Must-Have Spoon Carving Knives for 2026 | Workshop", "Spoon Carving Knives"],
    ["The 12+ best woods for spoons: a list", "woods for spoons"],
    ["5 Knives You Should Try", "Knives"],
  ])("is named by the title %j", (title, name) => {
    expect(under(title, "1. Ash", "2. Beech", "3. Birch", "4. Cherry")).toBe(name);
  });

  it.each([
    ["Carving spoons", ["1. Ash", "2. Beech", "3. Birch", "4. Cherry"]],
    ["4 woods for spoons", ["1. Ash", "2. Beech", "3. Birch"]],
    ["4 woods for spoons", ["Ash", "Beech", "Birch", "Cherry"]],
    ["4 woods for spoons", ["3. Ash", "7. Beech", "12. Birch", "20. Cherry"]],
  ])("is not known from %j with %j", (title, texts) => {
    expect(under(title, ...texts)).toBeUndefined();
  });
});

it("takes bare numbers off headings that count, and leaves others", () => {
  const counting = listedHeadings("Spoons", headings("1 Ash", "2 Beech", "3 Birch"));
  expect([0, 2, 4].map((at) => counting.withoutNumber(at))).toEqual(["Ash", "Beech", "Birch"]);
  const others = listedHeadings("Spoons", headings("7 Knives of Note", "12 Woods of Old", "2026 Woods"));
  expect([0, 2, 4].map((at) => others.withoutNumber(at))).toEqual([undefined, undefined, undefined]);
});

const LIST = `# 5 Knives for Spoon Carving

Spoon carving is the craft of cutting spoons from green wood with a knife and an axe. It needs few tools and little room.

## 1. Marrow

The Marrow is a knife for spoon carving with a blade of six centimetres. Smiths in the north temper it twice, and the edge lasts for a week of work before the strop is needed.

## 2. Tanner

Beginners in spoon carving hold the Tanner with both hands because its handle is long and round. The birch is oiled at the forge and darkens with every spoon.

## 3. Sloyd

The Sloyd bends round the bowl of a spoon and takes out the hollow in one turn. Its tip is ground thin, so it must not be used as a lever in spoon carving.

## 4. Wharf

Ships carried the Wharf as a rope knife before spoon carving came into fashion. It is heavy enough to split small logs when it is struck with a mallet.

## 5. Pelter

Nobody sells the Pelter in shops, since each is forged for one hand. Its price for spoon carving is three times that of others, and the waiting list is a year long.
`;

it("tells things of a list below what the list is of", async () => {
  const text = (
    await articleFrom("spoon carving", { "a.md": LIST }, { articleLengthFrom: 300, articleLengthTo: 400 })
  ).join("\n");
  expect(text).toMatch(/^## Knives\b/m);
  expect(text.match(/^### (?:Marrow|Tanner|Sloyd|Wharf|Pelter)$/gm)?.length).toBeGreaterThanOrEqual(2);
  expect(text).not.toMatch(/^## (?:Marrow|Tanner|Sloyd|Wharf|Pelter)$/m);
});
