import { Worker } from "node:worker_threads";
import { ScriptoriumError } from "../../kernel/errors.js";
import { defined } from "../../kernel/values/json.js";
import type { FromThread, ToThread } from "./messages.js";
import { opened, outcomeOf, plain } from "./outcome.js";

/** Why a thread is gone or of no use any more: its memory is full, it has ended, or an error was thrown outside of its work. */
export interface Loss {
  readonly why: "memory" | "exit" | "error";
  readonly cause?: unknown;
}

export interface ThreadOptions<Received> {
  readonly program: string | URL;
  /** Handed to the program when it starts. */
  readonly data?: unknown;
  /** Limits of its heap, and of the young part of it, in mebibytes; those of Node.js by default. */
  readonly maxHeapMb?: number | undefined;
  readonly maxYoungMb?: number | undefined;
  /** Limit of the bytes it holds outside of its heap, which the limit of the heap leaves out, in mebibytes; none by default. */
  readonly maxBytesMb?: number | undefined;
  /** How often these bytes are measured while it works, in milliseconds; 200 by default. */
  readonly measureEveryMs?: number | undefined;
  /** Its environment and the options of Node.js; those of this process by default. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly execArgv?: string[] | undefined;
  readonly received: (message: Received) => void;
  /** Called once, and not after `end`. */
  readonly lost: (loss: Loss) => void;
}

export interface Thread<Sent> {
  /** Throws when the message holds something that is not data. */
  send(message: Sent, transfer?: readonly ArrayBuffer[]): void;
  /** From now on it keeps the process running, and its bytes are measured. A thread starts so. */
  work(): void;
  /** From now on it does neither. */
  rest(): void;
  /** Ends it whatever it does. */
  end(): Promise<unknown>;
}

/** Starts a thread. This is the only place where one is started. */
export function startThread<Sent, Received>(options: ThreadOptions<Received>): Thread<Sent> {
  const { maxBytesMb, measureEveryMs = 200, env, execArgv } = options;
  const worker = new Worker(options.program, {
    workerData: options.data,
    ...defined({ env, execArgv }),
    resourceLimits: defined({
      maxOldGenerationSizeMb: options.maxHeapMb,
      maxYoungGenerationSizeMb: options.maxYoungMb,
    }),
  });
  let gone = false;
  let measuring: NodeJS.Timeout | undefined;

  const over = () => {
    gone = true;
    clearInterval(measuring);
  };
  const lose = (loss: Loss) => {
    if (gone) return;
    over();
    options.lost(loss);
  };
  const measure = async (limit: number) => {
    const during = measuring;
    try {
      const { external_memory: bytes } = await worker.getHeapStatistics();
      // What it worked on may have ended meanwhile.
      if (bytes > limit * 1024 * 1024 && measuring === during) lose({ why: "memory" });
    } catch {
      // It has ended, which its own event says.
    }
  };
  worker.on("message", (message: Received) => {
    if (!gone) options.received(message);
  });
  worker.on("messageerror", (cause) => lose({ why: "error", cause }));
  worker.on("error", (cause: unknown) => lose({ why: isOutOfMemory(cause) ? "memory" : "error", cause }));
  worker.on("exit", () => lose({ why: "exit" }));

  const thread: Thread<Sent> = {
    send: (message, transfer) => worker.postMessage(message, transfer === undefined ? [] : [...transfer]),
    work() {
      worker.ref();
      if (maxBytesMb !== undefined && !gone) {
        measuring ??= setInterval(() => void measure(maxBytesMb), measureEveryMs).unref();
      }
    },
    rest() {
      worker.unref();
      clearInterval(measuring);
      measuring = undefined;
    },
    end() {
      over();
      return worker.terminate();
    },
  };
  thread.work();
  return thread;
}

function isOutOfMemory(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** Why a call failed other than by an error of ours: it took too long, its thread was lost, or its program threw. */
export type Failure = Loss | { readonly why: "time" } | { readonly why: "thrown"; readonly cause: unknown };

export interface PoolOptions<Call, Question, Answer> {
  /** The program of the threads, looked for when one is started: one that calls `work` of work.ts. */
  readonly program: () => string | URL;
  readonly data?: unknown;
  /** Most threads at once. */
  readonly threads: number;
  /** Most calls in one thread at once; further ones wait for their turn. */
  readonly callsPerThread: number;
  /** Longest time of a call from when its turn has come, in milliseconds. */
  readonly timeLimitMs: (call: Call) => number;
  /** A thread without work ends after this time, in milliseconds, and the next call starts another. */
  readonly idleMs: number;
  readonly maxHeapMb: number;
  readonly maxYoungMb?: number;
  readonly maxBytesMb?: number;
  /**
   * How long a call that was aborted or took too long may go on before its thread is ended, in milliseconds; with 0 the
   * thread is not asked, but ended at once.
   */
  readonly graceMs: number;
  /** How often a call is tried again in another thread when its own was lost. */
  readonly retries: number;
  /** What is sent of a call, and which of its buffers are moved; all of it is copied by default. */
  readonly packed?: (call: Call) => { readonly call: Call; readonly transfer: readonly ArrayBuffer[] };
  /** Answers what a call asks in the middle of its work. */
  readonly answer?: ((question: Question, signal: AbortSignal) => Promise<Answer>) | undefined;
  /** The error that a call is rejected with. */
  readonly errorOf: (call: Call, failure: Failure) => ScriptoriumError;
}

export interface ThreadPool<Call, Result> {
  /**
   * Rejects with what the program threw where that is an error of ours, with the signal's reason when it is aborted, with
   * NOT_STARTED once the pool is closed, and with what `errorOf` gives otherwise.
   */
  perform(call: Call, signal: AbortSignal): Promise<Result>;
  /** Refuses further calls, ends those in work and waits for the threads to end. Closing again does nothing. */
  close(): Promise<void>;
}

interface Job<Call, Result> {
  readonly id: number;
  readonly call: Call;
  readonly signal: AbortSignal;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** The thread it is in; none while it waits. */
  member?: Member<Call, Result> | undefined;
  limit?: NodeJS.Timeout;
  /** How many threads were lost with it. */
  losses: number;
}

interface Member<Call, Result> {
  readonly thread: Thread<ToThread<Call>>;
  readonly jobs: Map<number, Job<Call, Result>>;
  /** Calls nobody waits for any more that the thread has not let go of. */
  readonly leaving: Map<number, NodeJS.Timeout>;
  idle?: NodeJS.Timeout;
}

/** Does calls in threads that start when there is work and end when there has been none for a while. */
export function threadPool<Call, Result, Question = never, Answer = never>(
  options: PoolOptions<Call, Question, Answer>,
): ThreadPool<Call, Result> {
  type Received = FromThread<Result, Question>;
  const waiting: Job<Call, Result>[] = [];
  const members = new Set<Member<Call, Result>>();
  const ending = new Set<Promise<unknown>>();
  let calls = 0;
  let closed = false;

  function started(): Member<Call, Result> {
    const { data, maxHeapMb, maxYoungMb, maxBytesMb } = options;
    const member: Member<Call, Result> = {
      thread: startThread<ToThread<Call>, Received>({
        program: options.program(),
        data,
        maxHeapMb,
        maxYoungMb,
        maxBytesMb,
        received: (message) => receive(member, message),
        lost: (loss) => lose(member, loss),
      }),
      jobs: new Map(),
      leaving: new Map(),
    };
    members.add(member);
    rest(member);
    return member;
  }

  function rest(member: Member<Call, Result>): void {
    if (member.jobs.size > 0 || member.leaving.size > 0) return;
    member.thread.rest();
    clearTimeout(member.idle);
    member.idle = setTimeout(() => end(member), options.idleMs).unref();
  }

  function next(): void {
    while (waiting.length > 0) {
      const free = [...members].find(({ jobs }) => jobs.size < options.callsPerThread);
      if (free === undefined && members.size >= options.threads) return;
      const job = waiting.shift()!;
      try {
        begin(free ?? started(), job);
      } catch (error) {
        job.reject(error);
      }
    }
  }

  function begin(member: Member<Call, Result>, job: Job<Call, Result>): void {
    const { call, transfer } = options.packed?.(job.call) ?? { call: job.call, transfer: [] };
    member.thread.send({ kind: "call", id: job.id, call }, transfer);
    clearTimeout(member.idle);
    member.thread.work();
    member.jobs.set(job.id, job);
    job.member = member;
    // A call that is tried again has no more time for it.
    job.limit ??= setTimeout(
      () => leave(job, options.errorOf(job.call, { why: "time" })),
      options.timeLimitMs(job.call),
    );
  }

  function receive(member: Member<Call, Result>, message: Received): void {
    const job = member.jobs.get(message.id);
    if (message.kind === "question") {
      if (job !== undefined) void answer(member, job, message.request, message.question);
      return;
    }
    clearTimeout(member.leaving.get(message.id));
    member.leaving.delete(message.id);
    member.jobs.delete(message.id);
    try {
      job?.resolve(opened(message.outcome));
    } catch (cause) {
      job?.reject(ScriptoriumError.is(cause) ? cause : options.errorOf(job.call, { why: "thrown", cause }));
    }
    rest(member);
    next();
  }

  async function answer(member: Member<Call, Result>, job: Job<Call, Result>, request: number, question: Question) {
    const outcome = await outcomeOf(() => options.answer?.(question, job.signal));
    if (!members.has(member)) return;
    try {
      member.thread.send({ kind: "answer", request, outcome });
    } catch (error) {
      // It is not data.
      member.thread.send({ kind: "answer", request, outcome: { ok: false, error: plain(error) } });
    }
  }

  /** The caller has `reason` at once; the thread has the grace time to let go of the call. */
  function leave(job: Job<Call, Result>, reason: unknown): void {
    job.reject(reason);
    const { id, member } = job;
    const place = waiting.indexOf(job);
    if (place >= 0) waiting.splice(place, 1);
    if (member === undefined || !member.jobs.delete(id)) return;
    if (options.graceMs === 0) {
      lose(member, { why: "exit" });
    } else {
      member.thread.send({ kind: "abort", id });
      member.leaving.set(id, setTimeout(() => lose(member, { why: "exit" }), options.graceMs).unref());
    }
  }

  /** A thread is gone or has to go: the calls in it are tried again in another, or fail. */
  function lose(member: Member<Call, Result>, loss: Loss): void {
    if (!members.has(member)) return;
    end(member);
    const again: Job<Call, Result>[] = [];
    for (const job of member.jobs.values()) {
      job.member = undefined;
      job.losses += 1;
      if (job.losses > options.retries) job.reject(options.errorOf(job.call, loss));
      else again.push(job);
    }
    waiting.unshift(...again);
    next();
  }

  function end(member: Member<Call, Result>): void {
    members.delete(member);
    clearTimeout(member.idle);
    for (const timer of member.leaving.values()) clearTimeout(timer);
    const gone = member.thread.end();
    ending.add(gone);
    void gone.finally(() => ending.delete(gone));
  }

  return {
    perform(call, signal) {
      if (closed) return Promise.reject(closedError());
      if (signal.aborted) return Promise.reject(signal.reason);
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const job: Job<Call, Result> = { id: ++calls, call, signal, resolve, reject, losses: 0 };
      const aborted = () => leave(job, signal.reason);
      signal.addEventListener("abort", aborted, { once: true });
      waiting.push(job);
      next();
      return promise.finally(() => {
        clearTimeout(job.limit);
        signal.removeEventListener("abort", aborted);
      });
    },
    async close() {
      closed = true;
      const jobs = [...members].flatMap((member) => [...member.jobs.values()]);
      for (const job of [...jobs, ...waiting.splice(0)]) job.reject(closedError());
      for (const member of members) end(member);
      await Promise.all(ending);
    },
  };
}

function closedError(): ScriptoriumError {
  return new ScriptoriumError("NOT_STARTED", "The server is stopping. Try again when it is back.");
}
