import type { StorageAdapter } from "../storage.js";
import type { Task } from "../task.js";
import { Batches } from "../values/batches.js";
import type { Clock } from "../values/clock.js";
import { type ArrivingTask, arrivingTask, type Belonging } from "./arriving-task.js";
import type { ImportRecord } from "./records.js";

/** Tasks on their way into a storage. Records are given one after the other and stored many tasks at once. */
export interface Arrivals {
  /** The task before is complete, this one begins. Throws what failed before. */
  begin(task: Extract<ImportRecord, { readonly kind: "task" }>): Promise<void>;
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
  const { tasks } = storage;
  const insertions = new Batches<Task, void>(
    async (all) => {
      await (tasks.insertAll?.(all) ?? tasks.insert(all[0]!));
      return [];
    },
    tasks.insertAll === undefined ? 1 : MOST_AT_ONCE,
  );
  let current: { readonly id: string; readonly task: ArrivingTask; work: Promise<void> } | undefined;
  let waiting = 0;

  /** From here on the task ends by itself, or removes itself. */
  function release(): void {
    if (current === undefined) return;
    const { id, task, work } = current;
    current = undefined;
    const done = work
      .then(() => task.end())
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
    async begin({ value, size }) {
      release();
      if (waiting >= MOST_WAITING) await Promise.all(ending.values());
      else if (ending.size >= MOST_AT_ONCE) await Promise.race(ending.values());
      throwFailure();
      waiting = ending.size === 0 ? size : waiting + size;
      const task = arrivingTask(storage, value, clock, (first) => insertions.add(first));
      current = { id: value._id, task, work: Promise.resolve() };
    },
    async add(record) {
      const arriving = current;
      if (arriving === undefined) return;
      waiting += record.size;
      arriving.work = arriving.work.then(() => arriving.task.add(record));
      arriving.work.catch(() => {});
      if (waiting < MOST_WAITING) return;
      await arriving.work;
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
      await arriving?.work.catch(() => {});
      await arriving?.task.remove(because);
    },
  };
}
