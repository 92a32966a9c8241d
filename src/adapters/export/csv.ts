import { measured, ownValue } from "../../engines/sheets/columns.js";
import type { Json } from "../../kernel/index.js";
import { csvLine } from "../../kernel/values/csv-line.js";
import type { Rows, TableOptions } from "../../kernel/values/export-formats.js";
import { inPieces } from "../../kernel/values/in-pieces.js";

/** A table with a line of column names, comma-separated (RFC 4180), read twice: the first time for its columns. */
export async function* csv(rows: Rows, options: TableOptions): AsyncGenerator<string> {
  const columns = options.columns ?? (await measured(rows)).columns;
  // Without columns there is nothing in a line, not even its break.
  const line = (cells: readonly Json[]) =>
    columns.length === 0
      ? ""
      : csvLine(cells, { lineBreak: "\r\n", quoteWidely: true, escapeFormulas: options.escapeFormulas });
  const head = (options.byteOrderMark ? "\uFEFF" : "") + line(columns);
  yield* inPieces(rows(), (row) => line(columns.map((name) => ownValue(row, name) ?? "")), { head });
}
