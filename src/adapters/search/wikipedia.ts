import { ScriptoriumError } from "../../kernel/errors.js";
import { objectsIn, textOf } from "../network/answer-members.js";
import type { ServiceClient } from "../network/service-client.js";
import {
  type Engine,
  type EngineOptions,
  type EnginePage,
  type EngineQuery,
  jsonOf,
  numberOf,
  objectAt,
  searchClient,
  searchFailed,
} from "./engine.js";
import { ENGINE_FACTS } from "./facts.js";

/**
 * The search of Wikipedia in the language that is asked for, English by default; no key. By its API:
 * https://www.mediawiki.org/wiki/API:Search. `url` may hold `{language}`; requests carry `userAgent`, as its policy wants.
 */
export function wikipedia({
  name = "wikipedia",
  url = "https://{language}.wikipedia.org/w/api.php",
  userAgent,
  ...limits
}: EngineOptions & { readonly userAgent: string }): Engine {
  const clients = new Map<string, ServiceClient>();

  function clientFor(language: string): ServiceClient {
    const made =
      clients.get(language) ??
      searchClient("Wikipedia", withoutFile(url.replace("{language}", language)), {
        concurrency: 1,
        ...limits,
        headers: { "user-agent": userAgent },
      });
    clients.set(language, made);
    return made;
  }

  async function ask(query: EngineQuery, signal: AbortSignal): Promise<EnginePage> {
    const { language = "en", page, size, sortByDate } = query;
    const client = clientFor(language);
    const asked = new URLSearchParams({
      ...{ action: "query", list: "search", format: "json", formatversion: "2", maxlag: "5" },
      ...{ srsearch: query.query, srlimit: String(size), sroffset: String(page * size) },
      ...{ srprop: "snippet|timestamp", srsort: sortByDate ? "last_edit_desc" : "relevance" },
    });
    const answer = await client.send({ method: "GET", path: `${fileOf(url)}?${asked}`, limit: query.limit }, signal);
    const json = jsonOf(client, answer);
    const { code } = objectAt(json, "error");
    if (code === "maxlag" || code === "ratelimited") {
      const says = "is busy just now. Run the task again in a few minutes: it resumes.";
      throw new ScriptoriumError("rate-limited", `${client.title} ${says}`, { ...client.facts, retryAfterSeconds: 30 });
    }
    if (code !== undefined) throw searchFailed(client, "could not do the search. Put the query otherwise.");
    const found = objectAt(json, "query");
    if (!Array.isArray(found["search"])) {
      throw searchFailed(
        client,
        "gave an answer that is no result of a search. Check that its address is that of its API.",
      );
    }
    const { origin } = new URL(url.replace("{language}", language));
    const hits = objectsIn(found["search"]).map(({ title, snippet, timestamp }) => ({
      url:
        textOf(title) === ""
          ? undefined
          : `${origin}/wiki/${encodeURIComponent(textOf(title).replaceAll(" ", "_")).replace(/%(?:2F|3A|2C)/g, decodeURIComponent)}`,
      title,
      snippet: textOf(snippet) === "" ? "" : `${textOf(snippet)} …`,
      date: timestamp,
    }));
    const total = numberOf(objectAt(found, "searchinfo")["totalhits"]);
    return {
      hits,
      ...(total === undefined ? {} : { total }),
      hasMore: objectAt(json, "continue")["sroffset"] !== undefined,
      notes: unheeded(query),
    };
  }

  return { name, title: "Wikipedia", ...ENGINE_FACTS.wikipedia, ask };
}

function unheeded({ range, safeSearch, device, location }: EngineQuery): string[] {
  return [
    ...(range === undefined
      ? []
      : [
          "The dates of Wikipedia are those of the last change: pages that were changed outside of dateRange were left out.",
        ]),
    ...(safeSearch === "off" ? [] : ["Wikipedia does not filter: safeSearch was not used."]),
    ...(device === "mobile" ? ["Wikipedia does not tell devices apart."] : []),
    ...(location === undefined ? [] : ["Wikipedia knows no places: location was not used."]),
  ];
}

/** The folder of an address, as clients take it. */
function withoutFile(address: string): string {
  return address.replace(/[^/]*$/, "");
}

function fileOf(address: string): string {
  return /[^/]*$/.exec(address)?.[0] ?? "";
}
