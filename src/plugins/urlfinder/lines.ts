import { badField, givenLines } from "../../engines/pages/fields.js";
import { ScriptoriumError } from "../../kernel/index.js";
import { namesAmong, refuseNone } from "../_kit/checks.js";
import { addressLines } from "../_kit/web/logins.js";
import { SOURCES, type Source, type UrlFinderOptions } from "./options.js";

/** What a line of work asks, and whom. */
export interface Work {
  readonly source: Source;
  /** Engines of a search; empty for the usual one. */
  readonly engines: readonly string[];
  readonly query: string;
}

/** Lines that queries, footprints and sources stand for together. */
const MOST = 100_000;

/**
 * The lines of a task, each with what it means: a query as it is where only one source or engine is asked, else with its name
 * before it. Throws bad-input for sources that are not known, and for more than 100,000 lines.
 */
export function worksOf(options: UrlFinderOptions): ReadonlyMap<string, Work> {
  const askers = sourcesOf(options).flatMap((source) => askersOf(source, options));
  const works = new Map<string, Work>();
  for (const { source, engines, label } of askers) {
    for (const query of source === "search" ? searches(options) : addressLines(givenLines(options.queriesFile))) {
      works.set(askers.length === 1 ? query : `${label}: ${query}`, { source, engines, query });
      if (works.size <= MOST) continue;
      throw badField(
        "queriesFile",
        `queriesFile, footprintsFile and sources stand for more than ${MOST} queries. Split the list into several tasks.`,
      );
    }
  }
  return works;
}

/** The same without throwing: what is wrong with the options is told by their check. */
export function knownWorks(options: UrlFinderOptions): ReadonlyMap<string, Work> {
  try {
    return worksOf(options);
  } catch (error) {
    if (!ScriptoriumError.is(error)) throw error;
    const queries = givenLines(options.queriesFile).map(
      (query) => [query, { source: "search", engines: [], query }] as const,
    );
    return new Map<string, Work>(queries);
  }
}

export function sourcesOf({ sources }: UrlFinderOptions): Source[] {
  const names = namesAmong(SOURCES, sources, "sources");
  refuseNone(names, SOURCES, "sources");
  return names;
}

/** Whether every query has to name a site; not where that cannot be known. */
export function namesSites(options: UrlFinderOptions): boolean {
  try {
    return !sourcesOf(options).includes("search");
  } catch (error) {
    if (!ScriptoriumError.is(error)) throw error;
    return false;
  }
}

/** The names of engines, each once. */
export function engineNames({ searchProviders }: UrlFinderOptions): string[] {
  return [...new Set(givenLines(searchProviders))];
}

function askersOf(source: Source, options: UrlFinderOptions) {
  const engines = source === "search" ? engineNames(options) : [];
  if (engines.length < 2 || options.mergeEngines) return [{ source, engines, label: source }];
  return engines.map((engine) => ({ source, engines: [engine], label: engine }));
}

function* searches({ queriesFile, footprintsFile }: UrlFinderOptions): Generator<string> {
  const footprints = givenLines(footprintsFile);
  for (const query of givenLines(queriesFile)) {
    if (footprints.length === 0) yield query.replaceAll("{footprint}", "").replace(/\s+/g, " ").trim();
    for (const footprint of footprints) yield combined(query, footprint);
  }
}

function combined(query: string, footprint: string): string {
  if (query.includes("{footprint}")) return query.replaceAll("{footprint}", () => footprint);
  if (footprint.includes("{query}")) return footprint.replaceAll("{query}", () => query);
  return `${query} ${footprint}`;
}
