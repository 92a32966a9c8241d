import { ScriptoriumError, shown } from "../../kernel/index.js";
import { askedDomains } from "../_kit/search/domains.js";
import { engineOf } from "../_kit/search/options.js";
import { readRegion, regionFor } from "../_kit/search/region.js";
import { withoutCopies } from "../_kit/source-texts/source-index.js";
import { withQuestionHeadings } from "./asked-in-text.js";
import { FeedShelf, readFeeds } from "./feeds.js";
import type { KeywordLine } from "./keyword-line.js";
import type { RunState } from "./preparation.js";
import { type Context, NOTHING_READ, nothingRead, type Reading, readPages, type Source } from "./sources.js";
import { wikipediaPages } from "./wikipedia.js";

/**
 * The sources of one keyword: the page named in its line, what a search finds, and the best of those all keywords share.
 * Throws when there is none, with the code that says why.
 */
export async function keywordSources(line: KeywordLine, context: Context, state: RunState): Promise<Source[]> {
  const limit = context.options.urlLimitResults;
  const own = await lineSources(line, context, state);
  const urls = [...own.pages];
  for (const url of await foundPages(line.keyword, context, state)) {
    if (!urls.includes(url) && !state.isBlocked(url)) urls.push(url);
  }
  const read = await readPages(urls, context, state.session);
  const listed = await state.feeds.best(line.keyword, limit, context, state.session);
  const pause = () => context.clock.sleep(0, context.signal);
  const shared = await state.sources.best(line.keyword, limit, pause);
  const found = [...own.sources, ...read.sources, ...listed.sources, ...shared];
  const sources = await withoutCopies(found, limit + (line.url === "" ? 0 : 1), pause);
  if (sources.length > 0) return sources.map(withQuestionHeadings);
  const failures = [...own.failures, ...read.failures, ...listed.failures];
  if (failures.length > 0 && read.sources.length + listed.sources.length + state.sources.sources.length === 0)
    throw nothingRead(failures);
  throw nothingFits(line.keyword);
}

/** The page that the line names, or what it lists where it is a feed and feeds are asked for. */
async function lineSources(
  { keyword, url }: KeywordLine,
  context: Context,
  { session, isBlocked, readsFeeds }: RunState,
): Promise<Reading & { readonly pages: readonly string[] }> {
  const nothing = { ...NOTHING_READ, pages: [] };
  if (url === "" || context.providers.web === undefined) return nothing;
  if (isBlocked(url)) {
    context.log.warn(`${shown(url)} is not read: blockedDomainsFile names its domain.`);
    return nothing;
  }
  if (!readsFeeds) return { ...nothing, pages: [url] };
  const { items, failures, pages } = await readFeeds([url], context, session, { asPages: true, isBlocked });
  const best = await new FeedShelf(items).best(keyword, context.options.urlLimitResults, context, session);
  return { sources: best.sources, failures: [...failures, ...best.failures], pages };
}

/** What the search engine and Wikipedia find, whichever are asked for. */
async function foundPages(keyword: string, context: Context, state: RunState): Promise<readonly string[]> {
  const { signal } = context;
  const asked = [
    ...(state.searches ? [searchedPages(keyword, context, state)] : []),
    ...(state.asksWikipedia ? [wikipediaPages(keyword, context.options.urlLimitResults, context, state.session)] : []),
  ];
  const answers = await Promise.allSettled(asked);
  signal.throwIfAborted();
  const errors = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []));
  for (const error of errors) {
    // One of two that answers is enough, when the other failed in a way that has words.
    if (errors.length === answers.length || !ScriptoriumError.is(error)) throw searchProblem(error, state);
    context.log.warn(error.message);
  }
  return [...new Set(answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : [])))];
}

async function searchedPages(keyword: string, context: Context, state: RunState): Promise<string[]> {
  const { providers, options, signal } = context;
  if (providers.search === undefined) return [];
  const limit = options.urlLimitResults;
  const { articleGoogleCountry, searchCacheHours: cacheHours } = options;
  const engines = engineOf(options);
  const region = regionFor(readRegion(articleGoogleCountry), "us", providers.search, engines);
  const { excludeDomains } = askedDomains({ includeDomainsFile: [], excludeDomainsFile: options.blockedDomainsFile });
  const hits = await providers.search.search(keyword, {
    ...{ limit, cacheHours, ...region, signal },
    ...(engines.length === 0 ? {} : { engines }),
    ...(excludeDomains.length === 0 ? {} : { excludeDomains }),
  });
  const urls = hits.map(({ url }) => url.replace(/#.*$/, ""));
  return [...new Set(urls)].filter((url) => !state.isBlocked(url)).slice(0, limit);
}

function searchProblem(error: unknown, { processed, keywords }: RunState): unknown {
  const facts = ScriptoriumError.is(error) ? error.facts : {};
  const errno = [facts["errno"], (error as { code?: unknown } | null)?.code].find(
    (value) => typeof value === "string" && /^(E[A-Z_]+|UND_ERR_\w+)$/.test(value),
  );
  const fetching =
    ScriptoriumError.is(error) &&
    (error.code === "FETCH_TIMEOUT" || (error.code === "FETCH_FAILED" && facts["status"] === undefined));
  if (errno === undefined && !fetching) return error;
  const text = (name: string) => (typeof facts[name] === "string" ? shown(facts[name]) : "");
  const name = text("provider") === "" ? "" : ` "${text("provider")}"`;
  const host = text("host") === "" ? "" : ` at ${text("host")}`;
  const why = errno === undefined ? "" : ` (${String(errno)})`;
  return new ScriptoriumError(
    "no-network",
    `Search provider${name}${host} could not be reached${why}. ${processed} of ${keywords.length} keywords were processed. Check the network or the proxy, then run again: the run resumes.`,
    { provider: "search" },
    { cause: error },
  );
}

export function nothingFits(keyword: string): ScriptoriumError {
  return new ScriptoriumError(
    "empty-result",
    `The sources hold too little about "${shown(keyword)}" for an article. Give sources that speak of it, or change the keyword.`,
    { keyword: shown(keyword) },
  );
}
