import type { JsonObject } from "../../kernel/index.js";
import { pageKey } from "../_kit/search/dedupe.js";
import { runWeb } from "../_kit/web/run-web.js";
import { rankColumn, rowOf } from "./columns.js";
import type { Found } from "./found.js";
import type { Work } from "./lines.js";
import { headOf, type PageHead } from "./page-heads.js";
import type { LineContext } from "./preparation.js";

/** The rows of what was found, in its order: without what is not wanted, and with what the pages answer. */
export async function rowsOf({ query }: Work, found: readonly Found[], context: LineContext): Promise<JsonObject[]> {
  const { state, options } = context;
  const wanted = found.filter(({ url }) => state.isWanted(url));
  const heads = options.liveCheck || options.fetchHead ? await headsOf(wanted, context) : new Map<string, PageHead>();
  return wanted.flatMap((one) => {
    const head = heads.get(one.url);
    const title = (options.fetchHead && head?.title) || (one.title ?? "");
    const snippet = one.snippet || (options.fetchHead ? (head?.description ?? "") : "");
    const description = options.fetchHead ? (head?.description ?? "") : "";
    const score = state.relevance?.ofPage(title, `${one.snippet ?? ""} ${description}`);
    if (score !== undefined && score < options.relevanceMin) {
      state.unlike += 1;
      return [];
    }
    return [
      rowOf(state.columns, {
        ...{ query, rank: one.rank, url: one.url, title, snippet, engine: one.engine },
        domain: state.domainOf(new URL(one.url).hostname),
        lang: head?.language || (one.language ?? ""),
        ...(head === undefined ? {} : { status: head.status, finalUrl: head.finalUrl, error: head.refused }),
        ...(score === undefined ? {} : { score: Math.round(score * 1000) / 1000 }),
        ...Object.fromEntries(Object.entries(one.ranks ?? {}).map(([name, rank]) => [rankColumn(name), rank])),
      }),
    ];
  });
}

/** What the pages answer, several at once; those that would be left out as repeated are not asked. */
async function headsOf(found: readonly Found[], context: LineContext): Promise<ReadonlyMap<string, PageHead>> {
  const { state, signal, progress } = context;
  const web = runWeb(context, state.session);
  const heads = new Map<string, PageHead>();
  const pages = new Set<string>();
  const open = found
    .filter(({ url }) => {
      const key = pageKey(url);
      if (pages.has(key) || state.found.has(url)) return false;
      pages.add(key);
      return true;
    })
    .map(({ url }) => url)
    .values();
  const worker = async () => {
    for (const url of open) {
      signal.throwIfAborted();
      progress({ phase: "checking" });
      const head = await headOf(url, web, signal);
      if (head.refusedBy !== undefined) state.refused[head.refusedBy] += 1;
      heads.set(url, head);
    }
  };
  await Promise.all(Array.from({ length: state.workers }, worker));
  return heads;
}
