import type { Clock } from "../../kernel/index.js";
import { createPlaces } from "../network/places.js";

/** Lets one piece of work run at a time, and begin no sooner than so many milliseconds after the one before began. */
export function createPace(pauseMs: number, clock: Pick<Clock, "monotonic" | "sleep">) {
  const inPlace = createPlaces(1);
  let begun = Number.NEGATIVE_INFINITY;
  return <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> =>
    inPlace(async () => {
      const rest = begun + pauseMs - clock.monotonic();
      if (rest > 0) await clock.sleep(rest, signal);
      signal.throwIfAborted();
      begun = clock.monotonic();
      return await work();
    }, signal);
}
