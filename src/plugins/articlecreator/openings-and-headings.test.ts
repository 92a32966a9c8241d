import { expect, it } from "vitest";
import { articleFrom } from "../../../test/doubles/article-creator-world.js";
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

Winter is the season in which everything in the yard is mended. Every yard is different, and patience is worth more than tools.
`;
  const text = await textOf("rain barrel", { "a.md": page });
  expect(text).toContain("lasts for twenty years");
  expect(text).not.toMatch(/leased|Winter is the season/);
});

it("tells all of a short row of numbered sections or none of it", async () => {
  const page = `# Sails of a mill

Sails of a mill are long frames that the wind turns. They carry cloth or shutters.

## 1. Cloth sails

Cloth sails are frames on which the miller spreads a sheet before the work begins. The sheet is taken in when the wind becomes strong. It is mended in winter.

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
