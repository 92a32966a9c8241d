import type { SearchOptions, SearchProvider } from "../../kernel/providers.js";
import { SEARCH_VERTICALS } from "../../kernel/providers.js";
import type { Engine, EnginePage, EngineQuery } from "./engine.js";

const PAGE_SIZE = 10;

/** A search provider of somebody else as an engine among others. */
export function engineOf(name: string, provider: SearchProvider): Engine {
  const [own] = provider.engines?.() ?? [];
  return {
    name,
    title: own?.title ?? `Search engine "${name}"`,
    verticals: own?.verticals ?? SEARCH_VERTICALS,
    pageSize: own?.pageSize ?? PAGE_SIZE,
    ...(own?.gives === undefined ? {} : { gives: own.gives }),
    ...(own?.isLocal === undefined ? {} : { isLocal: own.isLocal }),
    async ask(query, signal): Promise<EnginePage> {
      const options = optionsOf(query, signal);
      if (provider.answer === undefined) {
        const hits = await provider.search(query.query, options);
        return { hits, isPlain: true, hasMore: hits.length >= query.size };
      }
      const { hits, hasMore = hits.length >= query.size, ...rest } = await provider.answer(query.query, options);
      return { ...rest, hits, isPlain: true, hasMore };
    },
  };
}

function optionsOf({ page, size, range, limit, ...query }: EngineQuery, signal: AbortSignal): SearchOptions {
  const { query: _query, ...asked } = query;
  const dateRange =
    range === undefined ? "any" : "last" in range ? range.last : `${range.from ?? ""}..${range.to ?? ""}`;
  const time = limit === undefined ? {} : { timeoutMs: limit.timeoutMs };
  return { ...asked, ...time, limit: size, offset: page * size, dateRange, signal };
}
