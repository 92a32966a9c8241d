import type { SearchVertical } from "../../kernel/providers.js";
import { objectsIn, textOf } from "../network/answer-members.js";
import type { BusyAnswer, Refused } from "../network/service-client.js";
import {
  type Engine,
  type EngineOptions,
  type EnginePage,
  type EngineQuery,
  type FoundHit,
  jsonOf,
  numberOf,
  objectAt,
  questionsIn,
  refusedKey,
  searchClient,
  searchFailed,
  USED_UP,
  usedUp,
  withSites,
} from "./engine.js";
import { ENGINE_FACTS } from "./facts.js";
import { googleTime } from "./google.js";

const LISTS: Readonly<Record<SearchVertical, string>> = {
  web: "organic_results",
  news: "news_results",
  images: "images_results",
  videos: "video_results",
};
const KINDS: Readonly<Record<SearchVertical, string>> = { web: "", news: "nws", images: "isch", videos: "vid" };

/** SerpApi, its engine google: https://serpapi.com/search-api */
export function serpApi({
  name = "serpapi",
  url = "https://serpapi.com/",
  apiKey,
  ...limits
}: EngineOptions & { readonly apiKey: string }): Engine {
  const client = searchClient("SerpApi", url, { ...limits, readBusy });

  async function ask(query: EngineQuery, signal: AbortSignal): Promise<EnginePage> {
    const { vertical, page, size, country, language, location, device, safeSearch } = query;
    const asked = new URLSearchParams({ engine: "google", q: withSites(query), api_key: apiKey, device });
    if (KINDS[vertical] !== "") asked.set("tbm", KINDS[vertical]);
    if (vertical === "images") asked.set("ijn", String(page));
    else {
      asked.set("num", String(size));
      if (page > 0) asked.set("start", String(page * size));
    }
    if (country !== undefined) asked.set("gl", country);
    if (language !== undefined) asked.set("hl", language);
    if (location !== undefined) asked.set("location", location);
    if (safeSearch !== "off") asked.set("safe", "active");
    const time = googleTime(query);
    if (time !== "") asked.set("tbs", time);
    const answer = await client.send({ method: "GET", path: `search.json?${asked}`, limit: query.limit }, signal);
    const [said] = objectsIn([answer.json]);
    const error = textOf(said?.["error"]);
    if (/run out of searches|exceeded.*(?:plan|limit)/i.test(error)) throw usedUp(client, answer.status);
    if (/api[ _]key/i.test(error)) throw refusedKey(client, answer.status);
    const json = jsonOf(client, answer);
    // It calls an answer without results an error, too.
    if (error !== "" && !/any results/i.test(error)) {
      throw searchFailed(client, "could not do the search. Check the settings of the task, and try again later.");
    }
    const found = objectsIn(json[LISTS[vertical]]);
    const total = numberOf(objectAt(json, "search_information")["total_results"]);
    return {
      hits: [...featured(json, page), ...ads(json), ...found.map((item) => hitOf(item, vertical))],
      questions: questionsIn(objectsIn(json["related_questions"]), "snippet", "link"),
      related: objectsIn(json["related_searches"]).flatMap(({ query }) =>
        textOf(query) === "" ? [] : [textOf(query)],
      ),
      ...(total === undefined ? {} : { total }),
      hasMore: found.length > 0,
      notes: [],
    };
  }

  return { name, title: client.title, ...ENGINE_FACTS.serpapi, ask };
}

function hitOf(item: Readonly<Record<string, unknown>>, vertical: SearchVertical): FoundHit {
  return {
    url: item["link"],
    title: item["title"],
    snippet: item["snippet"],
    date: item["date"],
    source: typeof item["source"] === "object" ? objectAt(item, "source")["name"] : item["source"],
    image: vertical === "images" ? (item["original"] ?? item["thumbnail"]) : item["thumbnail"],
  };
}

function featured(json: Readonly<Record<string, unknown>>, page: number): FoundHit[] {
  const { link, title, snippet, answer } = objectAt(json, "answer_box");
  return page === 0 && link !== undefined ? [{ url: link, title, snippet: snippet ?? answer, kind: "featured" }] : [];
}

function ads(json: Readonly<Record<string, unknown>>): FoundHit[] {
  return objectsIn(json["ads"]).map(({ link, title, description }) => ({
    url: link,
    title,
    snippet: description,
    kind: "ad",
  }));
}

function readBusy({ json }: BusyAnswer): { readonly final: Refused } | undefined {
  const [said] = objectsIn([json]);
  return /run out of searches/i.test(textOf(said?.["error"])) ? { final: { code: "quota", says: USED_UP } } : undefined;
}
