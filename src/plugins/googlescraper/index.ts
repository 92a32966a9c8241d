import { givenLines } from "../../engines/pages/fields.js";
import { defineTaskPlugin } from "../../kernel/index.js";
import { refuseNoDomain } from "../_kit/download/domain-filter.js";
import { noneFetched } from "../_kit/web/all-failed.js";
import { googleScraperProblems } from "./checks.js";
import { finished } from "./finished.js";
import { googleScraperOptions } from "./options.js";
import { prepared } from "./preparation.js";
import { columnsOf } from "./result-rows.js";
import { failureRow, scrapeLine } from "./scrape-line.js";

export const googlescraper = defineTaskPlugin({
  type: "googlescraper",
  words: "google scraper",
  title: "Search & News Scraper",
  summary:
    "Reads results of search engines, news, questions and related searches, and what became of the ranks since the last run.",
  uses: ["search", "web", "reader", "browser"],
  usuallyNeeds: ["search"],
  options: googleScraperOptions,
  inputs: ({ keywordsFile }) => givenLines(keywordsFile),
  check: (options, { providers }) => googleScraperProblems(options, providers),
  lineChecks: () => ({ blockedDomainsFile: refuseNoDomain }),
  begin: (context) => prepared(context),
  run: (line, context) => scrapeLine(line, context),
  // Its row was put out in the order of the lines, unless nobody could foresee what failed.
  failure: (line, { message, facts }) =>
    facts["inputLine"] === undefined
      ? failureRow(columnsOf({ downloadPages: false }), line, { vertical: "web" }, { message })
      : null,
  allFailed: (failures, count) => noneFetched(failures, count, "keywords"),
  finish: (context) => finished(context),
});
