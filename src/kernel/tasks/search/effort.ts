import { ScriptoriumError } from "../../errors.js";
import type { Clock } from "../../values/clock.js";

/** Longest time that one search may spend on evaluating before it finds something, and again after that. */
const LIMIT_MS = 2000;
/** How long a search may keep the process to itself. */
const SLICE_MS = 10;
/** What a step takes as a rule; only used for steps that are too few to be measured. */
const STEP_MS = 100e-6;
/** Steps on one document before the clock is read, and between two looks at it. */
const UNMEASURED_STEPS = 32;
const MEASURED_STEPS = 4096;
/** Most steps of work that nothing can stop once it has begun: about a second. */
const MAX_STEPS_AT_ONCE = 10_000_000;

/**
 * What a search has spent on evaluating documents, and nothing else: the time that a storage takes to read or a client to
 * receive is not counted. Reading the clock costs as much as judging a document, so it is read when one is much work.
 */
export class Effort {
  readonly #clock: Clock;
  #left = UNMEASURED_STEPS;
  #since: number | undefined;
  #spentMs = 0;
  #limitMs = LIMIT_MS;
  #turnedAtMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** All work on one subject, such as a document. Throws QUERY_TOO_SLOW when the time of the search is over. */
  measured<S, T>(work: (subject: S) => T, subject: S): T {
    this.#left = UNMEASURED_STEPS;
    this.#since = undefined;
    const result = work(subject);
    this.#spentMs +=
      this.#since === undefined ? (UNMEASURED_STEPS - this.#left + 1) * STEP_MS : this.#clock.monotonic() - this.#since;
    if (this.#spentMs > this.#limitMs) throw tooSlow();
    return result;
  }

  /** Within that work, before so many steps of it. Throws as `measured` does. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) this.#look();
  }

  /** As `spend`, before work that cannot be stopped: throws QUERY_TOO_SLOW when it is too much. */
  spendAtOnce(steps: number): void {
    if (steps > MAX_STEPS_AT_ONCE) throw tooLarge();
    this.spend(steps);
  }

  #look(): void {
    this.#left = MEASURED_STEPS;
    const now = this.#clock.monotonic();
    this.#since ??= now;
    if (this.#spentMs + now - this.#since > this.#limitMs) throw tooSlow();
  }

  /**
   * What was found is delivered: the time of the search starts again. A search that was stopped now would be cut off in the
   * middle of its reply, where nothing can say why; and one that goes on finding is not slow but large.
   */
  delivered(): void {
    this.#limitMs = this.#spentMs + LIMIT_MS;
  }

  /** Whether the event loop should get a turn. */
  isDue(): boolean {
    return this.#spentMs - this.#turnedAtMs > SLICE_MS;
  }

  /** After a long spell a longer turn, since a request takes several turns of the event loop to be answered. */
  async giveTurn(): Promise<void> {
    const spellMs = this.#spentMs - this.#turnedAtMs;
    this.#turnedAtMs = this.#spentMs;
    await this.#clock.sleep(Math.floor(spellMs / 20));
  }
}

function tooSlow(): ScriptoriumError {
  return new ScriptoriumError(
    "QUERY_TOO_SLOW",
    `The search took longer than ${LIMIT_MS / 1000} seconds and was stopped. Narrow it by type, status, group or name.`,
  );
}

function tooLarge(): ScriptoriumError {
  return new ScriptoriumError(
    "QUERY_TOO_SLOW",
    "A search as large as this takes too long on a task as large as some here, and was stopped. " +
      "Narrow it by type, status, group or name, or make it smaller.",
  );
}
