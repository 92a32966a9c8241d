import { ScriptoriumError } from "../../../kernel/errors.js";
import type {
  Checkpoint,
  CheckpointOptions,
  EffectOptions,
  EffectOutcome,
  JsonObject,
  ProviderName,
} from "../../../kernel/index.js";
import { type Outcome, opened, outcomeOf } from "../../threads/outcome.js";
import {
  type EffectPart,
  messageOf,
  type Order,
  type Produced,
  type Reply,
  replaced,
  SIGNAL_MARK,
} from "../messages.js";

type Provider = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;

/** What the thread asks the server for: calls of providers, and the journal of effects. */
export class Requests {
  private readonly asked = new Map<number, (outcome: Outcome<unknown>) => void>();
  private readonly acts = new Map<number, Partial<Record<EffectPart, () => Promise<JsonObject | undefined>>>>();
  private count = 0;

  constructor(private readonly post: (reply: Reply) => void) {}

  hear(order: Extract<Order, { kind: "answer" | "do" }>): void {
    if (order.kind === "answer") this.asked.get(order.request)?.(order.outcome);
    else void this.act(order.request, order.part);
  }

  /** The providers of one call, each method a message to the server and back. */
  providers(id: number, offered: Readonly<Partial<Record<ProviderName, readonly string[]>>>): Record<string, Provider> {
    return Object.fromEntries(
      Object.entries(offered).map(([provider, methods]) => [
        provider,
        Object.fromEntries(
          methods.map((method) => [
            method,
            (...args: unknown[]) => this.ask(id, provider as ProviderName, method, args),
          ]),
        ),
      ]),
    );
  }

  async effect(
    id: number,
    what: string,
    act: () => Promise<JsonObject | undefined>,
    { lookup, onUncertain }: EffectOptions = {},
  ): Promise<EffectOutcome> {
    const request = ++this.count;
    this.acts.set(request, { act, ...(lookup ? { lookup } : {}) });
    try {
      const looksUp = lookup !== undefined;
      const reply: Reply = { kind: "effect", id, request, what: String(what), looksUp, onUncertain };
      // The journal knows how it ended, and it alone may say so.
      return (await this.answered(request, reply)) as EffectOutcome;
    } finally {
      this.acts.delete(request);
    }
  }

  async checkpoint(
    id: number,
    key: string,
    value: JsonObject,
    { replacesRows = false }: CheckpointOptions,
    produced: Produced,
  ): Promise<void> {
    const request = ++this.count;
    await this.answered(request, { kind: "checkpoint", id, request, key, value, replacesRows, produced });
  }

  async *checkpoints(id: number): AsyncIterable<Checkpoint> {
    const request = ++this.count;
    yield* (await this.answered(request, { kind: "checkpoints", id, request })) as readonly Checkpoint[];
  }

  async stored(id: number, path: string, isMemory: boolean): Promise<Uint8Array | undefined> {
    const request = ++this.count;
    return (await this.answered(request, { kind: "stored", id, request, path, isMemory })) as Uint8Array | undefined;
  }

  private async ask(id: number, provider: ProviderName, method: string, args: unknown[]): Promise<unknown> {
    const request = ++this.count;
    const watched: AbortSignal[] = [];
    const sent = replaced(
      args,
      (value) => value instanceof AbortSignal,
      (value) => {
        const signal = value as AbortSignal;
        signal.throwIfAborted();
        watched.push(signal);
        return { [SIGNAL_MARK]: true };
      },
    );
    const cut = (event: Event) => {
      this.post({ kind: "cut", request, reason: messageOf((event.target as AbortSignal).reason) });
    };
    for (const signal of watched) signal.addEventListener("abort", cut, { once: true });
    try {
      return await this.answered(request, { kind: "ask", id, request, provider, method, args: sent });
    } finally {
      for (const signal of watched) signal.removeEventListener("abort", cut);
    }
  }

  private async answered(request: number, reply: Reply): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<Outcome<unknown>>();
    this.asked.set(request, resolve);
    try {
      this.post(reply);
      return opened(await promise);
    } catch (error) {
      if (!isNotData(error)) throw error;
      throw new ScriptoriumError(
        "PLUGIN_INVALID",
        "A function or another thing that is not data was handed to a provider, which an isolated task type cannot do. Hand over data, or do not isolate the task type.",
        {},
        { cause: error },
      );
    } finally {
      this.asked.delete(request);
    }
  }

  private async act(request: number, part: EffectPart): Promise<void> {
    const outcome = await outcomeOf(async () => this.acts.get(request)?.[part]?.());
    try {
      this.post({ kind: "did", request, part, outcome });
    } catch {
      const message = "The result of an effect is not data. Correct the task type.";
      // It was done, so that it is not known as failed: an error without a code leaves it uncertain.
      this.post({ kind: "did", request, part, outcome: { ok: false, error: { message } } });
    }
  }
}

function isNotData(error: unknown): boolean {
  // A thread says it by name, a process in words.
  return error instanceof Error && (error.name === "DataCloneError" || /could not be cloned/.test(error.message));
}
