import { ScriptoriumError } from "../../kernel/errors.js";
import type { SearchVertical } from "../../kernel/providers.js";
import { listed } from "../../kernel/values/in-brief.js";
import { objectsIn, textOf } from "../network/answer-members.js";
import {
  type Engine,
  type EngineOptions,
  type EnginePage,
  type EngineQuery,
  jsonOf,
  numberOf,
  searchClient,
  searchFailed,
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
  // Several of them may be on one host.
  const client = searchClient(name === "searxng" ? "SearXNG" : `SearXNG "${name}"`, url, limits);

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
    const answer = await client.send({ method: "GET", path: `search?${asked}`, limit: query.limit }, signal);
    if (answer.status === 403) {
      throw searchFailed(
        client,
        "gives no JSON. Add json to search.formats in its settings.yml, or check who may use it.",
        { status: 403 },
      );
    }
    const json = jsonOf(client, answer);
    const results = objectsIn(json["results"]);
    if (!Array.isArray(json["results"])) {
      throw searchFailed(
        client,
        "gave an answer that is none of SearXNG. Check that its address is that of a SearXNG.",
        {
          status: answer.status,
        },
      );
    }
    const silent = silentEngines(json["unresponsive_engines"]);
    const missing = listed(silent.map(({ name, why }) => `${name} (${why})`));
    if (results.length === 0 && silent.length > 0 && page === 0) {
      const enabled = await enabledEngines(CATEGORIES[vertical], signal);
      if (enabled.every((one) => silent.some(({ name }) => name === one))) {
        const whose = enabled.length === 0 ? "and these of its engines" : "as its engines";
        // It was reached itself, so that this is not for want of a network.
        throw new ScriptoriumError(
          "blocked",
          `${client.title} found nothing, ${whose} did not answer: ${missing}. Try again later, or enable others.`,
          client.facts,
        );
      }
    }
    if (silent.length > 0) notes.push(`${client.title} had no answer of ${missing}.`);
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

  /** The engines that a search asks; none where the server does not say. */
  async function enabledEngines(category: string, signal: AbortSignal): Promise<string[]> {
    try {
      const { json } = await client.send({ method: "GET", path: "config" }, signal);
      const engines = objectsIn(objectsIn([json])[0]?.["engines"]);
      return engines.flatMap(({ name: engine, enabled, categories }) =>
        enabled === true && Array.isArray(categories) && categories.includes(category) ? [textOf(engine)] : [],
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!ScriptoriumError.is(error)) throw error;
      return [];
    }
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
function silentEngines(value: unknown): { readonly name: string; readonly why: string }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair) =>
    Array.isArray(pair) && textOf(pair[0]) !== ""
      ? [{ name: textOf(pair[0]), why: textOf(pair[1]) || "no reason" }]
      : [],
  );
}
