import type { TaskHint, TaskOrder } from "../kernel/storage.js";
import { createTurns } from "../kernel/values/turns.js";
import { fits, indexedField, isOfIndexedFields, narrowed, sortsAlike } from "./hints.js";
import type { Indexed, TaskIndex } from "./task-index.js";

/** So few tasks are sorted as quickly when they are read. */
const FEW = 1000;

/** The ids of the first `most` tasks, as `TaskStore.first` has it; for storages with an index in memory. */
export async function firstEntries<Entry extends Indexed>(
  index: TaskIndex<Entry>,
  { member, direction }: TaskOrder,
  most: number,
  hint: TaskHint | undefined,
): Promise<readonly string[] | undefined> {
  const field = indexedField(member);
  if (field === undefined || !isOfIndexedFields(hint)) return undefined;
  const wanted = narrowed(hint);
  if (wanted === "none" || most === 0) return [];
  if (wanted !== "all" && index.size(wanted) < FEW) return undefined;
  const ids: string[] = [];
  const turns = createTurns();
  for (const { task } of await index.inOrder(field, direction)) {
    if (turns.due()) await turns.give();
    if (!fits(task, wanted)) continue;
    ids.push(task._id);
    if (ids.length === most) return sortsAlike(task[field]) ? ids : undefined;
  }
  return ids;
}
