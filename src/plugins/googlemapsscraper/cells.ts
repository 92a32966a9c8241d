import type { Json, JsonObject } from "../../kernel/index.js";
import { csvLine } from "../../kernel/values/csv-line.js";

/** A value as tables hold it: lists of texts in one cell, reviews as JSON. */
export function cellOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value) : String(value);
  if (value.length === 0) return "";
  return value.every((one) => typeof one === "string") ? value.join(" | ") : JSON.stringify(value);
}

const NUMBERS: ReadonlySet<string> = new Set(["rating", "reviewCount", "latitude", "longitude"]);

/** A row as JSON has it: a number that is not known is null. */
export function jsonRow(row: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === "" && NUMBERS.has(name) ? null : value]),
  );
}

/** Telephone numbers begin with a plus, and hold nothing that a spreadsheet could reckon with. */
const PHONES = /^\+\d[\d ()]*(?:; \+?[\d ()]+)*$/;

/** One line of the table of places, in which no text can become a formula. */
export function placeLine(cells: readonly Json[]): string {
  const parts = cells.map((cell) => {
    const value = Array.isArray(cell) ? cellOf(cell) : cell;
    const escapeFormulas = !(typeof value === "string" && PHONES.test(value));
    return csvLine([value], { escapeFormulas }).slice(0, -1);
  });
  return `${parts.join(",")}\n`;
}
