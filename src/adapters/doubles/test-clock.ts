import type { Clock } from "../../kernel/index.js";

export interface TestClock extends Clock {
  /** Moves both times on and wakes every sleeper whose time has come. */
  advance(milliseconds: number): void;
}

/** A clock that is stopped until it is advanced. `sleep(0)` still yields to the event loop. */
export function testClock(start = new Date("2026-01-01T00:00:00.000Z")): TestClock {
  let passed = 0;
  const sleepers = new Set<{ readonly due: number; wake(): void }>();
  return {
    now: () => new Date(start.getTime() + passed),
    monotonic: () => passed,
    sleep: (milliseconds, signal) =>
      new Promise<void>((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        if (milliseconds <= 0) {
          setImmediate(resolve);
          return;
        }
        const cut = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        const sleeper = {
          due: passed + milliseconds,
          wake() {
            signal?.removeEventListener("abort", cut);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", cut, { once: true });
      }),
    advance(milliseconds) {
      passed += milliseconds;
      for (const sleeper of [...sleepers]) {
        if (sleeper.due > passed) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
  };
}
