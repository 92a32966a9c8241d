import { z } from "zod";
import { WAYBACK_MACHINE } from "../../engines/pages/archive/archive-addresses.js";
import { basic, marked, type TaskContext } from "../../kernel/index.js";
import { choice, decimal, flag, lines, text, whole } from "../_kit/option-fields.js";
import { DEDUPLICATIONS, searchFields } from "../_kit/search/options.js";
import { webFields } from "../_kit/web/options.js";

export const SOURCES = ["search", "sitemap", "feed", "commoncrawl", "wayback"] as const;
export type Source = (typeof SOURCES)[number];

export const EXTRA_COLUMNS = ["engine", "domain", "snippet"] as const;

export const COMMON_CRAWL = "https://index.commoncrawl.org";

/** The data object of a URL finder. */
export const urlFinderOptions = z.object({
  queriesFile: basic(lines("One query per line; for all sources but `search` a domain or the address of a site."), [
    "wild honey",
  ]),
  sources: basic(
    lines("Where addresses come from: any of `search`, `sitemap`, `feed`, `commoncrawl`, `wayback`.", ["search"]),
    ["search", "sitemap"],
  ),
  searchProviders: marked(
    lines("Search engines by the names that the server's settings give them; empty for the first one."),
    { group: "search" },
  ),
  mergeEngines: marked(
    flag(
      false,
      "One list of all `searchProviders`, with a column for the rank of each, instead of one list after the other.",
    ),
    { group: "search" },
  ),
  resultsPerQuery: basic(
    whole(
      { from: 0, to: 10_000_000, usual: 50 },
      "Most addresses of a query and a source; of a search engine that many results are asked for. 0 for all, of an engine for 50 pages.",
    ),
    100,
  ),
  pagesPerQuery: marked(
    whole(
      { from: 0, to: 50, usual: 0 },
      "Most pages of results that an engine is asked for per query; 0 for as many as `resultsPerQuery` needs.",
    ),
    { group: "search" },
  ),
  searchCountry: marked(basic(text("us", "Country of the search, such as `us`; empty for any."), "de"), {
    group: "search",
  }),
  searchLanguage: marked(basic(text("en", "Language of the search, such as `en`; empty for any."), "de"), {
    group: "search",
  }),
  ...searchFields,
  footprintsFile: lines(
    "Each is combined with each query of a search: `{query} {footprint}`. `{query}` in a footprint, or `{footprint}` in a query, is the place of the other.",
  ),
  includePatternsFile: lines(
    "Only addresses that fit one of these: a piece of the address with `*` for anything between; from `http` on the address from its beginning to its end; `/expression/` (RE2).",
  ),
  excludePatternsFile: lines("No addresses that fit one of these."),
  dedupe: basic(
    choice(
      { of: DEDUPLICATIONS, usual: "url" },
      "What the run lists once, at its first place: each page (`url`), `host` or registrable `domain`; `none` lists all.",
    ),
    "domain",
  ),
  liveCheck: basic(flag(false, "Fetches each address: columns `status` and `finalUrl`."), true),
  fetchHead: flag(
    false,
    "Fetches each page: its own title and description, and the column `lang`. It is done together with `liveCheck`.",
  ),
  relevanceQuery: text(
    "",
    "Words that the pages should be about: column `score`, 0 to 1, by the title and description that are known.",
  ),
  relevanceMin: decimal({ from: 0, to: 1, usual: 0 }, "Addresses with a lower `score` are left out."),
  extraColumns: marked(
    lines("Columns behind `query,rank,url,title`: any of `engine`, `domain`, `snippet`.", EXTRA_COLUMNS),
    { group: "output" },
  ),
  archiveUrl: marked(
    text(
      WAYBACK_MACHINE,
      "Another Wayback Machine, or a collection of pywb: `https://host/collection`, for `wayback`.",
    ),
    { group: "sources" },
  ),
  commonCrawlUrl: marked(text(COMMON_CRAWL, "Another server with the index of Common Crawl, for `commoncrawl`."), {
    group: "sources",
  }),
  commonCrawlIndex: marked(text("", "The crawl to read, such as `CC-MAIN-2026-22`; empty for the newest."), {
    group: "sources",
  }),
  ...webFields,
});

export type UrlFinderOptions = z.output<typeof urlFinderOptions>;
export type Context = TaskContext<UrlFinderOptions, never, "search" | "web">;
