import { isPlainObject, type Json, type JsonObject } from "../../kernel/index.js";
import { LAST_ROWS } from "./file-names.js";
import type { Context, WebScraperOptions } from "./options.js";
import { markOf } from "./page-rows.js";
import { EMPTY_ROW, type Reading } from "./reading.js";

/** What is known of the rows of the last run: by key, the mark of each column. */
export type LastRows = ReadonlyMap<string, JsonObject>;

/** Begins the key of a checkpoint with the marks of the rows of a line. */
export const LINE = "line ";

export function marksOf(names: readonly string[], values: Readonly<Record<string, Json>>): JsonObject {
  return Object.fromEntries(names.map((name) => [name, markOf(values[name] ?? "")]));
}

/** By what a row is known from run to run. */
export function keyOf(marks: JsonObject, { keyColumn }: Pick<WebScraperOptions, "keyColumn">): string {
  const by = keyColumn.trim();
  return by === "" ? markOf(marks) : `${by} ${String(marks[by] ?? markOf(""))}`;
}

/** Undefined where no earlier run has come to its end. */
export async function lastRows({
  remembered,
  options,
}: Pick<Context, "remembered" | "options">): Promise<LastRows | undefined> {
  const bytes = await remembered(LAST_ROWS);
  if (bytes === undefined) return undefined;
  const read: unknown = JSON.parse(Buffer.from(bytes).toString());
  // keyColumn may be another one than in that run.
  const rows = isPlainObject(read) ? (Object.values(read) as JsonObject[]) : [];
  return new Map(rows.map((marks) => [keyOf(marks, options), marks]));
}

/** Keeps the rows of this run for a later one to compare with, whatever this one's `mode`. */
export async function rememberRows(
  rows: readonly JsonObject[],
  context: Context & { readonly state: { readonly last: LastRows | undefined; readonly reading: Reading } },
): Promise<void> {
  const { checkpoints, output, options, state } = context;
  // What stands on pages that could not be read is not known to be gone.
  const isWhole = rows.every((row) => isOfPage(row));
  const last = isWhole ? undefined : (state.last ?? (await lastRows(context)));
  const all: Record<string, Json> = Object.fromEntries(last ?? []);
  for (const row of rows) {
    if (!isOfPage(row)) continue;
    const marks = marksOf(state.reading.names, row);
    all[keyOf(marks, options)] = marks;
  }
  // Rows that have not changed are in no file.
  for await (const { key, value } of checkpoints()) if (key.startsWith(LINE)) Object.assign(all, value);
  output.remember(LAST_ROWS, JSON.stringify(all));
}

/** Whether a row was found on a page, rather than said instead of one. */
export function isOfPage(row: JsonObject): boolean {
  return row["_error"] === "" || row["_error"] === EMPTY_ROW;
}
