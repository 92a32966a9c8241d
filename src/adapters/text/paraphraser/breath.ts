import { setImmediate } from "node:timers/promises";

const STRETCH_MS = 15;

/** Lets the event loop turn when a stretch of work has lasted long enough; rejects with the signal's reason on abort. */
export type Breath = () => Promise<void>;

export function createBreath(signal: AbortSignal, now: () => number = () => performance.now()): Breath {
  let since = now();
  return async () => {
    signal.throwIfAborted();
    if (now() - since < STRETCH_MS) return;
    await setImmediate();
    signal.throwIfAborted();
    since = now();
  };
}
