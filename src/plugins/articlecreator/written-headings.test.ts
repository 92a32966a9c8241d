import { describe, expect, it } from "vitest";
import { cannedWeb, LIGHTHOUSES, outcomeOf } from "../../../test/doubles/article-creator-world.js";
import type { WriteRequest, WriterProvider } from "../../kernel/index.js";

const data = {
  articleKeywordsFile: ["lighthouse"],
  sourceMode: ["urls"],
  sourceUrlsFile: Object.keys(LIGHTHOUSES),
  articleLengthFrom: 20,
  articleLengthTo: 300,
  articleTemplateInfo: "plain",
  articleUseHeadingInsert: true,
  headingInsert: { Source: "ai", FrequencyFrom: 1, FrequencyTo: 1 },
  outputFormats: ["md"],
};
const web = () => cannedWeb(LIGHTHOUSES);

/** A model that writes these headings. */
function writer(headings: readonly string[], asked: WriteRequest[] = []): WriterProvider {
  return {
    prices: () => ({ input: 1, output: 2, currency: "EUR" }),
    write: async () => "",
    answer: async (request) => {
      asked.push(request);
      const text = JSON.stringify({ title: "t", sections: headings.map((heading) => ({ heading, points: [] })) });
      return {
        ...{ text, provider: "one", model: "m", cached: false, cut: false },
        usage: { input: 100, output: 50, cost: 0.01 },
      };
    },
  };
}

describe("headings of a language model", () => {
  it("stand over the paragraphs that the model was given as data, and their cost is counted", async () => {
    const asked: WriteRequest[] = [];
    const providers = { web: web(), writer: writer(["## What Ships See."], asked) };
    const { files, reports } = await outcomeOf(data, { providers });
    const text = files.get("articles/lighthouse.md")!;
    expect(text).toContain("\n## What Ships See\n");
    const [request] = asked;
    const [paragraph] = request!.sources!;
    expect(text.split("## What Ships See\n")[1]!.replace(/\s+/g, " ").trim()).toContain(paragraph!.text.slice(0, 60));
    expect(request!.instructions).not.toContain(paragraph!.text.slice(0, 40));
    expect(reports.get("usage.csv")).toContain("lighthouse,headings,one,m,100,50,0.01,EUR,false");
  });

  it("are left out with a warning where the model does not give one for each paragraph", async () => {
    const providers = { web: web(), writer: writer(["One", "Two", "Three"]) };
    const { files, log } = await outcomeOf(data, { providers });
    expect(files.get("articles/lighthouse.md")).not.toContain("## One");
    expect(log.join("\n")).toContain(
      'No headings were added to the article for "lighthouse". The language model did not name one heading',
    );
  });

  it("are refused before anything is read where there is no language model", async () => {
    const pages = web();
    await expect(outcomeOf(data, { providers: { web: pages } })).rejects.toMatchObject({
      code: "no-provider",
      message: expect.stringContaining(
        'headingInsert.Source is "ai". No language-model provider is configured. Use "extracted", "keywords" or "file" to do without one.',
      ),
    });
    await expect(
      outcomeOf({ ...data, writerProvider: "template" }, { providers: { web: pages, writer: writer([]) } }),
    ).rejects.toMatchObject({ code: "bad-input", message: expect.stringContaining("the offline writer writes no") });
    expect(pages.asked).toEqual([]);
  });
});
