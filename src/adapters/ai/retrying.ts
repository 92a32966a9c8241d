import { ScriptoriumError } from "../../kernel/errors.js";
import type { Clock } from "../../kernel/index.js";
import type { Places } from "../network/places.js";

export interface RetryingParts {
  readonly clock: Clock;
  /** Waits of one call together. */
  readonly maxWaitMs: number;
  readonly inPlace: Places;
}

interface Call {
  readonly signal: AbortSignal;
  /** False once something of the answer was shown. */
  readonly mayRepeat: () => boolean;
}

const PAUSES_MS = [500, 2_000];
/** For a service that asks for fewer requests and does not say for how long. */
const BUSY_PAUSE_MS = 5_000;

/**
 * Does work again whose error is `passing`, after the wait that it names. Where one call is told to wait the others of the service
 * wait, too. What said nothing for its whole time is not asked again.
 */
export function retrying({ clock, maxWaitMs, inPlace }: RetryingParts) {
  let busyUntil = 0;

  return async function patiently<T>(work: () => Promise<T>, { signal, mayRepeat }: Call): Promise<T> {
    let waitedMs = 0;
    let failures = 0;
    const wait = async (milliseconds: number) => {
      waitedMs += milliseconds;
      await clock.sleep(milliseconds, signal);
    };
    for (;;) {
      const othersWaitMs = busyUntil - clock.monotonic();
      if (othersWaitMs > 0 && waitedMs + othersWaitMs <= maxWaitMs) await wait(othersWaitMs);
      try {
        return await inPlace(work, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!ScriptoriumError.is(error) || error.facts["passing"] !== true || !mayRepeat()) throw error;
        if (error.facts["timeoutMs"] !== undefined) throw error;
        const { waitMs } = error.facts;
        const isBusy = error.code === "rate-limited";
        const pauseMs = typeof waitMs === "number" ? waitMs : isBusy ? BUSY_PAUSE_MS : PAUSES_MS[failures];
        failures += 1;
        if (pauseMs === undefined || waitedMs + pauseMs > maxWaitMs || failures > 20) throw error;
        if (isBusy) busyUntil = Math.max(busyUntil, clock.monotonic() + pauseMs);
        await wait(pauseMs);
      }
    }
  };
}
