import {
  type Selection,
  type StorageAdapter,
  TASK_MEMBERS,
  type TaskHint,
  type TaskMember,
} from "../../../src/kernel/storage.js";
import type { Task } from "../../../src/kernel/task.js";
import { memoryStorage } from "../../../src/storage/memory.js";

export interface SparingStorage extends StorageAdapter {
  /** What was asked for, in order. */
  readonly asked: { readonly how: "scan" | "texts"; readonly reads: readonly TaskMember[]; readonly hint?: TaskHint }[];
}

/** A storage in memory that hands over no member beyond those that are read, and that has the texts of its tasks. */
export function sparingStorage(): SparingStorage {
  const memory = memoryStorage();
  const asked: SparingStorage["asked"] = [];
  const spared = <T>({ reads, pick }: Selection<T>): Selection<T> => {
    return { reads, pick: (task) => pick(onlyWith(task, reads)) };
  };
  return {
    ...memory,
    asked,
    tasks: {
      ...memory.tasks,
      scan(selection, hint) {
        asked.push({ how: "scan", reads: selection.reads, ...(hint && { hint }) });
        return memory.tasks.scan(spared(selection), hint);
      },
      texts(judge, hint) {
        asked.push({ how: "texts", reads: judge?.reads ?? [], ...(hint && { hint }) });
        const isWanted = (task: Task) => judge === undefined || spared(judge).pick(task) === true;
        return memory.tasks.scan(
          { reads: TASK_MEMBERS, pick: (task) => (isWanted(task) ? JSON.stringify(task) : undefined) },
          hint,
        );
      },
    },
  };
}

function onlyWith(task: Task, members: readonly TaskMember[]): Task {
  // A selection promises to read nothing else.
  return Object.fromEntries(
    Object.entries(task).filter(([name]) => members.some((member) => member === name)),
  ) as never;
}
