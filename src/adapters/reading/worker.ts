// The program of the threads in which large pages and PDF files are read.
import { parentPort } from "node:worker_threads";
import { extractPage } from "../../engines/pages/extraction/extract.js";
import { readPdf } from "../../engines/pages/pdf/pdf.js";
import { ScriptoriumError, systemClock } from "../../kernel/index.js";
import type { Order, Reply } from "./thread.js";

// Threads are started by `readingThreads` only, which is the other end of this port.
parentPort!.on("message", async (order: Order) => {
  parentPort!.postMessage(await replyTo(order));
});

async function replyTo(order: Order): Promise<Reply> {
  try {
    if (order.kind === "page") return { read: await extractPage(order.html, order.options) };
    return { read: await readPdf(order.bytes, { address: order.address, clock: systemClock }) };
  } catch (error) {
    if (!ScriptoriumError.is(error)) return { error };
    return { refusal: { code: error.code, message: error.message, facts: error.facts } };
  }
}
