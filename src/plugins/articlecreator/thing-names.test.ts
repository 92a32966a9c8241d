import { describe, expect, it } from "vitest";
import { articleFrom } from "../../../test/doubles/article-creator-world.js";

const GENERAL = `# Rain barrels

A rain barrel is a container that gathers water from a roof. It stands below a downpipe and keeps what would run off into the street.

## How a rain barrel is filled

Water leaves the gutter through a downpipe and passes a screen that holds back leaves. A rain barrel of two hundred litres is full after one heavy shower. What comes after that leaves through an overflow near the rim and soaks into the bed below it.

## Where a rain barrel stands

A rain barrel needs firm and level ground because a full one weighs as much as three people. Bricks or a wooden stand lift the tap high enough for a watering can. Shade keeps algae from growing, and a lid keeps children and mosquitoes out.

## How a rain barrel is looked after

The screen of a rain barrel is rinsed every autumn when the leaves have fallen. Frost splits plastic, so the tap stays open all winter and the barrel is turned upside down. A brush and plain vinegar remove what has settled on the floor in the course of a summer.

## What a rain barrel costs

A rain barrel of plastic costs as much as two pairs of boots and lasts ten years. Oak costs five times that and has to be kept wet. Towns in dry regions pay a part of the price back to everybody who asks for it.
`;

const product = (name: string, text: string) => `\n## ${name}\n\n${text}\n`;
const DRIPWELL = product(
  "Dripwell",
  "Many gardeners swear by the Dripwell for a rain barrel with a brass tap on two sides. It holds three hundred litres and comes with a stand of steel.",
);
const NAMED_ONLY = [
  product("Tolmer", "Nobody has seen the Tolmer yet."),
  product("Harroway", "Nobody has seen the Harroway yet."),
];
const QUENCHER = product(
  "Quencher",
  "Nobody has to lift the Quencher because it is a rain barrel on four wheels. It holds ninety litres and folds flat in winter.",
);

const write = async (text: string, least: number, most: number) =>
  (await articleFrom("rain barrel", { "a.md": text }, { articleLengthFrom: least, articleLengthTo: most })).join("\n");

describe("one product of a list", () => {
  it("is left out where the article tells of no other", async () => {
    expect(await write(GENERAL + DRIPWELL + NAMED_ONLY.join(""), 150, 230)).not.toContain("Dripwell");
  });

  it("is told where another one is told as well", async () => {
    const text = await write(GENERAL + DRIPWELL + QUENCHER + NAMED_ONLY.join(""), 320, 420);
    expect(text).toContain("Dripwell");
    expect(text).toContain("Quencher");
  });

  it("is told where the article would be too short without it", async () => {
    const short = GENERAL.slice(0, GENERAL.indexOf("## Where"));
    expect(await write(short + DRIPWELL + NAMED_ONLY.join(""), 120, 180)).toContain("Dripwell");
  });
});
