import { type Kernel, ScriptoriumError, type Task } from "../../../kernel/index.js";

/** Why a task has no archive of files. */
export function noFiles({ _id, runId }: Task): ScriptoriumError {
  const message =
    runId === undefined
      ? "The task has no files yet. Run it first."
      : `The task has run, but has saved no files. GET /task/results/${_id} says what became of its lines.`;
  return new ScriptoriumError("FILE_NOT_FOUND", message, { id: _id });
}

/** Why a task has no feed; `isSet` says whether its data ask for one. */
export async function noFeed(
  { _id, type }: Task,
  isSet: boolean,
  plugins: Kernel["plugins"],
): Promise<ScriptoriumError> {
  const entry = plugins.find(type);
  const publishes = entry === undefined || Object.hasOwn((await plugins.plugin(entry)).options.shape, "publishFeed");
  const message = !publishes
    ? `Only a task with the field publishFeed, such as an RSS scraper, publishes a feed, and this task is of the type "${entry.words}". Get its rows with GET /task/results/${_id}?format=rss.`
    : isSet
      ? "The task has not published its feed yet. Run it first."
      : "The task publishes no feed. Set its publishFeed to rss, atom or json and run it.";
  return new ScriptoriumError("FILE_NOT_FOUND", message, { id: _id });
}
