import { ScriptoriumError, shown } from "../../kernel/index.js";
import { engineOf } from "../_kit/search/options.js";
import { readRegion, regionFor } from "../_kit/search/region.js";
import { type Failure, nothingRead, readPages, type Source } from "../_kit/source-texts/read-sources.js";
import { withoutCopies } from "../_kit/source-texts/source-index.js";
import type { KeywordLine } from "./keyword-line.js";
import type { RunState } from "./preparation.js";
import type { Context } from "./sources.js";

/**
 * The sources of one keyword: the page named in its line, what a search finds, and the best of those all keywords share.
 * Throws when there is none, with the code that says why.
 */
export async function keywordSources(line: KeywordLine, context: Context, state: RunState): Promise<Source[]> {
  const { options, providers } = context;
  const limit = options.urlLimitResults;
  const urls = line.url !== "" && providers.web !== undefined ? [line.url] : [];
  if (state.searches) {
    for (const url of await foundPages(line.keyword, context, state)) if (!urls.includes(url)) urls.push(url);
  }
  const own =
    urls.length > 0
      ? await readPages(urls, context, state.session)
      : { sources: [], failures: [] as readonly Failure[] };
  const pause = () => context.clock.sleep(0, context.signal);
  const shared = await state.sources.best(line.keyword, limit, pause);
  const sources = await withoutCopies([...own.sources, ...shared], limit + (line.url === "" ? 0 : 1), pause);
  if (sources.length > 0) return sources;
  if (own.failures.length > 0 && own.failures.length === urls.length && state.sources.sources.length === 0)
    throw nothingRead(own.failures);
  throw nothingFits(line.keyword);
}

async function foundPages(keyword: string, context: Context, state: RunState): Promise<string[]> {
  const { providers, options, signal } = context;
  if (providers.search === undefined) return [];
  const limit = options.urlLimitResults;
  const { articleGoogleCountry, searchCacheHours: cacheHours } = options;
  const engines = engineOf(options);
  const region = regionFor(readRegion(articleGoogleCountry), "us", providers.search, engines);
  const hits = await providers.search
    .search(keyword, { limit, cacheHours, ...region, ...(engines.length === 0 ? {} : { engines }), signal })
    .catch((error: unknown) => {
      signal.throwIfAborted();
      throw searchProblem(error, state);
    });
  return [...new Set(hits.map(({ url }) => url.replace(/#.*$/, "")))].slice(0, limit);
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
