import type { JsonObject } from "../../kernel/index.js";
import { namesAmong } from "../_kit/checks.js";
import { engineNames, sourcesOf } from "./lines.js";
import { EXTRA_COLUMNS, type UrlFinderOptions } from "./options.js";

/** The columns of `urls.csv`: always the same four in front, behind them what the options ask for. */
export function columnsOf(options: UrlFinderOptions): string[] {
  const { liveCheck, fetchHead, relevanceQuery, mergeEngines } = options;
  const extra = namesAmong(EXTRA_COLUMNS, options.extraColumns, "extraColumns");
  const isMerged = mergeEngines && sourcesOf(options).includes("search");
  return [
    ...["query", "rank", "url", "title"],
    ...EXTRA_COLUMNS.filter((name) => extra.includes(name)),
    ...(liveCheck ? ["status"] : []),
    ...(fetchHead ? ["lang"] : []),
    ...(relevanceQuery.trim() === "" ? [] : ["score"]),
    ...(liveCheck ? ["finalUrl"] : []),
    ...(isMerged ? engineNames(options).map(rankColumn) : []),
  ];
}

export function rankColumn(engine: string): string {
  return `rank_${engine}`;
}

/** A row with every column in its place, and why there is no address behind them, or why it could not be looked at. */
export function rowOf(columns: readonly string[], values: JsonObject): JsonObject {
  const row: JsonObject = Object.fromEntries(columns.map((name) => [name, values[name] ?? ""]));
  return { ...row, error: values["error"] ?? "" };
}
