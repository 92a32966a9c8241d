import { readDateRange } from "../../engines/date-range.js";
import { ScriptoriumError } from "../../kernel/errors.js";
import type { SearchAnswer, SearchOptions, SearchProvider } from "../../kernel/providers.js";
import { type Clock, systemClock } from "../../kernel/values/clock.js";
import { listed } from "../../kernel/values/in-brief.js";
import { shown } from "../../kernel/values/json.js";
import { untilAborted } from "../../kernel/values/until-aborted.js";
import { answerCache } from "../network/answer-cache.js";
import type { Engine } from "./engine.js";
import { domainsIn } from "./found-hits.js";
import { mergedHits } from "./merged.js";
import { isOrganic, Paging, type Wanted } from "./paging.js";

export interface SearchEnginesOptions {
  readonly clock?: Clock;
  /** Where answers are kept for `cacheHours`; in memory alone without it. */
  readonly cacheFolder?: string;
}

const HOUR_MS = 3_600_000;
const MOST_QUERY = 2000;

/**
 * The search port over engines, the first of which is asked where a question names none. Several are asked at once and their
 * answers merged; one that fails is a note as long as another answers. Throws CONFIG_INVALID for two of one name, or none.
 */
export function searchEngines(
  engines: readonly Engine[],
  { clock = systemClock, cacheFolder }: SearchEnginesOptions = {},
): Required<SearchProvider> {
  const byName = new Map(engines.map((engine) => [engine.name, engine]));
  if (engines.length === 0 || byName.size < engines.length) {
    const problem =
      engines.length === 0
        ? "No search engine was given. Give at least one."
        : "Two search engines have one name. Name one of them otherwise.";
    throw new ScriptoriumError("CONFIG_INVALID", problem, { setting: "providers.search" });
  }
  const cache = answerCache<SearchAnswer>(() => clock.now().getTime(), cacheFolder);
  const pagings = new Map(engines.map((engine) => [engine.name, new Paging(engine, clock)]));
  const inFlight = new Map<string, Promise<SearchAnswer>>();

  async function answer(query: string, options: SearchOptions): Promise<SearchAnswer> {
    options.signal.throwIfAborted();
    const asked = chosen(options.engines, byName, engines[0]!);
    for (const engine of asked) refuseVertical(engine, options);
    const wanted = wantedOf(query, options);
    const question = JSON.stringify([asked.map(({ name }) => name), wanted, options.limit, options.offset ?? 0]);
    // What is not asked of others is answered as it is now.
    const hours = asked.some(({ isLocal }) => isLocal) ? 0 : (options.cacheHours ?? 0);
    const earlier = hours > 0 ? await cache.read(question, hours * HOUR_MS) : undefined;
    if (earlier !== undefined) return { ...earlier, cached: true };
    if (hours <= 0) return await askAll(asked, wanted, options, options.signal);
    // The same question of several lines is asked once; it ends only with the one that asked first.
    const running = inFlight.get(question);
    if (running !== undefined)
      return await untilAborted(
        options.signal,
        running.catch(() => askAll(asked, wanted, options, options.signal)),
      );
    const fresh = askAll(asked, wanted, options, options.signal);
    inFlight.set(question, fresh);
    try {
      const given = await fresh;
      await cache.write(question, given);
      return given;
    } finally {
      inFlight.delete(question);
    }
  }

  async function askAll(
    asked: readonly Engine[],
    wanted: Wanted,
    options: SearchOptions,
    signal: AbortSignal,
  ): Promise<SearchAnswer> {
    const { country: _country, ...anywhere } = wanted;
    // An index of this server knows no countries, and those of a search of several are for the others.
    const wantedFrom = ({ isLocal }: Engine) => (asked.length > 1 && isLocal === true ? anywhere : wanted);
    const askOne = (engine: Engine) => pagings.get(engine.name)!.answer(wantedFrom(engine), options, signal);
    if (asked.length === 1) return await askOne(asked[0]!);
    const outcomes = await Promise.allSettled(asked.map(askOne));
    signal.throwIfAborted();
    const answers = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    const failures = outcomes.flatMap((outcome, index) => {
      if (outcome.status === "fulfilled") return [];
      const error: unknown = outcome.reason;
      if (!ScriptoriumError.is(error)) throw error;
      return [{ name: asked[index]!.name, error }];
    });
    if (answers.length === 0) throw failures[0]!.error;
    const organic = answers.map((one) => ({ engine: one.engines[0]!, hits: one.hits.filter(isOrganic) }));
    const merged = mergedHits(organic).slice(0, options.limit);
    const besides = answers.flatMap(({ hits }) => hits.filter((hit) => !isOrganic(hit)));
    const questions = answers.flatMap((one) => one.questions ?? []);
    const related = [...new Set(answers.flatMap((one) => one.related ?? []))];
    const notes = [
      ...answers.flatMap((one) => one.notes ?? []),
      ...failures.map(({ name, error }) => `The engine "${name}" gave no results. ${error.message}`),
    ];
    return {
      hits: [...besides, ...merged],
      engines: answers.map((one) => one.engines[0]!),
      ...(questions.length === 0 ? {} : { questions }),
      ...(related.length === 0 ? {} : { related }),
      hasMore: answers.some(({ hasMore }) => hasMore === true),
      ...(notes.length === 0 ? {} : { notes }),
    };
  }

  return {
    answer,
    async search(query, options) {
      const { hits } = await answer(query, options);
      return hits.filter(isOrganic);
    },
    engines: () =>
      engines.map(({ name, title, verticals, pageSize, gives, isLocal }) => ({
        name,
        title,
        verticals,
        pageSize,
        ...(gives && { gives }),
        ...(isLocal && { isLocal }),
      })),
  };
}

function wantedOf(query: string, options: SearchOptions): Wanted {
  const {
    vertical = "web",
    country,
    language,
    location = "",
    sortByDate = false,
    safeSearch = "off",
    device = "desktop",
  } = options;
  const text = query.replace(/\s+/g, " ").trim();
  if (text === "" || text.length > MOST_QUERY) {
    const problem =
      text === ""
        ? "A query is empty. Say what to search for."
        : `A query has more than ${MOST_QUERY} characters. Shorten it.`;
    throw new ScriptoriumError("bad-input", problem, { field: "query" });
  }
  const range = readDateRange(options.dateRange ?? "any");
  return {
    query: text,
    vertical,
    ...(country ? { country: country.toLowerCase() } : {}),
    ...(language ? { language: language.toLowerCase() } : {}),
    ...(range === undefined ? {} : { range }),
    ...(location.trim() === "" ? {} : { location: location.trim() }),
    sortByDate,
    safeSearch,
    device,
    includeDomains: domainsIn(options.includeDomains ?? []),
    excludeDomains: domainsIn(options.excludeDomains ?? []),
  };
}

function chosen(names: readonly string[] | undefined, byName: ReadonlyMap<string, Engine>, first: Engine): Engine[] {
  const wanted = [...new Set((names ?? []).map((name) => name.trim()).filter((name) => name !== ""))];
  if (wanted.length === 0) return [first];
  return wanted.map((name) => {
    const engine = byName.get(name);
    if (engine !== undefined) return engine;
    throw new ScriptoriumError(
      "bad-input",
      `There is no search engine "${shown(name)}". Use ${[...byName.keys()].map((known) => `"${known}"`).join(", ")}, or set another up.`,
      { engine: shown(name) },
    );
  });
}

function refuseVertical({ name, verticals }: Engine, { vertical = "web" }: SearchOptions): void {
  if (verticals.includes(vertical)) return;
  throw new ScriptoriumError(
    "bad-input",
    `The search engine "${name}" has no ${vertical} search. Use ${listed(verticals, "or")}, or another engine.`,
    { engine: name, vertical },
  );
}
