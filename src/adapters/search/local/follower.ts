import { untilAborted } from "../../../kernel/values/until-aborted.js";

/** Keeps an index up to what it is of. */
export interface Follower {
  /** Begins to follow; what it finds it takes in by itself. */
  start(): void;
  /** Takes in at once what waits, and resolves when that is done, or after the time. Says whether it is all there. */
  ready(longestMs: number, signal: AbortSignal): Promise<boolean>;
  /** Looks at everything again, because the index is empty. */
  restart(): void;
  /** Throws SEARCH_FAILED where there is nothing to follow. */
  check(): Promise<void>;
  /** Files that could not be taken in. */
  readonly leftOut: number;
  close(): Promise<void>;
}

/** Resolves with true when the work ends in time, with false otherwise; the work goes on. Rejects when the signal aborts. */
export async function endsWithin(work: Promise<unknown>, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  try {
    return await untilAborted(signal, Promise.race([work.then(() => true), late]));
  } finally {
    clearTimeout(timer);
  }
}
