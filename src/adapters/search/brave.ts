import type { SearchVertical } from "../../kernel/providers.js";
import { objectsIn, textOf } from "../network/answer-members.js";
import type { BusyAnswer, Refused } from "../network/service-client.js";
import {
  type Engine,
  type EngineOptions,
  type EnginePage,
  type EngineQuery,
  jsonOf,
  objectAt,
  questionsIn,
  refusedKey,
  searchClient,
  USED_UP,
  withSites,
} from "./engine.js";
import { ENGINE_FACTS } from "./facts.js";

const MOST: Readonly<Record<SearchVertical, number>> = { web: 20, news: 50, images: 100, videos: 50 };
const LAST_PAGE = 9;
const FRESH = { h: "pd", d: "pd", w: "pw", m: "pm", y: "py" } as const;

/** Brave Search API: https://api-dashboard.search.brave.com/app/documentation */
export function brave({
  name = "brave",
  url = "https://api.search.brave.com/res/v1/",
  apiKey,
  ...limits
}: EngineOptions & { readonly apiKey: string }): Engine {
  const client = searchClient("Brave Search", url, {
    ...limits,
    headers: { "x-subscription-token": apiKey },
    readBusy,
  });

  async function ask(query: EngineQuery, signal: AbortSignal): Promise<EnginePage> {
    const { vertical, page, size, country, language, range, safeSearch } = query;
    const asked = new URLSearchParams({ q: withSites(query), count: String(Math.min(size, MOST[vertical])) });
    // Images come in one page, and Brave filters them or not.
    if (vertical === "images") asked.set("safesearch", safeSearch === "off" ? "off" : "strict");
    else {
      asked.set("offset", String(page));
      asked.set("safesearch", safeSearch);
    }
    if (country !== undefined) asked.set("country", country.toUpperCase());
    if (language !== undefined) asked.set("search_lang", languageOf(language, country));
    if (range !== undefined && vertical !== "images") asked.set("freshness", freshness(range));
    const answer = await client.send(
      { method: "GET", path: `${vertical}/search?${asked}`, limit: query.limit },
      signal,
    );
    if (answer.status === 422 && /TOKEN/.test(codeOf(answer.json))) throw refusedKey(client, 422);
    const json = jsonOf(client, answer);
    const list = vertical === "web" ? objectsIn(objectAt(json, "web")["results"]) : objectsIn(json["results"]);
    const hits = list.map((item) => ({
      url: item["url"],
      title: item["title"],
      snippet: item["description"],
      date: item["page_age"] ?? item["age"],
      source: objectAt(item, "meta_url")["hostname"] ?? item["source"],
      image: objectAt(item, "thumbnail")["src"],
    }));
    const questions = questionsIn(objectsIn(objectAt(json, "faq")["results"]), "answer", "url");
    const more = objectAt(json, "query")["more_results_available"];
    return {
      hits,
      ...(questions.length === 0 ? {} : { questions }),
      hasMore: vertical !== "images" && page < LAST_PAGE && hits.length > 0 && more !== false,
      notes: unheeded(query),
    };
  }

  return { name, title: client.title, ...ENGINE_FACTS.brave, ask };
}

function freshness(range: NonNullable<EngineQuery["range"]>): string {
  if ("last" in range) return FRESH[range.last];
  return `${range.from ?? "1990-01-01"}to${range.to ?? "2099-12-31"}`;
}

/** Its codes differ from ISO 639-1 for some languages. */
function languageOf(language: string, country: string | undefined): string {
  if (language === "ja") return "jp";
  if (language === "pt") return country === "br" ? "pt-br" : "pt-pt";
  if (language === "zh") return country === "tw" || country === "hk" ? "zh-hant" : "zh-hans";
  return language;
}

function unheeded({ range, sortByDate, device, location, vertical }: EngineQuery): string[] {
  return [
    ...(range !== undefined && "last" in range && range.last === "h"
      ? ["Brave Search knows no hour: the last day was asked for."]
      : []),
    ...(range !== undefined && vertical === "images"
      ? ["Brave Search knows no dates of images: dateRange was not used."]
      : []),
    ...(sortByDate ? ["Brave Search does not sort by date."] : []),
    ...(device === "mobile" ? ["Brave Search does not tell devices apart."] : []),
    ...(location === undefined ? [] : ["Brave Search was not told the location, as it takes no names of places."]),
  ];
}

/**
 * Headers hold a value for each of its limits, the shortest first: `X-RateLimit-Remaining: 0, 14999` and
 * `X-RateLimit-Reset: 1, 1419704` say that the next second will do.
 */
function readBusy({ headers, json }: BusyAnswer): { readonly waitMs?: number; readonly final?: Refused } | undefined {
  const numbers = (name: string) =>
    textOf([headers[name]].flat()[0])
      .split(",")
      .map((part) => Number.parseInt(part.trim(), 10))
      .filter((number) => Number.isSafeInteger(number));
  const remaining = numbers("x-ratelimit-remaining");
  const resets = numbers("x-ratelimit-reset");
  if (/QUOTA/.test(codeOf(json)) || (remaining.length > 1 && remaining.slice(1).some((left) => left <= 0))) {
    return { final: { code: "quota", says: USED_UP } };
  }
  const [seconds] = resets;
  return seconds === undefined ? undefined : { waitMs: Math.max(1, seconds) * 1000 };
}

function codeOf(json: unknown): string {
  const [answer] = objectsIn([json]);
  return answer === undefined ? "" : textOf(objectAt(answer, "error")["code"]);
}
