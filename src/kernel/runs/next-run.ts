import { ScriptoriumError } from "../errors.js";
import type { Run, RunOrigin } from "../storage.js";
import type { Task } from "../task.js";
import type { TaskPost } from "../task-types/task-types.js";
import { defined, type JsonObject } from "../values/json.js";
import { preparedOrNot } from "./run-input.js";
import type { RunnerParts } from "./runner-parts.js";

export interface RunOptions<Type extends string = string> {
  /** The caller; `library` by default. */
  readonly origin?: RunOrigin;
  /** Begins again even when the last run has lines left. */
  readonly restart?: boolean;
  /** Works once more the lines of the last run that failed, and of a complete one those that have come into the list since. */
  readonly only?: "failed";
  /** Replaces members of the task's own data object in this run. A mask keeps the task's own secret. */
  readonly overrides?: TaskPost<Type>;
  /** The run that started this one, and how many came before it in the chain. */
  readonly parentRunId?: string;
  readonly depth?: number;
}

/**
 * The run that a task at rest waits with: its last one, made ready to go on, when that has lines left, else a new one.
 * Throws TRANSITION_REFUSED when only failed lines are asked for and there are none.
 */
export async function nextRun(parts: RunnerParts, task: Task, options: RunOptions): Promise<Run> {
  const { only, origin = "library", overrides, parentRunId, depth } = options;
  const resumed = await resumable(parts, task, options);
  if (resumed !== undefined) return resumed;
  if (only !== undefined) throw nothingFailed(task);
  return parts.records.fresh(task, origin, {
    ...(await given(parts, task, overrides)),
    ...defined({ parentRunId, depth }),
  });
}

/** The last run, made ready to go on, as it is to be stored. It works on the data as they are now. */
async function resumable(
  parts: RunnerParts,
  task: Task,
  { restart, only, overrides }: RunOptions,
): Promise<Run | undefined> {
  if (restart === true) return undefined;
  const run = task.runId === undefined ? undefined : await parts.storage.runs.get(task.runId);
  if (run === undefined) return undefined;
  const isOpen =
    only === "failed"
      ? (await parts.records.keysOf(run._id, "failed")).size > 0
      : isUnfinished(run) && (await hasOpenLines(parts, task, run, overrides));
  if (!isOpen) return undefined;
  const {
    data: _,
    sealed: _s,
    error: _e,
    reason: _r,
    finishedAt: _f,
    only: _o,
    excused: _x,
    linesSeen: _l,
    overrides: _given,
    sealedOverrides: _sealed,
    ...kept
  } = run;
  return {
    ...kept,
    ...(overrides === undefined ? givenOf(run) : await given(parts, task, overrides)),
    // Where all lines have ended, those that it does not know are corrections of those that failed.
    ...defined({ only: run.status === "complete" && run.only === undefined ? undefined : only }),
    status: "waiting",
    attempts: 0,
    revision: run.revision + 1,
  };
}

/** What is stored of settings that are given for a run. */
async function given(parts: RunnerParts, task: Task, overrides: JsonObject | undefined): Promise<Partial<Run>> {
  if (overrides === undefined) return {};
  const { data, sealed } = await parts.tasks.hiddenOverrides(task, overrides);
  return givenOf({ overrides: data, ...(Object.keys(sealed).length === 0 ? {} : { sealedOverrides: sealed }) });
}

async function hasOpenLines(parts: RunnerParts, task: Task, run: Run, overrides?: JsonObject): Promise<boolean> {
  const entry = parts.registry.find(task.type);
  if (entry === undefined) return false;
  const own = overrides ?? (await parts.vault.revealed(run.overrides ?? {}, run.sealedOverrides)).data;
  const data = { ...(await parts.vault.revealed(task.data, task.sealed)).data, ...own };
  const prepared = preparedOrNot(await parts.registry.plugin(entry), data);
  if (prepared === undefined) return true;
  const finished = await parts.records.keysOf(run._id, "done");
  return prepared.lines.some((line) => !finished.has(line.key));
}

function givenOf({ overrides, sealedOverrides }: Pick<Run, "overrides" | "sealedOverrides">): Partial<Run> {
  return defined({ overrides, sealedOverrides });
}

/** One that waits though its task is at rest was being taken up, or aborted, when its process ended. */
function isUnfinished({ status }: Run): boolean {
  return status === "aborted" || status === "failed" || status === "interrupted" || status === "waiting";
}

function nothingFailed({ _id, runId }: Task): ScriptoriumError {
  const message =
    runId === undefined
      ? "The task has not run yet, so there is nothing to try again. Run it first."
      : "No line of the last run failed, so there is nothing to try again. Run the task to work all its lines.";
  return new ScriptoriumError("TRANSITION_REFUSED", message, { id: _id });
}
