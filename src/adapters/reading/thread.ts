import type { ColumnsAsked, ColumnsRead } from "../../engines/pages/columns/page-columns.js";
import type { ExtractedPage, ExtractOptions } from "../../engines/pages/extraction/page.js";
import type { ReadPdf } from "../../engines/pages/pdf/pdf.js";
import { ScriptoriumError, shown } from "../../kernel/index.js";
import { type Failure, type PoolOptions, threadPool } from "../threads/pool.js";

export interface ThreadOptions
  extends Pick<PoolOptions<Call, never, never>, "program" | "threads" | "idleMs" | "maxHeapMb" | "maxBytesMb"> {
  /** Longest time of one page, of its columns and of one PDF file, in milliseconds, from when its turn has come. */
  readonly pageLimitMs: number;
  readonly columnsLimitMs: number;
  readonly pdfLimitMs: number;
}

/** Each rejects with the signal's reason when it is aborted, and with PAGE_UNREADABLE when it is too much for a thread. */
export interface ReadingThreads {
  page(html: string, options: ExtractOptions, signal: AbortSignal): Promise<ExtractedPage>;
  /** `address` is what messages call it. */
  pdf(bytes: Uint8Array, address: string, signal: AbortSignal): Promise<ReadPdf>;
  columns(asked: ColumnsAsked, signal: AbortSignal): Promise<ColumnsRead>;
  close(): Promise<void>;
}

export type Call =
  | { readonly kind: "page"; readonly html: string; readonly options: ExtractOptions }
  | { readonly kind: "columns"; readonly asked: ColumnsAsked }
  | { readonly kind: "pdf"; readonly bytes: Uint8Array; readonly address: string };

/**
 * Reads large pages and PDF files in threads, one at a time in each, so that they hold up nobody else. What takes too long,
 * needs too much memory or is aborted takes its thread with it, since reading cannot be interrupted.
 */
export function readingThreads(options: ThreadOptions): ReadingThreads {
  const { pageLimitMs, columnsLimitMs, pdfLimitMs, ...limits } = options;
  const times = { page: pageLimitMs, columns: columnsLimitMs, pdf: pdfLimitMs };
  const timeLimitMs = ({ kind }: Call) => times[kind];
  const pool = threadPool<Call, ExtractedPage | ColumnsRead | ReadPdf>({
    ...limits,
    callsPerThread: 1,
    timeLimitMs,
    graceMs: 0,
    retries: 0,
    packed,
    errorOf: (call, failure) => errorOf(call, failure, timeLimitMs(call)),
  });
  // What comes back is of the kind that was asked for.
  return {
    page: (html, options, signal) => pool.perform({ kind: "page", html, options }, signal) as Promise<ExtractedPage>,
    columns: (asked, signal) => pool.perform({ kind: "columns", asked }, signal) as Promise<ColumnsRead>,
    pdf: (bytes, address, signal) => pool.perform({ kind: "pdf", bytes, address }, signal) as Promise<ReadPdf>,
    close: () => pool.close(),
  };
}

function packed(call: Call): { call: Call; transfer: readonly ArrayBuffer[] } {
  if (call.kind !== "pdf") return { call, transfer: [] };
  // The thread gets a copy of its own, as the caller may keep the file.
  const bytes = new Uint8Array(call.bytes);
  return { call: { ...call, bytes }, transfer: [bytes.buffer] };
}

function errorOf(call: Call, failure: Failure, timeLimitMs: number): ScriptoriumError {
  if (failure.why === "time") {
    const seconds = timeLimitMs / 1000;
    const limit = `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
    return unreadable(call, `is so large or so tangled that reading it took longer than ${limit}`, { timeLimitMs });
  }
  const { why, cause } = failure;
  if (why === "memory") return unreadable(call, "needs more memory than one page or file may have", {}, cause);
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") {
    return new ScriptoriumError(
      "CONFIG_INVALID",
      "The program that reads large pages and PDF files is missing from this package. Install scriptorium again, and leave it out of bundles.",
      {},
      { cause },
    );
  }
  return unreadable(call, "stopped the program that reads it", {}, cause);
}

function unreadable(call: Call, what: string, facts: ScriptoriumError["facts"], cause?: unknown): ScriptoriumError {
  const message = {
    page: () => `The page ${what}. Leave it out, or read it by selectors.`,
    columns: () => `The page, with these columns, ${what}. Leave it out, or make its selectors and patterns simpler.`,
    pdf: ({ address }: { readonly address?: string }) => `The PDF file ${shown(address ?? "")} ${what}. Leave it out.`,
  }[call.kind](call as { readonly address?: string });
  return new ScriptoriumError("PAGE_UNREADABLE", message, facts, cause === undefined ? {} : { cause });
}
