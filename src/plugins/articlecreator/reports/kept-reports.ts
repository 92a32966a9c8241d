import type { JsonObject } from "../../../kernel/index.js";
import { storedJson } from "../../_kit/stored-json.js";
import type { RunState } from "../preparation.js";
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

/** What this run has kept, line by line in the order of the list. */
export async function* keptReports(context: Context & { readonly state: RunState }): AsyncGenerator<KeptArticle> {
  for (const name of new Set(context.state.fileNames.values())) {
    const kept = storedJson(await context.remembered(`reports/${name}.json`)) as KeptLine | undefined;
    if (kept?.runId === context.runId) yield* kept.articles;
  }
}
