import type { Json } from "../../kernel/index.js";
import { measured } from "./columns.js";
import type { Rows, TableOptions } from "./table.js";

/** Rows turned into text at a time. */
const BATCH = 200;

/**
 * What makes a spreadsheet take a text for a formula when a cell begins with it (OWASP, CSV injection); the full-width
 * forms are there because some spreadsheets read them as the plain ones.
 */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A table with a line of column names, comma-separated (RFC 4180), read twice: the first time for its columns. */
export async function* csv(rows: Rows, options: TableOptions): AsyncGenerator<string> {
  const { stringify } = await import("csv-stringify/sync");
  const columns = options.columns ?? (await measured(rows)).columns;
  const guarded = (text: string) => (options.escapeFormulas && FORMULA.test(text) ? `'${text}` : text);
  const lines = (batch: readonly (readonly string[])[]) =>
    batch.length === 0 || columns.length === 0
      ? ""
      : stringify(batch as string[][], {
          record_delimiter: "\r\n",
          // Quoted, no other separator and no line break can cut a cell in two.
          quoted_match: /[;\t\r\n']|^\s|\s$/,
        });
  yield (options.byteOrderMark ? "\uFEFF" : "") + lines([columns.map(guarded)]);
  let batch: string[][] = [];
  for await (const row of rows()) {
    batch.push(columns.map((name) => (Object.hasOwn(row, name) ? cell(row[name], guarded) : "")));
    if (batch.length < BATCH) continue;
    yield lines(batch);
    batch = [];
  }
  yield lines(batch);
}

function cell(value: Json | undefined, guarded: (text: string) => string): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return guarded(value);
  // Numbers stay numbers, negative ones too; lists and objects begin with a bracket.
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
