import type { JsonObject } from "../../../kernel/index.js";
import { type UsageRow, usageCsv } from "../../_kit/writing/usage.js";
import type { RunState } from "../preparation.js";
import type { Context } from "../sources.js";
import { type KeptArticle, keptReports } from "./kept-reports.js";
import { comparedText, uniquenessOf } from "./uniqueness.js";

/** So many articles are written at once into the files of all. */
const ARTICLES_AT_ONCE = 50;
/** So many earlier articles an article is compared with, those before it in the list. */
const COMPARED_WITH = 20;

type RunContext = Context & { readonly state: RunState };

/** Writes `facts.json`, `sources.jsonl` and `report.json` from what the lines of the run have kept. */
export async function writeReports(context: RunContext): Promise<void> {
  const { output, signal, clock } = context;
  if (signal.aborted) return;
  const summaries: JsonObject[] = [];
  const earlier: { name: string; words: readonly string[] }[] = [];
  let facts: string[] = [];
  let sources: string[] = [];
  let parts = 0;
  let hasFacts = false;
  const usage: UsageRow[] = [];
  const put = async (isLast: boolean) => {
    const first = parts === 0;
    const between = hasFacts && facts.length > 0 ? ",\n" : "";
    const text = `${first ? "[\n" : ""}${between}${facts.join(",\n")}${isLast ? "\n]\n" : ""}`;
    if (first) {
      output.file("facts.json", text, "application/json");
      output.file("sources.jsonl", sources.join(""), "application/jsonl");
    } else {
      output.append("facts.json", text, "application/json");
      output.append("sources.jsonl", sources.join(""), "application/jsonl");
    }
    hasFacts ||= facts.length > 0;
    facts = [];
    sources = [];
    parts += 1;
    if (!isLast) await context.checkpoint(`reports ${parts}`, {});
  };
  for await (const article of keptReports(context, context.state.fileNames)) {
    usage.push(...article.usage);
    const text = article.facts.map(({ sentence }) => String(sentence)).join(" ");
    const own = comparedText(article.file, text);
    await clock.sleep(0, signal);
    const closest = uniquenessOf(text, earlier.slice(-COMPARED_WITH));
    if (article.file !== "") earlier.push(own);
    if (earlier.length > COMPARED_WITH) earlier.shift();
    summaries.push(summary(article, closest));
    if (article.file !== "") {
      facts.push(...article.facts.map((fact) => JSON.stringify(fact)));
      sources.push(...article.sources.map((source) => `${JSON.stringify({ ...named(article), ...source })}\n`));
    }
    if (summaries.length % ARTICLES_AT_ONCE === 0) await put(false);
  }
  if (summaries.length === 0) return;
  await put(true);
  if (usage.length > 0) output.file("usage.csv", usageCsv(usage), "text/csv");
  output.file("report.json", `${JSON.stringify(report(summaries, context), null, 2)}\n`, "application/json");
}

function named({ keyword, n, file }: KeptArticle): JsonObject {
  return { keyword, n, file };
}

function summary(article: KeptArticle, closest: ReturnType<typeof uniquenessOf>): JsonObject {
  const { title, template, words, seoScore, uniqueness, longestRun, error, sources } = article;
  return {
    ...named(article),
    ...{ title, template, words, sources: sources.length, seoScore, uniqueness, longestRun },
    amongArticles: {
      uniqueness: closest.distance,
      longestRun: { words: closest.longest.words, text: closest.longest.text, in: closest.longest.name },
    },
    error,
  };
}

function report(articles: readonly JsonObject[], { options, state }: RunContext): JsonObject {
  const written = articles.filter(({ file }) => file !== "");
  return {
    keywords: state.keywords.length,
    articles: written.length,
    rejected: articles.length - written.length,
    words: written.reduce((sum, { words }) => sum + Number(words), 0),
    articleMode: options.articleMode,
    articleTemplateInfo: options.articleTemplateInfo,
    maxSentencesPerSource: options.maxSentencesPerSource,
    uniquenessMin: options.uniquenessMin,
    list: [...articles],
  };
}
