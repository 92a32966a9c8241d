import type { StorageAdapter } from "../storage.js";
import type { Clock } from "../values/clock.js";
import type { ArrivingTask, Belonging } from "./arriving-task.js";
import { gatheredTask } from "./gathered-task.js";
import { insertions } from "./insertions.js";
import type { ImportRecord } from "./records.js";
import { streamedTask } from "./streamed-task.js";

/** Tasks on their way into a storage. Records are given one after the other and stored many tasks at once. */
export interface Arrivals {
  /**
   * The task before is complete, this one begins. One that takes the place of another is there as soon as that can be, so that
   * hardly any is missing when the process is killed. Throws what failed before.
   */
  begin(task: Extract<ImportRecord, { readonly kind: "task" }>, replaces: boolean): Promise<void>;
  /** Something of the task that began last. */
  add(record: Belonging): Promise<void>;
  /** Whether the task of this id came and is not stored wholly yet. */
  arrives(id: string): boolean;
  /** Nothing more comes of any task so far. Resolves when all is stored; throws what failed. */
  end(): Promise<void>;
  /** The task that began last will never be complete: removes it, and lets those before it be stored. */
  giveUp(because: unknown): Promise<void>;
}

/** Tasks that are stored at once, so that they share the waiting for the disk. */
const MOST_AT_ONCE = 128;
/** Size of the records that wait for those before them; one alone may be larger. */
const MOST_WAITING = 1024 * 1024;

export function arrivals(storage: StorageAdapter, clock: Clock): Arrivals {
  const ending = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  const insert = insertions(storage, MOST_AT_ONCE);
  let current: { readonly id: string; readonly task: ArrivingTask } | undefined;
  let waiting = 0;

  /** From here on the task ends by itself, or removes itself. */
  function release(): void {
    if (current === undefined) return;
    const { id, task } = current;
    current = undefined;
    const done = task
      .end()
      .catch(async (error: unknown) => {
        failures.push(error);
        await task.remove(error).catch((worse: unknown) => failures.unshift(worse));
      })
      .finally(() => ending.delete(id));
    ending.set(id, done);
  }

  function throwFailure(): void {
    if (failures.length > 0) throw failures[0];
  }

  return {
    async begin({ value, size }, replaces) {
      release();
      if (waiting >= MOST_WAITING) await Promise.all(ending.values());
      else if (ending.size >= MOST_AT_ONCE) await Promise.race(ending.values());
      throwFailure();
      waiting = ending.size === 0 ? size : waiting + size;
      const streamed = () => streamedTask(storage, value, clock, insert);
      const inOneStep = storage.tasks.insertWithRuns !== undefined && !replaces;
      const task = inOneStep ? gatheredTask(value, insert, streamed) : streamed();
      current = { id: value._id, task };
    },
    async add(record) {
      if (current === undefined) return;
      waiting += record.size;
      const added = current.task.add(record);
      added.catch(() => {});
      if (waiting < MOST_WAITING) return;
      // What the last task goes on holding is no more than this again.
      await Promise.all([...ending.values(), added]);
      waiting = 0;
    },
    arrives: (id) => id === current?.id || ending.has(id),
    async end() {
      release();
      await Promise.all(ending.values());
      throwFailure();
    },
    async giveUp(because) {
      const arriving = current;
      current = undefined;
      await Promise.all(ending.values());
      await arriving?.task.remove(because);
    },
  };
}
