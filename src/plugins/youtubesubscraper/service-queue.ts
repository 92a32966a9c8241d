import { type Clock, ScriptoriumError, type Wait } from "../../kernel/index.js";
import {
  type Closing,
  closedError,
  closingOf,
  errnoOf,
  isOutOfReach,
  isRefusal,
  type Tally,
} from "./service-errors.js";

export interface QueueSettings {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Rests after a refusal before it is given up. */
  readonly maxRests: number;
  readonly tally: () => Tally;
  /** Says for whom the run waits. */
  readonly wait: (wait: Wait) => void;
  readonly warn: (message: string) => void;
}

/** The rest after a first refusal; each further one in a row is twice as long. */
const REST_MS = 60_000;
/** A longer wait that the service asks for is not waited out. */
const LONGEST_REST_MS = 3_600_000;
/** After a refusal videos are asked for this much further apart, twice as far after another one, */
const GAP_MS = 10_000;
const LONGEST_GAP_MS = 120_000;
/** and half as far after so many that came in a row. */
const GOOD_IN_ROW = 10;
/** Answers in a row that did not come. */
const LOST_IN_ROW = 3;

/**
 * The one queue of a run to the service. One thing is asked for after the other. When the service refuses, it is left alone
 * for a while and then asked more slowly; when it goes on refusing, or is out of reach, nothing more is asked in this run.
 */
export class ServiceQueue {
  private turn: Promise<unknown> = Promise.resolve();
  private closing: Closing | undefined;
  private answered = 0;
  private goodInRow = 0;
  private lostInRow = 0;
  private gap = 0;

  constructor(private readonly settings: QueueSettings) {}

  /** Why the run cannot go on; undefined while it can. */
  get closed(): ScriptoriumError | undefined {
    return this.closing === undefined ? undefined : closedError(this.closing, this.settings.tally());
  }

  /** Asks when its turn has come. Throws what asking throws, and what `closed` is. */
  ask<T>(work: () => Promise<T>): Promise<T> {
    const asked = this.turn.then(() => this.now(work));
    this.turn = asked.catch(() => {});
    return asked;
  }

  private async now<T>(work: () => Promise<T>): Promise<T> {
    const { clock, signal } = this.settings;
    for (let rests = 0; ; rests += 1) {
      signal.throwIfAborted();
      if (this.closed !== undefined) throw this.closed;
      if (this.gap > 0) await clock.sleep(this.gap, signal);
      try {
        const answer = await work();
        this.came();
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        const rest = this.restAfter(error, rests);
        if (rest === undefined) {
          this.judge(error);
          throw this.closed ?? error;
        }
        await this.rest(rest);
      }
    }
  }

  /** Milliseconds to leave the service alone for, or undefined where that is of no use. */
  private restAfter(error: unknown, rests: number): number | undefined {
    if (!isRefusal(error)) return undefined;
    const seconds = error.facts["retryAfterSeconds"];
    const asked = typeof seconds === "number" ? seconds * 1000 : undefined;
    // Who is refused from the start has not asked too much, and nobody says that waiting helps.
    if (asked === undefined && this.answered === 0) return undefined;
    const rest = Math.max(asked ?? 0, REST_MS * 2 ** rests);
    return rests < this.settings.maxRests && (asked ?? 0) <= LONGEST_REST_MS ? rest : undefined;
  }

  private async rest(milliseconds: number): Promise<void> {
    const { clock, signal, wait, warn } = this.settings;
    this.goodInRow = 0;
    this.gap = Math.min(Math.max(GAP_MS, this.gap * 2), LONGEST_GAP_MS);
    warn(
      `YouTube is refusing this address. It is left alone for ${Math.ceil(milliseconds / 1000)} s and then asked more slowly.`,
    );
    const until = new Date(clock.now().getTime() + milliseconds).toISOString();
    wait({ for: "YouTube", until, because: "it refuses this address" });
    await clock.sleep(milliseconds, signal);
  }

  private came(): void {
    this.answered += 1;
    this.lostInRow = 0;
    this.goodInRow += 1;
    if (this.goodInRow < GOOD_IN_ROW) return;
    this.goodInRow = 0;
    this.gap = this.gap <= GAP_MS ? 0 : this.gap / 2;
  }

  /** Whether what went wrong concerns all that is still to be asked. */
  private judge(error: unknown): void {
    const errno = errnoOf(error);
    if (isRefusal(error)) {
      this.closing = { because: "blocked" };
    } else if (errno !== undefined) {
      this.lostInRow += 1;
      if (isOutOfReach(errno) || this.lostInRow >= LOST_IN_ROW) this.closing = { because: "network", errno };
    } else {
      this.closing = closingOf(error);
      // The service has answered, if only about one video.
      if (this.closing === undefined && ScriptoriumError.is(error) && error.facts["reason"] !== undefined) this.came();
    }
  }
}
