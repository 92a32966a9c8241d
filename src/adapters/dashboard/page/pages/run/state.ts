import type { ShownRun } from "../../../../../kernel/index.js";
import type { Progress } from "../../../../../kernel/task.js";
import { client } from "../../state/client.js";
import { progressMoved, progressOf } from "../../state/live.js";
import { type Resource, useResource } from "../../state/resource.js";

type TaskNow = Awaited<ReturnType<typeof client.progress>>;

/** A task and one of its runs. */
export interface RunNow {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly task: TaskNow;
  /** None before the task has run. */
  readonly run: ShownRun | undefined;
  /** How many runs there are. */
  readonly runCount: number;
  /** Whether it is the newest. */
  readonly isLast: boolean;
}

export const isAtWork = (status: string): boolean => /^(?:waiting|running|aborting)/.test(status);

/** The run of the address, read again whenever something happens to its task. */
export function useRun(id: string | undefined, runId: string | undefined): Resource<RunNow> {
  return useResource(
    id === undefined ? undefined : `run ${id} ${runId ?? "last"}`,
    async (signal) => {
      const call = { signal };
      const [{ name, type }, task, { total, runs }] = await Promise.all([
        client.status(id!, call),
        client.progress(id!, call),
        client.runs(id!, { limit: 1 }, call),
      ]);
      const last = runs[0];
      const run = runId === undefined || runId === last?._id ? last : await client.runOf(id!, runId, call);
      return { id: id!, name, type, task, run, runCount: total, isLast: run?._id === last?._id };
    },
    id === undefined ? {} : { live: id, every: 800 },
  );
}

/** How far a run is, by the newest that was heard of it. */
export function progressNow({ id, run, isLast }: RunNow): Progress | undefined {
  void progressMoved.value;
  const heard = isLast && run !== undefined && isAtWork(run.status) ? progressOf.get(id) : undefined;
  if (heard === undefined) return run?.progress;
  // That of an earlier run may still be there.
  return run?.progress === undefined || heard.updatedAt >= run.progress.updatedAt ? heard : run.progress;
}

/** Seconds that a run took, or has taken so far; what it waited in between counts. */
export function secondsOf(run: ShownRun): number | undefined {
  if (run.startedAt === undefined) return undefined;
  const end = run.finishedAt === undefined ? Date.now() : Date.parse(run.finishedAt);
  return Math.max(0, (end - Date.parse(run.startedAt)) / 1000);
}
