import { expect, it } from "vitest";
import { articleFrom } from "../../../test/doubles/article-creator-world.js";

const LEAD = `# Rain barrels

A rain barrel is a container that gathers water from a roof. It stands below a downpipe and keeps what would run off into the street.

## How a rain barrel is filled

Water leaves the gutter through a downpipe and passes a screen that holds back leaves. A rain barrel of two hundred litres is full after one heavy shower. What comes after that leaves through an overflow near the rim and soaks into the bed below it.
`;

const ADVICE = `
## Why does a rain barrel fail?

### Clean the screen

The screen of a rain barrel is rinsed every autumn when the leaves have fallen. A brush and plain vinegar remove what has settled on the mesh in the course of a summer.

### Protect the tap

Frost splits the plastic tap of a rain barrel in one night. It stays open all winter, and the barrel is turned upside down beside the wall of the house.

### Train your helpers

Whoever waters the beds from a rain barrel learns to close the tap by hand. A full turn is enough, and a wrench breaks the thread of it.
`;

const TAP = `
## Where the tap is

The tap of a rain barrel sits a hand above its floor, where mud does not reach. A watering can fits below it if the barrel stands on bricks. A second tap at half its height fills a hose by itself.

## What the lid is for

A lid keeps leaves, children and mosquitoes out of a rain barrel. It is made of oak like the staves, and a stone on top holds it in a storm. Light makes algae grow, so a dark lid is better than a pale one.
`;

const READING = `
## For more information

### The Barrel Museum

The Barrel Museum of the valley shows every rain barrel that coopers have made in two centuries. It opens on Sundays and has a library on rain barrels.

### Letters of coopers

Letters of coopers tell how a rain barrel was bent over a fire of straw. They are kept in the archive of the town together with drawings of rain barrels.
`;

const SECOND = `# Care of a rain barrel

A rain barrel lasts longer with a little care.

## Wrap the tap

A rain barrel below a birch fills up with catkins in May, so a hose is turned on from below. Gardeners do so every month where moss grows on the tiles of a roof.
`;

const write = async (pages: Record<string, string>) =>
  (await articleFrom("rain barrel", pages, { articleLengthFrom: 300, articleLengthTo: 420 })).join("\n");

it("puts no advice below a heading that asks why", async () => {
  const text = await write({ "a.md": LEAD + ADVICE });
  expect(text).toContain("## Protect the Tap");
  expect(text).not.toContain("Why Does a Rain Barrel Fail");
});

it("leaves out what else there is to read, with the sections below", async () => {
  const text = await write({ "a.md": LEAD + ADVICE + READING });
  expect(text).toContain("## Protect the Tap");
  expect(text).not.toMatch(/Museum|Letters/);
});

it("gives one piece of advice once", async () => {
  const text = await write({ "a.md": LEAD + ADVICE.replace(/^## .*/m, "").replaceAll("###", "##"), "b.md": SECOND });
  expect(text.match(/^## (?:Protect|Wrap) the Tap$/gm), text).toHaveLength(1);
});

it("leaves out a section that names nothing of what its heading promises", async () => {
  const said =
    "Knowing every rain barrel there is makes it easy for gardeners to decide later. There are countless of them.";
  const text = await write({ "a.md": `${LEAD}\n## Types of rain barrels\n\n${said}\n${TAP}` });
  expect(text).toContain("Where the Tap Is");
  expect(text).not.toContain("Types of Rain Barrels");
});
