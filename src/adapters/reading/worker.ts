// The program of the threads in which large pages, columns and PDF files are read.
import { parentPort } from "node:worker_threads";
import { type ColumnsRead, pageColumns } from "../../engines/pages/columns/page-columns.js";
import { extractPage } from "../../engines/pages/extraction/extract.js";
import type { ExtractedPage } from "../../engines/pages/extraction/page.js";
import { type ReadPdf, readPdf } from "../../engines/pages/pdf/pdf.js";
import { systemClock } from "../../kernel/index.js";
import { work } from "../threads/work.js";
import type { Call } from "./thread.js";

// Threads are started by a pool only, which is the other end of this port.
work<Call, ExtractedPage | ColumnsRead | ReadPdf>(parentPort!, async (call) => {
  if (call.kind === "page") return extractPage(call.html, call.options);
  if (call.kind === "columns") return pageColumns(call.asked);
  return readPdf(call.bytes, { address: call.address, clock: systemClock });
});
