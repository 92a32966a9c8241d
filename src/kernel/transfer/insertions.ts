import type { ScriptoriumError } from "../errors.js";
import type { Run, StorageAdapter, TaskWithRuns } from "../storage.js";
import { Batches } from "../values/batches.js";
import { refusedRun } from "./refused-run.js";

/** A task that is stored in one step. */
export interface Insertion extends TaskWithRuns {
  /** The numbers of the lines that its runs were in. */
  readonly runLines: readonly number[];
}

/** Stores a task together with others that are added meanwhile, in the order of the calls. */
export type Insert = (insertion: Insertion) => Promise<void>;

/** `most` at a time. Runs come along only where the storage can insert tasks with them. */
export function insertions(storage: StorageAdapter, most: number): Insert {
  const { tasks } = storage;

  async function store(all: readonly TaskWithRuns[]): Promise<void> {
    if (tasks.insertWithRuns !== undefined) return tasks.insertWithRuns(all);
    const bare = all.map(({ task }) => task);
    await (tasks.insertAll?.(bare) ?? tasks.insert(bare[0]!));
  }

  const hasMany = (tasks.insertWithRuns ?? tasks.insertAll) !== undefined;
  const batches = new Batches<Insertion, ScriptoriumError | undefined>(
    async (all) => {
      const refusals = await refusedRuns(storage, all);
      const wanted = all.filter((_, index) => refusals[index] === undefined);
      if (wanted.length > 0) await store(wanted);
      return refusals;
    },
    hasMany ? most : 1,
  );
  return async (insertion) => {
    const refusal = await batches.add(insertion);
    if (refusal !== undefined) throw refusal;
  };
}

/** What is wrong with the runs of each, so that one does not keep the others out. */
async function refusedRuns({ runs }: StorageAdapter, all: readonly Insertion[]) {
  const stored = await Promise.all(all.map((one) => Promise.all(one.runs.map(({ run }) => runs.get(run._id)))));
  const before = new Map<string, string>();
  const refusalOf = (one: Insertion, there: readonly (Run | undefined)[]) => {
    for (const [place, { run }] of one.runs.entries()) {
      const owner = there[place]?.taskId ?? before.get(run._id);
      if (owner !== undefined) return refusedRun(run, owner, one.runLines[place]!);
      before.set(run._id, run.taskId);
    }
    return undefined;
  };
  return all.map((one, index) => refusalOf(one, stored[index]!));
}
