import { isPlainObject, type Json, type JsonObject, shown } from "../../kernel/index.js";
import { counted } from "../_kit/counted.js";
import { LAST_ROWS } from "./file-names.js";
import type { Context, WebScraperOptions } from "./options.js";
import { markOf } from "./page-rows.js";
import { isOfEmptyRow, type Reading } from "./reading.js";

/** What is known of the rows of the last run: the marks of the columns of each. */
export class LastRows {
  private readonly whole: ReadonlySet<string>;
  private readonly byKey: ReadonlyMap<string, readonly JsonObject[]>;

  constructor(
    readonly rows: readonly JsonObject[],
    options: KeyOptions,
  ) {
    this.whole = new Set(rows.map((marks) => markOf(marks)));
    this.byKey = byKeys(rows, options);
  }

  holds(marks: JsonObject): boolean {
    return this.whole.has(markOf(marks));
  }

  /** The only row of a key; undefined where there is none or several. */
  rowOf(key: string): JsonObject | undefined {
    const rows = this.byKey.get(key) ?? [];
    return key === "" || rows.length > 1 ? undefined : rows[0];
  }
}

type KeyOptions = Pick<WebScraperOptions, "keyColumn">;

/** Begins the key of a checkpoint with the marks of the rows of a line. */
export const LINE = "line ";

export function marksOf(names: readonly string[], values: Readonly<Record<string, Json>>): JsonObject {
  return Object.fromEntries(names.map((name) => [name, markOf(values[name] ?? "")]));
}

/** By what a row is known from run to run; "" where its keyColumn is empty. */
export function keyOf(marks: JsonObject, { keyColumn }: KeyOptions): string {
  const by = keyColumn.trim();
  if (by === "") return markOf(marks);
  const mark = String(marks[by] ?? markOf(""));
  return mark === markOf("") ? "" : mark;
}

function byKeys(rows: readonly JsonObject[], options: KeyOptions): Map<string, JsonObject[]> {
  const found = new Map<string, JsonObject[]>();
  for (const marks of rows) {
    const key = keyOf(marks, options);
    const same = found.get(key);
    if (same === undefined) found.set(key, [marks]);
    else same.push(marks);
  }
  return found;
}

/** Undefined where no earlier run has come to its end. */
export async function lastRows({
  remembered,
  options,
}: Pick<Context, "remembered" | "options">): Promise<LastRows | undefined> {
  const bytes = await remembered(LAST_ROWS);
  if (bytes === undefined) return undefined;
  const read: unknown = JSON.parse(Buffer.from(bytes).toString());
  return new LastRows(isPlainObject(read) ? (Object.values(read) as JsonObject[]) : [], options);
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
  const all: Record<string, JsonObject> = {};
  for (const row of rows) {
    if (!isOfPage(row)) continue;
    const marks = marksOf(state.reading.names, row);
    all[markOf(marks)] = marks;
  }
  // Rows that have not changed are in no file.
  for await (const { key, value } of checkpoints()) if (key.startsWith(LINE)) Object.assign(all, value);
  const byKey = byKeys(Object.values(all), options);
  if (options.mode === "changes" && options.keyColumn.trim() !== "") sayUnclear(byKey, context);
  const kept = (last?.rows ?? []).filter((marks) => {
    const key = keyOf(marks, options);
    return key === "" || !byKey.has(key);
  });
  const old = Object.fromEntries(kept.map((marks) => [markOf(marks), marks]));
  output.remember(LAST_ROWS, JSON.stringify({ ...old, ...all }));
}

function sayUnclear(byKey: ReadonlyMap<string, readonly JsonObject[]>, { log, options }: Context): void {
  const none = byKey.get("")?.length ?? 0;
  const several = [...byKey].filter(([key, rows]) => key !== "" && rows.length > 1);
  if (none + several.length === 0) return;
  const sharing = several.reduce((sum, [, rows]) => sum + rows.length, 0);
  log.warn(
    `keyColumn "${shown(options.keyColumn.trim())}" is empty in ${counted(none, "row")}, and ${counted(sharing, "row")} share its value with another. Such a row counts as new when it differs in anything: name a column that is filled and different in each.`,
  );
}

/** Whether a row was found on a page, rather than said instead of one. */
export function isOfPage(row: JsonObject): boolean {
  return row["_error"] === "" || isOfEmptyRow(row["_error"]);
}
