import { z } from "zod";
import { basic, marked, SEARCH_VERTICALS, type TaskContext } from "../../kernel/index.js";
import { downloadFields } from "../_kit/download/options.js";
import { choice, flag, lines, text, whole } from "../_kit/option-fields.js";
import { DEDUPLICATIONS, searchFields, searchProviderField } from "../_kit/search/options.js";
import { browserField } from "../_kit/web/browser-options.js";
import { webFields } from "../_kit/web/options.js";

export const RESULT_FORMATS = ["csv", "json", "jsonl", "xlsx"] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

export const KINDS = ["organic", "paa", "related", "featured", "news", "ads"] as const;
export type Kind = (typeof KINDS)[number];

/** The data object of a search and news scraper. */
export const googleScraperOptions = z.object({
  ...browserField(),
  ...webFields,
  ...downloadFields,
  keywordsFile: basic(lines("One keyword or query per line."), ["wild honey"]),
  vertical: basic(
    choice({ of: SEARCH_VERTICALS, usual: "web" }, "What is searched: `web`, `news`, `images` or `videos`."),
    "news",
  ),
  ...searchProviderField,
  pages: basic(whole({ from: 1, to: 50, usual: 1 }, "Pages of results per keyword."), 2),
  resultsPerPage: basic(whole({ from: 1, to: 100, usual: 10 }, "Results of a page."), 10),
  articleGoogleCountry: marked(
    basic(
      text(
        "United States:English:",
        "Country and language of the search, as names or codes (`de:de:`); either may be empty.",
      ),
      "de:de:",
    ),
    { group: "search", title: "Country and language of the search" },
  ),
  sortByDate: marked(flag(false, "Newest first, where the engine can."), { group: "search" }),
  device: marked(choice({ of: ["desktop", "mobile"], usual: "desktop" }, "The device that the results are for."), {
    group: "search",
  }),
  location: marked(text("", "A place as the engine names it, such as `Austin, Texas, United States`."), {
    group: "search",
  }),
  ...searchFields,
  collect: lines(
    "What becomes a row: any of `organic` (the results), `paa` (questions that people also ask), `related` (searches), `featured` (the answer on top), `news` (the first page of the engine's news search, too), `ads`.",
    ["organic"],
  ),
  dedupe: choice(
    { of: DEDUPLICATIONS, usual: "url" },
    "What a keyword lists once, at its first place: each page (`url`), `host` or registrable `domain`; `none` lists all.",
  ),
  downloadPages: basic(
    flag(
      false,
      "Saves the article of each result, as the article downloader does; the fields from `extractMode` to `languageFilter` are for this.",
    ),
    true,
  ),
  outputFormats: marked(
    basic(lines("Forms of the results file: any of `csv`, `json`, `jsonl`, `xlsx`.", ["csv"]), ["csv", "xlsx"]),
    { group: "output" },
  ),
  articleFormats: marked(lines("Forms of the articles: any of `txt`, `md`, `html`, `json`, `csv`, `xml`.", ["txt"]), {
    group: "output",
  }),
});

export type GoogleScraperOptions = z.output<typeof googleScraperOptions>;
export type Context = TaskContext<GoogleScraperOptions, never, "search" | "web" | "reader" | "browser">;
