import { NoConnection } from "./postgres-errors.js";

/** Lets a number of operations in at once and keeps the others in line. */
export interface Semaphore {
  enter(): Promise<void>;
  /** `done` says that the operation got somewhere, so that those in line may hope. */
  leave(done: boolean): void;
}

interface Waiter {
  readonly since: number;
  admit(): void;
  refuse(reason: Error): void;
}

/** Those in line are refused when for `patienceMs` nobody got done: a long queue that moves is no error. */
export function createSemaphore(places: number, patienceMs: number): Semaphore {
  const line = new Set<Waiter>();
  let inside = 0;
  let lastDone = 0;
  let timer: NodeJS.Timeout | undefined;

  function watchLine(): void {
    if (timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      const now = performance.now();
      for (const waiter of line) {
        if (now - Math.max(waiter.since, lastDone) < patienceMs) break;
        line.delete(waiter);
        waiter.refuse(new NoConnection());
      }
      if (line.size > 0) watchLine();
    }, patienceMs / 10);
  }

  return {
    enter() {
      if (inside < places) {
        inside += 1;
        return Promise.resolve();
      }
      return new Promise((admit, refuse) => {
        line.add({ since: performance.now(), admit, refuse });
        watchLine();
      });
    },
    leave(done) {
      if (done) lastDone = performance.now();
      const [next] = line;
      if (next === undefined) {
        inside -= 1;
        return;
      }
      line.delete(next);
      next.admit();
    },
  };
}
