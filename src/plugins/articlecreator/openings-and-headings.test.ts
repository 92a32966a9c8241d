import { expect, it } from "vitest";
import { articleFrom } from "../../../test/doubles/article-creator-world.js";
import { closingOf } from "./closing.js";
import { familyHeading } from "./headings.js";
import { articlecreator } from "./index.js";
import { materialOf } from "./material.js";
import { plainBlocks } from "./plain-blocks.js";

async function textOf(keyword: string, files: Record<string, string>, more: object = {}): Promise<string> {
  const found = await articleFrom(keyword, files, { articleLengthFrom: 150, articleLengthTo: 260, ...more });
  return found.join("\n");
}

const COVER = `# Do you need crop cover?

## By Ruth Ashdown

Crop cover pays a farmer for what hail, frost and flood take from a field. It is sold by the acre and runs from sowing to harvest. Most of it is bought in spring.

## How much is crop cover?

Crop cover offices have a form on which a farmer writes down the fields. They name a price within a day. The price is higher on low land and lower behind a wood.

## Claims: the first steps

Photographs of the field are taken on the day of the hail. The office sends somebody within a week. Straw is left where it lies until then.
`;

it("begins with what a page begins with, whoever is named above it", async () => {
  const text = await textOf("crop cover", { "a.md": COVER }, { articleLengthFrom: 50, articleLengthTo: 140 });
  expect(text).toMatch(/^# [^\n]+\n\nCrop cover pays a farmer/m);
  expect(text).not.toContain("Ruth Ashdown");
});

it("takes names of writers and paragraphs in large letters for no headings", () => {
  const heading = (text: string) => ({ kind: "heading" as const, level: 2, text });
  const long =
    "When hail falls on a field in May, a farmer may be left with nothing but straw, and crop cover pays for that.";
  expect(plainBlocks([heading("By Ruth Ashdown"), heading(long), heading("By hand")])).toEqual([
    { kind: "paragraph", text: long },
    heading("By hand"),
  ]);
});

it("says below which heading a section of general name stands", async () => {
  const page = `# Bridges of wood

A wooden bridge is a bridge whose deck lies on beams of oak or larch. It carries carts and walkers over small rivers.

## Bridges on piles

Piles of larch stand in the bed of the river and carry the beams of a wooden bridge. They last for eighty years where they are always wet.

### Preliminary steps

The bed of the river is sounded with a rod before a wooden bridge is built on piles. Stones are lifted out with tongs. The line of the deck is marked on both banks with stakes and a cord.

### Inspection of the heads in every spring of the first ten years after the first flood

Nobody may drive on a wooden bridge.
`;
  const text = await textOf("wooden bridge", { "a.md": page }, { articleLengthFrom: 300, articleLengthTo: 420 });
  expect(text).toContain("## Bridges on Piles: Preliminary Steps");
});

it("leaves out questions of a shop about something else, and what stands below its own offers", async () => {
  const page = `# Rain barrels

A rain barrel is a barrel that keeps the water of a roof for the garden. It stands on bricks below a downpipe.

## How long does a rain barrel last?

A rain barrel of oak lasts for twenty years when it is never dry. One of plastic becomes brittle after ten summers in the sun.

## Do orders of leased ladders count for points?

Ladders that are leased do not count unless the lease has ended. The slip has to show the whole sum and the day on which it was paid.

## Schedule an appointment at Ashdown Yard

Winter is the season in which everything in the yard is repaired. Every yard is different, and patience is worth more than tools.
`;
  const text = await textOf("rain barrel", { "a.md": page });
  expect(text).toContain("lasts for twenty years");
  expect(text).not.toMatch(/leased|Winter is the season/);
});

it("tells all of a short row of numbered sections or none of it", async () => {
  const page = `# Sails of a mill

Sails of a mill are long frames that the wind turns. They carry cloth or shutters.

## 1. Cloth sails

Cloth sails are frames on which the miller spreads a sheet before the work begins. The sheet is taken in when the wind becomes strong. It is repaired in winter.

## 2. Why and how I came to see one of them

I saw it, and we loved it.

## 3. Spring sails

I have one of my own. We like ours.
`;
  const more = `# Mills

Sails of a mill were made of pine. The wind of a hill is steadier than that of a valley, so most sails of a mill turn on hills. A mill needs nobody at night.
`;
  const text = await textOf("sails of a mill", { "a.md": page, "b.md": more }, { articleLengthFrom: 40 });
  expect(text).not.toContain("before the work begins");
});

it("begins with a paragraph that ends by naming the subject where no sentence says what it is", async () => {
  const page = `# Work in a hedge

Hedgers wear gloves of thick leather. Their knives are kept in oil. The pleaching of a hedge begins on its left side.

## Work at the stem

A stem is cut almost through near the ground and bent to one side, so that it grows on. New shoots rise from the cut in spring. This is called pleaching, and it makes a fence that no sheep goes through.

## Tools

Pleaching is done with a billhook and an axe. The billhook has a long edge on one side. Both are sharpened at noon.
`;
  const text = await textOf("pleaching", { "a.md": page }, { articleLengthTo: 400 });
  expect(text).toMatch(/^# [^\n]+\n\nA stem is cut almost through/m);
});

it.each([
  ["Village feasts remain the day on which everybody of the valley still meets.", true],
  ["Brass bands remain some of the most popular among all guests of a village feast.", false],
])("closes an article with %j: %j", async (last, closes) => {
  const blocks = [
    { kind: "paragraph" as const, text: "A village feast is a meal that a whole village eats at long tables." },
    { kind: "heading" as const, level: 2, text: "Tables" },
    { kind: "paragraph" as const, text: "The tables of a village feast stand in the street. Benches are lent." },
    { kind: "heading" as const, level: 2, text: "Conclusion" },
    { kind: "paragraph" as const, text: last },
  ];
  const source = { title: "Village feasts", byline: "", site: "", language: "en", blocks, address: "a.md" };
  const options = articlecreator.options.parse({ articleKeywordsFile: ["village feast"] });
  const material = await materialOf(
    "village feast",
    [source as never],
    options,
    () => false,
    async () => {},
  );
  expect(closingOf(material, () => true)?.sentences[0]?.text).toBe(closes ? last : undefined);
});

it("leaves out what a firm sells under the name of its host", async () => {
  const page = `# Gate rotas

A gate rota is a list of who opens the gates of a farm on which day. It hangs in the kitchen.

## How a rota is kept

With hinge gate management every farm sees on hinge.example who opens what. A gate rota is written again in spring and in autumn. Names are changed when somebody is ill.
`;
  const html = `<html><head><title>Gate rotas</title><link rel="canonical" href="https://hinge.example/rotas"></head><body><article>${page
    .split("\n\n")
    .map((block) =>
      block
        .replace(/^# (.*)$/, "<h1>$1</h1>")
        .replace(/^## (.*)$/, "<h2>$1</h2>")
        .replace(/^([^<].*)$/s, "<p>$1</p>"),
    )
    .join("")}</article></body></html>`;
  const text = await textOf("gate rota", { "a.html": html }, { articleLengthFrom: 40 });
  expect(text).toContain("written again in spring");
  expect(text).not.toContain("hinge gate management");
});

it("heads the beginning of a section of a book with its title", async () => {
  const book = `# Chapter 31. Hedge laws

A hedge law is a law that says who keeps a hedge between two farms. The eldest hedge law is from the north.
`;
  const part = `# 31.6. Restrictions

Restrictions of a hedge law name the months in which nobody cuts. They end in August in most valleys. A judge may lift restrictions where a road is blocked.
`;
  const files = { "a.md": book, "b.md": part };
  const text = await textOf("hedge law", files, { articleLengthFrom: 300, articleLengthTo: 400 });
  expect(text).toContain("## Restrictions");
});

it.each(["These Pumps", "Basic Example 2", "3 Answers"])(
  "has no heading that points or counts: %s",
  async (heading) => {
    const blocks = [{ kind: "paragraph" as const, text: "A hand pump is a machine that lifts water by hand." }];
    const source = { title: "Hand pump", byline: "", site: "", language: "en", blocks, address: "a.md" };
    const options = articlecreator.options.parse({ articleKeywordsFile: ["hand pump"] });
    const material = await materialOf(
      "hand pump",
      [source as never],
      options,
      () => false,
      async () => {},
    );
    expect(familyHeading(heading, material, [])).toBe("");
    expect(familyHeading("Basic Pumps", material, [])).toBe("Basic Pumps");
  },
);
