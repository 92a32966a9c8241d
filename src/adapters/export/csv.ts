import type { Json } from "../../kernel/index.js";
import { csvLine } from "../../kernel/values/csv-line.js";
import { measured } from "./columns.js";
import type { Rows, TableOptions } from "./table.js";

/** Rows turned into text at a time. */
const BATCH = 200;

/** A table with a line of column names, comma-separated (RFC 4180), read twice: the first time for its columns. */
export async function* csv(rows: Rows, options: TableOptions): AsyncGenerator<string> {
  const columns = options.columns ?? (await measured(rows)).columns;
  // Without columns there is nothing in a line, not even its break.
  const line = (cells: readonly Json[]) =>
    columns.length === 0
      ? ""
      : csvLine(cells, { lineBreak: "\r\n", quoteWidely: true, escapeFormulas: options.escapeFormulas });
  yield (options.byteOrderMark ? "\uFEFF" : "") + line(columns);
  let batch: string[] = [];
  for await (const row of rows()) {
    batch.push(line(columns.map((name) => (Object.hasOwn(row, name) ? (row[name] ?? "") : ""))));
    if (batch.length < BATCH) continue;
    yield batch.join("");
    batch = [];
  }
  yield batch.join("");
}
