import { describe, expect, it } from "vitest";
import { cannedWeb, outcomeOf, page } from "../../../test/doubles/article-creator-world.js";
import type { ParaphraserProvider, SpinnerProvider } from "../../kernel/index.js";

const TIDE_MILLS = {
  "https://a.test/mills": page(
    "Tide Mills",
    `<p>A tide mill is a mill that the sea drives. A dam with a gate holds the flood back in a pond. Millers ground corn twice a day for eight hours at the old mill.</p>
<h2>The pond</h2>
<p>The pond of a tide mill fills through a gate of heavy oak planks. The gate shuts by the weight of the water alone. The wheel of a tide mill turns when the sea outside stands two metres lower than the pond.</p>
<p>Mud settles in the pond of every tide mill, which boys once cleared with spades in autumn. Herons stand along the bank of a tide mill in the early morning when the eels come in.</p>`,
  ),
};

/** Says nothing in another way. */
const paraphraser: ParaphraserProvider = { paraphrase: async (text) => ({ text, notes: [] }) };

async function written(spinner?: SpinnerProvider): Promise<string> {
  const { files } = await outcomeOf(
    {
      articleKeywordsFile: ["tide mill"],
      sourceMode: ["urls"],
      sourceUrlsFile: Object.keys(TIDE_MILLS),
      ...{ articleLengthFrom: 60, articleLengthTo: 200 },
      spinMode: "paraphrase",
      outputFormats: ["txt"],
    },
    { providers: { web: cannedWeb(TIDE_MILLS), paraphraser, ...(spinner && { spinner }) } },
  );
  return files.get("articles/tide-mill.txt")!;
}

describe("where a paraphrase leaves a long run of the source", () => {
  it("sentences are joined", async () => {
    expect(await written()).toMatch(/planks, and the gate shuts/);
  });

  it("measures and function words have another form", async () => {
    expect(await written()).toMatch(/twice per day|8 hours|2 metres/);
  });

  it("and the spinner has other words, as few as are enough", async () => {
    const asked: (string | undefined)[] = [];
    const spinner: SpinnerProvider = {
      spin: async (text, { strength }) => {
        asked.push(strength);
        return { text: text.replaceAll("early", "{early|first}").replaceAll("morning", "{morning|dawn}"), notes: [] };
      },
    };
    const text = await written(spinner);
    expect(asked[0]).toBe("default");
    expect(text).toMatch(/first morning|early dawn/);
    expect(text).not.toMatch(/first dawn/);
  });
});
