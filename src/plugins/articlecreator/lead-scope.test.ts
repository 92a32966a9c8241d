import { expect, it } from "vitest";
import { articleFrom } from "../../../test/doubles/article-creator-world.js";
import { speaksOfPart } from "./lead-scope.js";

const QUERY = ["rain", "barrel"];

it.each([
  "Rain barrels under $80 are good value for any garden.",
  "A rain barrel for allotment holders begins with a stand.",
  "Dripwell\u2019s rain barrel is newer and has a tap of brass.",
  "Ruth Ashdown joins the firm that made the first rain barrel.",
])("speaks of a part of the subject: %s", (text) => {
  expect(speaksOfPart(text, QUERY)).toBe(true);
});

it.each([
  "A rain barrel for the garden holds what runs off a roof.",
  "A rain barrel is a barrel that holds what runs off a roof.",
  "Gardeners have used a rain barrel for many years.",
  "Gardeners stand a rain barrel below a downpipe.",
  "Water for allotments comes out of a rain barrel.",
])("speaks of all of it: %s", (text) => {
  expect(speaksOfPart(text, QUERY)).toBe(false);
});

it("the lead is not about those at a price where a page speaks of all of them", async () => {
  const text = await articleFrom(
    "rain barrel",
    {
      "a.md": `# Rain barrels under $80

Rain barrels under $80 are good value and hold as much water as dear ones. There is a wide choice of cheap ones in every shop.

## Taps

The tap of a rain barrel sits a hand above its floor, so that sand stays behind. A tap of brass outlasts the barrel.
`,
      "b.md": `# Rain barrels

Gardeners who save water stand a rain barrel below a downpipe. Heavy rain fills it within an hour, and an overflow leads what is left into the drain.

## Care

Frost splits plastic, so the tap of a rain barrel stays open all winter. A lid keeps gnats and leaves out of a rain barrel.
`,
    },
    { articleLengthFrom: 80, articleLengthTo: 140 },
  );
  const lead = text.join("\n").split("\n\n").slice(1, 3).join(" ");
  expect(lead).toContain("stand a rain barrel below a downpipe");
});
