// The program of the threads in which large pages, columns and PDF files are read.
import { parentPort } from "node:worker_threads";
import type { ColumnsRead } from "../../engines/pages/columns/page-columns.js";
import type { ExtractedPage } from "../../engines/pages/extraction/page.js";
import type { ReadPdf } from "../../engines/pages/pdf/pdf.js";
import { work } from "../threads/work.js";
import type { Call } from "./thread.js";

// Threads are started by a pool only, which is the other end of this port.
work<Call, ExtractedPage | ColumnsRead | ReadPdf>(parentPort!, async (call) => {
  // Each is loaded when it is first asked for: a thread that reads columns starts in a third of the time.
  if (call.kind === "page") {
    const { extractPage } = await import("../../engines/pages/extraction/extract.js");
    return extractPage(call.html, call.options);
  }
  if (call.kind === "columns") {
    const { pageColumns } = await import("../../engines/pages/columns/page-columns.js");
    return pageColumns(call.asked);
  }
  const [{ readPdf }, { systemClock }] = await Promise.all([
    import("../../engines/pages/pdf/pdf.js"),
    import("../../kernel/index.js"),
  ]);
  return readPdf(call.bytes, { address: call.address, clock: systemClock });
});
