import { describe, expect, it } from "vitest";
import { cannedFolder, outcomeOf } from "../../../test/doubles/article-creator-world.js";

async function written(keyword: string, files: Record<string, string>, from: number, to: number): Promise<string> {
  const { files: made } = await outcomeOf(
    {
      articleKeywordsFile: [keyword],
      sourceMode: ["folder"],
      sourceFolder: "texts",
      outputFormats: ["txt"],
      citeSources: "none",
      articleLengthFrom: from,
      articleLengthTo: to,
    },
    { providers: { folder: cannedFolder(files) } },
  );
  return [...made.values()].join("\n");
}

const PIER = `# Selby pier fire

The Selby pier fire was a fire that destroyed a wooden pier in the north of England. All 75 people on board were killed. Boats came to help and found nobody.

## The pier

The pier was built of oak and had a theatre at its end. Visitors paid a penny at the gate.
`;
const DEAD = `# How many died at Selby

The Selby pier fire killed 59 people, according to death certificates. A list of names hangs in the church. The Selby pier fire is remembered every year.
`;

describe("sources that contradict each other", () => {
  it("are named where the first of them has spoken", async () => {
    const text = await written("Selby pier fire", { "a.md": PIER, "b.md": DEAD }, 70, 140);
    expect(text).toContain("killed");
    expect(text).toContain(
      "The sources differ on the number of dead: \u201cSelby pier fire\u201d gives 75 and \u201cHow many died at Selby\u201d 59.",
    );
  });

  it("are not set against each other for advice on different things", async () => {
    const text = await written(
      "beeswax candle",
      {
        "a.md":
          "# Beeswax candles\n\nA beeswax candle is a candle that is made of the wax of honeybees. Let the candle burn until the melted wax reaches the edge, which takes about one hour for every 2.5 centimetres. Keep a beeswax candle away from draughts.\n",
        "b.md":
          "# Making a beeswax candle\n\nWarm the sheet of wax before it is rolled. A sheet of 20 by 40 centimetres makes one beeswax candle that burns for about three hours. Beeswax candles keep for years.\n",
      },
      50,
      200,
    );
    expect(text).not.toMatch(/differ|According to/);
  });
});
