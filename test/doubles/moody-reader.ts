import { readingThreads, type ThreadOptions } from "../../src/adapters/reading/thread.js";
import type { ExtractOptions } from "../../src/engines/pages/extraction/page.js";

/** A program that does with a page what the page says, in place of reading it. */
const MOODY = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from "node:worker_threads";
    const done = (id, outcome) => parentPort.postMessage({ kind: "done", id, outcome });
    parentPort.on("message", ({ id, call: { html, options } }) => {
      if (html === "hang") for (;;);
      if (html === "crash") process.exit(1);
      if (html === "hog") { const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length)); }
      if (html === "throw") return done(id, { ok: false, error: { message: "no" } });
      if (html === "refuse") {
        const error = { code: "bad-input", message: "Not this one.", facts: { field: "x" } };
        return done(id, { ok: false, error });
      }
      done(id, { ok: true, value: { html, options, thread: threadId } });
    });
  `)}`,
);

/** Threads that read pages as the pages say, with room and time for them unless `limits` says otherwise. */
export function moody(limits: Partial<ThreadOptions> = {}) {
  const { page, pdf } = readingThreads({
    program: () => MOODY,
    pageLimitMs: 20_000,
    columnsLimitMs: 20_000,
    pdfLimitMs: 20_000,
    idleMs: 20_000,
    maxHeapMb: 64,
    maxBytesMb: 256,
    threads: 1,
    ...limits,
  });
  const { signal: never } = new AbortController();
  return {
    page: (html: string, options: ExtractOptions, signal = never) => page(html, options, signal),
    pdf: (bytes: Uint8Array, address: string) => pdf(bytes, address, never),
  };
}
