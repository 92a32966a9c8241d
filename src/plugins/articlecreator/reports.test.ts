import { describe, expect, it } from "vitest";
import { cannedWeb, LIGHTHOUSES, outcomeOf } from "../../../test/doubles/article-creator-world.js";
import type { ParaphraserProvider } from "../../kernel/index.js";

const data = {
  articleKeywordsFile: ["lighthouse"],
  sourceMode: ["urls"],
  sourceUrlsFile: Object.keys(LIGHTHOUSES),
  articleLengthFrom: 100,
  articleLengthTo: 300,
};
const backwards: ParaphraserProvider = {
  paraphrase: async (text) => ({
    text: text.replace(/\S+ \S+/g, (two) => two.split(" ").reverse().join(" ")),
    notes: [],
  }),
};
const providers = { web: cannedWeb(LIGHTHOUSES), paraphraser: backwards };

interface Fact {
  readonly file: string;
  readonly sentence: string;
  readonly url: string;
  readonly original: string;
}

describe("the reports of a run", () => {
  it("tie every sentence, reworded too, to the sentence of its source", async () => {
    const { reports, articles } = await outcomeOf({ ...data, spinMode: "paraphrase" }, { providers });
    const facts = JSON.parse(reports.get("facts.json")!) as Fact[];
    expect(facts.map(({ sentence }) => sentence)).toEqual(articles.get("lighthouse")!.sentences);
    for (const { url, original, sentence } of facts) {
      expect(LIGHTHOUSES[url]).toContain(original);
      expect(sentence).not.toBe(original);
    }
  });

  it("name the sources of each article and sum the run up", async () => {
    const { reports, rows } = await outcomeOf(
      { ...data, articleKeywordsFile: ["lighthouse", "lighthouse lamp"] },
      { providers },
    );
    const sources = reports
      .get("sources.jsonl")!
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(sources[0]).toMatchObject({ keyword: "lighthouse", n: 1, file: "articles/lighthouse.html" });
    expect(sources).toHaveLength(rows.reduce((sum, row) => sum + (row["sources"] as []).length, 0));
    const report = JSON.parse(reports.get("report.json")!);
    expect(report).toMatchObject({ keywords: 2, articles: 2, rejected: 0, maxSentencesPerSource: 6 });
    expect(report.list[1].amongArticles.longestRun).toHaveProperty("in");
    expect(report.list[0].longestRun.words).toBeGreaterThan(8);
    expect(Object.values(LIGHTHOUSES).join(" ").toLowerCase()).toContain(
      report.list[0].longestRun.text.split(" ").slice(0, 3).join(" "),
    );
  });

  it("score an article for search engines, a sentence for every point", async () => {
    const { reports, rows } = await outcomeOf(data, { providers });
    const seo = JSON.parse(reports.get("seo/lighthouse.json")!);
    expect(seo.score).toBe(rows[0]!["seoScore"]);
    expect(seo.checks.reduce((sum: number, check: { of: number }) => sum + check.of, 0)).toBe(100);
    for (const { reason } of seo.checks) expect(reason).toMatch(/^[A-Z].*\.$/);
    const without = await outcomeOf({ ...data, seoReport: false }, { providers });
    expect([...without.reports.keys()].filter((path) => path.startsWith("seo/"))).toEqual([]);
  });
});

describe("uniqueness", () => {
  it("is small for sentences of the sources and great for others", async () => {
    const [plain, other] = await Promise.all([
      outcomeOf(data, { providers }),
      outcomeOf({ ...data, spinMode: "paraphrase" }, { providers }),
    ]);
    expect(plain.rows[0]!["uniqueness"]).toBeLessThan(0.4);
    expect(other.rows[0]!["uniqueness"]).toBeGreaterThan(0.9);
  });

  it("below what is asked for rejects an article with the figures, and the line fails when none is left", async () => {
    const { files, failures, log } = await outcomeOf({ ...data, uniquenessMin: 0.8 }, { providers });
    expect(files.size).toBe(0);
    expect(failures.get("lighthouse")!.message).toMatch(
      /was rejected: its uniqueness is 0\.\d+, and uniquenessMin asks for 0\.8\. Its longest copied run has \d+ words\./,
    );
    expect(log.join("\n")).toContain("uniquenessMin is 0.8, but articles are made of the sentences of their sources");
  });
});

describe("the format spintax", () => {
  it("has the variants of a spinner, while the article stays as it is", async () => {
    const spinner = { spin: async (text: string) => ({ text: text.replace(/tower/g, "{tower|building}"), notes: [] }) };
    const { files, articles } = await outcomeOf(
      { ...data, outputFormats: ["spintax", "txt"] },
      { providers: { ...providers, spinner } },
    );
    expect(files.get("articles/lighthouse.spintax")).toContain("{tower|building}");
    expect(files.get("articles/lighthouse.txt")).not.toContain("{");
    expect(articles.get("lighthouse")!.sentences.join(" ")).not.toContain("{");
  });
});
