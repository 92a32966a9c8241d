import { badField, givenLines } from "../../engines/pages/fields.js";
import { type OptionProblem, type Providers, shown } from "../../kernel/index.js";
import { namesAmong, problemsOf, warningsOf } from "../_kit/checks.js";
import { patternProblems } from "../_kit/pattern-problems.js";
import { checkTimeSpan, isBackwards } from "../_kit/sitemaps/sitemap-entries.js";
import { browserProblems } from "../_kit/web/browser-options.js";
import { webProblems } from "../_kit/web/options.js";
import { COLLECTIONS, type Collection, REPORTS, type WebCrawlerOptions } from "./options.js";
import { linkSelector } from "./selected-links.js";

/** What is wrong with the data object of a web crawler. */
export async function webCrawlerProblems(
  options: WebCrawlerOptions,
  { web, browser }: Partial<Pick<Providers, "web" | "browser">>,
): Promise<OptionProblem[]> {
  return [
    ...(await problemsOf([
      () => collected(options),
      () => namesAmong(REPORTS, options.report, "report"),
      () => refuseNoPattern(options),
      () => checkTimeSpan(options.sitemapFrom, ""),
      () => checkTimeSpan("", options.sitemapTo),
      () => linkSelector(options.linkSelector),
      () => refuseNoQuery(options),
    ])),
    ...(await patternProblems(options)),
    ...(await problemsOf([() => refuseNoTime(options)], "warning")),
    ...notRead(options),
    ...(await webProblems(options, web)),
    ...(await browserProblems(options, browser)),
  ];
}

/** What a run passes over because another setting does not ask for it. */
function notRead({ order, relevanceQuery, scope, sitemap }: WebCrawlerOptions): OptionProblem[] {
  return warningsOf([
    [
      "relevanceQuery",
      order !== "best" && relevanceQuery.trim() !== "",
      `relevanceQuery is set, but order is "${order}", so a run does not read it. Set order to "best".`,
    ],
    [
      "sitemap",
      scope === "page" && sitemap === "only",
      'sitemap is "only", but with the scope "page" no sitemap is read. Set scope to "host", or to another that takes more than the page.',
    ],
  ]);
}

/** Throws bad-input for names that are not known. */
export function collected({ collect }: WebCrawlerOptions): ReadonlySet<Collection> {
  return new Set(namesAmong(COLLECTIONS, collect, "collect"));
}

function refuseNoPattern({ scope, includePatternsFile }: WebCrawlerOptions): void {
  if (scope !== "custom" || givenLines(includePatternsFile).some((line) => !line.startsWith("#"))) return;
  throw badField(
    "includePatternsFile",
    'scope is "custom", but includePatternsFile is empty. Say in it which addresses to crawl, or set scope to "host".',
  );
}

/** Links are followed all the same, so that it is for a warning. Dates that cannot be read are refused by themselves. */
function refuseNoTime({ sitemap, sitemapFrom, sitemapTo }: WebCrawlerOptions): void {
  if (sitemap === "skip" || !isBackwards(sitemapFrom, sitemapTo)) return;
  throw badField(
    "sitemapFrom",
    `sitemapFrom is ${shown(sitemapFrom.trim())}, which is later than sitemapTo, ${shown(sitemapTo.trim())}: no entry of a sitemap can fit. Exchange the two or leave one out.`,
  );
}

function refuseNoQuery({ order, relevanceQuery }: WebCrawlerOptions): void {
  if (order !== "best" || relevanceQuery.trim() !== "") return;
  throw badField(
    "relevanceQuery",
    'order is "best", but relevanceQuery is empty. Say in it what the pages are to be about, or set order to "breadth".',
  );
}
