import { z } from "zod";
import { basic, marked, type TaskContext } from "../../kernel/index.js";
import { choice, decimal, flag, lines, text, whole } from "../_kit/option-fields.js";
import { webFields } from "../_kit/web/options.js";

export const RESULT_FORMATS = ["csv", "json", "geojson", "kml", "xlsx"] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

const degrees = (most: number, meaning: string) =>
  z.number().min(-most).max(most).nullable().default(null).describe(meaning);

/** The data object of a google maps scraper. */
export const mapsScraperOptions = z.object({
  queriesFile: basic(
    lines(
      "What to look for and where, one per line: `plumbers in denver`, `cafes near union station, denver`, `dentists, boulder`.",
    ),
    ["plumbers in denver"],
  ),
  placesFile: basic(lines("Places, one per line; each line of `queriesFile` is looked for in each of them."), [
    "Denver",
    "Boulder",
  ]),
  provider: text(
    "",
    "The maps provider of the server's settings, by its name; empty for the first. `file` with `inputFolder`.",
  ),
  inputFolder: text(
    "",
    "A folder of saved places (csv, json, jsonl, geojson), which are searched instead of a service.",
  ),
  language: basic(text("en", "Language of the answers, ISO 639-1."), "de"),
  country: basic(text("", "The country that place names are of: a code such as `us`, or a name in English."), "us"),
  maxResults: basic(whole({ from: 1, to: 100_000, usual: 60 }, "Most places of a line."), 20),
  depth: whole(
    { from: 0, to: 12, usual: 10 },
    "How often an area is divided into quarters where the source has more than it gives for one question.",
  ),
  lat: degrees(90, "Latitude of the middle of the search, for lines that name no place."),
  lon: degrees(180, "Longitude of the middle of the search."),
  radius: whole(
    { from: 1, to: 500_000, usual: 10_000 },
    "Metres around `lat` and `lon`, and around a place that a line is `near`.",
  ),
  zoom: decimal(
    { from: 1, to: 21, usual: 15 },
    "How close the map around `lat` and `lon` is looked at, for sources that look at one.",
  ),
  gridBbox: text("", "An area that is searched cell by cell: `minLat,minLon,maxLat,maxLon`."),
  gridCellKm: decimal({ from: 0.05, to: 1000, usual: 1 }, "Width and height of a cell of `gridBbox`."),
  strictArea: flag(true, "Leaves out places outside of the area."),
  minRating: basic(decimal({ from: 0, to: 5, usual: 0 }, "Least rating, of 5. Leaves out places without one."), 4),
  minReviews: whole({ from: 0, to: 1_000_000, usual: 0 }, "Fewest ratings."),
  openOnly: flag(false, "Leaves out places that are closed for good or for a time, as far as the source knows."),
  hasWebsite: choice({ of: ["any", "yes", "no"], usual: "any" }, "Only places with a website, or only those without."),
  reviews: whole({ from: 0, to: 100, usual: 0 }, "Reviews of each place, at most. Sources charge more for them."),
  findEmails: basic(
    flag(false, "Looks for mail addresses on the website of each place: its first page and at most two more."),
    true,
  ),
  personalData: flag(
    false,
    "Takes addresses that seem to be of a person, too. Otherwise only those of a role, such as `info@`, are taken.",
  ),
  columns: marked(lines("Columns of the rows, in this order; empty for all.", []), { group: "output" }),
  outputFormats: marked(
    basic(lines("Forms of the results file: any of `csv`, `json`, `geojson`, `kml`, `xlsx`.", ["csv"]), [
      "csv",
      "xlsx",
    ]),
    { group: "output" },
  ),
  ...webFields,
});

export type MapsScraperOptions = z.output<typeof mapsScraperOptions>;
export type Context = TaskContext<MapsScraperOptions, never, "maps" | "web" | "folder">;
