import type { StorageAdapter } from "../storage.js";
import type { Clock } from "../values/clock.js";
import { type ArrivingTask, arrivingTask, type Belonging } from "./arriving-task.js";
import type { Contents } from "./format.js";

/** Tasks on their way into a storage. Records are given one after the other and stored several tasks at once. */
export interface Arrivals {
  /** The task before is complete, this one begins. Throws what failed before. */
  begin(task: Contents["task"]): Promise<void>;
  /** Something of the task that began last. */
  add(record: Belonging): Promise<void>;
  /** Nothing more comes of any task so far. Resolves when all is stored; throws what failed. */
  end(): Promise<void>;
  /** The task that began last will never be complete: removes it, and lets those before it be stored. */
  giveUp(because: unknown): Promise<void>;
}

/** Tasks that are stored at once, so that they share the waiting for the disk. */
const MOST_AT_ONCE = 16;
/** Size of the records of a task that wait for those before them; one alone may be larger. */
const MOST_WAITING = 1024 * 1024;

export function arrivals(storage: StorageAdapter, clock: Clock): Arrivals {
  const ending = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let current: { readonly task: ArrivingTask; work: Promise<void>; waiting: number } | undefined;

  /** From here on the task ends by itself, or removes itself. */
  function release(): void {
    if (current === undefined) return;
    const { task, work } = current;
    current = undefined;
    const done = work
      .then(() => task.end())
      .catch(async (error: unknown) => {
        failures.push(error);
        await task.remove(error).catch((worse: unknown) => failures.unshift(worse));
      })
      .finally(() => ending.delete(done));
    ending.add(done);
  }

  function throwFailure(): void {
    if (failures.length > 0) throw failures[0];
  }

  return {
    async begin(task) {
      release();
      if (ending.size >= MOST_AT_ONCE) await Promise.race(ending);
      throwFailure();
      // One after the other, because that is their order in lists.
      current = { task: await arrivingTask(storage, task, clock), work: Promise.resolve(), waiting: 0 };
    },
    async add(record) {
      const arriving = current;
      if (arriving === undefined) return;
      arriving.waiting += record.size;
      arriving.work = arriving.work.then(() => arriving.task.add(record));
      // The next reader gets the error.
      arriving.work.catch(() => {});
      if (arriving.waiting < MOST_WAITING) return;
      await arriving.work;
      arriving.waiting = 0;
    },
    async end() {
      release();
      await Promise.all(ending);
      throwFailure();
    },
    async giveUp(because) {
      const arriving = current;
      current = undefined;
      await arriving?.work.catch(() => {});
      await Promise.all(ending);
      await arriving?.task.remove(because);
    },
  };
}
