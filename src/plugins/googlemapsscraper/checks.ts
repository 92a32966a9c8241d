import { badField, givenLines } from "../../engines/pages/fields.js";
import { SAVED_PLACES } from "../../engines/places/index.js";
import { type OptionProblem, ScriptoriumError, shown } from "../../kernel/index.js";
import { noProvider, settingsFor, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { namesAmong, problemsOf, refuseNone, warningsOf } from "../_kit/checks.js";
import { type Region, readRegion } from "../_kit/search/region.js";
import { webProblems } from "../_kit/web/options.js";
import { aroundOf, gridOf, MOST_LINES } from "./asked.js";
import { looksForEmails, wantedColumns } from "./columns.js";
import { type Context, type MapsScraperOptions, RESULT_FORMATS, type ResultFormat } from "./options.js";
import { usableLine } from "./query-line.js";

const NO_PROVIDER = `No maps provider is configured. Set ${settingsFor("maps")} to "osm" (free, no ratings), "google-places" (needs a key) or "gosom" (address of your own server), or set provider on the task.`;

export const NO_EMAILS_COLUMN =
  'findEmails is on, but columns has no "emails", so no website is read. Add emails to columns, or switch findEmails off.';

/** What is wrong with the data object of a google maps scraper. */
export async function mapsScraperProblems(
  options: MapsScraperOptions,
  providers: Context["providers"],
): Promise<OptionProblem[]> {
  const area = await problemsOf([() => aroundOf(options), () => gridOf(options), () => refuseTwoAreas(options)]);
  return [
    ...(await problemsOf([
      () => refuseNoSource(options, providers),
      () => refuseTooMany(options),
      () => regionOf(options),
      () => wantedColumns(options.columns),
      () => resultFormats(options),
      () => refuseNoWeb(options, providers),
    ])),
    ...area,
    ...(await problemsOf([() => refuseRatings(options, providers)])),
    ...unused(options, providers),
    ...(await webProblems(options, providers.web)),
  ];
}

/** What is missing is said when the lines are in order: a run without a provider is refused in any case, where it begins. */
function refuseNoSource(options: MapsScraperOptions, providers: Context["providers"]): void {
  const known = {
    hasPlaces: givenLines(options.placesFile).length > 0,
    hasArea: options.lat !== null || options.gridBbox.trim() !== "",
    isSaved: isSavedSource(options, providers.maps),
  };
  const lines = givenLines(options.queriesFile).slice(0, 1000);
  if (lines.length === 0 && providers.maps === undefined) return;
  try {
    sourceOf(options, providers);
  } catch (error) {
    if (!ScriptoriumError.is(error) || error.code !== "no-provider") throw error;
    if (lines.every((line) => isUsable(line, known))) throw error;
  }
}

function isUsable(line: string, known: Parameters<typeof usableLine>[1]): boolean {
  try {
    usableLine(line, known);
    return true;
  } catch (error) {
    if (ScriptoriumError.is(error)) return false;
    throw error;
  }
}

/** Where places are from. */
export type Source =
  | { readonly kind: "folder"; readonly folder: string }
  | {
      readonly kind: "provider";
      readonly name: string | undefined;
      readonly title: string;
      readonly knowsRatings: boolean;
    };

/** Throws no-provider and bad-input. */
export function sourceOf({ provider, inputFolder }: MapsScraperOptions, { maps }: Context["providers"]): Source {
  const name = provider.trim();
  const folder = inputFolder.trim();
  const sources = maps?.sources?.() ?? [];
  const own = sources.find((source) => source.name === name);
  if (folder !== "" && (name === "" || (name === "file" && own === undefined))) return { kind: "folder", folder };
  if (maps === undefined) {
    if (name === "file")
      throw badField(
        "provider",
        `provider is "file", but no file of places is set. Set inputFolder, or ${settingsFor("maps")} of the server.`,
      );
    throw new ScriptoriumError("no-provider", NO_PROVIDER, { field: "provider" });
  }
  if (name === "")
    return {
      kind: "provider",
      name: undefined,
      title: sources[0]?.title ?? "The source",
      knowsRatings: sources[0]?.knowsRatings ?? true,
    };
  if (sources.length === 0) return { kind: "provider", name, title: "The source", knowsRatings: true };
  if (own !== undefined) return { kind: "provider", ...own };
  const names = sources.map((source) => `"${source.name}"`).join(", ");
  throw badField(
    "provider",
    `The server has no maps provider "${shown(name)}". Use one of ${names}, or set it in ${settingsFor("maps")}.`,
  );
}

export function resultFormats({ outputFormats }: MapsScraperOptions): ResultFormat[] {
  const formats = namesAmong(RESULT_FORMATS, outputFormats, "outputFormats");
  refuseNone(formats, RESULT_FORMATS, "outputFormats");
  return formats;
}

/** Throws bad-input for a language or a country that there is not. */
export function regionOf({ language, country }: MapsScraperOptions): Region {
  const { language: code } = readOrRefuse(
    `:${language}:`,
    "language",
    `"${shown(language)}" is no language. Write a code such as "en".`,
  );
  const { country: region } = readOrRefuse(
    `${country}::`,
    "country",
    `"${shown(country)}" is no country. Write a code such as "us".`,
  );
  return { ...(code === undefined ? {} : { language: code }), ...(region === undefined ? {} : { country: region }) };
}

function readOrRefuse(text: string, field: string, message: string): Region {
  try {
    return readRegion(text, field);
  } catch (error) {
    if (!ScriptoriumError.is(error)) throw error;
    throw badField(field, message, error);
  }
}

function refuseTwoAreas({ gridBbox, lat, lon }: MapsScraperOptions): void {
  if (gridBbox.trim() === "" || lat === null || lon === null) return;
  throw badField("gridBbox", "Both gridBbox and lat, lon say where to look. Leave one of them empty.");
}

function refuseTooMany({ queriesFile, placesFile }: MapsScraperOptions): void {
  const count = givenLines(queriesFile).length * Math.max(1, givenLines(placesFile).length);
  if (count > MOST_LINES) {
    throw badField(
      "placesFile",
      `queriesFile and placesFile make ${count} lines, more than ${MOST_LINES}. Divide them into several tasks.`,
    );
  }
}

function refuseRatings(options: MapsScraperOptions, { maps }: Context["providers"]): void {
  const { minRating, minReviews } = options;
  if (minRating <= 0 && minReviews <= 0) return;
  const source = trySource(options, maps);
  if (source === undefined || source.kind === "folder" || source.knowsRatings) return;
  const [field, value] = minRating > 0 ? ["minRating", minRating] : ["minReviews", minReviews];
  throw badField(
    field as string,
    `${field} is ${value}, but ${source.title} knows no ratings, so no place could pass. Set it to 0, or set another provider.`,
  );
}

function refuseNoWeb({ findEmails }: MapsScraperOptions, { web }: Context["providers"]): void {
  if (!findEmails || web !== undefined) return;
  throw new ScriptoriumError(
    "no-provider",
    `findEmails reads websites. ${noProvider("web")} ${toHaveProvider("web")}`,
    { field: "findEmails" },
  );
}

/** Columns that are not known are refused by themselves. */
function readsWebsites(options: MapsScraperOptions): boolean {
  try {
    return looksForEmails(options);
  } catch (error) {
    if (ScriptoriumError.is(error)) return true;
    throw error;
  }
}

/** Settings that a run will not act on. */
function unused(options: MapsScraperOptions, { maps }: Context["providers"]): OptionProblem[] {
  const source = trySource(options, maps);
  const noRatings = source?.kind === "provider" && !source.knowsRatings;
  const { provider, inputFolder, reviews, lat, queriesFile, placesFile } = options;
  return warningsOf([
    [
      "reviews",
      noRatings && reviews > 0,
      `reviews is ${reviews}, but this source has none. Set it to 0, or set another provider.`,
    ],
    [
      "inputFolder",
      inputFolder.trim() !== "" && source?.kind === "provider",
      `inputFolder is set, but provider is "${shown(provider)}", so the folder is not read. Leave one of them empty.`,
    ],
    ["findEmails", options.findEmails && !readsWebsites(options), NO_EMAILS_COLUMN],
    [
      "lat",
      lat !== null && givenLines(placesFile).length > 0 && queriesFile.length > 0,
      "lat and lon are set, but every line is looked for in placesFile, so they are not used. Leave them empty.",
    ],
  ]);
}

/** Whether a source is one of saved places. */
export function isOfSaved(source: Source): boolean {
  return source.kind === "folder" || source.title === SAVED_PLACES;
}

/** The same of a task, whose source may not be there. */
export function isSavedSource(options: MapsScraperOptions, maps: Context["providers"]["maps"]): boolean {
  const source = trySource(options, maps);
  return source !== undefined && isOfSaved(source);
}

function trySource(options: MapsScraperOptions, maps: Context["providers"]["maps"]): Source | undefined {
  try {
    return sourceOf(options, maps === undefined ? {} : { maps });
  } catch (error) {
    if (ScriptoriumError.is(error)) return undefined;
    throw error;
  }
}
