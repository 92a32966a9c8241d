import { ScriptoriumError, type TextResult, type TranslatorProvider } from "../../../kernel/index.js";
import { type Failure, threadPool } from "../../threads/pool.js";
import type { Call, TextEngine, TranslationRequest } from "./messages.js";

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

/**
 * A text engine in a thread of its own, started at the first call, so that no text holds up the others' requests. All calls
 * share it, as they share its language data; when it is lost, each is tried once more in another.
 */
export function threaded(options: ThreadOptions): TextEngine & { close(): Promise<void> } {
  const { program, data, translator, timeLimitMs, idleMs, maxHeapMb } = options;
  const pool = threadPool<Call, TextResult, TranslationRequest, string>({
    program,
    data,
    threads: 1,
    callsPerThread: Number.POSITIVE_INFINITY,
    timeLimitMs: () => timeLimitMs,
    idleMs,
    maxHeapMb,
    maxYoungMb: YOUNG_MB,
    graceMs: GRACE_MS,
    retries: 1,
    answer: translator && ((question, signal) => translated(translator, question, signal)),
    errorOf: (_call, failure) => errorOf(failure, timeLimitMs),
  });
  return {
    spinner: { spin: (text, { signal, ...rest }) => pool.perform({ verb: "spin", text, options: rest }, signal) },
    paraphraser: {
      paraphrase: (text, { signal, ...rest }) => pool.perform({ verb: "paraphrase", text, options: rest }, signal),
    },
    aboutMe: { aboutMe: (text, { signal, ...rest }) => pool.perform({ verb: "aboutMe", text, options: rest }, signal) },
    close: () => pool.close(),
  };
}

async function translated(
  translator: TranslatorProvider,
  { text, from, to }: TranslationRequest,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await translator.translate(text, { from, to, signal });
  } catch (error) {
    throw ScriptoriumError.is(error) ? error : unexpectedError(error);
  }
}

function errorOf(failure: Failure, timeLimitMs: number): ScriptoriumError {
  if (failure.why === "thrown") return unexpectedError(failure.cause);
  if (failure.why === "time") {
    const seconds = timeLimitMs / 1000;
    return new ScriptoriumError(
      "TEXT_TIMEOUT",
      `The text took longer than the limit of ${seconds} ${seconds === 1 ? "second" : "seconds"}. Send a shorter one, or fewer at a time.`,
      { timeLimitMs },
    );
  }
  return new ScriptoriumError(
    "TEXT_FAILED",
    "The text engine stopped in the middle of this text. Try again, with a part of the text if it stays so.",
    {},
    { cause: failure.cause },
  );
}

function unexpectedError(error: unknown): ScriptoriumError {
  return new ScriptoriumError(
    "TEXT_FAILED",
    "The text engine met something it did not expect. Try again, with a part of the text if it stays so.",
    { cause: error instanceof Error ? (error.stack ?? error.message) : String(error) },
  );
}
