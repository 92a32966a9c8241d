import type { SearchEngine, SearchProvider } from "../../kernel/index.js";
import { listed } from "../../kernel/values/in-brief.js";
import { engineOf } from "../_kit/search/options.js";
import type { GoogleScraperOptions, Kind } from "./options.js";

const GIVEN: Partial<Readonly<Record<Kind, NonNullable<SearchEngine["gives"]>[number]>>> = {
  paa: "questions",
  related: "related",
  featured: "featured",
  ads: "ads",
};
const NAMES: Partial<Readonly<Record<Kind, string>>> = {
  paa: "questions that people also ask",
  related: "related searches",
  featured: "featured answers",
  ads: "ads",
  news: "news",
};

/** What is asked for and the engine does not give, in one sentence; none where it gives all. */
export function missingKinds(
  kinds: readonly Kind[],
  options: GoogleScraperOptions,
  provider: SearchProvider,
): readonly string[] {
  const engine = engineAsked(options, provider);
  if (engine === undefined) return [];
  const missing = kinds.filter((kind) => {
    if (kind === "news") return !engine.verticals.includes("news");
    const given = GIVEN[kind];
    return given !== undefined && !(engine.gives ?? []).includes(given);
  });
  if (missing.length === 0) return [];
  const names = missing.map((kind) => NAMES[kind] ?? kind);
  return [
    `The search engine "${engine.name}" gives no ${listed(names, "or")}, so there are no such rows. Use an engine that has them, or leave ${listed(missing)} out of collect.`,
  ];
}

/** Undefined where the provider does not say what engines it has. */
export function engineAsked(options: GoogleScraperOptions, provider: SearchProvider): SearchEngine | undefined {
  const engines = provider.engines?.() ?? [];
  const [name] = engineOf(options);
  return name === undefined ? engines[0] : engines.find((engine) => engine.name === name);
}
