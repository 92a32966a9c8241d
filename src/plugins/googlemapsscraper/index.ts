import { defineTaskPlugin } from "../../kernel/index.js";
import { lineInOrder } from "../_kit/row-order/line-in-order.js";
import { noneFetched } from "../_kit/web/all-failed.js";
import { endReading } from "../_kit/web/run-web.js";
import { aroundOf, gridOf, inputLines } from "./asked.js";
import { isSavedSource, mapsScraperProblems } from "./checks.js";
import { mapsScraperOptions } from "./options.js";
import { failureRow } from "./place-rows.js";
import { prepared } from "./preparation.js";
import { usableLine } from "./query-line.js";
import { finishedResults } from "./results.js";
import { searchLine } from "./search-line.js";

export const googlemapsscraper = defineTaskPlugin({
  type: "googlemapsscraper",
  words: "google maps scraper",
  title: "Google Maps Scraper",
  summary:
    "Finds places such as shops and practices on maps, with address, phone, website and what else the source knows.",
  uses: ["maps", "web", "folder"],
  usuallyNeeds: ["maps"],
  options: mapsScraperOptions,
  inputs: (options) => inputLines(options),
  hosts: ({ provider }) => [`maps:${provider.trim()}`],
  check: (options, { providers }) => mapsScraperProblems(options, providers),
  lineChecks: (options, { providers }) => {
    const hasArea = isSet(() => aroundOf(options)) || isSet(() => gridOf(options));
    const hasPlaces = options.placesFile.some((line) => line.trim() !== "");
    const known = { hasPlaces, hasArea, isSaved: isSavedSource(options, providers.maps) };
    return { queriesFile: (line) => void usableLine(line, known) };
  },
  begin: (context) => prepared(context),
  run: (line, context) =>
    lineInOrder(line, context.state.numbers.get(line) ?? 0, context, {
      work: (place) => searchLine(line, place, context),
      failureRow: ({ message }) => failureRow(line, message),
    }),
  // Its row is put out in the order of the lines, unless nobody can foresee what it says.
  failure: (line, { facts, message }) => (facts["inputLine"] === undefined ? failureRow(line, message) : null),
  allFailed: (failures, count) => noneFetched(failures, count, "queries"),
  async finish(context) {
    const { state, signal } = context;
    await endReading(context);
    if (signal.aborted) return;
    await state.order.finish(context);
    await finishedResults(context);
  },
});

function isSet(read: () => unknown): boolean {
  try {
    return read() !== undefined;
  } catch {
    // Said of the field itself.
    return true;
  }
}
