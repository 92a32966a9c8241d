import { workbook } from "../../engines/sheets/xlsx.js";
import type { JsonObject } from "../../kernel/index.js";
import { counted } from "../_kit/counted.js";
import { cellOf, jsonRow, placeLine } from "./cells.js";
import { resultFormats } from "./checks.js";
import { looksForEmails, shownColumns, wantedColumns } from "./columns.js";
import { geoJson } from "./geojson.js";
import { endFound, foundSoFar, type Kept } from "./kept-rows.js";
import { kml } from "./kml.js";
import type { LineContext } from "./preparation.js";

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Writes the files of a run that has come to its end. */
export async function finishedResults(context: LineContext): Promise<void> {
  const { options, output, log, state } = context;
  const found = await foundSoFar(context);
  const rows = rowsOf(found);
  const places = rows.filter((row) => row["error"] === undefined);
  const wanted = wantedColumns(options.columns);
  const columns: readonly string[] = places.length === rows.length ? wanted : [...wanted, "error"];
  const shownRows = rows.map((row) => shownColumns(row, wanted));
  const attribution = [...state.attributions].join("; ");
  const formats = resultFormats(options);
  const table = (cells: (row: JsonObject) => JsonObject) => shownRows.map((row) => cells(row));
  if (formats.includes("csv")) {
    const lines = shownRows.map((row) => placeLine(columns.map((name) => row[name] ?? "")));
    output.file("results.csv", placeLine([...columns]) + lines.join(""), "text/csv");
  }
  if (formats.includes("json"))
    output.file("results.json", `${JSON.stringify(shownRows.map(jsonRow), null, 1)}\n`, "application/json");
  if (formats.includes("geojson"))
    output.file("results.geojson", geoJson(places, wanted, attribution), "application/geo+json");
  if (formats.includes("kml")) {
    output.file(
      "results.kml",
      kml(places, wanted, { name: "Places", attribution }),
      "application/vnd.google-earth.kml+xml",
    );
  }
  if (formats.includes("xlsx")) {
    const cells = table((row) =>
      Object.fromEntries(
        columns.map((name) => [name, Array.isArray(row[name]) ? cellOf(row[name]) : (row[name] ?? "")]),
      ),
    );
    output.file("results.xlsx", await workbook(cells, columns), XLSX);
  }
  endFound(found, context);
  if (attribution !== "") output.file("ATTRIBUTION.txt", `${[...state.attributions].join("\n")}\n`, "text/plain");
  const filled = wanted.map((name) => ({ name, fillRate: fillRate(places, name) }));
  const sitesNotRead = state.mails?.failed ?? 0;
  const report = {
    ...{ places: places.length, failedLines: rows.length - places.length, repeated: state.rows.repeated },
    ...(looksForEmails(options) ? { sitesNotRead } : {}),
    attributions: [...state.attributions],
    columns: filled,
  };
  output.file("report.json", `${JSON.stringify(report, null, 2)}\n`, "application/json");
  if (state.rows.repeated > 0)
    log.info(
      `${counted(state.rows.repeated, "place")} ${state.rows.repeated === 1 ? "was" : "were"} found more than once, and ${state.rows.repeated === 1 ? "is" : "are"} listed once.`,
    );
  if (sitesNotRead > 0)
    log.info(`${counted(sitesNotRead, "website")} could not be read, so no mail addresses were looked for there.`);
  if (attribution !== "") log.info(`Where the data are shown, name their source: ${attribution}.`);
  if (rows.length === 0) log.warn("The run found no place at all.", "empty-result");
}

function rowsOf(entries: readonly Kept[]): readonly JsonObject[] {
  const last = new Map(entries.map((entry, index) => [entry.key ?? `${index}`, entry]));
  return [...last.values()].flatMap(({ rows }) => rows);
}

function fillRate(rows: readonly JsonObject[], name: string): number {
  if (rows.length === 0) return 0;
  return Math.round((rows.filter((row) => cellOf(row[name]) !== "").length / rows.length) * 1000) / 1000;
}
