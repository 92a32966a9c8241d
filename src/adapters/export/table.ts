import type { JsonObject } from "../../kernel/index.js";

/** Rows that can be read more than once, from their beginning each time, and are the same each time. */
export type Rows = () => AsyncIterable<JsonObject>;

export interface TableOptions {
  readonly title: string;
  /** Where the table was asked for. */
  readonly address: string;
  /** Those of all rows, in the order they appear, when absent. */
  readonly columns?: readonly string[];
  /** False leaves texts as they are that a spreadsheet would take for formulas. */
  readonly escapeFormulas: boolean;
  /** True begins a text with the mark by which Excel knows UTF-8. */
  readonly byteOrderMark: boolean;
}
