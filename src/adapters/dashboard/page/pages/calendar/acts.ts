import { confirm } from "../../parts/dialog.js";
import { toast, toastError } from "../../parts/toast.js";
import { client } from "../../state/client.js";
import { calendarPage as say } from "../../strings.js";
import type { Item } from "./planned.js";

/** Has no tick of a task fire before a date; an empty one lets it go on. */
export async function pause(id: string, name: string, until: string): Promise<void> {
  try {
    // Every task type has the field.
    await client.setData(id, { jobCronPausedUntil: until } as never);
    toast(until === "" ? say.goesOn(name) : say.isPaused(name, until), { kind: "success" });
  } catch (error) {
    toastError(error);
  }
}

interface Outcome {
  readonly status?: string;
}

/** Takes back a planned post, or all that its run has made. Resolves when that is done, or was not wanted. */
export async function takeBack({ taskId, taskName, title, target, back }: Item, isAll: boolean): Promise<void> {
  const task = taskName || say.untitled;
  const isMeant = await confirm({
    title: isAll ? say.takeAllBackTitle : say.takeBackTitle,
    text: isAll ? say.takeAllBackIs(task) : say.takeBackIs(title, target ?? task),
    yes: say.takeBack,
    danger: true,
  });
  if (!isMeant || back === undefined) return;
  try {
    const { run, post } = back;
    // Of this run alone, so that the next one posts again.
    const overrides = { rollbackRunId: run, ...(isAll || post === undefined ? {} : { rollbackFiles: [post] }) };
    await client.restart(taskId, { overrides, origin: "ui" });
    toast(say.takingBack(isAll ? task : title));
    const { status, error } = await client.waitForCompletion(taskId);
    if (error) throw new Error(error.message);
    const { rows } = await client.results<Outcome>(taskId, { limit: 1000 });
    const done = rows.filter((row) => row.status === "deleted").length;
    const rest = rows.length - done;
    if (status === "complete") toast(say.tookBack(done, rest), { kind: rest > 0 ? "warning" : "success" });
  } catch (error) {
    toastError(error);
  }
}
