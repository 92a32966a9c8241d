import type { JsonObject, Output, ProviderName, Providers, TaskContext } from "../../kernel/index.js";
import { type Outcome, opened, outcomeOf } from "../threads/outcome.js";
import { type EffectPart, isSignalMark, type Order, type Produced, type Reply, replaced } from "./messages.js";

/** What a plugin's functions are given, whatever its options and providers. */
export type Context = TaskContext<unknown, ProviderName, ProviderName>;

type Method = (...args: readonly unknown[]) => unknown;

/** What a call asks for while it runs, with an answer to come. */
export type ProviderRequest = Extract<Reply, { kind: "ask" | "effect" | "checkpoint" | "checkpoints" | "stored" }>;

/** What can be asked of every provider that is there. */
export function offeredBy(providers: Partial<Providers>): Partial<Record<ProviderName, readonly string[]>> {
  const offered: Partial<Record<ProviderName, readonly string[]>> = {};
  for (const [name, provider] of Object.entries(providers)) {
    if (provider !== undefined) offered[name as ProviderName] = methodsOf(provider);
  }
  return offered;
}

/** Does what one call of a plugin asks for from its thread, until the call has ended. */
export class ProviderCalls {
  /** The controllers of the signals that were handed along, by request. */
  private readonly requests = new Map<number, AbortController>();
  private readonly effects = new Map<number, Map<EffectPart, PromiseWithResolvers<JsonObject | undefined>>>();

  constructor(
    private readonly context: Context,
    private readonly send: (order: Order) => void,
  ) {}

  receive(reply: ProviderRequest | Extract<Reply, { kind: "cut" | "did" }>): void {
    if (reply.kind === "ask") void this.answer(reply.request, () => this.call(reply));
    else if (reply.kind === "cut") this.requests.get(reply.request)?.abort(new Error(reply.reason));
    else if (reply.kind === "effect") void this.answer(reply.request, () => this.effect(reply));
    else if (reply.kind === "checkpoint") void this.answer(reply.request, () => this.checkpoint(reply));
    else if (reply.kind === "checkpoints")
      void this.answer(reply.request, () => Array.fromAsync(this.context.checkpoints()));
    else if (reply.kind === "stored") void this.answer(reply.request, () => this.stored(reply));
    else settle(this.effects.get(reply.request)?.get(reply.part), reply.outcome);
  }

  /** Aborts what is being asked for; a thread that is busy would say so late. */
  abort(reason: unknown): void {
    for (const control of this.requests.values()) control.abort(reason);
  }

  /** The call has ended: what it asked for and did not wait for is aborted. */
  close(): void {
    this.abort(new Error("The line that asked has ended."));
    for (const parts of this.effects.values()) {
      // Without a code, so that the journal knows that nobody knows.
      for (const part of parts.values()) part.reject(new Error("The thread ended in the middle of an effect."));
    }
  }

  private stored({ path, isMemory }: Extract<Reply, { kind: "stored" }>): Promise<Uint8Array | undefined> {
    return isMemory ? this.context.remembered(path) : this.context.stored(path);
  }

  private async answer(request: number, work: () => Promise<unknown>): Promise<void> {
    const outcome = await outcomeOf(work);
    this.requests.delete(request);
    this.effects.delete(request);
    try {
      this.send({ kind: "answer", request, outcome });
    } catch {
      const message =
        "What the provider gave is not data, so it cannot be handed to a thread. Do not isolate this task type.";
      this.send({ kind: "answer", request, outcome: { ok: false, error: { code: "PLUGIN_INVALID", message } } });
    }
  }

  private async call({ request, provider: name, method, args }: Extract<Reply, { kind: "ask" }>): Promise<unknown> {
    const provider = (this.context.providers as Partial<Providers>)[name];
    // The names come from the thread, and not every member of an object is for it.
    if (provider === undefined || !methodsOf(provider).includes(method)) throw new Error("There is no such provider.");
    const control = new AbortController();
    this.requests.set(request, control);
    const given = replaced(args, isSignalMark, () => control.signal);
    return await (provider as unknown as Record<string, Method>)[method]!(...given);
  }

  private async checkpoint({
    key,
    value,
    replacesRows,
    produced,
  }: Extract<Reply, { kind: "checkpoint" }>): Promise<void> {
    put(produced, this.context.output);
    await this.context.checkpoint(key, value, { replacesRows });
  }

  private effect({ request, what, looksUp, onUncertain }: Extract<Reply, { kind: "effect" }>) {
    const part = (name: EffectPart) => () => {
      const wanted = Promise.withResolvers<JsonObject | undefined>();
      const parts = this.effects.get(request) ?? new Map<EffectPart, typeof wanted>();
      this.effects.set(request, parts.set(name, wanted));
      this.send({ kind: "do", request, part: name });
      return wanted.promise;
    };
    return this.context.effect(what, part("act"), {
      ...(looksUp ? { lookup: part("lookup") } : {}),
      ...(onUncertain === undefined ? {} : { onUncertain }),
    });
  }
}

function settle(
  wanted: PromiseWithResolvers<JsonObject | undefined> | undefined,
  outcome: Outcome<JsonObject | undefined>,
): void {
  try {
    wanted?.resolve(opened(outcome));
  } catch (error) {
    wanted?.reject(error);
  }
}

/**
 * The names of an object's own and inherited methods, those of every object left out. A provider is closed by whoever made
 * it, and not by a task type that uses it.
 */
function methodsOf(provider: object): string[] {
  const names = new Set<string>();
  for (let at: object | null = provider; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (name !== "constructor" && name !== "close" && typeof value === "function") names.add(name);
    }
  }
  return [...names];
}

/** Hands on what a call has produced. */
export function put(produced: Produced, output: Output): void {
  for (const { keyword, article } of produced.articles) output.article(keyword, article);
  for (const row of produced.rows) output.row(row);
  for (const { kind, path, bytes, type } of produced.files) {
    if (kind === "file") output.file(path, bytes, type);
    else if (kind === "append") output.append(path, bytes, type);
    else if (kind === "memory") output.remember(path, bytes);
    else output.remove(path);
  }
}
