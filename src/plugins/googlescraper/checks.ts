import { readDateRange } from "../../engines/date-range.js";
import { badField, givenLines } from "../../engines/pages/fields.js";
import { type OptionProblem, ScriptoriumError } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { namesAmong, problemsOf, refuseNone, repeatedLines, warningsOf } from "../_kit/checks.js";
import { downloadProblems } from "../_kit/download/checks.js";
import type { DownloadOptions } from "../_kit/download/options.js";
import { domainProblems } from "../_kit/search/domains.js";
import { refuseUnknownEngines, refuseVertical } from "../_kit/search/engine-checks.js";
import { noSearchProvider } from "../_kit/search/no-search.js";
import { engineOf } from "../_kit/search/options.js";
import { readRegion } from "../_kit/search/region.js";
import { browserProblems } from "../_kit/web/browser-options.js";
import { webProblems } from "../_kit/web/options.js";
import {
  type Context,
  type GoogleScraperOptions,
  KINDS,
  type Kind,
  RESULT_FORMATS,
  type ResultFormat,
} from "./options.js";

/** What is wrong with the data object of a search and news scraper. */
export async function googleScraperProblems(
  options: GoogleScraperOptions,
  providers: Context["providers"],
): Promise<OptionProblem[]> {
  const { search, web, browser } = providers;
  return [
    ...(await problemsOf([
      () => refuseNoProvider(options, providers),
      () => collected(options),
      () => resultFormats(options),
      () => readDateRange(options.dateRange),
      () => readRegion(options.articleGoogleCountry),
      () => refuseEngine(options, search),
    ])),
    ...(await domainProblems(options)),
    ...(await articleProblems(options)),
    ...(await webProblems(options, web)),
    ...(options.downloadPages ? await browserProblems(options, browser) : []),
    ...repeatedLines("keywordsFile", options.keywordsFile),
    ...warningsOf([
      [
        "keywordsFile",
        options.keywordsFile.length > 0 && givenLines(options.keywordsFile).length === 0,
        "keywordsFile holds nothing but blank lines, so there is nothing to search for. Write a keyword or query on each line.",
      ],
      [
        "articleFormats",
        !options.downloadPages && options.articleFormats.join() !== "txt",
        "articleFormats is set, but downloadPages is false, so no article is saved. Set downloadPages to true.",
      ],
    ]),
  ];
}

/** Throws bad-input for names that are not known, and for none. */
export function collected({ collect }: GoogleScraperOptions): Kind[] {
  const kinds = namesAmong(KINDS, collect, "collect");
  refuseNone(kinds, KINDS, "collect");
  return kinds;
}

/** Throws bad-input for names that are not known, and for none. */
export function resultFormats({ outputFormats }: GoogleScraperOptions): ResultFormat[] {
  const formats = namesAmong(RESULT_FORMATS, outputFormats, "outputFormats");
  refuseNone(formats, RESULT_FORMATS, "outputFormats");
  return formats;
}

/** The fields that say how articles are saved, whose formats have another name here. */
export function downloadOptions(options: GoogleScraperOptions): DownloadOptions {
  return { ...options, outputFormats: options.articleFormats };
}

export function noSearch(): ScriptoriumError {
  return noSearchProvider("searchProvider", { who: "Search & news" });
}

async function articleProblems(options: GoogleScraperOptions): Promise<OptionProblem[]> {
  const problems = await downloadProblems(downloadOptions(options));
  return problems.map((problem) =>
    problem.field === "outputFormats"
      ? { ...problem, field: "articleFormats", message: problem.message.replaceAll("outputFormats", "articleFormats") }
      : problem,
  );
}

function refuseNoProvider(options: GoogleScraperOptions, { search, web, reader }: Context["providers"]): void {
  // An empty task lacks nothing but its lines.
  if (givenLines(options.keywordsFile).length === 0) return;
  if (search === undefined) throw noSearch();
  if (!options.downloadPages) return;
  const missing = web === undefined ? "web" : reader === undefined ? "reader" : undefined;
  if (missing === undefined) return;
  throw new ScriptoriumError("no-provider", `${noProvider(missing)} ${toHaveProvider(missing)}`, {
    field: "downloadPages",
  });
}

function refuseEngine(options: GoogleScraperOptions, search: Context["providers"]["search"]): void {
  if (search === undefined) return;
  const names = engineOf(options);
  refuseUnknownEngines(search, names, "searchProvider");
  refuseVertical(search, names, options.vertical, "vertical");
  if (options.vertical === "images" && options.downloadPages) {
    throw badField(
      "downloadPages",
      'downloadPages is true, but vertical is "images", whose results are no articles. Set one of them otherwise.',
    );
  }
}
