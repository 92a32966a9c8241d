import { hash } from "node:crypto";
import { ScriptoriumError } from "../errors.js";
import type { Task } from "../task.js";

/** Names what the data object of a stored task holds, secrets included: another name after any change of it, and of it alone. */
export function dataVersion({ data, sealed = {} }: Pick<Task, "data" | "sealed">): string {
  return hash("sha256", JSON.stringify([data, sealed]), "hex").slice(0, 32);
}

/** Throws DATA_CHANGED when the data object is no longer the one that had this version. */
export function refuseStale(task: Task, version: string | undefined): void {
  if (version === undefined || dataVersion(task) === version) return;
  throw new ScriptoriumError(
    "DATA_CHANGED",
    "Somebody else has changed the data object since it was read. Read it again and post what still holds; nothing was stored.",
    { id: task._id },
  );
}
