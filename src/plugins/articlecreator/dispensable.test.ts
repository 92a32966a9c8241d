import { describe, expect, it } from "vitest";
import { cannedWeb, LIGHTHOUSES, outcomeOf } from "../../../test/doubles/article-creator-world.js";
import type { ParaphraserProvider } from "../../kernel/index.js";
import type { BodyBlock } from "../_kit/article-body/index.js";
import { dispensableEnd } from "./dispensable.js";

const paragraph = (...texts: string[]): BodyBlock => ({
  kind: "paragraph",
  sentences: texts.map((text) => ({ text, source: 0 })),
});
const LOCK = paragraph("A lock is of stone.", "It has two gates.", "The gates are of oak.", "The sill is of elm.");
const HEADING: BodyBlock = { kind: "heading", level: 2, text: "Paddles" };

describe("the end of a paragraph may be left out", () => {
  it("with all that follows in it", () => {
    expect(dispensableEnd(LOCK, 2, HEADING).map(({ text }) => text)).toEqual([
      "The gates are of oak.",
      "The sill is of elm.",
    ]);
    expect(dispensableEnd(LOCK, 3, undefined)).toHaveLength(1);
  });

  it("but not its beginning, nor what a list or the next paragraph needs", () => {
    expect(dispensableEnd(LOCK, 1, HEADING)).toEqual([]);
    expect(dispensableEnd(LOCK, 3, { kind: "list", ordered: false, items: [] })).toEqual([]);
    expect(dispensableEnd(LOCK, 3, paragraph("It swells in water."))).toEqual([]);
  });

  it("nor what is the only sentence of its source", () => {
    const sentences = [0, 0, 0, 1].map((source, at) => ({ text: `Gate ${at} is of oak.`, source }));
    expect(dispensableEnd({ kind: "paragraph", sentences }, 3, undefined)).toEqual([]);
  });
});

describe("a paraphrased article", () => {
  // Each sentence in another order, but two that stand side by side in their source.
  const paraphraser: ParaphraserProvider = {
    paraphrase: async (given) => ({
      text: given
        .split("\n\n")
        .map((text) => (/^(?:Three men|Relief boats)/.test(text) ? text : text.split(" ").reverse().join(" ")))
        .join("\n\n"),
      notes: [],
    }),
  };
  const written = (articleLengthFrom: number) =>
    outcomeOf(
      {
        articleKeywordsFile: ["lighthouse keeper"],
        sourceMode: ["urls"],
        sourceUrlsFile: Object.keys(LIGHTHOUSES),
        ...{ articleLengthFrom, articleLengthTo: 250 },
        articleTemplateInfo: "plain",
        spinMode: "paraphrase",
        outputFormats: ["txt"],
      },
      { providers: { web: cannedWeb(LIGHTHOUSES), paraphraser } },
    );

  it("goes without the end of a paragraph that stays word for word that of a source", async () => {
    const { files, log } = await written(150);
    const text = files.get("articles/lighthouse-keeper.txt")!;
    expect(text).toContain("Three men usually shared");
    expect(text).not.toContain("Relief boats");
    expect(log.join("\n")).toContain(
      'left out of the article for "lighthouse keeper": what the sources say there could not be said in other words.',
    );
  });

  it("keeps it where the article would be too short", async () => {
    expect((await written(250)).files.get("articles/lighthouse-keeper.txt")).toContain("Relief boats");
  });
});
