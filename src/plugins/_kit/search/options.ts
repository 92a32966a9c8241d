import { inGroup } from "../../../kernel/index.js";
import { choice, decimal, lines, text } from "../option-fields.js";

export const DEDUPLICATIONS = ["url", "host", "domain", "none"] as const;

/** For every task type that searches. */
export const searchCacheField = inGroup("search", {
  searchCacheHours: decimal(
    { from: 0, to: 8760, usual: 24 },
    "Hours for which an earlier answer to the same query is good enough; 0 asks every time.",
  ),
});

/** For task types that ask one engine. */
export const searchProviderField = inGroup("search", {
  searchProvider: text(
    "",
    "The search engine, by the name that the server's settings give it; empty for the first one.",
  ),
});

/** The engine that is asked, by its name; empty for the usual one. */
export function engineOf({ searchProvider }: { readonly searchProvider: string }): readonly string[] {
  return searchProvider.trim() === "" ? [] : [searchProvider.trim()];
}

/** The fields of the data object that say what is searched for and how, for a plugin's schema to spread among its own. */
export const searchFields = inGroup("search", {
  dateRange: text(
    "any",
    "How old results may be: `any`, `h`, `d`, `w`, `m`, `y` (the last hour, day, week, month, year) or `2026-01-01..2026-06-30`, of which one side may be empty.",
  ),
  safeSearch: choice(
    { of: ["off", "moderate", "strict"], usual: "off" },
    "Whether the engine leaves out adult results.",
  ),
  includeDomainsFile: lines("Only results of these domains and the names below them, one per line."),
  excludeDomainsFile: lines("No results of these domains and the names below them, one per line."),
  ...searchCacheField,
});
