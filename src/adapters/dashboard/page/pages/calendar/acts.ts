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

/** Takes back what the run of a planned post has made. Resolves when that is done, or was not wanted. */
export async function takeBack({ taskId, taskName }: Item): Promise<void> {
  const isMeant = await confirm({
    title: say.takeBackTitle,
    text: say.takeBackIs(taskName || say.untitled),
    yes: say.takeBack,
    danger: true,
  });
  if (!isMeant) return;
  try {
    const { _id: run } = await client.runOf(taskId);
    await client.setData(taskId, { rollbackRunId: run } as never);
    try {
      await client.restart(taskId, { origin: "ui" });
      toast(say.takingBack(taskName || say.untitled));
      const { status, error } = await client.waitForCompletion(taskId);
      if (error) throw new Error(error.message);
      const { rows } = await client.results<Outcome>(taskId, { limit: 1000 });
      const done = rows.filter((row) => row.status === "deleted").length;
      const rest = rows.length - done;
      if (status === "complete") toast(say.tookBack(done, rest), { kind: rest > 0 ? "warning" : "success" });
    } finally {
      // Otherwise the next run would take it back once more instead of posting.
      await client.setData(taskId, { rollbackRunId: "" } as never);
    }
  } catch (error) {
    toastError(error);
  }
}
