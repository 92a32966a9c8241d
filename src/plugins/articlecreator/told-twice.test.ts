import { describe, expect, it } from "vitest";
import { cannedFolder, outcomeOf } from "../../../test/doubles/article-creator-world.js";

async function written(keyword: string, files: Record<string, string>): Promise<string> {
  const { files: made } = await outcomeOf(
    {
      articleKeywordsFile: [keyword],
      sourceMode: ["folder"],
      sourceFolder: "texts",
      outputFormats: ["txt"],
      citeSources: "none",
      articleLengthFrom: 150,
      articleLengthTo: 400,
    },
    { providers: { folder: cannedFolder(files) } },
  );
  return [...made.values()].join("\n");
}

const CLOCKS = `# Water clock

A water clock is a device that measures time by the flow of water into or out of a vessel. The water clock of the Selby tower was built by the monk Anselm Reeve in 1284. It struck the hours with a bronze hammer.

## The fire

In March 1391 a careless bellringer named Odo left a candle beside the ropes of the tower. The flames melted the bronze hammer and cracked the basin, and the townspeople fined Odo forty pence. The water clock was never mended.
`;
const TOWN = `# The water clock of Selby and its town

The water clock stood above the market for more than a century. Farmers set out for home when it struck four. Merchants of wool paid for its oil and for its ropes.

## A careless man

The bellringer Odo forgot a candle near the ropes of the tower, and the flames melted the hammer of the water clock. The townspeople fined Odo forty pence for it. He left the town and was seen no more.

## Wool

The market sold wool and hides to merchants from Flanders. A water clock told them when the stalls had to close. Those who sold later paid a fine of a penny to the guild.
`;

describe("what two sources tell of", () => {
  it("stands once in an article", async () => {
    const text = await written("water clock", { "a.md": CLOCKS, "b.md": TOWN });
    expect(text.match(/forty pence/g)).toHaveLength(1);
    expect(text.match(/candle/g)).toHaveLength(1);
  });

  it("takes nothing away that only shares its subject", async () => {
    const text = await written("water clock", { "a.md": CLOCKS, "b.md": TOWN });
    expect(text).toContain("The market sold wool and hides to merchants from Flanders.");
    expect(text).toContain("Farmers set out for home when it struck four.");
  });
});
