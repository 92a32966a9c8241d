import { setImmediate } from "node:timers/promises";

const STRETCH_MS = 15;

/** Lets the event loop turn when a stretch of work has lasted long enough; rejects with the signal's reason on abort. */
export interface Breath {
  (): Promise<void>;
  /** Whether it would let the loop turn now: for steps so short that awaiting each would cost more than the work. */
  due(): boolean;
}

export function createBreath(signal: AbortSignal, now: () => number = () => performance.now()): Breath {
  let since = now();
  const due = () => now() - since >= STRETCH_MS;
  const breath = async () => {
    signal.throwIfAborted();
    if (!due()) return;
    await setImmediate();
    signal.throwIfAborted();
    since = now();
  };
  return Object.assign(breath, { due });
}
