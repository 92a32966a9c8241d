import type { SearchHit, SearchProvider } from "../../kernel/index.js";
import { askedDomains } from "../_kit/search/domains.js";
import { pageSizeOf } from "../_kit/search/engine-checks.js";
import { regionFor } from "../_kit/search/region.js";
import type { Question } from "../_kit/search/run-search.js";
import { noSearch, regionOf } from "./checks.js";
import type { Found } from "./found.js";
import type { Work } from "./lines.js";
import type { LineContext, LineNote } from "./preparation.js";

/** A page of results, and what to go on from. */
export interface ResultPage {
  readonly found: readonly Found[];
  readonly note: Pick<LineNote, "rank" | "offset" | "hasMore">;
  readonly isCached: boolean;
}

/** Pages of one query where nothing else limits them, and results of several engines together. */
const MOST_PAGES = 50;
const MOST_MERGED = 500;

/** The results of a query, page by page from where an earlier attempt ended. Throws as `RunSearch`. */
export async function* searchResults(
  { query, engines }: Work,
  from: LineNote,
  context: LineContext,
): AsyncGenerator<ResultPage> {
  const { state, providers } = context;
  const { search } = state;
  if (search === undefined || providers.search === undefined) throw noSearch();
  const { size, most } = amount(providers.search, engines, context);
  let { rank, offset = 0, hasMore = true } = from;
  const known = new Set<string>();
  while (hasMore && offset < most) {
    const answer = await search.answer(query, { ...questionOf(engines, context), limit: size, offset }, context);
    const hits = answer.hits.filter(isResult).slice(0, most - offset);
    const first = rank;
    const found = hits.map((hit, index) => foundOf(hit, first + index + 1, answer.engines[0] ?? "search"));
    rank += hits.length;
    offset += size;
    // An engine that has no more may show its last page for ever.
    const news = hits.filter(({ url }) => !known.has(url));
    for (const { url } of news) known.add(url);
    hasMore = answer.hasMore === true && news.length > 0;
    yield { found, note: { rank, offset, hasMore }, isCached: answer.cached === true };
  }
}

/** Hits of one request, and of all. */
function amount(provider: SearchProvider, engines: readonly string[], { options }: LineContext) {
  const page = pageSizeOf(provider, engines);
  const pages = options.pagesPerQuery === 0 ? MOST_PAGES : options.pagesPerQuery;
  const wanted = options.resultsPerQuery === 0 ? Number.POSITIVE_INFINITY : options.resultsPerQuery;
  const most = Math.min(wanted, pages * page);
  // Lists are merged as a whole: a page that one engine has far behind may be in front of another.
  const isMerged = options.mergeEngines && engines.length > 1;
  return isMerged
    ? { size: Math.min(most, MOST_MERGED), most: Math.min(most, MOST_MERGED) }
    : { size: Math.min(page, most), most };
}

function questionOf(engines: readonly string[], { options, providers }: LineContext): Omit<Question, "limit"> {
  const { dateRange, safeSearch, searchCacheHours } = options;
  return {
    ...(engines.length === 0 ? {} : { engines }),
    ...regionFor(regionOf(options), "us", providers.search, engines),
    ...{ dateRange, safeSearch, cacheHours: searchCacheHours },
    ...askedDomains(options),
  };
}

/** What stands beside the list is no result of it. */
function isResult({ kind }: SearchHit): boolean {
  return kind !== "featured" && kind !== "ad";
}

function foundOf({ url, title, snippet, engine, ranks }: SearchHit, rank: number, usual: string): Found {
  return {
    ...{ url, rank, title, snippet },
    engine: ranks === undefined ? (engine ?? usual) : Object.keys(ranks).join(" "),
    ...(ranks === undefined ? {} : { ranks }),
  };
}
