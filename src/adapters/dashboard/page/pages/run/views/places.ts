import type { Json } from "../../../../../../kernel/values/json.js";
import { plainText, type Row, slim } from "../rows/cells.js";
import { pagesOfRows } from "../rows/reading.js";

/** The columns that say where something is; a path with a dot where they are one level down. */
export interface PlaceColumns {
  readonly latitude: string;
  readonly longitude: string;
  /** What a place is called. */
  readonly label: string | undefined;
}

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly label: string;
  /** Its row. */
  readonly at: number;
}

const LATITUDE = /(?:^|\.)(?:lat|latitude)$/i;
const LONGITUDE = /(?:^|\.)(?:lon|lng|long|longitude)$/i;
const LABEL = /^(?:name|title|label|place|business|company|address)$/i;
/** Most places that a map shows. */
export const MOST_PLACES = 20_000;

/** Rows have places when half of them or more have a latitude and a longitude. */
export function placeColumns(rows: readonly Row[]): PlaceColumns | undefined {
  const paths = new Set<string>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      paths.add(name);
      if (value !== null && typeof value === "object" && !Array.isArray(value)) {
        for (const inner of Object.keys(value)) paths.add(`${name}.${inner}`);
      }
    }
  }
  const latitude = [...paths].find((path) => LATITUDE.test(path));
  const longitude = [...paths].find((path) => LONGITUDE.test(path));
  if (latitude === undefined || longitude === undefined) return undefined;
  const found = { latitude, longitude, label: [...paths].find((path) => LABEL.test(path)) };
  const count = rows.filter((row, at) => placeOf(row, at, found) !== undefined).length;
  return count > 0 && count * 2 >= rows.length ? found : undefined;
}

/** A member by its name, or by a path with dots. */
export function memberAt(row: Row, path: string): Json | undefined {
  if (Object.hasOwn(row, path)) return row[path];
  let value: Json | undefined = row;
  for (const name of path.split(".")) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
    value = (value as Row)[name];
  }
  return value;
}

export function placeOf(row: Row, at: number, columns: PlaceColumns): Place | undefined {
  const latitude = degreesOf(memberAt(row, columns.latitude), 90);
  const longitude = degreesOf(memberAt(row, columns.longitude), 180);
  if (latitude === undefined || longitude === undefined) return undefined;
  const label =
    columns.label === undefined ? "" : plainText(slim({ label: memberAt(row, columns.label) ?? "" }, 0).cells["label"]);
  return { latitude, longitude, label, at };
}

function degreesOf(value: Json | undefined, most: number): number | undefined {
  if (typeof value === "string" && value.trim() === "") return undefined;
  const degrees = typeof value === "number" || typeof value === "string" ? Number(value) : Number.NaN;
  return Math.abs(degrees) <= most ? degrees : undefined;
}

/** The places of all rows; the columns of places alone are read. */
export async function placesOf(
  id: string,
  run: { readonly run: string; readonly scanSize: number },
  columns: PlaceColumns,
  signal: AbortSignal,
): Promise<readonly Place[]> {
  const fields = [columns.latitude, columns.longitude, ...(columns.label ? [columns.label] : [])];
  // A name with a comma cannot be asked for by itself.
  const wanted = fields.some((field) => field.includes(",")) ? run : { ...run, fields };
  const places: Place[] = [];
  for await (const { offset, rows } of pagesOfRows(id, wanted, signal)) {
    rows.forEach((row, index) => {
      const place = placeOf(row, offset + index, columns);
      if (place) places.push(place);
    });
    if (places.length >= MOST_PLACES) break;
  }
  return places.slice(0, MOST_PLACES);
}
