import type { SearchAnswer, SearchHit, SearchOptions } from "../../kernel/providers.js";
import type { Clock } from "../../kernel/values/clock.js";
import { untilAborted } from "../../kernel/values/until-aborted.js";
import type { Engine, EnginePage, EngineQuery } from "./engine.js";
import { foundBeside, foundHits, placeKey } from "./found-hits.js";

/** Requests for one question; engines themselves end earlier. */
const MOST_PAGES = 50;
const MOST_KEPT = 200;
const KEEP_MS = 3_600_000;

export type Wanted = Omit<EngineQuery, "page" | "size" | "limit">;

/** What is known of the list of one question. */
interface List {
  readonly at: number;
  /** Place of the first hit, from 0 on. */
  readonly base: number;
  /** The page to ask for next, from 0 on. */
  readonly page: number;
  readonly hits: readonly SearchHit[];
  readonly hasMore: boolean;
}

/**
 * Asks an engine for as many of its pages as hold the wanted part of the list. Its pages may hold fewer hits than they should,
 * also because some are left out here, so the list so far is kept: what follows then begins where the part before ended.
 */
export class Paging {
  private readonly kept = new Map<string, List>();

  constructor(
    private readonly engine: Engine,
    private readonly clock: Clock,
  ) {}

  async answer(
    wanted: Wanted,
    { limit, offset = 0, timeoutMs }: Pick<SearchOptions, "limit" | "offset" | "timeoutMs">,
    signal: AbortSignal,
  ): Promise<SearchAnswer> {
    const { engine } = this;
    const size = Math.max(1, Math.min(engine.pageSize, limit));
    const key = JSON.stringify([wanted, size]);
    let list = this.begun(key, offset, size);
    const asked: EnginePage[] = [];
    const beside: SearchHit[] = [];
    const notes = new Set<string>();
    const seen = new Set(list.hits.map(({ kind, url }) => placeKey(kind, url)));
    while (list.hasMore && list.base + list.hits.length < offset + limit && asked.length < MOST_PAGES) {
      const time = timeoutMs === undefined ? undefined : { timeoutMs, setting: "requestTimeout of the task" };
      const query: EngineQuery = { ...wanted, page: list.page, size, limit: time };
      const given = await untilAborted(signal, engine.ask(query, signal));
      asked.push(given);
      for (const note of given.notes ?? []) notes.add(note);
      const found = foundHits(given, query, engine, this.clock.now());
      const fresh = found.filter(({ kind, url }) => !seen.has(placeKey(kind, url)));
      for (const { kind, url } of fresh) seen.add(placeKey(kind, url));
      beside.push(...fresh.filter((hit) => !isOrganic(hit)));
      // An engine that has no more may show its last page for ever.
      const isRepeated = found.length > 0 && fresh.length === 0;
      const hasMore = given.hasMore && given.hits.length > 0 && !isRepeated;
      list = { ...list, page: list.page + 1, hits: [...list.hits, ...fresh.filter(isOrganic)], hasMore };
    }
    this.keep(key, list);
    const [start] = asked;
    const from = offset - list.base;
    return {
      hits: [...beside, ...list.hits.slice(from, from + limit)],
      engines: [engine.name],
      ...(start === undefined ? {} : foundBeside(start)),
      ...(start?.total === undefined ? {} : { total: start.total }),
      hasMore: list.hasMore || list.hits.length > from + limit,
      ...(notes.size === 0 ? {} : { notes: [...notes] }),
    };
  }

  /** The list as far as it is known; a question from the start is asked again. */
  private begun(key: string, offset: number, size: number): List {
    const at = this.clock.now().getTime();
    const known = this.kept.get(key);
    if (offset > 0 && known !== undefined && known.base <= offset && at - known.at < KEEP_MS) return known;
    const page = this.engine.pagesVary === true ? 0 : Math.floor(offset / size);
    return { at, base: page * size, page, hits: [], hasMore: true };
  }

  private keep(key: string, list: List): void {
    this.kept.delete(key);
    if (!list.hasMore && list.page <= 1) return;
    this.kept.set(key, list);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MOST_KEPT) return;
      this.kept.delete(oldest);
    }
  }
}

export function isOrganic({ kind }: SearchHit): boolean {
  return kind !== "featured" && kind !== "ad";
}
