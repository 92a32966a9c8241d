import { describe, expect, it } from "vitest";
import { cannedWeb, outcomeOf, page } from "../../../test/doubles/article-creator-world.js";
import type { ParaphraserProvider } from "../../kernel/index.js";

const STUBBORN =
  "The pond of a tide mill fills through a broad gate of heavy oak planks that swings open on its own with every flood.";

const TIDE_MILLS = {
  "https://a.test/mills": page(
    "Tide Mills",
    `<p>A tide mill is a mill that the sea drives. A dam with a gate holds the flood back in a pond.</p>
<h2>The pond of a tide mill</h2>
<p>${STUBBORN} Boys once cleared the mud out of the pond of a tide mill with spades.</p>
<h2>The wheel of a tide mill</h2>
<p>The wheel of a tide mill turns at ebb. Most wheels of a tide mill are of elm. Elm lasts long in salt water.</p>
<h2>Millers of tide mills</h2>
<p>The miller of a tide mill worked by the moon. He slept when the pond of the tide mill was full at noon.</p>`,
  ),
};

/** Turns every sentence round but the stubborn one. */
const paraphraser: ParaphraserProvider = {
  paraphrase: async (given) => ({
    text: given
      .split("\n\n")
      .map((text) => (text === STUBBORN ? text : text.split(" ").reverse().join(" ")))
      .join("\n\n"),
    notes: [],
  }),
};

const written = (articleLengthFrom: number) =>
  outcomeOf(
    {
      articleKeywordsFile: ["tide mill"],
      sourceMode: ["urls"],
      sourceUrlsFile: Object.keys(TIDE_MILLS),
      ...{ articleLengthFrom, articleLengthTo: 200 },
      articleTemplateInfo: "plain",
      maxSentencesPerSource: 50,
      spinMode: "paraphrase",
      outputFormats: ["txt"],
    },
    { providers: { web: cannedWeb(TIDE_MILLS), paraphraser } },
  );

describe("a sentence that stays word for word that of a source", () => {
  it("is replaced by others where the sources have others", async () => {
    const { files, log } = await written(50);
    expect(files.get("articles/tide-mill.txt")).not.toContain("broad gate");
    expect(log.join("\n")).not.toContain("could not be said in other words");
  });

  it("stays where the article would be too short without, and the log says so", async () => {
    const { files, log } = await written(95);
    expect(files.get("articles/tide-mill.txt")).toContain("broad gate");
    expect(log.join("\n")).toContain('1 sentence of the article for "tide mill" could not be said in other words');
  });
});
