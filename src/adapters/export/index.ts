import type { ExportFormats } from "../../kernel/values/export-formats.js";

/** The formats of results besides JSON, all written as they are read. Each is loaded when it is first used. */
export function exportFormats(): ExportFormats {
  return {
    csv: {
      type: "text/csv; charset=utf-8; header=present",
      extension: "csv",
      write: (...given) => written(async () => (await import("./csv.js")).csv(...given)),
    },
    xlsx: {
      type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      extension: "xlsx",
      write: (...given) => written(async () => (await import("../../engines/sheets/xlsx.js")).xlsx(...given)),
    },
    rss: {
      type: "application/rss+xml; charset=utf-8",
      extension: "rss",
      write: (...given) => written(async () => (await import("./rss.js")).rss(...given)),
    },
    zip: (entries) => written(async () => (await import("./zip.js")).zip(entries)),
  };
}

async function* written<Piece>(write: () => Promise<AsyncIterable<Piece>>): AsyncGenerator<Piece> {
  yield* await write();
}
