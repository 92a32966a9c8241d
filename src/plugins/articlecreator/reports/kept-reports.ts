import type { JsonObject } from "../../../kernel/index.js";
import { storedJson } from "../../_kit/stored-json.js";
import type { UsageRow } from "../../_kit/writing/usage.js";
import type { Context } from "../sources.js";

/** What the end of a run has to know of one article. */
export interface KeptArticle {
  readonly keyword: string;
  readonly n: number;
  readonly title: string;
  /** Empty for one that was rejected. */
  readonly file: string;
  readonly template: string;
  readonly words: number;
  readonly seoScore: number;
  readonly uniqueness: number;
  readonly longestRun: JsonObject;
  readonly sources: readonly JsonObject[];
  readonly facts: readonly JsonObject[];
  readonly error: string;
  /** Of language models. */
  readonly usage: readonly UsageRow[];
  /** What its images are known by; absent where an earlier version has kept it. */
  readonly imageClaims?: readonly string[];
}

interface KeptLine {
  readonly runId: string;
  readonly articles: readonly KeptArticle[];
}

/** Puts away what a line has given for the end of the run. */
export function keepReports(name: string, articles: readonly KeptArticle[], { output, runId }: Context): void {
  const kept: KeptLine = { runId, articles };
  output.remember(`reports/${name}.json`, JSON.stringify(kept));
}

/** What this run has kept, line by line in the order of the names. */
export async function* keptReports(
  { remembered, runId }: Context,
  names: ReadonlyMap<string, string>,
): AsyncGenerator<KeptArticle> {
  for (const name of new Set(names.values())) {
    const kept = storedJson(await remembered(`reports/${name}.json`)) as KeptLine | undefined;
    if (kept?.runId === runId) yield* kept.articles;
  }
}
