import { defineTaskPlugin } from "../../kernel/index.js";
import { noneFetched } from "../_kit/web/all-failed.js";
import { endReading } from "../_kit/web/run-web.js";
import { expandedLines, firstAddressOf, folderOf } from "./addresses.js";
import { webScraperProblems } from "./checks.js";
import { refuseComments } from "./notes.js";
import { webScraperOptions } from "./options.js";
import { failureRow } from "./page-rows.js";
import { prepared } from "./preparation.js";
import { finishedResults } from "./results.js";
import { scrapeLine } from "./scrape-line.js";
import { tryOfRules } from "./try-rules.js";

export const webscraper = defineTaskPlugin({
  type: "webscraper",
  words: "web scraper",
  title: "Web Scraper",
  summary:
    "Reads columns of data from web pages, by selectors, paths and patterns, with a browser where pages need one.",
  needs: ["reader"],
  uses: ["web", "folder", "browser", "writer"],
  options: webScraperOptions,
  inputs(options) {
    refuseComments(options);
    return expandedLines(options);
  },
  hosts: (options) => [...new Set(expandedLines(options).flatMap((line) => URL.parse(line)?.host ?? []))].slice(0, 100),
  check: (options, { providers }) => webScraperProblems(options, providers),
  lineChecks: ({ keywordsFile }, { providers }) => ({
    urlsFile(line) {
      const address = firstAddressOf(line, keywordsFile);
      if (address !== undefined) providers.web?.checkAddress?.(address);
    },
  }),
  try: tryOfRules,
  begin: (context) => prepared(context),
  run: (line, context) => scrapeLine(line, context),
  // Its row was put out by the line itself, unless nobody could foresee what failed.
  failure: (line, { code, message, facts }) =>
    code === "internal" ? failureRow([], folderOf(line) ?? line, { code, message, facts }) : null,
  allFailed: (failures, count) => noneFetched(failures, count, "pages"),
  async finish(context) {
    const { providers, runId, signal } = context;
    await Promise.all([endReading(context), providers.browser?.forget?.(runId)]);
    if (!signal.aborted) await finishedResults(context);
  },
});
