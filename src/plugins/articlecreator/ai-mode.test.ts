import { describe, expect, it } from "vitest";
import { cannedWeb, LIGHTHOUSES, outcomeOf } from "../../../test/doubles/article-creator-world.js";
import type { WriteRequest, WriterProvider } from "../../kernel/index.js";

const data = {
  articleKeywordsFile: ["lighthouse"],
  sourceMode: ["urls"],
  sourceUrlsFile: Object.keys(LIGHTHOUSES),
  articleLengthFrom: 20,
  articleLengthTo: 300,
  articleMode: "ai",
  outputFormats: ["txt"],
};
const web = () => cannedWeb(LIGHTHOUSES);
const OUTLINE = { title: "Light on the Coast", sections: [{ heading: "Towers", points: ["What they are"] }] };

/** A writer that gives these answers by the step that is asked for. */
function writer(body: string, asked: WriteRequest[] = []): WriterProvider {
  const answer = (request: WriteRequest) =>
    JSON.stringify(request.instructions.startsWith("Task: outline") ? OUTLINE : { title: OUTLINE.title, body });
  return {
    prices: () => ({ input: 1, output: 2, currency: "EUR" }),
    write: async (request) => answer(request),
    answer: async (request) => {
      asked.push(request);
      const usage = { input: 100, output: 50, cost: 0.01 };
      return { text: answer(request), provider: "one", model: "m", usage, cached: false, cut: false };
    },
  };
}

describe("an article of a language model", () => {
  const body =
    "## Towers\n\nA lighthouse is a **tower** with a lamp that ships can see [1]. Some 7,431 lighthouses stand in Atlantis. Such towers have their own beauty.\n\n- Its lamp is carried high enough to be seen [1].";

  it("is asked for from numbered sources, and tied to the sentences that bear it out", async () => {
    const asked: WriteRequest[] = [];
    const { files, reports, rows } = await outcomeOf(data, { providers: { web: web(), writer: writer(body, asked) } });
    const text = files.get("articles/lighthouse.txt")!;
    expect(text).toContain("Light on the Coast\n\nTowers\n\nA lighthouse is a tower with a lamp that ships can see.");
    expect(asked.map(({ instructions }) => instructions.split("\n")[0])).toEqual(["Task: outline", "Task: draft"]);
    expect(asked[1]!.sources!.length).toBeGreaterThan(1);
    expect(asked[1]!.instructions).not.toContain(asked[1]!.sources![0]!.text.slice(0, 40));
    const facts = JSON.parse(reports.get("facts.json")!) as { sentence: string; original: string }[];
    expect(facts[0]!.original).toBe("A lighthouse is a tower that carries a lamp high enough to be seen from ships.");
    expect(rows[0]).toMatchObject({ status: "ok", title: "Light on the Coast" });
    expect(reports.get("usage.csv")).toContain("lighthouse,draft,one,m,100,50,0.01,EUR,false");
  });

  it("loses sentences with figures or names that no source has", async () => {
    const { files, log } = await outcomeOf(data, { providers: { web: web(), writer: writer(body) } });
    expect(files.get("articles/lighthouse.txt")).not.toContain("7,431");
    expect(log.join("\n")).toContain("no source has their figures or names");
  });

  it("is refused before anything is read where no writer is configured", async () => {
    const pages = web();
    await expect(outcomeOf(data, { providers: { web: pages } })).rejects.toMatchObject({
      code: "no-provider",
      message: expect.stringContaining("Article creator needs a language-model provider and none is configured."),
    });
    expect(pages.asked).toEqual([]);
  });

  it("is written offline by the writer called template", async () => {
    const { files, failures } = await outcomeOf({ ...data, writerProvider: "template" }, { providers: { web: web() } });
    expect([...failures.values()].map(({ message }) => message)).toEqual([]);
    expect(files.get("articles/lighthouse.txt")!.length).toBeGreaterThan(200);
  });

  it("that a budget ends keeps those that were written before", async () => {
    const two = { ...data, articleCountRequired: 3, maxCostPerRun: 0.02 };
    const { rows, log } = await outcomeOf(two, { providers: { web: web(), writer: writer(body) } });
    expect(rows.length).toBe(1);
    expect(log.join("\n")).toContain("maxCostPerRun is 0.02");
  });

  it("fails its line when the answer is nonsense", async () => {
    const nonsense: WriterProvider = { write: async () => "Well." };
    const { failures } = await outcomeOf(data, { providers: { web: web(), writer: nonsense } });
    expect(failures.get("lighthouse")!.code).toBe("WRITER_FAILED");
  });
});
