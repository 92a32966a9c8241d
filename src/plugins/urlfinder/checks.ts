import { readDateRange } from "../../engines/date-range.js";
import { archivePlace } from "../../engines/pages/archive/archive-addresses.js";
import { badField, givenLines } from "../../engines/pages/fields.js";
import { type OptionProblem, ScriptoriumError, shown } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { problemsOf, repeatedLines, warningsOf } from "../_kit/checks.js";
import { patternProblems } from "../_kit/pattern-problems.js";
import { domainProblems } from "../_kit/search/domains.js";
import { refuseUnknownEngines, refuseVertical } from "../_kit/search/engine-checks.js";
import { noSearchProvider } from "../_kit/search/no-search.js";
import { type Region, readRegion } from "../_kit/search/region.js";
import { webProblems } from "../_kit/web/options.js";
import { columnsOf } from "./columns.js";
import { crawlIndex } from "./common-crawl.js";
import { engineNames, sourcesOf, worksOf } from "./lines.js";
import type { Context, UrlFinderOptions } from "./options.js";

/** What is wrong with the data object of a URL finder. */
export async function urlFinderProblems(
  options: UrlFinderOptions,
  { search, web }: Context["providers"],
): Promise<OptionProblem[]> {
  const sources = await problemsOf([() => sourcesOf(options)]);
  if (sources.length > 0) return sources;
  return [
    ...(await problemsOf([
      () => refuseNoProvider(options, { search, web }),
      () => worksOf(options),
      () => columnsOf(options),
      () => readDateRange(options.dateRange),
      () => regionIn(options, "searchCountry"),
      () => regionIn(options, "searchLanguage"),
      () => archivePlace(options.archiveUrl),
      () => crawlIndex(options.commonCrawlUrl, options.commonCrawlIndex),
      () => refuseEngines(options, search),
    ])),
    ...(await patternProblems(options)),
    ...(await domainProblems(options)),
    ...(await webProblems(options, web)),
    ...repeatedLines("queriesFile", options.queriesFile),
    ...unused(options),
  ];
}

/** Codes of what the task names by code or by name. Throws bad-input for a country or a language that there is not. */
export function regionOf(options: UrlFinderOptions): Region {
  return { ...regionIn(options, "searchCountry"), ...regionIn(options, "searchLanguage") };
}

export function noSearch(): ScriptoriumError {
  return noSearchProvider("sources", {
    instead: 'or set sources to "sitemap" or "feed" with site addresses as queries',
  });
}

function refuseNoProvider(options: UrlFinderOptions, { search, web }: Context["providers"]): void {
  // An empty task lacks nothing but its lines.
  if (givenLines(options.queriesFile).length === 0) return;
  const sources = sourcesOf(options);
  if (sources.includes("search") && search === undefined) throw noSearch();
  const needsWeb = sources.some((source) => source !== "search") || options.liveCheck || options.fetchHead;
  if (!needsWeb || web !== undefined) return;
  throw new ScriptoriumError("no-provider", `${noProvider("web")} ${toHaveProvider("web")}`, { field: "sources" });
}

function refuseEngines(options: UrlFinderOptions, search: Context["providers"]["search"]): void {
  if (search === undefined || !sourcesOf(options).includes("search")) return;
  const names = engineNames(options);
  refuseUnknownEngines(search, names, "searchProviders");
  refuseVertical(search, names, "web", "searchProviders");
  if (options.mergeEngines && names.length < 2) {
    throw badField(
      "mergeEngines",
      "mergeEngines is true, but searchProviders names fewer than two engines, so there is nothing to merge. Name them, or set mergeEngines to false.",
    );
  }
}

function regionIn(options: UrlFinderOptions, field: "searchCountry" | "searchLanguage"): Region {
  const isCountry = field === "searchCountry";
  const text = options[field];
  try {
    return readRegion(isCountry ? `${text}:` : `:${text}`, field);
  } catch (cause) {
    const [what, sample] = isCountry ? ["country", "us"] : ["language", "en"];
    throw badField(
      field,
      `${field} is "${shown(text)}", which is no ${what}. Write its code such as ${sample}, or leave it empty.`,
      cause,
    );
  }
}

/** What looks like a placeholder in the lines of a field and is none, once. */
function strangePlaceholder(lines: readonly string[], known: string): string | undefined {
  const found = givenLines(lines).flatMap((line) => line.match(/\{\w+\}/g) ?? []);
  return found.find((placeholder) => placeholder !== known);
}

function unused(options: UrlFinderOptions): OptionProblem[] {
  const isSearch = sourcesOf(options).includes("search");
  const { relevanceQuery, relevanceMin, fetchHead, queriesFile, footprintsFile, searchProviders } = options;
  const inQueries = isSearch ? strangePlaceholder(queriesFile, "{footprint}") : undefined;
  const inFootprints = isSearch ? strangePlaceholder(footprintsFile, "{query}") : undefined;
  return warningsOf([
    [
      "relevanceMin",
      relevanceMin > 0 && relevanceQuery.trim() === "",
      "relevanceMin is set, but relevanceQuery is empty, so nothing is left out. Say in relevanceQuery what the pages should be about.",
    ],
    [
      "relevanceQuery",
      relevanceQuery.trim() !== "" && !fetchHead && !isSearch,
      "relevanceQuery is set, but fetchHead is false, and the sources know few titles. Set fetchHead to true.",
    ],
    [
      "footprintsFile",
      !isSearch && givenLines(footprintsFile).length > 0,
      'footprintsFile is for searches, and sources has no "search". Add it, or empty footprintsFile.',
    ],
    [
      "queriesFile",
      inQueries !== undefined,
      `queriesFile has "${shown(inQueries ?? "")}", which is no placeholder and is searched for as it is. The one that queries have is {footprint}.`,
    ],
    [
      "footprintsFile",
      inFootprints !== undefined,
      `footprintsFile has "${shown(inFootprints ?? "")}", which is no placeholder and is searched for as it is. The one that footprints have is {query}.`,
    ],
    [
      "searchProviders",
      !isSearch && givenLines(searchProviders).length > 0,
      'searchProviders is for searches, and sources has no "search". Add it, or empty searchProviders.',
    ],
  ]);
}
