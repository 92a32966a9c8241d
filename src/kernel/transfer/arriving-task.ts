import type { Run } from "../storage.js";
import { atRest, type Task } from "../task.js";
import type { Contents } from "./format.js";
import type { ImportRecord } from "./records.js";

/** What a task brings along, with the number of its line. */
export type Belonging = Exclude<ImportRecord, { readonly kind: "account" | "task" }>;

/** A task while its content comes in. No call needs the one before to be done. */
export interface ArrivingTask {
  /** Resolves when all that was added so far is stored or held; rejects when something could not be stored. */
  add(record: Belonging): Promise<void>;
  /** Stores what is held; from then on the task is what it was. Rejects as `add` does. */
  end(): Promise<void>;
  /** Removes what is stored of the task, because of the error. */
  remove(because: unknown): Promise<void>;
}

/** Items and characters that are gathered before they are written. */
export const BATCH = { items: 500, size: 1024 * 1024 } as const;

/** The run is what it was, or what a stop of the server makes of it. */
export function restedRun(run: Contents["run"]): Run {
  return run.status === "waiting" || run.status === "running" ? { ...run, status: "interrupted" } : run;
}

/** The task with these runs as it is stored. */
export function restedTask(task: Contents["task"], runIds: ReadonlySet<string>): Task {
  const { runId, ...others } = task;
  // A run that did not come along is not the task's, whoever has one of that id.
  const whole: Task = runId === undefined || runIds.has(runId) ? task : others;
  return atRest(whole.status) ? whole : { ...whole, status: "aborted" };
}
