import type { JsonObject, ScriptoriumError, SearchAnswer, SearchVertical } from "../../kernel/index.js";
import { shown } from "../../kernel/index.js";
import { lineInOrder } from "../_kit/row-order/line-in-order.js";
import { askedDomains } from "../_kit/search/domains.js";
import { engineOf } from "../_kit/search/options.js";
import { quotedQuery } from "../_kit/search/quoted.js";
import { readRegion, regionFor } from "../_kit/search/region.js";
import { engineAsked } from "./missing-kinds.js";
import type { Context } from "./options.js";
import type { LineContext, PageRanks, RunState } from "./preparation.js";
import { deduped, isResult, resultRow, rowsOf } from "./result-rows.js";

/** Does one keyword, page by page: each is stored when it is there, so that a run that stops goes on behind it. */
export async function scrapeLine(keyword: string, context: Context & { readonly state: RunState }): Promise<void> {
  const { state } = context;
  const number = state.numbers.get(keyword) ?? 0;
  await lineInOrder(keyword, number, context, {
    work: (place) => scrape(keyword, { ...context, place, number }),
    failureRow: (error) => failureRow(state.columns, keyword, context.options, error),
  });
}

/** The row of a keyword that failed. */
export function failureRow(
  columns: readonly string[],
  keyword: string,
  { vertical }: { readonly vertical: SearchVertical },
  { message }: Pick<ScriptoriumError, "message">,
): JsonObject {
  return resultRow(columns, { keyword: shown(keyword, 2000), vertical, error: message });
}

async function scrape(keyword: string, context: LineContext): Promise<void> {
  const { options, state, log, progress } = context;
  const { kinds, order, ranks } = state;
  const from = state.notes.get(keyword) ?? { pages: 0, rank: 0, hasMore: true };
  const isList = kinds.some((kind) => kind === "organic" || kind === "ads" || kind === options.vertical);
  // What stands above and below the results is there on the first page alone.
  const most = isList ? options.pages : 1;
  const seen = new Set((ranks.get(keyword) ?? []).flat().map(([url]) => state.keyOf?.(url) ?? url));
  for (let page = 1; page <= from.pages; page += 1) await order.page(context.place, context, async () => {});
  const known = new Set<string>();
  let { rank, hasMore } = from;
  let cached = 0;
  let count = from.rank;
  for (let page = from.pages + 1; page <= most && hasMore; page += 1) {
    const answer = await asked(keyword, page, context);
    if (answer.cached === true) cached += 1;
    const hits = answer.hits.filter(isResult);
    // An engine that has no more may show its last page for ever.
    hasMore = answer.hasMore === true && hits.some(({ url }) => !known.has(url));
    for (const { url } of hits) known.add(url);
    const next = { rank: rank + hits.length, hasMore };
    await order.page(context.place, context, (place) =>
      put({ keyword, page, rank, answer, next, seen }, { ...context, place }),
    );
    rank = next.rank;
    count += hits.length;
    progress({ parts: { done: page, found: most, growing: false } });
  }
  if (cached > 0) {
    const pages = cached === 1 ? "A page" : `${cached} pages`;
    log.info(`${pages} of results came from an earlier answer, as searchCacheHours allows.`);
  }
  state.answered += 1;
  if (count === 0) log.warn(`Nothing was found for ${quotedQuery(keyword)}.`, "empty-result");
}

interface Page {
  readonly keyword: string;
  readonly page: number;
  /** Results before it. */
  readonly rank: number;
  readonly answer: SearchAnswer;
  /** To go on from. */
  readonly next: { readonly rank: number; readonly hasMore: boolean };
  /** Of results that are there already. */
  readonly seen: Set<string>;
}

async function put({ keyword, page, rank, answer, next, seen }: Page, context: LineContext): Promise<void> {
  const { options, state, place } = context;
  const { kinds, columns, domainOf } = state;
  const about = { keyword, page, kinds };
  const own = rowsOf(answer, { ...about, vertical: options.vertical, rank }, columns, domainOf);
  const wanted = own.results.filter(({ url }) => state.isWanted(String(url)));
  const results = deduped(wanted, state.keyOf, seen);
  const news = page === 1 ? await newsRows(keyword, context) : [];
  const pages = options.downloadPages
    ? await state.downloads.of([...results, ...news], context)
    : { rows: [...results, ...news], files: [], notes: [], corpus: undefined };
  const rows = [...own.above, ...pages.rows, ...own.below];
  const ranks: PageRanks = results.map(({ url, rank: at }) => [String(url), Number(at)]);
  const note = {
    keyword,
    pages: page,
    ...next,
    ranks,
    count: rows.length,
    downloads: pages.notes,
  } as unknown as JsonObject;
  const entry = { rows, corpus: pages.corpus };
  await state.order.put(place, entry, { key: `page ${page} of ${keyword}`, note, files: pages.files }, context);
  state.ranks.set(keyword, [...(state.ranks.get(keyword) ?? []), ranks]);
  state.count += rows.length;
}

/** The first page of the news of a keyword, where they are asked for beside other results. */
async function newsRows(keyword: string, context: LineContext): Promise<JsonObject[]> {
  const { options, state, providers } = context;
  if (!state.kinds.includes("news") || options.vertical === "news" || providers.search === undefined) return [];
  if (engineAsked(options, providers.search)?.verticals.includes("news") === false) return [];
  const answer = await asked(keyword, 1, context, "news");
  const about = { keyword, vertical: "news", page: 1, rank: 0, kinds: ["news"] } as const;
  const { results } = rowsOf(answer, about, state.columns, state.domainOf);
  return results.filter(({ url }) => state.isWanted(String(url)));
}

async function asked(
  keyword: string,
  page: number,
  context: LineContext,
  vertical = context.options.vertical,
): Promise<SearchAnswer> {
  const { options, state } = context;
  const { resultsPerPage: limit, dateRange, sortByDate, safeSearch, device, location, searchCacheHours } = options;
  const engines = engineOf(options);
  const question = {
    ...{ vertical, limit, offset: (page - 1) * limit, dateRange, sortByDate, safeSearch, device },
    ...(engines.length === 0 ? {} : { engines }),
    ...(location.trim() === "" ? {} : { location: location.trim() }),
    ...regionFor(readRegion(options.articleGoogleCountry), "us", context.providers.search, engines),
    ...askedDomains(options),
    cacheHours: searchCacheHours,
  };
  return await state.search.answer(keyword, question, context);
}
