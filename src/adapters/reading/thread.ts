import { Worker } from "node:worker_threads";
import type { ExtractedPage, ExtractOptions } from "../../engines/pages/extraction/page.js";
import type { ReadPdf } from "../../engines/pages/pdf/pdf.js";
import { ScriptoriumError } from "../../kernel/index.js";
import { lostError, memoryError, type Refusal, timeError } from "./thread-errors.js";

export interface ThreadOptions {
  /** The program of the threads, looked for when it is first needed. */
  readonly program: () => URL;
  /** Longest time of one page and of one PDF file, in milliseconds, from when its turn has come. */
  readonly pageLimitMs: number;
  readonly pdfLimitMs: number;
  /** A thread without work ends after this time, in milliseconds, and the next page starts another. */
  readonly idleMs: number;
  /** Memory limit of a thread's heap, and of the bytes it holds outside of it, in mebibytes. */
  readonly maxHeapMb: number;
  readonly maxBytesMb: number;
  /** Most threads at work at once. */
  readonly threads: number;
}

/** Each rejects with the signal's reason when it is aborted, and with PAGE_UNREADABLE when it is too much for a thread. */
export interface ReadingThreads {
  page(html: string, options: ExtractOptions, signal?: AbortSignal): Promise<ExtractedPage>;
  /** `address` is what messages call it. */
  pdf(bytes: Uint8Array, address: string, signal?: AbortSignal): Promise<ReadPdf>;
}

/** What a thread is asked, and what it answers. */
export type Order =
  | { readonly kind: "page"; readonly html: string; readonly options: ExtractOptions }
  | { readonly kind: "pdf"; readonly bytes: Uint8Array; readonly address: string };
export type Reply =
  | { readonly read: ExtractedPage | ReadPdf }
  | { readonly refusal: Refusal }
  | { readonly error: unknown };

interface Job {
  readonly order: Order;
  readonly resolve: (read: ExtractedPage | ReadPdf) => void;
  readonly reject: (error: unknown) => void;
}

interface Running {
  readonly worker: Worker;
  job?: Job | undefined;
  limit?: NodeJS.Timeout | undefined;
  watch?: NodeJS.Timeout | undefined;
  idle?: NodeJS.Timeout | undefined;
}

/** How often the bytes of a thread at work are looked at. */
const WEIGH_MS = 200;

/**
 * Reads large pages and PDF files in threads of their own, so that they hold up nobody else. A thread starts when there is
 * work and none is free. An order that takes too long, needs too much memory or is aborted takes its thread with it; the next
 * has another.
 */
export function readingThreads(limits: ThreadOptions): ReadingThreads {
  const queue: Job[] = [];
  const running = new Set<Running>();

  function started(): Running {
    const worker = new Worker(limits.program(), { resourceLimits: { maxOldGenerationSizeMb: limits.maxHeapMb } });
    const thread: Running = { worker };
    worker.on("message", (reply: Reply) => hear(thread, reply));
    worker.on("error", (error: unknown) => lose(thread, (order) => lostError(order, error)));
    worker.on("exit", () => lose(thread, (order) => lostError(order, undefined)));
    running.add(thread);
    rest(thread);
    return thread;
  }

  /** Lets a thread without work end after a while, and not hold the process open. */
  function rest(thread: Running): void {
    thread.worker.unref();
    thread.idle = setTimeout(() => end(thread), limits.idleMs).unref();
  }

  function next(): void {
    const free = [...running].find((thread) => thread.job === undefined);
    if (queue.length === 0 || (free === undefined && running.size >= limits.threads)) return;
    const job = queue.shift()!;
    try {
      begin(free ?? started(), job);
    } catch (error) {
      job.reject(error);
    }
    next();
  }

  function begin(thread: Running, job: Job): void {
    const { order } = job;
    const timeLimitMs = order.kind === "pdf" ? limits.pdfLimitMs : limits.pageLimitMs;
    if (order.kind === "pdf") {
      // The thread gets a copy of its own, as the caller may keep the file.
      const bytes = new Uint8Array(order.bytes);
      thread.worker.postMessage({ ...order, bytes } satisfies Order, [bytes.buffer]);
    } else thread.worker.postMessage(order);
    clearTimeout(thread.idle);
    thread.worker.ref();
    thread.job = job;
    thread.limit = setTimeout(() => lose(thread, () => timeError(order, timeLimitMs)), timeLimitMs);
    thread.watch = setInterval(() => void weigh(thread), WEIGH_MS);
  }

  /** The limit that Node.js keeps leaves out the bytes outside of the heap, where a file is unpacked. */
  async function weigh(thread: Running): Promise<void> {
    const { job } = thread;
    try {
      const { external_memory: bytes } = await thread.worker.getHeapStatistics();
      if (bytes <= limits.maxBytesMb * 1024 * 1024 || thread.job !== job) return;
      lose(thread, memoryError);
    } catch {
      // It has ended meanwhile, which it says itself.
    }
  }

  function hear(thread: Running, reply: Reply): void {
    const { job } = thread;
    if (!running.has(thread) || job === undefined) return;
    clearTimeout(thread.limit);
    clearInterval(thread.watch);
    thread.job = undefined;
    rest(thread);
    if ("read" in reply) job.resolve(reply.read);
    else if ("error" in reply) job.reject(lostError(job.order, reply.error));
    else job.reject(new ScriptoriumError(reply.refusal.code, reply.refusal.message, reply.refusal.facts));
    next();
  }

  function end(thread: Running): void {
    running.delete(thread);
    clearTimeout(thread.idle);
    clearTimeout(thread.limit);
    clearInterval(thread.watch);
    void thread.worker.terminate();
  }

  /** The thread is gone or has to go, and with it what it was at. */
  function lose(thread: Running, error: (order: Order) => unknown): void {
    if (!running.has(thread)) return;
    end(thread);
    if (thread.job !== undefined) thread.job.reject(error(thread.job.order));
    next();
  }

  function read(order: Order, signal: AbortSignal | undefined): Promise<ExtractedPage | ReadPdf> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<ExtractedPage | ReadPdf>();
    const job: Job = { order, resolve, reject };
    const aborted = () => {
      const waiting = queue.indexOf(job);
      if (waiting >= 0) queue.splice(waiting, 1);
      reject(signal?.reason);
      const thread = [...running].find((one) => one.job === job);
      if (thread !== undefined) lose(thread, () => signal?.reason);
    };
    signal?.addEventListener("abort", aborted, { once: true });
    queue.push(job);
    next();
    return promise.finally(() => signal?.removeEventListener("abort", aborted));
  }

  // What comes back is of the kind that was asked for.
  return {
    page: (html, options, signal) => read({ kind: "page", html, options }, signal) as Promise<ExtractedPage>,
    pdf: (bytes, address, signal) => read({ kind: "pdf", bytes, address }, signal) as Promise<ReadPdf>,
  };
}
