import { describe, expect, it } from "vitest";
import { articleFrom } from "../../../test/doubles/article-creator-world.js";

const LEAD = `# Rain barrels

A rain barrel is a container that gathers water from a roof. It stands below a downpipe and keeps what would run off into the street.

## How a rain barrel is filled

Water leaves the gutter through a downpipe and passes a screen that holds back leaves. A rain barrel of two hundred litres is full after one heavy shower. What comes after that leaves through an overflow near the rim and soaks into the bed below it.

## Where a rain barrel stands

A rain barrel needs firm and level ground because a full one weighs as much as three people. Bricks or a wooden stand lift the tap high enough for a watering can. Shade keeps algae from growing, and a lid keeps children and mosquitoes out.

## How a rain barrel is looked after

The screen of a rain barrel is rinsed every autumn when the leaves have fallen. Frost splits plastic, so the tap stays open all winter and the barrel is turned upside down. A brush and plain vinegar remove what has settled on the floor in the course of a summer.

## Materials

Oak barrels look well beside a cottage and leak when they dry out. Plastic is light, does not rot and fades in the sun after ten years. A rain barrel of galvanised steel lasts longest and is the one that costs most in nearly every shop.
`;

const write = async (end: string) =>
  (await articleFrom("rain barrel", { "a.md": LEAD + end }, { articleLengthFrom: 300, articleLengthTo: 420 })).join(
    "\n",
  );

describe("an article that nothing sums up", () => {
  it.each([
    "Choosing the right rain barrel comes down to the size of the roof and the thirst of the garden.",
    "Keep in mind that a rain barrel is an ongoing project, and that a second one can always stand beside it.",
  ])("ends with what its page says of all of the subject: %s", async (end) => {
    const text = await write(`\n## Painting a barrel\n\nA coat of paint keeps a rain barrel from the sun. ${end}\n`);
    expect(text.trimEnd().endsWith(`## Final Thoughts\n\n${end}`), text).toBe(true);
  });

  it("ends with what names the subject where nothing better is there", async () => {
    const end = "When buying a second rain barrel, remember the length and slope of every gutter, pipe and joint.";
    const last = "\n## Paint\n\nGreen paint hides plastic. Two coats last for a decade on oak staves.\n";
    const text = await write(`\n## Buying a second barrel\n\nSecond barrels are cheap in spring. ${end}\n${last}`);
    expect(text.trimEnd().endsWith(`## Final Thoughts\n\n${end}`), text).toBe(true);
  });

  it.each([
    ["sells", "Choosing the right rain barrel comes down to what our shop has in store for the garden."],
    ["names a product", "Choosing the right rain barrel comes down to trusting the Dripwell Classic in the garden."],
    ["points at a list", "Choosing the right rain barrel comes down to these tips for the roof and the garden."],
  ])("does not end with what %s", async (_, end) => {
    const text = await write(`\n## Painting a barrel\n\nA coat of paint keeps a rain barrel from the sun. ${end}\n`);
    expect(text).not.toContain("Final Thoughts");
  });
});
