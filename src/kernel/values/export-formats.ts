import type { JsonObject } from "./json.js";

/** Rows that can be read more than once, from their beginning each time, and are the same each time. */
export type Rows = () => AsyncIterable<JsonObject>;

export interface TableOptions {
  /** What the table is called, for people. */
  readonly title: string;
  /** Where it was asked for. */
  readonly address: string;
  /** The columns there are to be; those of all rows, in the order they appear, when absent. */
  readonly columns?: readonly string[];
  /** False leaves texts as they are that a spreadsheet would take for formulas. */
  readonly escapeFormulas: boolean;
  /** True begins a text with the mark by which Excel knows UTF-8. */
  readonly byteOrderMark: boolean;
}

/** Turns rows into a file. */
export interface TableFormat {
  /** Content-Type. */
  readonly type: string;
  /** Of the file's name, without the dot. */
  readonly extension: string;
  /** Throws QUERY_REFUSED, before the first piece, for more than it can hold. */
  write(rows: Rows, options: TableOptions): AsyncIterable<string | Uint8Array>;
}

export interface ArchiveEntry {
  readonly path: string;
  /** Media type. */
  readonly type: string;
  slices(): AsyncIterable<Uint8Array>;
}

/** Formats that need a library of their own, which is loaded when it is first used. */
export interface ExportFormats {
  readonly csv: TableFormat;
  readonly xlsx: TableFormat;
  readonly rss: TableFormat;
  /** A zip archive, of which no more than a slice of an entry is in memory. */
  zip(entries: AsyncIterable<ArchiveEntry>): AsyncIterable<Uint8Array>;
}
