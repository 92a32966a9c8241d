import { ScriptoriumError } from "../errors.js";
import type { Clock } from "../values/clock.js";
import { isPlainObject, type JsonObject, jsonProblem } from "../values/json.js";

/** What the plugin makes of a failure: null for no row, undefined for nothing that can be stored. */
export function failureRow(make: () => JsonObject | null | undefined): JsonObject | null | undefined {
  try {
    const row = make();
    if (row === null) return null;
    return isPlainObject(row) && jsonProblem(row) === undefined ? row : undefined;
  } catch {
    return undefined;
  }
}

/** Frees the bytes of a stored file at once: they lie outside the heap, where the collector would leave them for long. */
export function giveBack({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > 64 * 1024) buffer.transfer(0);
}

/** Whether it may go well the next time: limits that services set, unless `passing` denies it, and what a provider says of its error. */
export function isPassing(error: unknown): boolean {
  if (!ScriptoriumError.is(error)) return false;
  const { passing } = error.facts;
  return passing === true || (error.code === "rate-limited" && passing !== false);
}

/** Never resolves; rejects with the signal's reason when the grace time after its abort is over. */
export function graceOver(
  signal: AbortSignal,
  graceMs: () => number,
  clock: Clock,
  ended: AbortSignal,
): Promise<never> {
  const over = new Promise<never>((_resolve, reject) => {
    const wait = () => {
      clock.sleep(graceMs(), ended).then(
        () => reject(signal.reason),
        () => {},
      );
    };
    if (signal.aborted) wait();
    else signal.addEventListener("abort", wait, { once: true, signal: ended });
  });
  // Nobody may be waiting for it when it rejects.
  over.catch(() => {});
  return over;
}
