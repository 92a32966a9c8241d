import type { Run, StorageAdapter } from "../storage.js";
import type { Progress } from "../task.js";
import { isDone } from "./run-input.js";
import { StoredCounts } from "./step-counts.js";

/**
 * How far a run came by what is stored of it, for one whose worker is gone: a crash comes between two reports of progress, or
 * before the first. Undefined when nothing was reported and nothing is stored.
 */
export async function storedProgress(
  { tasks, runs, content }: StorageAdapter,
  run: Run,
  now: string,
): Promise<Progress | undefined> {
  const task = await tasks.get(run.taskId);
  const told = (task?.runId === run._id ? task.progress : undefined) ?? run.progress;
  const stored = new StoredCounts();
  let ok = 0;
  let failed = 0;
  for await (const line of runs.lines(run._id)) {
    if (isDone(line)) ok += 1;
    else failed += 1;
    stored.add(line.counts ?? {});
  }
  for await (const { counts } of runs.effects(run._id)) stored.add(counts ?? {});
  const rows = await content.countRows(run.taskId, run._id);
  if (told === undefined && ok + failed + rows + stored.files === 0) return undefined;
  // Stores of earlier versions have no such counts, and what was spent on a line that did not end is only here.
  stored.atLeast(told ?? {});
  const { files, bytes, retries, blocked, tokens, cost } = stored;
  const { phase = "", current = "", startedAt = run.startedAt ?? now } = told ?? {};
  const total = Math.max(told?.total ?? 0, ok + failed);
  const skipped = Math.min(told?.skipped ?? 0, total - ok - failed);
  const done = ok + failed + skipped;
  return {
    ...{ total, done, ok, failed, skipped },
    // What lines in work had reported of their parts is only here.
    percent: done === total ? 100 : Math.max(Math.floor((100 * done) / total), Math.min(told?.percent ?? 0, 99)),
    ...{ rows, files, bytes, retries, blocked, tokens, cost, phase, current },
    etaSeconds: done === total ? 0 : null,
    startedAt,
    updatedAt: now,
  };
}
