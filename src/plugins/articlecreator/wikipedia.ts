import { z } from "zod";
import { ScriptoriumError, type SearchProvider, type WebSession } from "../../kernel/index.js";
import { readRegion } from "../_kit/search/region.js";
import { runWeb } from "../_kit/web/run-web.js";
import type { Context } from "./sources.js";

/** What is used of an answer of https://www.mediawiki.org/wiki/API:Search. */
const ANSWER = z.object({ query: z.object({ search: z.array(z.object({ title: z.string() })) }) });

/**
 * Addresses of the articles of Wikipedia that a search there finds, best first, in the language of `articleGoogleCountry`: by
 * the engine of the settings where there is one, else by its API. Throws as the search does, or as fetching.
 */
export async function wikipediaPages(
  keyword: string,
  limit: number,
  context: Context,
  session: WebSession,
): Promise<readonly string[]> {
  const { providers, options, signal } = context;
  const { language = "en" } = readRegion(options.articleGoogleCountry);
  const engine = wikipediaEngine(providers.search);
  if (providers.search === undefined || engine === undefined)
    return await byApi(keyword, limit, language, context, session);
  const hits = await providers.search.search(keyword, {
    ...{ limit, language, engines: [engine], cacheHours: options.searchCacheHours, signal },
  });
  return hits.map(({ url }) => url);
}

/** The name that the settings give the engine. */
function wikipediaEngine(search: SearchProvider | undefined): string | undefined {
  return search?.engines?.().find(({ title }) => title === "Wikipedia")?.name;
}

async function byApi(
  keyword: string,
  limit: number,
  language: string,
  context: Context,
  session: WebSession,
): Promise<readonly string[]> {
  const site = `https://${language}.wikipedia.org`;
  const asked = new URLSearchParams({
    ...{ action: "query", list: "search", format: "json", formatversion: "2" },
    ...{ srsearch: keyword, srlimit: String(Math.min(limit, 50)) },
  });
  // The rules of robots.txt are for crawlers of pages; the API is made for programs.
  const web = runWeb(context, { ...session, respectRobots: false });
  const page = await web.fetch(`${site}/w/api.php?${asked}`, { as: "both", headers: { accept: "application/json" } });
  const answer = ANSWER.safeParse(parsed(page.text || new TextDecoder().decode(page.body)));
  if (!answer.success) {
    throw new ScriptoriumError(
      "SEARCH_FAILED",
      "Wikipedia gave an answer that is no result of a search. Run the task again later: it resumes.",
      { service: "Wikipedia", host: new URL(site).host },
    );
  }
  return answer.data.query.search.map(({ title }) => `${site}/wiki/${encodeURIComponent(title.replaceAll(" ", "_"))}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
