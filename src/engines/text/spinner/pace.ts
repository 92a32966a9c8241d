import { setImmediate } from "node:timers/promises";

/** How long one stretch of work may keep everything else waiting. */
const STRETCH_MS = 15;

/** Lets others have their turn now and then, and ends the work when it is no longer wanted. */
export interface Pace {
  /** Whether it is time to rest. */
  due(): boolean;
  /** Rejects with the reason of the signal when it is aborted. */
  rest(): Promise<void>;
}

export function createPace(signal: AbortSignal): Pace {
  let since = performance.now();
  return {
    due: () => performance.now() - since >= STRETCH_MS,
    async rest() {
      signal.throwIfAborted();
      await setImmediate();
      signal.throwIfAborted();
      since = performance.now();
    },
  };
}
