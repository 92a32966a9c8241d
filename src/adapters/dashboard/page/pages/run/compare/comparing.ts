import type { Json } from "../../../../../../kernel/values/json.js";
import type { Row } from "../rows/cells.js";
import { pagesOfRows } from "../rows/reading.js";

/** Most rows of one kind that are listed. */
export const MOST_LISTED = 2000;
const LIKELY = /^(?:id|_id|key|guid|sku|slug|url|link|address|canonical|file|path|name|title|keyword|query|email)$/i;

/** The column that most likely tells rows apart: one with a usual name first, in which no value comes up twice. */
export function likelyKey(rows: readonly Row[], columns: readonly string[]): string | undefined {
  const isKey = (column: string) => {
    const values = rows.map((row) => keyOf(row, column));
    return values.every((value) => value !== undefined) && new Set(values).size === values.length;
  };
  const usual = columns.filter((column) => LIKELY.test(column));
  return (
    usual.find(isKey) ??
    columns.find((column) => !/^(?:date|at|time)$/i.test(column) && isTexts(rows, column) && isKey(column))
  );
}

const isTexts = (rows: readonly Row[], column: string) => rows.every((row) => typeof row[column] === "string");

function keyOf(row: Row, column: string): string | undefined {
  const value = row[column];
  if (value === null || value === undefined || value === "" || typeof value === "object") return undefined;
  return String(value);
}

export interface Different {
  readonly key: string;
  /** Where it stands in this run and in the other one. */
  readonly now?: number;
  readonly before?: number;
  /** The columns that differ. */
  readonly columns?: readonly string[];
}

export interface Comparison {
  readonly read: number;
  readonly total: number;
  readonly counts: { readonly new: number; readonly gone: number; readonly changed: number; readonly same: number };
  readonly new: readonly Different[];
  readonly gone: readonly Different[];
  readonly changed: readonly Different[];
  /** Rows whose key came up before, and rows without one. */
  readonly doubles: number;
  readonly without: number;
  readonly isDone: boolean;
}

/**
 * Compares all rows of two runs by a column. Of the other run's rows a few numbers are kept each: where they stand, and what each of
 * their cells is worth.
 */
export async function compareRuns(
  id: string,
  runs: { readonly now: string; readonly before: string; readonly scanSize: number },
  column: string,
  tell: (comparison: Comparison) => void,
  signal: AbortSignal,
): Promise<void> {
  const columns = new Map<string, number>();
  const known = new Map<string, { readonly at: number; readonly worth: Uint32Array; isFound: boolean }>();
  const counts = { new: 0, gone: 0, changed: 0, same: 0 };
  const lists = { new: [] as Different[], gone: [] as Different[], changed: [] as Different[] };
  let doubles = 0;
  let without = 0;
  let readBefore = 0;
  let totalBefore = 0;
  let toldAt = 0;
  const state = (read: number, total: number, isDone: boolean): Comparison => ({
    read,
    total,
    counts: { ...counts },
    new: [...lists.new],
    gone: [...lists.gone],
    changed: [...lists.changed],
    doubles,
    without,
    isDone,
  });
  const say = (read: number, total: number) => {
    if (Date.now() - toldAt < 300) return;
    toldAt = Date.now();
    tell(state(read, total, false));
  };
  const worthOf = (row: Row): Uint32Array => {
    for (const name of Object.keys(row)) if (!columns.has(name)) columns.set(name, columns.size);
    const worth = new Uint32Array(columns.size);
    for (const [name, index] of columns) worth[index] = row[name] === undefined ? 0 : hashOf(row[name]);
    return worth;
  };
  for await (const { offset, rows, total } of pagesOfRows(id, { run: runs.before, scanSize: runs.scanSize }, signal)) {
    rows.forEach((row, index) => {
      const key = keyOf(row, column);
      if (key === undefined) without += 1;
      else if (known.has(key)) doubles += 1;
      else known.set(key, { at: offset + index, worth: worthOf(row), isFound: false });
    });
    readBefore = offset + rows.length;
    totalBefore = total;
    // As many again are to come, about.
    say(readBefore, 2 * total);
  }
  const seen = new Set<string>();
  const list = (kind: keyof typeof lists, different: Different) => {
    counts[kind] += 1;
    if (lists[kind].length < MOST_LISTED) lists[kind].push(different);
  };
  let read = 0;
  let total = 0;
  for await (const page of pagesOfRows(id, { run: runs.now, scanSize: runs.scanSize }, signal)) {
    page.rows.forEach((row, index) => {
      const key = keyOf(row, column);
      const now = page.offset + index;
      if (key === undefined) without += 1;
      else if (seen.has(key)) doubles += 1;
      else {
        seen.add(key);
        const other = known.get(key);
        if (other === undefined) {
          list("new", { key, now });
          return;
        }
        other.isFound = true;
        const worth = worthOf(row);
        const changed = [...columns].filter(([, at]) => worth[at] !== (other.worth[at] ?? 0)).map(([name]) => name);
        if (changed.length === 0) counts.same += 1;
        else list("changed", { key, now, before: other.at, columns: changed });
      }
    });
    read = page.offset + page.rows.length;
    total = page.total;
    say(readBefore + read, totalBefore + total);
  }
  for (const [key, { at, isFound }] of known) if (!isFound) list("gone", { key, before: at });
  tell(state(readBefore + read, totalBefore + total, true));
}

/** FNV-1a over what stands there. */
function hashOf(value: Json | undefined): number {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  let hash = 2166136261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  // 0 stands for a cell that is not there.
  return (hash | 1) >>> 0;
}
