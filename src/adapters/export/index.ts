import type { ExportFormats } from "../../kernel/values/export-formats.js";
import { csv } from "./csv.js";
import { rss } from "./rss.js";
import { xlsx } from "./xlsx.js";
import { zip } from "./zip.js";

/** The formats of results besides JSON, all written as they are read. A library is loaded when it is first needed. */
export function exportFormats(): ExportFormats {
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
