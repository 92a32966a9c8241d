import { createHash } from "node:crypto";
import { isPlainObject, type JsonObject } from "../../kernel/index.js";
import { csvLine } from "../../kernel/values/csv-line.js";
import { counted } from "../_kit/counted.js";
import { pageKey } from "../_kit/search/dedupe.js";
import { engineOf } from "../_kit/search/options.js";
import type { Context, GoogleScraperOptions } from "./options.js";
import type { PageRanks } from "./preparation.js";

/** What runs remember. */
const MEMORY = "ranks of earlier runs.json";
const MOST_RUNS = 200;
const MOST_RANKS = 100_000;

export type Change = "rose" | "fell" | "same" | "new" | "lost";

interface RunRanks {
  readonly run: string;
  /** ISO 8601. */
  readonly date: string;
  /** Of the settings: ranks of other engines or countries cannot be compared. */
  readonly settings: string;
  readonly ranks: Readonly<Record<string, PageRanks>>;
}

/** Writes what became of the ranks since the last run, and all ranks of all runs, and remembers those of this one. */
export async function keepRanks(
  ranks: ReadonlyMap<string, readonly PageRanks[]>,
  { runId, options, remembered, output, clock, log }: Context,
): Promise<void> {
  if (ranks.size === 0) return;
  const earlier = readMemory(await remembered(MEMORY)).filter(({ run }) => run !== runId);
  const now: RunRanks = {
    run: runId,
    date: `${clock.now().toISOString().slice(0, 19)}Z`,
    settings: settingsMark(options),
    ranks: Object.fromEntries([...ranks].map(([keyword, pages]) => [keyword, pages.flat()])),
  };
  const alike = earlier.filter(({ settings }) => settings === now.settings);
  if (earlier.length > 0 && alike.length === 0) {
    log.info("Ranks are not compared with those of earlier runs, because the settings of the search were others.");
  }
  const changes = [...ranks.keys()].flatMap((keyword) => {
    const before = alike.findLast((one) => Object.hasOwn(one.ranks, keyword))?.ranks[keyword];
    return changesOf(now.ranks[keyword] ?? [], before ?? []).map((one) => ({ keyword, ...one }));
  });
  const head = csvLine(["keyword", "url", "rank", "previousRank", "change"]);
  const rows = changes.map(({ keyword, url, rank, previous, change }) =>
    csvLine([keyword, url, rank ?? "", previous ?? "", change]),
  );
  output.file("rank-changes.csv", head + rows.join(""), "text/csv");
  const all = bounded([...earlier, now]);
  output.remember(MEMORY, JSON.stringify(all));
  output.file("rank-history.csv", historyOf(all), "text/csv");
  if (alike.length > 0) log.info(summary(changes));
}

interface Changed {
  readonly url: string;
  readonly rank: number | undefined;
  readonly previous: number | undefined;
  readonly change: Change;
}

/** Those that are there in the order of their ranks, then those that were lost. */
export function changesOf(now: PageRanks, before: PageRanks): Changed[] {
  const ranks = new Map<string, number>();
  for (const [url, rank] of before) if (!ranks.has(pageKey(url))) ranks.set(pageKey(url), rank);
  const here = new Set(now.map(([url]) => pageKey(url)));
  const present = now.map(([url, rank]) => {
    const previous = ranks.get(pageKey(url));
    const change: Change =
      previous === undefined ? "new" : rank < previous ? "rose" : rank > previous ? "fell" : "same";
    return { url, rank, previous, change };
  });
  const lost = before
    .filter(([url]) => !here.has(pageKey(url)))
    .map(([url, previous]) => ({ url, rank: undefined, previous, change: "lost" as const }));
  return [...present, ...lost];
}

function summary(changes: readonly Changed[]): string {
  const count = (change: Change) => changes.filter((one) => one.change === change).length;
  const are = (change: Change) => `${count(change)} ${count(change) === 1 ? "is" : "are"} ${change}`;
  return `Since the last run ${counted(count("rose"), "result")} rose, ${count("fell")} fell, ${are("new")} and ${are("lost")}; rank-changes.csv has them.`;
}

/** The newest runs that there is room for, this one in any case. */
function bounded(runs: readonly RunRanks[]): RunRanks[] {
  const kept: RunRanks[] = [];
  let count = 0;
  for (const one of runs.slice(-MOST_RUNS).reverse()) {
    count += Object.values(one.ranks).reduce((sum, pages) => sum + pages.length, 0);
    if (kept.length > 0 && count > MOST_RANKS) break;
    kept.unshift(one);
  }
  return kept;
}

function historyOf(runs: readonly RunRanks[]): string {
  const lines = runs.flatMap(({ date, ranks }) =>
    Object.entries(ranks).flatMap(([keyword, pages]) =>
      pages.map(([url, rank]) => csvLine([date, keyword, url, rank])),
    ),
  );
  return csvLine(["date", "keyword", "url", "rank"]) + lines.join("");
}

function settingsMark(options: GoogleScraperOptions): string {
  const { vertical, articleGoogleCountry, dateRange, sortByDate, safeSearch, device, location, dedupe } = options;
  const { includeDomainsFile, excludeDomainsFile, pages, resultsPerPage } = options;
  const all = [engineOf(options), vertical, articleGoogleCountry, dateRange, sortByDate, safeSearch, device, location];
  const more = [dedupe, includeDomainsFile, excludeDomainsFile, pages * resultsPerPage];
  return createHash("sha256")
    .update(JSON.stringify([...all, ...more]))
    .digest("hex")
    .slice(0, 16);
}

function readMemory(bytes: Uint8Array | undefined): RunRanks[] {
  if (bytes === undefined) return [];
  const read: unknown = JSON.parse(Buffer.from(bytes).toString());
  return Array.isArray(read) ? read.filter((one): one is RunRanks & JsonObject => isPlainObject(one)) : [];
}
