import { languageCode } from "../../engines/language-codes.js";
import { givenLines } from "../../engines/pages/fields.js";
import { type OptionProblem, ScriptoriumError, shown } from "../../kernel/index.js";
import {
  howMany,
  namesAmong,
  problemsInLines,
  problemsOf,
  refuseExchanged,
  refuseNone,
  warningsOf,
} from "../_kit/checks.js";
import { refuseNoDomain } from "../_kit/download/domain-filter.js";
import { refuseFolder } from "../_kit/folders.js";
import { imageInsertProblems } from "../_kit/image-insert/problems.js";
import { insertProblems } from "../_kit/inserts/index.js";
import { junkFilter } from "../_kit/inserts/junk-filter.js";
import { filteredLanguages } from "../_kit/language-filter.js";
import { checkSpinMode } from "../_kit/rewriting/spun-sentences.js";
import { refuseUnknownEngines, refuseVertical } from "../_kit/search/engine-checks.js";
import { engineOf } from "../_kit/search/options.js";
import { browserProblems } from "../_kit/web/browser-options.js";
import { webProblems } from "../_kit/web/options.js";
import { checkWriter } from "./ai/model-writer.js";
import { promptTemplate } from "./ai/prompt.js";
import { formProblems } from "./form-checks.js";
import { keywordLine } from "./keyword-line.js";
import { missingProviders } from "./missing-providers.js";
import {
  type ArticleCreatorOptions,
  OUTPUT_FORMATS,
  type OutputFormat,
  RANGES,
  SOURCE_MODES,
  type SourceMode,
} from "./options.js";

import type { Context } from "./sources.js";
import { placesOf, refuseUnknownPlaceholder } from "./title.js";
import { checkTranslation } from "./translated.js";

/** A kind of source that was asked for and not given. */
export const NOT_GIVEN = {
  urls: 'sourceMode has "urls", but sourceUrlsFile is empty. Give the addresses of the pages to read.',
  rss: 'sourceMode has "rss", but sourceUrlsFile is empty. Give the addresses of the feeds to read.',
  folder: 'sourceMode has "folder", but sourceFolder is empty. Give the folder that holds the texts.',
  text: 'sourceMode has "text", but sourceTextFile is empty. Give the text to work with.',
} as const;
const FIELDS = {
  urls: "sourceUrlsFile",
  rss: "sourceUrlsFile",
  folder: "sourceFolder",
  text: "sourceTextFile",
} as const;

/** What is wrong with the data object of an article creator. */
export async function articleCreatorProblems(
  options: ArticleCreatorOptions,
  providers: Context["providers"],
): Promise<OptionProblem[]> {
  const folders = () => refuseFolder(options.sourceFolder, "sourceFolder", providers.folder);
  const ranges = RANGES.map((range) => () => refuseExchanged(options, range));
  return [
    ...(await problemsOf([
      () => outputFormats(options),
      () => sourceModes(options),
      () => refuseNoSource(options),
      () => checkSpinMode(options, providers),
      () => checkTranslation({ options, providers }),
      () => checkWriter({ options, providers }),
      () => promptTemplate({ options, providers }),
      () => refuseEngine(options, providers.search),
    ])),
    ...(await problemsInLines(options.articleJunkFilterFile, junkFilter)),
    ...(await insertProblems(options)),
    ...(await problemsInLines(options.languageFilter, filteredLanguages)),
    ...(await problemsInLines(options.blockedDomainsFile, (lines) => givenLines(lines).forEach(refuseNoDomain))),
    ...missingProviders(options, providers),
    ...(await problemsOf([folders], isAskedFor("folder", options) ? "error" : "warning")),
    ...(await problemsOf(ranges, "warning")),
    ...(await problemsInLines(placesOf(options.articleTitle), refusesUnknown("articleTitle"), "warning")),
    ...(await problemsInLines(
      placesOfLines(options.articleKeywordsFile),
      refusesUnknown("articleKeywordsFile"),
      "warning",
    )),
    ...(await webProblems(options, providers.web)),
    ...(readsPages(options) ? await browserProblems(options, providers.browser) : []),
    ...notRead(options),
    ...imageInsertProblems(options, providers.images),
    ...formProblems(options),
  ];
}

function refusesUnknown(field: "articleTitle" | "articleKeywordsFile") {
  return (places: readonly string[]) => {
    for (const place of places) refuseUnknownPlaceholder(place, field);
  };
}

/** What stands in braces in the titles of keyword lines, without spintax and braces that are meant as such. */
function placesOfLines(lines: readonly string[]): string[] {
  const places = lines
    .slice(0, 1000)
    .filter((line) => line.includes("{"))
    .flatMap((line) => placesOf(keywordLine(line, "").title).filter((place) => line.includes(place)));
  return [...new Set(places)];
}

/** What a run passes over because another setting does not ask for it, or cannot make anything of. */
function notRead(options: ArticleCreatorOptions): OptionProblem[] {
  const modes = options.sourceMode.map((mode) => `"${shown(mode.trim())}"`).join(", ");
  const unread = (mode: keyof typeof FIELDS, what: string) =>
    `${FIELDS[mode]} ${what}, but sourceMode is ${modes}, so a run does not read it. Add "${mode}" to sourceMode.`;
  const isSpare = (mode: keyof typeof FIELDS) =>
    givenLines([options[FIELDS[mode]]].flat()).length > 0 && modes !== "" && !isAskedFor(mode, options);
  const language = options.articleSpinnerTranslateSource.trim();
  return warningsOf([
    [
      "sourceUrlsFile",
      isSpare("urls") && !isAskedFor("rss", options),
      unread("urls", `has ${howMany(options.sourceUrlsFile)}`),
    ],
    ["sourceFolder", isSpare("folder"), unread("folder", "is set")],
    ["sourceTextFile", isSpare("text"), unread("text", `has ${howMany(options.sourceTextFile)}`)],
    [
      "searchProvider",
      engineOf(options).length > 0 && modes !== "" && !isAskedFor("search", options),
      `searchProvider is set, but sourceMode is ${modes}, so a run does not read it. Add "search" to sourceMode.`,
    ],
    [
      "browser",
      options.browser !== "never" && modes !== "" && !readsPages(options),
      `browser is "${options.browser}", but sourceMode is ${modes}, so a run does not act on it. Add "search" or "urls" to sourceMode.`,
    ],
    [
      "outputFormats",
      options.spinMode === "spintax" && !options.outputFormats.some((name) => name.trim().toLowerCase() === "spintax"),
      'spinMode is "spintax", but outputFormats has no "spintax", so the variants are written nowhere. Add it.',
    ],
    [
      "articleSpinnerTranslateSource",
      options.spinMode === "paraphrase" && language !== "" && language !== "auto" && languageCode(language) === "",
      `articleSpinnerTranslateSource is "${shown(language)}", which is not a language code, so nothing can be paraphrased. Use two letters, such as "en".`,
    ],
  ]);
}

/** Whether pages of the web are among the sources. */
function readsPages(options: ArticleCreatorOptions): boolean {
  const modes = ["search", "urls", "rss", "wikipedia"] as const;
  if (modes.some((mode) => isAskedFor(mode, options))) return true;
  return options.articleKeywordsFile.some((line) => keywordLine(line, "").url !== "");
}

function refuseEngine(options: ArticleCreatorOptions, search: Context["providers"]["search"]): void {
  if (search === undefined || !isAskedFor("search", options)) return;
  const names = engineOf(options);
  refuseUnknownEngines(search, names, "searchProvider");
  refuseVertical(search, names, "web", "searchProvider");
}

function isAskedFor(mode: SourceMode, { sourceMode }: ArticleCreatorOptions): boolean {
  return sourceMode.some((name) => name.trim().toLowerCase() === mode);
}

/** Throws bad-input for names that are not known, and for none. */
export function outputFormats(options: ArticleCreatorOptions): OutputFormat[] {
  const formats = namesAmong(OUTPUT_FORMATS, options.outputFormats, "outputFormats");
  refuseNone(formats, OUTPUT_FORMATS, "outputFormats");
  return formats;
}

/** Throws bad-input for names that are not known, and for none. */
export function sourceModes(options: ArticleCreatorOptions): SourceMode[] {
  const modes = namesAmong(SOURCE_MODES, options.sourceMode, "sourceMode");
  refuseNone(modes, SOURCE_MODES, "sourceMode");
  return modes;
}

/** Throws no-input where no source of any kind is given. */
function refuseNoSource(options: ArticleCreatorOptions): void {
  const modes = options.sourceMode.map((mode) => mode.trim().toLowerCase());
  const kinds = (["urls", "rss", "folder", "text"] as const).filter((kind) => modes.includes(kind));
  const isGiven = (kind: (typeof kinds)[number]) => givenLines([options[FIELDS[kind]]].flat()).length > 0;
  const own = options.articleKeywordsFile.some((line) => keywordLine(line, "").url !== "");
  const [first] = kinds;
  if (first === undefined || modes.includes("search") || modes.includes("wikipedia") || own || kinds.some(isGiven))
    return;
  const message = kinds.map((kind) => NOT_GIVEN[kind]).join(" ");
  throw new ScriptoriumError("no-input", message, { field: FIELDS[first] });
}
