import type { FileInfo } from "../../../../../../kernel/storage/records.js";
import { client } from "../../../state/client.js";
import { type Cell, compareCells, type Row, type SlimRow, slim } from "./cells.js";

/** What one call may bring, about, in characters of JSON. */
const AT_ONCE = 2_000_000;
/** A few rows are weighed before many are asked for. */
const WEIGHED = 4;
const LOOKED_AT = 100;

/** The rows of a run, before they are read: how many, how large, and the first and last of them. */
export interface Peek {
  readonly total: number;
  /** How many are fetched at once, so that a call stays small whatever a row weighs: for the screen, and to read all. */
  readonly pageSize: number;
  readonly scanSize: number;
  /** From the beginning and the end. */
  readonly some: readonly Row[];
  /** Files of the task, the first 1,000. */
  readonly files: readonly FileInfo[];
}

export async function peek(id: string, run: string, signal: AbortSignal): Promise<Peek> {
  const { total, rows, files = [] } = await client.results<Row>(id, { run, limit: WEIGHED }, { signal });
  const each = JSON.stringify(rows).length / Math.max(1, rows.length);
  const fitting = Math.max(1, Math.floor(AT_ONCE / each));
  const [pageSize, scanSize] = [Math.min(200, fitting), Math.min(5000, fitting)];
  const sizes = { total, pageSize, scanSize, files };
  if (total <= rows.length) return { ...sizes, some: rows };
  const limit = Math.min(LOOKED_AT, pageSize);
  const first = await client.results<Row>(id, { run, limit, offset: rows.length }, { signal });
  const some = [...rows, ...first.rows];
  if (total <= some.length) return { ...sizes, some };
  const last = await client.results<Row>(
    id,
    { run, limit: Math.min(limit, total - some.length), order: "desc" },
    { signal },
  );
  return { ...sizes, some: [...some, ...last.rows.toReversed()] };
}

/** Goes through all rows of a run in order, `scanSize` at a time. */
export async function* pagesOfRows(
  id: string,
  wanted: {
    readonly run: string;
    readonly scanSize: number;
    /** Only these columns. */
    readonly fields?: readonly string[];
    /** Not more rows than these. */
    readonly most?: number;
  },
  signal: AbortSignal,
): AsyncGenerator<{ readonly total: number; readonly offset: number; readonly rows: readonly Row[] }> {
  const { run, scanSize, fields, most = Number.POSITIVE_INFINITY } = wanted;
  const shape = fields === undefined ? {} : { fields };
  for (let offset = 0; ; ) {
    const limit = Math.min(scanSize, most - offset);
    const page = await client.results<Row>(id, { run, offset, limit, ...shape }, { signal });
    yield { total: page.total, offset, rows: page.rows };
    offset += page.rows.length;
    if (page.rows.length === 0 || offset >= page.total || offset >= most) return;
  }
}

export interface Sifted {
  readonly read: number;
  readonly total: number;
  /** Rows that passed the filter. */
  readonly found: number;
  /** The first of them, in the wanted order. */
  readonly rows: readonly SlimRow[];
  readonly isDone: boolean;
}

/** Most rows that are kept of those that were found. */
export const MOST_KEPT = 2000;

/**
 * Reads all rows of a run and keeps those that fit, the first ones in the wanted order: memory stays flat however many there are.
 * Calls back while it reads.
 */
export async function sift(
  id: string,
  wanted: {
    readonly run: string;
    readonly scanSize: number;
    readonly fits: ((row: Row) => boolean) | undefined;
    readonly sort: { readonly column: string; readonly descending: boolean } | undefined;
  },
  tell: (sifted: Sifted) => void,
  signal: AbortSignal,
): Promise<void> {
  const { fits, sort } = wanted;
  let kept: SlimRow[] = [];
  let found = 0;
  let toldAt = 0;
  const cell = (row: SlimRow): Cell => row.cells[sort?.column ?? ""];
  const isEmpty = (row: SlimRow) => cell(row) === null || cell(row) === undefined || cell(row) === "";
  const cut = () => {
    if (sort) {
      const turn = sort.descending ? -1 : 1;
      // What is empty stays last, whichever way round.
      kept.sort((one, other) =>
        isEmpty(one) || isEmpty(other)
          ? Number(isEmpty(one)) - Number(isEmpty(other)) || one.at - other.at
          : turn * compareCells(cell(one), cell(other)) || one.at - other.at,
      );
    }
    if (kept.length > MOST_KEPT) kept = kept.slice(0, MOST_KEPT);
  };
  for await (const { total, offset, rows } of pagesOfRows(id, wanted, signal)) {
    rows.forEach((row, index) => {
      if (fits && !fits(row)) return;
      found += 1;
      if (sort || kept.length < MOST_KEPT) kept.push(slim(row, offset + index));
    });
    if (kept.length > 2 * MOST_KEPT) cut();
    const read = offset + rows.length;
    const isDone = read >= total || rows.length === 0;
    if (!isDone && Date.now() - toldAt < 250) continue;
    toldAt = Date.now();
    cut();
    tell({ read, total, found, rows: [...kept], isDone });
  }
}
