import { Worker } from "node:worker_threads";
import { ScriptoriumError, type TextResult, type TranslatorProvider } from "../../../kernel/index.js";
import { type Call, type Order, opened, outcomeOf, type Reply, type TextEngine } from "./messages.js";

export interface ThreadOptions {
  /** The program of the thread, looked for when it is first needed. */
  readonly program: () => string | URL;
  /** Handed to it when it starts. */
  readonly data?: unknown;
  readonly translator?: TranslatorProvider | undefined;
  /** Longest time of one call, in milliseconds. */
  readonly timeLimitMs: number;
  /** A thread without work ends after this time, in milliseconds, and the next call starts another. */
  readonly idleMs: number;
  /** Memory limit of the thread's heap, in mebibytes. */
  readonly maxHeapMb: number;
}

/** Time for an aborted call to let go before the thread is ended under it, in milliseconds. */
const GRACE_MS = 2000;

/** Working on a text makes much short-lived garbage: with a larger nursery it spreads over memory that is never given back. */
const YOUNG_MB = 8;

interface Pending {
  readonly call: Call;
  readonly signal: AbortSignal;
  readonly resolve: (result: TextResult) => void;
  readonly reject: (error: unknown) => void;
  /** How many threads have been lost with this call in them. */
  lost: number;
}

interface Running {
  readonly worker: Worker;
  idle?: NodeJS.Timeout;
  /** Aborted calls that the thread has not answered yet. */
  readonly leaving: Map<number, NodeJS.Timeout>;
}

/** A text engine in a thread of its own, started at the first call, so that no text holds up the others' requests. */
export function threaded(options: ThreadOptions): TextEngine & { close(): Promise<void> } {
  const { timeLimitMs, translator } = options;
  const pending = new Map<number, Pending>();
  const ending = new Set<Promise<unknown>>();
  let running: Running | undefined;
  let calls = 0;
  let closed = false;

  const send = (thread: Running, order: Order) => thread.worker.postMessage(order);

  function started(): Running {
    if (running !== undefined) {
      clearTimeout(running.idle);
      return running;
    }
    const worker = new Worker(options.program(), {
      workerData: options.data,
      resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const thread: Running = { worker, leaving: new Map() };
    worker.on("message", (reply: Reply) => hear(thread, reply));
    worker.on("error", (error) => lose(thread, error));
    worker.on("exit", () => lose(thread, undefined));
    running = thread;
    return thread;
  }

  function hear(thread: Running, reply: Reply): void {
    const one = pending.get(reply.id);
    if (reply.kind === "done") {
      clearTimeout(thread.leaving.get(reply.id));
      thread.leaving.delete(reply.id);
      if (one !== undefined) {
        pending.delete(reply.id);
        try {
          one.resolve(opened(reply.outcome));
        } catch (error) {
          one.reject(error);
        }
      }
      rest(thread);
    } else if (one !== undefined && translator !== undefined) {
      const { text, from, to } = reply.wanted;
      void outcomeOf(translator.translate(text, { from, to, signal: one.signal })).then((outcome) => {
        if (running === thread) send(thread, { kind: "translated", id: reply.id, request: reply.request, outcome });
      });
    }
  }

  /** Lets a thread without work end after a while, and not hold the process open. */
  function rest(thread: Running): void {
    if (pending.size > 0 || thread.leaving.size > 0 || running !== thread) return;
    thread.worker.unref();
    clearTimeout(thread.idle);
    thread.idle = setTimeout(() => end(thread), options.idleMs).unref();
  }

  function end(thread: Running): void {
    if (running === thread) running = undefined;
    clearTimeout(thread.idle);
    for (const timer of thread.leaving.values()) clearTimeout(timer);
    const gone = thread.worker.terminate();
    ending.add(gone);
    void gone.finally(() => ending.delete(gone));
  }

  /** A thread is gone: what it was at is begun once more in another, unless it took two with it. */
  function lose(thread: Running, error: Error | undefined): void {
    if (running !== thread) return;
    end(thread);
    for (const [id, one] of pending) {
      one.lost += 1;
      if (one.lost > 1 || closed) {
        pending.delete(id);
        one.reject(lostError(error));
      } else begin(id, one);
    }
  }

  function begin(id: number, { call }: Pending): void {
    const thread = started();
    thread.worker.ref();
    send(thread, { kind: "call", id, call });
  }

  function drop(id: number): void {
    pending.delete(id);
    const thread = running;
    if (thread === undefined) return;
    send(thread, { kind: "abort", id });
    const stuck = () => {
      if (running === thread) lose(thread, undefined);
    };
    thread.leaving.set(id, setTimeout(stuck, GRACE_MS).unref());
  }

  function perform(call: Call, signal: AbortSignal): Promise<TextResult> {
    if (closed) return Promise.reject(closedError());
    if (signal.aborted) return Promise.reject(signal.reason);
    const id = ++calls;
    const { promise, resolve, reject } = Promise.withResolvers<TextResult>();
    const stop = (error: unknown) => {
      drop(id);
      reject(error);
    };
    const aborted = () => stop(signal.reason);
    const timer = setTimeout(() => stop(timeoutError(timeLimitMs)), timeLimitMs);
    signal.addEventListener("abort", aborted, { once: true });
    const one: Pending = { call, signal, resolve, reject, lost: 0 };
    pending.set(id, one);
    try {
      begin(id, one);
    } catch (error) {
      pending.delete(id);
      reject(error);
    }
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", aborted);
    });
  }

  return {
    spinner: { spin: (text, { signal, ...rest }) => perform({ verb: "spin", text, options: rest }, signal) },
    paraphraser: {
      paraphrase: (text, { signal, ...rest }) => perform({ verb: "paraphrase", text, options: rest }, signal),
    },
    aboutMe: { aboutMe: (text, { signal, ...rest }) => perform({ verb: "aboutMe", text, options: rest }, signal) },
    async close() {
      closed = true;
      for (const one of pending.values()) one.reject(closedError());
      pending.clear();
      if (running !== undefined) end(running);
      await Promise.all(ending);
    },
  };
}

function timeoutError(timeLimitMs: number): ScriptoriumError {
  const seconds = timeLimitMs / 1000;
  return new ScriptoriumError(
    "TEXT_TIMEOUT",
    `The text took longer than the limit of ${seconds} ${seconds === 1 ? "second" : "seconds"}. Send a shorter one, or fewer at a time.`,
    { timeLimitMs },
  );
}

function closedError(): ScriptoriumError {
  return new ScriptoriumError("NOT_STARTED", "The server is stopping. Try again when it is back.");
}

function lostError(cause: Error | undefined): ScriptoriumError {
  return new ScriptoriumError(
    "TEXT_FAILED",
    "The text engine stopped in the middle of this text. Try again, with a part of the text if it stays so.",
    {},
    { cause },
  );
}
