import { csv } from "./csv.js";
import { rss } from "./rss.js";
import type { Rows, TableOptions } from "./table.js";
import { xlsx } from "./xlsx.js";
import { type Entry, zip } from "./zip.js";

/** One format of tables, with its media type and the extension of its files. */
export interface Table {
  readonly type: string;
  readonly extension: string;
  write(rows: Rows, options: TableOptions): AsyncIterable<string | Uint8Array>;
}

export interface Formats {
  readonly csv: Table;
  readonly xlsx: Table;
  readonly rss: Table;
  zip(entries: AsyncIterable<Entry>): AsyncIterable<Uint8Array>;
}

/** The formats of results besides JSON, all written as they are read. A library is loaded when it is first needed. */
export function exportFormats(): Formats {
  return {
    csv: { type: "text/csv; charset=utf-8; header=present", extension: "csv", write: csv },
    xlsx: {
      type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      extension: "xlsx",
      write: xlsx,
    },
    rss: { type: "application/rss+xml; charset=utf-8", extension: "rss", write: rss },
    zip,
  };
}
