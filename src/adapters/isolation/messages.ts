import type { Article, JsonObject, LogLevel, ProgressNote, ProviderName } from "../../kernel/index.js";
import type { FileOrder } from "../../kernel/runs/run-output.js";
import { isPlainObject } from "../../kernel/values/json.js";
import type { Outcome } from "../threads/outcome.js";

/** What the thread receives when it starts. */
export interface ThreadData {
  /** The address of the module with the plugin. */
  readonly module: string;
  readonly type: string;
  /** What can be asked of every provider the plugin was given. */
  readonly providers: Readonly<Partial<Record<ProviderName, readonly string[]>>>;
  /** Most that the output of one call may take up, in bytes. */
  readonly maxOutputBytes: number;
}

export type Verb = "begin" | "run" | "finish";

/** One call of the plugin, as plain data. */
export interface Call {
  readonly verb: Verb;
  readonly taskId: string;
  readonly runId: string;
  readonly options: unknown;
  readonly attempt: number;
  /** Of the context's random choices. */
  readonly seed: string;
  /** Of `run`. */
  readonly line?: string;
  /** Of `begin`. */
  readonly lines?: readonly string[];
}

/** From the server to the thread. `id` is that of the call. */
export type Order =
  | { readonly kind: "call"; readonly id: number; readonly call: Call }
  | { readonly kind: "abort"; readonly id: number; readonly reason: string }
  | { readonly kind: "ping" }
  /** The end of what the thread asked for. */
  | { readonly kind: "answer"; readonly request: number; readonly outcome: Outcome<unknown> }
  /** The server wants a function that belongs to an effect called. */
  | { readonly kind: "do"; readonly request: number; readonly part: EffectPart };

export type EffectPart = "act" | "lookup";

/** And back. */
export type Reply =
  | { readonly kind: "done"; readonly id: number; readonly outcome: Outcome<Produced>; readonly update: Update }
  | { readonly kind: "update"; readonly id: number; readonly update: Update }
  | { readonly kind: "pong" }
  | {
      readonly kind: "ask";
      readonly id: number;
      readonly request: number;
      readonly provider: ProviderName;
      readonly method: string;
      readonly args: readonly unknown[];
    }
  /** A signal that was among the arguments of a request has aborted. */
  | { readonly kind: "cut"; readonly request: number; readonly reason: string }
  | {
      readonly kind: "effect";
      readonly id: number;
      readonly request: number;
      readonly what: string;
      readonly looksUp: boolean;
      readonly onUncertain: "skip" | "retry" | undefined;
    }
  /** What was put out so far, to be stored with a note. */
  | {
      readonly kind: "checkpoint";
      readonly id: number;
      readonly request: number;
      readonly key: string;
      readonly value: JsonObject;
      readonly replacesRows: boolean;
      readonly produced: Produced;
    }
  /** Checkpoints, or a file of the task, are asked for. */
  | { readonly kind: "checkpoints"; readonly id: number; readonly request: number }
  | {
      readonly kind: "stored";
      readonly id: number;
      readonly request: number;
      readonly path: string;
      /** What the task remembers under the path, and not a file. */
      readonly isMemory: boolean;
    }
  | {
      readonly kind: "did";
      readonly request: number;
      readonly part: EffectPart;
      readonly outcome: Outcome<JsonObject | undefined>;
    };

/** What a call produced; handed over with its end. */
export interface Produced {
  readonly articles: readonly { readonly keyword: string; readonly article: Article }[];
  readonly rows: readonly JsonObject[];
  readonly files: readonly (Omit<FileOrder, "bytes"> & { readonly bytes: Uint8Array<ArrayBuffer> })[];
}

/** The log entries and the progress of a call since the last update. */
export interface Update {
  readonly log: readonly { readonly level: LogLevel; readonly message: string; readonly code?: string }[];
  readonly progress?: ProgressNote;
}

/** Replaces a signal among arguments. */
export interface SignalMark {
  readonly [SIGNAL_MARK]: true;
  readonly aborted: boolean;
}
export const SIGNAL_MARK = "scriptorium.signal";

/** Arguments with every signal, alone or in an object of options, replaced by what `put` gives for it. */
export function replaced(
  args: readonly unknown[],
  isOne: (value: unknown) => boolean,
  put: (value: unknown) => unknown,
): unknown[] {
  return args.map((arg) => {
    if (isOne(arg)) return put(arg);
    if (!isPlainObject(arg) || !Object.values(arg).some(isOne)) return arg;
    return Object.fromEntries(Object.entries(arg).map(([key, value]) => [key, isOne(value) ? put(value) : value]));
  });
}

/** Why a signal aborted, for the other side. */
export function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : "It was aborted.";
}

export function isSignalMark(value: unknown): value is SignalMark {
  return isPlainObject(value) && (value as Partial<SignalMark>)[SIGNAL_MARK] === true;
}
