/** Yields to the event loop in the middle of long work: `if (turns.due()) await turns.give();` */
export interface Turns {
  /** Whether the work has lasted long enough, or has been aborted. */
  due(): boolean;
  /** Lets other work of the process go on. Rejects with the signal's reason on abort. */
  give(): Promise<void>;
}

export interface TurnsOptions {
  /** How long work may keep the process to itself; 10 ms by default. */
  readonly stretchMs?: number;
  /**
   * After how many questions the clock is read; 16 by default, since reading it costs as much as a short step. 1 is for
   * steps that may last long.
   */
  readonly stepsPerLook?: number;
  /** Ends the work. */
  readonly signal?: AbortSignal;
}

export function createTurns({ stretchMs = 10, stepsPerLook = 16, signal }: TurnsOptions = {}): Turns {
  let since = performance.now();
  let steps = 0;
  return {
    due() {
      steps += 1;
      if (signal?.aborted) return true;
      return steps % stepsPerLook === 0 && performance.now() - since >= stretchMs;
    },
    async give() {
      signal?.throwIfAborted();
      await new Promise<void>((resolve) => void setImmediate(resolve));
      signal?.throwIfAborted();
      since = performance.now();
    },
  };
}

/**
 * Turns for the work of many callers: how long they keep the process to themselves counts from the first question in the present
 * turn of the event loop, so that work that comes alone never waits.
 */
export function createSharedTurns({ stretchMs = 10 }: Pick<TurnsOptions, "stretchMs"> = {}): Turns {
  let since: number | undefined;
  return {
    due() {
      if (since !== undefined) return performance.now() - since >= stretchMs;
      since = performance.now();
      setImmediate(() => {
        since = undefined;
      });
      return false;
    },
    async give() {
      await new Promise<void>((resolve) => void setImmediate(resolve));
    },
  };
}
