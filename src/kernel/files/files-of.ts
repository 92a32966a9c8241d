import type { ContentStore } from "../storage.js";
import { loadedOnce } from "../values/loaded-once.js";
import type { TaskFiles } from "./task-files.js";

const load = loadedOnce(() => import("./task-files.js"));

/** The files of tasks as their users see them; what reads them is loaded when it is first needed. */
export async function filesOf(content: Pick<ContentStore, "files" | "file">): Promise<TaskFiles> {
  return (await load()).taskFiles(content);
}
