import type { Clock } from "../../src/kernel/values/clock.js";

/** Time for the tests of this folder: a sleeper wakes at once, and that much later. */
export interface JumpingClock extends Clock {
  /** How long each sleep was, in milliseconds. */
  readonly sleeps: number[];
  pass(milliseconds: number): void;
}

export function jumpingClock(start = Date.parse("2026-11-21T12:00:00Z")): JumpingClock {
  let passed = 0;
  const sleeps: number[] = [];
  return {
    sleeps,
    pass(milliseconds) {
      passed += milliseconds;
    },
    now: () => new Date(start + passed),
    monotonic: () => passed,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      sleeps.push(milliseconds);
      passed += milliseconds;
    },
  };
}
