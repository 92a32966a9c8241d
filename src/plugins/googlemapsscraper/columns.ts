import { badField } from "../../engines/pages/fields.js";
import { type Json, type JsonObject, shown } from "../../kernel/index.js";
import type { MapsScraperOptions } from "./options.js";

/** The columns of a row, in their order. */
export const COLUMNS = [
  "query",
  "title",
  "category",
  "address",
  "street",
  "city",
  "state",
  "postalCode",
  "country",
  "phone",
  "website",
  "rating",
  "reviewCount",
  "priceRange",
  "hours",
  "status",
  "latitude",
  "longitude",
  "plusCode",
  "placeId",
  "cid",
  "link",
  "thumbnail",
  "images",
  "description",
  "owner",
  "menu",
  "reservations",
  "orderOnline",
  "timezone",
  "reviews",
  "emails",
  "source",
  "fetchedAt",
] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** A row with all columns; what the source does not know is an empty text or list. */
export type PlaceRow = Readonly<Record<ColumnName, Json>>;

/** The columns that a task wants, all of them when it names none. Throws bad-input for one that there is not. */
export function wantedColumns(given: readonly string[]): readonly ColumnName[] {
  const names = [...new Set(given.map((name) => name.trim()).filter((name) => name !== ""))];
  if (names.length === 0) return COLUMNS;
  return names.map((name) => {
    const known = COLUMNS.find((column) => column.toLowerCase() === name.toLowerCase());
    if (known !== undefined) return known;
    throw badField(
      "columns",
      `columns has "${name.slice(0, 80)}", which is not known. Use one or more of ${COLUMNS.join(", ")}.`,
    );
  });
}

/** Whether a task looks for mail addresses on websites: without their column they would be thrown away. */
export function looksForEmails({ findEmails, columns }: Pick<MapsScraperOptions, "findEmails" | "columns">): boolean {
  return findEmails && wantedColumns(columns).includes("emails");
}

/** The row with these columns alone. That of a failed line says which it is. */
export function shownColumns(row: JsonObject, columns: readonly ColumnName[]): JsonObject {
  const { error, query } = row;
  if (error !== undefined)
    return columns.includes("query") ? row : { ...row, error: ofLine(String(query), String(error)) };
  if (columns === COLUMNS) return row;
  return Object.fromEntries(columns.map((name) => [name, row[name] ?? ""]));
}

function ofLine(query: string, error: string): string {
  const line = shown(query);
  return error.includes(`"${line}"`) ? error : `"${line}": ${error}`;
}
