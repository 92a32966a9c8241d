import { createHash } from "node:crypto";
import { ParsedPage } from "../../engines/pages/columns/parsed-page.js";
import type { Json, JsonObject } from "../../kernel/index.js";
import type { Reading } from "./reading.js";

/** What every row says besides its columns. */
export interface RowFacts {
  readonly _url: string;
  readonly _page: number;
  /** HTTP status; 0 for a file, and where no answer came. */
  readonly _status: number;
  /** Why the site kept programs out; empty where it did not. */
  readonly _blocked: string;
  /** Why a browser was used or would be needed. */
  readonly _rendered: string;
  readonly _error: string;
}

/** Columns of its own, behind those of the task. */
export const FACT_COLUMNS = ["_url", "_page", "_status", "_blocked", "_rendered", "_error"] as const;

/** A row with every column in its place. */
export function rowOf(
  names: readonly string[],
  values: Readonly<Record<string, Json>>,
  facts: Partial<RowFacts>,
): JsonObject {
  const row: Record<string, Json> = {};
  for (const name of names) row[name] = values[name] ?? "";
  return { ...row, _url: "", _page: 0, _status: 0, _blocked: "", _rendered: "", _error: "", ...facts };
}

/** The rows of a page, by their columns; hidden ones are left out. Throws PAGE_UNREADABLE. */
export function rowsIn(text: string, url: string, mediaType: string, reading: Reading): Record<string, Json>[] {
  const page = new ParsedPage(text, url, mediaType);
  return reading.rows(page).map((scope) => {
    const values: Record<string, Json> = {};
    for (const column of reading.columns) values[column.rule.name.trim()] = column.read(scope, page).value;
    for (const { name, template } of reading.templates) values[name.trim()] = filled(template, values);
    return Object.fromEntries(reading.names.map((name) => [name, values[name] ?? ""]));
  });
}

/** One pass, so that what is put in is not looked at again. */
function filled(template: string, values: Readonly<Record<string, Json>>): string {
  return template.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name]! : "";
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}

/** Says whether two lists of rows are the same. */
export function printOf(rows: readonly object[]): string {
  return createHash("sha256").update(JSON.stringify(rows)).digest("base64");
}

/** A short mark of a value, to see whether it has changed. */
export function markOf(value: Json): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64").slice(0, 12);
}
