import type { SearchVertical } from "../../kernel/providers.js";
import {
  type Engine,
  type EngineOptions,
  type EnginePage,
  type EngineQuery,
  jsonOf,
  numberOf,
  objectsIn,
  searchClient,
  searchFailed,
  textOf,
  withSites,
} from "./engine.js";
import { ENGINE_FACTS } from "./facts.js";

const CATEGORIES: Readonly<Record<SearchVertical, string>> = {
  web: "general",
  news: "news",
  images: "images",
  videos: "videos",
};
const SAFE = { off: 0, moderate: 1, strict: 2 } as const;
const TIMES = { d: "day", w: "week", m: "month", y: "year" } as const;

/** A SearXNG server, by its search API: https://docs.searxng.org/dev/search_api.html */
export function searxng({ name = "searxng", url = "http://localhost:8888", ...limits }: EngineOptions): Engine {
  const client = searchClient("SearXNG", url, limits);

  async function ask(query: EngineQuery, signal: AbortSignal): Promise<EnginePage> {
    const { vertical, page, country, language, range, safeSearch } = query;
    const notes = unheeded(query);
    const asked = new URLSearchParams({
      q: withSites(query),
      format: "json",
      categories: CATEGORIES[vertical],
      pageno: String(page + 1),
      safesearch: String(SAFE[safeSearch]),
      language:
        language === undefined ? "all" : country === undefined ? language : `${language}-${country.toUpperCase()}`,
    });
    if (range !== undefined && "last" in range) asked.set("time_range", TIMES[range.last === "h" ? "d" : range.last]);
    const answer = await client.send({ method: "GET", path: `search?${asked}` }, signal);
    if (answer.status === 403) {
      throw searchFailed(
        client,
        "gives no JSON. Add json to search.formats in its settings.yml, or check who may use it.",
        { status: 403 },
      );
    }
    const json = jsonOf(client, answer);
    const results = objectsIn(json["results"]);
    const silent = silentEngines(json["unresponsive_engines"]);
    if (results.length === 0 && silent.length > 0 && page === 0) {
      throw searchFailed(
        client,
        `found nothing, as its engines did not answer: ${silent.join(", ")}. Try again later, or enable others.`,
      );
    }
    if (silent.length > 0) notes.push(`${client.title} had no answer of ${silent.join(", ")}.`);
    const total = numberOf(json["number_of_results"]);
    return {
      hits: results.map((item) => ({
        url: item["url"],
        title: item["title"],
        snippet: item["content"],
        date: item["publishedDate"],
        source: item["author"] ?? item["source"],
        image: item["img_src"] || item["thumbnail"],
      })),
      related: Array.isArray(json["suggestions"]) ? json["suggestions"].map(textOf).filter((text) => text !== "") : [],
      // Many of its engines do not say how many there are, and it then says 0.
      ...(total === undefined || total === 0 ? {} : { total }),
      hasMore: results.length > 0,
      notes,
    };
  }

  return { name, title: client.title, ...ENGINE_FACTS.searxng, pagesVary: true, ask };
}

function unheeded({ range, sortByDate, device, location }: EngineQuery): string[] {
  return [
    ...(range !== undefined && "last" in range && range.last === "h"
      ? ["SearXNG knows no hour: the last day was asked for."]
      : []),
    ...(range !== undefined && !("last" in range)
      ? ["SearXNG knows no range of dates: hits whose date is known and outside were left out."]
      : []),
    ...(sortByDate ? ["SearXNG does not sort by date."] : []),
    ...(device === "mobile" ? ["SearXNG does not tell devices apart."] : []),
    ...(location === undefined ? [] : ["SearXNG knows no places: location was not used."]),
  ];
}

/** Pairs of an engine's name and why it did not answer. */
function silentEngines(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair) =>
    Array.isArray(pair) && textOf(pair[0]) !== "" ? [`${textOf(pair[0])} (${textOf(pair[1]) || "no reason"})`] : [],
  );
}
