import { defineTaskPlugin } from "../../kernel/index.js";
import { noneFetched } from "../_kit/web/all-failed.js";
import { addressLines } from "../_kit/web/logins.js";
import { endReading } from "../_kit/web/run-web.js";
import { rssScraperProblems } from "./checks.js";
import { failedRow, readLine } from "./feed-line.js";
import { rssScraperLineChecks } from "./line-checks.js";
import { rssScraperOptions } from "./options.js";
import { publish } from "./published.js";
import { prepared } from "./run-state.js";

export const rssscraper = defineTaskPlugin({
  type: "rssscraper",
  words: "rss scraper",
  title: "RSS Scraper",
  summary: "Collects new items of RSS, Atom and JSON feeds, filters them, and writes them as articles and as a feed.",
  needs: ["reader"],
  uses: ["web", "folder", "browser"],
  options: rssScraperOptions,
  inputs: (options) => addressLines(options.feedsFile),
  check: (options, { providers }) => rssScraperProblems(options, providers),
  lineChecks: (_options, { providers }) => rssScraperLineChecks(providers),
  begin: (context) => prepared(context),
  run: (line, context) => readLine(line, context),
  failure: (line, { message }) => failedRow(line, message),
  allFailed: (failures, count) => noneFetched(failures, count, "feeds"),
  async finish(context) {
    try {
      // What an aborted run puts out at its end is not stored; the next run makes it.
      if (!context.signal.aborted) await publish(context);
    } finally {
      await endReading(context);
    }
  },
});
