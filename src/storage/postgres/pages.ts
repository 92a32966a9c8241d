import type { Page } from "../../kernel/storage.js";

/** Texts longer than this come one by one, so that a page of many is never large. */
export const LARGE_BYTES = 128 * 1024;

/** What a page should hold, more or less, once it is known how long its texts are. */
const PAGE_BYTES = 2 * 1024 * 1024;
const FIRST_PAGE = 200;
const MOST = 2000;
const FEWEST = 8;

/** How many to ask for at once, after what came before. */
export interface PageSize {
  readonly next: number;
  came(rows: number, length: number): void;
}

export function createPageSize(): PageSize {
  let next = FIRST_PAGE;
  return {
    get next() {
      return next;
    },
    came(rows, length) {
      const fitting = Math.floor((PAGE_BYTES * rows) / Math.max(length, 1));
      next = Math.max(FEWEST, Math.min(MOST, fitting, next * 4));
    },
  };
}

/** Reads a list page by page, each beginning after the last key of the one before. */
export async function* listed<Row, Key>(
  read: (after: Key | undefined, limit: number, offset: number) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
  lengthOf: (row: Row) => number,
  { offset = 0, limit = Number.POSITIVE_INFINITY }: Page = {},
): AsyncGenerator<Row> {
  const size = createPageSize();
  let left = limit;
  let passed = offset;
  let after: Key | undefined;
  while (left > 0) {
    const wanted = Math.min(left, size.next);
    const rows = await read(after, wanted, passed);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < wanted) return;
    size.came(
      rows.length,
      rows.reduce((sum, row) => sum + lengthOf(row), 0),
    );
    left -= rows.length;
    passed = 0;
    after = keyOf(last);
  }
}
