import type { SearchVertical } from "../../kernel/providers.js";
import { objectsIn, textOf } from "../network/answer-members.js";
import {
  type Engine,
  type EngineOptions,
  type EnginePage,
  type EngineQuery,
  type FoundHit,
  jsonOf,
  objectAt,
  questionsIn,
  searchClient,
  usedUp,
  withSites,
} from "./engine.js";
import { ENGINE_FACTS } from "./facts.js";
import { googleTime } from "./google.js";

const PATHS: Readonly<Record<SearchVertical, readonly [path: string, list: string]>> = {
  web: ["search", "organic"],
  news: ["news", "news"],
  images: ["images", "images"],
  videos: ["videos", "videos"],
};

/** Serper, results of Google: https://serper.dev */
export function serper({
  name = "serper",
  url = "https://google.serper.dev/",
  apiKey,
  ...limits
}: EngineOptions & { readonly apiKey: string }): Engine {
  const client = searchClient("Serper", url, { ...limits, headers: { "x-api-key": apiKey } });

  async function ask(query: EngineQuery, signal: AbortSignal): Promise<EnginePage> {
    const { vertical, page, size, country, language, location } = query;
    const [path, list] = PATHS[vertical];
    const time = googleTime(query);
    const request = {
      q: withSites(query),
      num: size,
      page: page + 1,
      ...(country === undefined ? {} : { gl: country }),
      ...(language === undefined ? {} : { hl: language }),
      ...(time === "" ? {} : { tbs: time }),
      ...(location === undefined ? {} : { location }),
      ...(query.safeSearch === "off" ? {} : { safe: "active" }),
    };
    const body = { type: "application/json", text: JSON.stringify(request) } as const;
    const answer = await client.send({ method: "POST", path, body, limit: query.limit }, signal);
    const [said] = objectsIn([answer.json]);
    if (answer.status === 400 && /credit/i.test(textOf(said?.["message"]))) throw usedUp(client, 400);
    const json = jsonOf(client, answer);
    const found = objectsIn(json[list]);
    return {
      hits: [...featured(json, page), ...found.map((item) => hitOf(item, vertical))],
      questions: questionsIn(objectsIn(json["peopleAlsoAsk"]), "snippet", "link"),
      related: objectsIn(json["relatedSearches"]).flatMap(({ query }) => (textOf(query) === "" ? [] : [textOf(query)])),
      hasMore: found.length > 0,
      notes: query.device === "mobile" ? ["Serper does not tell devices apart."] : [],
    };
  }

  return { name, title: client.title, ...ENGINE_FACTS.serper, ask };
}

function hitOf(item: Readonly<Record<string, unknown>>, vertical: SearchVertical): FoundHit {
  return {
    url: item["link"],
    title: item["title"],
    snippet: item["snippet"],
    date: item["date"],
    source: item["source"] ?? item["channel"],
    image: vertical === "images" ? item["imageUrl"] : (item["imageUrl"] ?? item["thumbnailUrl"]),
  };
}

function featured(json: Readonly<Record<string, unknown>>, page: number): FoundHit[] {
  const { link, title, snippet, answer } = objectAt(json, "answerBox");
  return page === 0 && link !== undefined ? [{ url: link, title, snippet: snippet ?? answer, kind: "featured" }] : [];
}
