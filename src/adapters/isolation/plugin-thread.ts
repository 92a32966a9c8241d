import { type Providers, ScriptoriumError, seedOf } from "../../kernel/index.js";
import { type Outcome, opened } from "../threads/outcome.js";
import type { Loss } from "../threads/pool.js";
import { type Call, messageOf, type Order, type Reply, type ThreadData, type Update } from "./messages.js";
import { type PluginHost, processHost, threadHost } from "./plugin-host.js";
import { type Context, offeredBy, ProviderCalls, type ProviderRequest, put } from "./provider-calls.js";

export interface ThreadSettings {
  readonly type: string;
  /** The address of the module with the plugin. */
  readonly module: string;
  /** The program of the thread, looked for when it is first needed. */
  readonly program: () => string | URL;
  readonly within: "thread" | "process";
  readonly memoryMb: number;
  /** How long a call may go on after its abort while the thread still answers, in milliseconds. */
  readonly graceMs: number;
}

/** Time for a thread to answer at all after an abort before it is ended, in milliseconds. */
const ANSWER_MS = 1000;

interface Pending {
  readonly context: Context;
  readonly calls: ProviderCalls;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  /** Aborted when the call has ended, which removes its timers and listeners. */
  readonly settled: AbortController;
  keepsOutput: boolean;
  /** Set when it is too late for it to end well. */
  late?: ScriptoriumError;
}

/** One thread with one plugin in it, from its start until it ends or is lost; then every call of it has failed. */
export class PluginThread {
  private readonly host: PluginHost;
  private readonly pending = new Map<number, Pending>();
  private calls = 0;
  private answeredAt = 0;
  private isLost = false;

  constructor(
    private readonly settings: ThreadSettings,
    providers: Partial<Providers>,
    private readonly onLost: () => void,
  ) {
    const { module, type, memoryMb } = settings;
    const data: ThreadData = { module, type, providers: offeredBy(providers), maxOutputBytes: memoryMb * 1024 * 1024 };
    this.host = (settings.within === "process" ? processHost : threadHost)({
      program: settings.program(),
      data,
      memoryMb,
      received: (reply) => this.receiveSafely(reply),
      lost: (loss) => this.lose(this.lossError(loss)),
    });
  }

  /** Resolves when the call has ended and its output is in the context. Rejects with what it threw, or how it was lost. */
  perform(call: Omit<Call, "seed">, context: Context, { limitMs = 0, keepsOutput = true } = {}): Promise<void> {
    // What began is finished after an abort, too.
    if (context.signal.aborted && call.verb !== "finish") return Promise.reject(context.signal.reason);
    const id = ++this.calls;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const settled = new AbortController();
    const calls = new ProviderCalls(context, (order) => this.send(order));
    const one: Pending = { context, calls, resolve, reject, settled, keepsOutput };
    if (this.isLost) return Promise.reject(this.lostError("ended in the middle of its work"));
    try {
      const seed = seedOf(context.random) ?? String(context.random.next());
      this.send({ kind: "call", id, call: { ...call, seed } });
    } catch (cause) {
      return Promise.reject(
        new ScriptoriumError(
          "PLUGIN_INVALID",
          `The options of the task type "${this.settings.type}" are not plain data, so they cannot be handed to its thread. Let its schema give data only, or do not isolate it.`,
          {},
          { cause },
        ),
      );
    }
    this.pending.set(id, one);
    const abort = () => this.leave(id, one, messageOf(context.signal.reason));
    if (context.signal.aborted) abort();
    else context.signal.addEventListener("abort", abort, { once: true, signal: settled.signal });
    if (limitMs > 0) {
      this.later(one, limitMs, () => {
        one.late = new ScriptoriumError(
          "time-limit",
          `The line took longer than ${limitMs / 1000} seconds, which is the limit of this task type. Make the line smaller, or the limit longer.`,
        );
        this.leave(id, one, "The line took too long.");
      });
    }
    return promise;
  }

  /** Ends the thread whatever it does. */
  end(): void {
    this.lose(this.lostError("was ended"));
  }

  /** Asks a call to end; a thread that does not even answer is ended soon, and one that answers after the grace time. */
  private leave(id: number, one: Pending, reason: string): void {
    const askedAt = performance.now();
    one.calls.abort(new Error(reason));
    this.send({ kind: "abort", id, reason });
    this.send({ kind: "ping" });
    const stuck = () => this.lose(this.lostError("did not stop a line when asked to"));
    this.later(one, Math.min(ANSWER_MS, this.settings.graceMs), () => {
      // Its answer may have come while this thread itself was held up, and be read only now.
      setImmediate(() => {
        if (this.answeredAt < askedAt) stuck();
      });
    });
    this.later(one, this.settings.graceMs, stuck);
  }

  private later(one: Pending, milliseconds: number, act: () => void): void {
    const timer = setTimeout(act, milliseconds);
    one.settled.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  }

  private send(order: Order): void {
    if (!this.isLost) this.host.post(order);
  }

  /** A plugin has the same channel as its program, and may send anything. */
  private receiveSafely(reply: Reply): void {
    if (this.isLost) return;
    try {
      this.receive(reply);
    } catch (error) {
      this.lose(this.lostError("sent something that cannot be read", error));
    }
  }

  private receive(reply: Reply): void {
    if (reply.kind === "pong") {
      this.answeredAt = performance.now();
      return;
    }
    if (reply.kind === "cut" || reply.kind === "did") {
      for (const { calls } of this.pending.values()) calls.receive(reply);
      return;
    }
    const one = this.pending.get(reply.id);
    if (one === undefined) {
      // A call that has ended still asks for something; nobody waits for the result.
      if (reply.kind !== "update") this.refuseLate(reply);
    } else if (reply.kind === "done") {
      this.pending.delete(reply.id);
      one.settled.abort();
      one.calls.close();
      this.settle(one, reply);
    } else if (reply.kind === "update") {
      pass(one.context, reply.update);
    } else {
      one.calls.receive(reply);
    }
  }

  private settle(one: Pending, { outcome, update }: Extract<Reply, { kind: "done" }>): void {
    try {
      pass(one.context, update);
      const produced = opened(outcome);
      if (one.late) throw one.late;
      if (one.keepsOutput) put(produced, one.context.output);
      one.resolve();
    } catch (error) {
      one.reject(one.late ?? error);
    }
  }

  private refuseLate(reply: ProviderRequest | Extract<Reply, { kind: "done" }>): void {
    if (reply.kind === "done") return;
    const outcome: Outcome<never> = { ok: false, error: { message: "The line that asked has ended." } };
    this.send({ kind: "answer", request: reply.request, outcome });
  }

  private lose(error: ScriptoriumError): void {
    if (this.isLost) return;
    this.isLost = true;
    this.host.end();
    this.onLost();
    for (const one of this.pending.values()) {
      one.settled.abort();
      one.calls.close();
      const { signal } = one.context;
      one.reject(signal.aborted ? signal.reason : (one.late ?? error));
    }
    this.pending.clear();
  }

  private lossError({ why, cause }: Loss): ScriptoriumError {
    if (why === "memory") return this.memoryError(cause);
    if (why === "exit") return this.lostError("ended in the middle of its work");
    return this.lostError("failed outside of its work, for example in a timer", cause);
  }

  private memoryError(cause?: unknown): ScriptoriumError {
    const { type, memoryMb } = this.settings;
    return new ScriptoriumError(
      "internal",
      `The task type "${type}" needed more memory than its ${memoryMb} MB. Give it more memory or smaller lines.`,
      { type },
      { cause },
    );
  }

  private lostError(what: string, cause?: unknown): ScriptoriumError {
    const { type } = this.settings;
    return new ScriptoriumError(
      "internal",
      `The task type "${type}" ${what}, and this line was lost with it. Run the task again; if it stays so, correct the task type.`,
      { type },
      { cause },
    );
  }
}

function pass(context: Context, { log, progress }: Update): void {
  for (const { level, message, code } of log) context.log[level](message, code);
  if (progress) context.progress(progress);
}
