import { defineTaskPlugin } from "../../kernel/index.js";
import { noneFetched } from "../_kit/web/all-failed.js";
import { urlFinderProblems } from "./checks.js";
import { failureRow, findLine } from "./find-line.js";
import { finished } from "./finished.js";
import { knownWorks, namesSites, type Work } from "./lines.js";
import { type UrlFinderOptions, urlFinderOptions } from "./options.js";
import { prepared } from "./preparation.js";
import { readSite } from "./site.js";

export const urlfinder = defineTaskPlugin({
  type: "urlfinder",
  words: "url finder",
  title: "URL Finder",
  summary:
    "Lists addresses from search engines, sitemaps, feeds, Common Crawl and the Wayback Machine in one CSV file.",
  uses: ["search", "web"],
  usuallyNeeds: ["search"],
  options: urlFinderOptions,
  inputs: (options) => [...knownWorks(options).keys()],
  hosts: (options) =>
    [...new Set([...knownWorks(options).values()].flatMap((work) => hostsOf(work, options)))].slice(0, 100),
  check: (options, { providers }) => urlFinderProblems(options, providers),
  lineChecks: (options, { providers }) => ({
    queriesFile(line) {
      if (namesSites(options)) providers.web?.checkAddress?.(readSite(line).url);
    },
  }),
  begin: (context) => prepared(context),
  run: (line, context) => findLine(line, context),
  // Its row was put out in the order of the lines, unless nobody could foresee what failed.
  failure: (line, { message, facts }) =>
    facts["inputLine"] === undefined
      ? failureRow(["query", "rank", "url", "title"], { query: line, source: "search", engines: [] }, { message })
      : null,
  allFailed(failures, count, { options }) {
    const works = knownWorks(options);
    const queries = new Set([...works.values()].map(({ query }) => query));
    const things = queries.size === works.size ? "queries" : "pairs of a query and a source";
    return noneFetched(failures, count, things);
  },
  finish: (context) => finished(context),
});

/** Whom a line puts its load on; search engines keep their own limits. */
function hostsOf({ source, query }: Work, { archiveUrl, commonCrawlUrl }: UrlFinderOptions): string[] {
  if (source === "search") return [];
  const address = source === "wayback" ? archiveUrl : source === "commoncrawl" ? commonCrawlUrl : query;
  const host = URL.parse(/^https?:/i.test(address) ? address : `https://${address}`)?.host;
  return host === undefined || host === "" ? [] : [host];
}
