import type { Kernel, Task } from "../../kernel/index.js";

/** Most entries of the log of a run that a reply repeats. */
const MOST_WARNINGS = 5;

/** What a complete run warned of: the newest entries of its log. */
export async function warningsOfRun({ _id, progress }: Task, content: Kernel["content"]): Promise<readonly string[]> {
  if (progress === undefined) return [];
  // What an earlier attempt at the run said may be settled by now.
  const page = { limit: MOST_WARNINGS + 1, levels: ["warn", "error"], from: progress.startedAt } as const;
  const entries = await content.logTail(_id, page);
  const newest = [...new Set(entries.slice(-MOST_WARNINGS).map(({ msg }) => msg))];
  if (entries.length <= MOST_WARNINGS) return newest;
  return [...newest, `The log has more such entries: GET /task/log/${_id}?level=warn lists them.`];
}
