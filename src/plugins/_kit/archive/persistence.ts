import type { ArchivePlace } from "../../../engines/pages/archive/archive-addresses.js";
import type { Clock, ProgressNote, RunLog } from "../../../kernel/index.js";
import { archiveFailure } from "./archive-errors.js";

/**
 * Seconds before the next try. Archives shut out clients that ask too often for about a minute and start to count again with every
 * try; other failures pass sooner. Each pause is twice the one before.
 */
const SHUT_OUT_SECONDS = 60;
const UNWELL_SECONDS = 10;
const LONGEST_SECONDS = 600;
/** Nobody waits longer, whatever a Retry-After asks. */
const LONGEST_ASKED_SECONDS = 900;

/** What the lines of a run know of the archive's mood. */
export interface Patience {
  /** All pauses were made in vain: until it answers again, nobody waits for it once more. */
  spent: boolean;
}

export interface Waiting {
  readonly place: Pick<ArchivePlace, "name">;
  readonly patience: Patience;
  readonly maxRetries: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: RunLog;
  progress(note: ProgressNote): void;
}

/** Makes a request until the archive no longer refuses it, `maxRetries` times more at most; then throws what it threw. */
export async function persistently<T>(request: () => Promise<T>, waiting: Waiting): Promise<T> {
  const { place, patience, maxRetries, clock, signal, log, progress } = waiting;
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await request();
      patience.spent = false;
      return answer;
    } catch (error) {
      const problem = archiveFailure(error);
      if (problem === undefined || problem.kind === "unreached" || signal.aborted) throw error;
      const { detail, waitSeconds } = problem;
      const first = /^(ECONNREFUSED|status 429)$/.test(detail) ? SHUT_OUT_SECONDS : UNWELL_SECONDS;
      const seconds = waitSeconds ?? Math.min(first * 2 ** tries, LONGEST_SECONDS);
      if (patience.spent || tries >= maxRetries || seconds > LONGEST_ASKED_SECONDS) {
        patience.spent = true;
        throw error;
      }
      log.info(
        `${place.name} refuses (${detail}); the next try is in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`,
      );
      const until = new Date(clock.now().getTime() + seconds * 1000).toISOString();
      progress({ wait: { for: place.name, until, because: detail.replace(/^status/, "it answered") } });
      await clock.sleep(seconds * 1000, signal);
    }
  }
}
