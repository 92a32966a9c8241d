import { z } from "zod";
import { type JsonObject, SEARCH_VERTICALS } from "../../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../../kernel/values/provider-settings.js";
import { PAGE_CHARACTERS, partOf } from "../in-short.js";
import { defined } from "../input.js";
import { READS_WEB, Result, type Tool, type ToolWorld } from "../tool.js";
import { DATA_OF_OTHERS } from "../wording.js";
import { noProvider as refused } from "./fields.js";

const LIMIT_MS = 90_000;

/** The web, by the providers that tasks use: addresses of this network, robots rules and delays are judged as in a run. */
export function webTools({ providers }: ToolWorld): readonly Tool[] {
  const limited = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  return [
    defined({
      name: "web_search",
      title: "Search the web",
      description: "Hits of a search engine: address, title and a few words of each.",
      annotations: READS_WEB,
      input: z.object({
        query: z.string().min(1).max(1000).describe("What to search for."),
        limit: z.int().min(1).max(50).default(10).describe("Most hits."),
        page: z.int().min(1).max(20).default(1).describe("1 for the first `limit` hits, 2 for the next."),
        vertical: z.enum(SEARCH_VERTICALS).default("web").describe("What kind of hits."),
        engines: z
          .array(z.string())
          .default([])
          .describe("Engines by their names in the settings; the first by default."),
        country: z.string().optional().describe("ISO 3166-1 code in lower case: `us`."),
        language: z.string().optional().describe("ISO 639-1 code: `en`."),
        date_range: z
          .string()
          .optional()
          .describe("`h`, `d`, `w`, `m`, `y` for the last hour, day, week, month, year, or `2026-01-01..2026-06-30`."),
      }),
      async run({ query, limit, page, vertical, engines, country, language, date_range }, { signal }) {
        const { search } = providers;
        if (search === undefined) throw refused(`${noProvider("search")} ${toHaveProvider("search")}`);
        const options = {
          ...{ limit, vertical, offset: (page - 1) * limit, signal: limited(signal) },
          ...(engines.length > 0 ? { engines } : {}),
          ...(country ? { country } : {}),
          ...(language ? { language } : {}),
          ...(date_range ? { dateRange: date_range } : {}),
        };
        const answer = search.answer
          ? await search.answer(query, options)
          : { hits: await search.search(query, options), engines: [] };
        const hits = answer.hits.map(({ url, title, snippet, date, source }) => ({
          ...{ url, title, snippet },
          ...(date ? { date } : {}),
          ...(source ? { source } : {}),
        }));
        const { notes = [] } = "notes" in answer ? answer : {};
        return {
          ...{ about: DATA_OF_OTHERS, query, engines: [...answer.engines], hits },
          ...(notes.length > 0 ? { notes: [...notes] } : {}),
        };
      },
    }),
    defined({
      name: "open_url",
      title: "Read a page",
      description:
        "What a page or a PDF file of the web says, without what surrounds it, in parts. Pages that need JavaScript are read in a browser where the server has one.",
      annotations: READS_WEB,
      input: z.object({
        url: z.string().min(1).max(8000).describe("The whole address; one without a scheme is taken to be https."),
        format: z
          .enum(["markdown", "text", "html"])
          .default("markdown")
          .describe("`html`: the page as it came, with all that surrounds its content."),
        browser: z.enum(["auto", "never", "always"]).default("auto").describe("Whether a browser reads the page."),
        offset: z.int().min(0).default(0).describe("Where in the text to go on: `next_offset` of the last answer."),
        max_chars: z.int().min(1).max(PAGE_CHARACTERS).default(20_000).describe("Most characters of the answer."),
      }),
      async run({ url, format, browser, offset, max_chars }, { signal }) {
        const { openedPage } = await import("../opened-page.js");
        const address = /^[a-z][a-z\d+.-]*:/i.test(url) && !/^[^/]+:\d+(?:\/|$)/.test(url) ? url : `https://${url}`;
        const { text, notes, ...about } = await openedPage(providers, address, { format, browser }, limited(signal));
        const { part, total, next_offset } = partOf(text, offset, max_chars);
        const facts: JsonObject = {
          ...{ about: DATA_OF_OTHERS, ...about, characters: total, offset, next_offset },
          ...(notes.length > 0 ? { notes: [...notes] } : {}),
        };
        return new Result([
          { type: "text", text: JSON.stringify(facts) },
          { type: "text", text: part },
        ]);
      },
    }),
  ];
}
