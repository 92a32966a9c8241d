import { ScriptoriumError, type ShownRun, shown, type Tasks } from "../../../kernel/index.js";

/** The run that `?run=` names: `last`, `all`, or one by its id. Undefined for the last run of a task that never ran. */
export async function runNamed(
  tasks: Tasks,
  taskId: string,
  name: string | null,
): Promise<ShownRun | "all" | undefined> {
  if (name === "all") return "all";
  const wanted = runForm(taskId, name);
  if (wanted === "last" && (await tasks.existing(taskId)).runId === undefined) return undefined;
  return tasks.runOf(taskId, wanted);
}

/** The id of a run in a form that can exist, `last` when there is none; throws RUN_NOT_FOUND. */
export function runForm(taskId: string, name: string | null | undefined): string {
  if (!name) return "last";
  if (/^[A-Za-z0-9_-]{1,64}$/.test(name)) return name;
  throw new ScriptoriumError(
    "RUN_NOT_FOUND",
    `The task has no run with the id "${shown(name)}". List its runs to see which there are.`,
    { id: shown(taskId), run: shown(name) },
  );
}
