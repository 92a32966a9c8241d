import { ScriptoriumError } from "../../errors.js";
import type { StorageAdapter } from "../../storage.js";
import type { Task } from "../../task.js";
import { shown } from "../../values/json.js";

/** So many runs of a chain may follow the first one. */
export const MAX_DEPTH = 20;

/** The id in `chainJobId`; empty for none. */
export function chainedTo(task: Pick<Task, "data">): string {
  const { chainJobId } = task.data;
  return typeof chainJobId === "string" ? chainJobId.trim() : "";
}

/**
 * Throws `chain-cycle` when the chain of the task comes back to a task it has been at, or has more links than may run
 * after each other. To be called when a run begins; the chain may still be edited while it runs, and is then held by
 * the depth of its runs.
 */
export async function refuseCycle(storage: Pick<StorageAdapter, "tasks">, task: Task): Promise<void> {
  const way: Task[] = [];
  for (let at: Task | undefined = task; at !== undefined; ) {
    const { _id } = at;
    const before = way.findIndex((one) => one._id === _id);
    if (before >= 0) throw cycle([...way.slice(before), at]);
    way.push(at);
    if (way.length > MAX_DEPTH + 1) throw tooLong(task);
    const next: string = chainedTo(at);
    at = next === "" ? undefined : await storage.tasks.get(next);
  }
}

function cycle(way: readonly Task[]): ScriptoriumError {
  const names = way.map(({ _id, name }) => `"${shown(name, 40)}" (${_id})`);
  return new ScriptoriumError(
    "chain-cycle",
    `The chain leads in a circle: ${names.join(" -> ")}. Empty chainJobId in one of these tasks and run again.`,
    { cycle: way.map(({ _id }) => _id) },
  );
}

function tooLong(task: Task): ScriptoriumError {
  return new ScriptoriumError(
    "chain-cycle",
    `The chain of this task has more than ${MAX_DEPTH} links. Empty chainJobId in one of them and run again.`,
    { id: task._id },
  );
}
