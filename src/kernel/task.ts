import type { RunErrorCode } from "./errors.js";
import type { TaskData, TaskId } from "./task-types/task-types.js";

export const TASK_STATUSES = ["draft", "waiting", "running", "aborting...", "aborted", "failed", "complete"] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Every status change the kernel makes; any other is refused with TRANSITION_REFUSED. */
export const TRANSITIONS: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  draft: ["waiting"],
  // Waiting tasks fail when their run can no longer be started, for example because its plugin was removed.
  waiting: ["running", "aborted", "failed"],
  // Back to waiting: the server stopped in the middle, and the run goes on when it starts again.
  running: ["aborting...", "complete", "failed", "waiting"],
  "aborting...": ["aborted"],
  aborted: ["waiting"],
  failed: ["waiting"],
  complete: ["waiting"],
};

export function mayChange(from: TaskStatus, to: TaskStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

/** At rest a task has no run waiting or running. */
export function atRest(status: TaskStatus): boolean {
  return status !== "waiting" && status !== "running" && status !== "aborting...";
}

/** The status a filter means: the names themselves, `done` for complete and `aborting` for aborting... */
export function statusNamed(text: string): string {
  const name = text.trim().toLowerCase();
  if (name === "done") return "complete";
  if (name === "aborting") return "aborting...";
  return name;
}

/** How far a run is. `total` to `skipped` count input lines. Times are ISO 8601. */
export interface Progress {
  readonly total: number;
  readonly done: number;
  readonly ok: number;
  readonly failed: number;
  /** Passed over without being worked, for example because an earlier run has done them. */
  readonly skipped: number;
  /** Whole percent of the lines that are done, with the parts that those in work report. Below 100 while one is open. */
  readonly percent: number;
  readonly rows: number;
  readonly files: number;
  /** Of the files, in bytes. */
  readonly bytes: number;
  /** Lines that were tried again after they had failed. */
  readonly retries: number;
  /** Requests that were refused: by a block page, a limit or robots rules. */
  readonly blocked: number;
  /** Of language models. */
  readonly tokens: number;
  /** What language models cost, in the currency of their prices. */
  readonly cost: number;
  /**
   * What the run is at, in a word or two of its task type, and whom it waits for until when; empty when it does not say:
   * `crawling: 6 pages done, 20 waiting; example.com rests until 14:05:30 UTC (it answered 429)`.
   */
  readonly phase: string;
  /** The line most recently begun, shortened. */
  readonly current: string;
  /** Seconds to the end at the pace so far; null while nothing can be said. */
  readonly etaSeconds: number | null;
  readonly startedAt: string;
  readonly updatedAt: string;
}

/** Why the last run failed: a sentence of what is wrong and one of what to do. */
export interface TaskError {
  readonly code: RunErrorCode;
  readonly message: string;
}

/** Encrypted values, each under the JSON Pointer (RFC 6901) of the place it was taken from: `/smtp/password`. */
export type Sealed = Readonly<Record<string, string>>;

/** When a task with a `jobCron` runs next. Times are ISO 8601. */
export interface Schedule {
  /** The settings it was computed from. */
  readonly cron: string;
  readonly timezone: string;
  /** Absent when it never fires again. */
  readonly nextAt?: string;
  readonly lastAt?: string;
}

/** A unit of work, as it is stored. A search finds all of it but `sealed`. `Type` is known where the compiler saw it created. */
export interface Task<Type extends string = string> {
  /** 24 hexadecimal characters; the first 8 are the creation time in seconds. */
  readonly _id: TaskId<Type>;
  readonly group: string;
  /** Always equal to `data.jobName`. */
  readonly name: string;
  /** Lower case with spaces: `article creator`. */
  readonly type: string;
  readonly status: TaskStatus;
  /** The configuration as posted, defaults included. */
  readonly data: TaskData<Type>;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; moved by changes of data and of status. */
  readonly updatedAt: string;
  /** Counts the writes; the storage compares it. */
  readonly revision: number;
  /** The newest run, while there is one. */
  readonly runId?: string;
  /** The fence of that run while it is worked. */
  readonly fence?: number;
  readonly schedule?: Schedule;
  readonly progress?: Progress;
  readonly error?: TaskError;
  /** The secrets of `data`, which shows a mask in their place. */
  readonly sealed?: Sealed;
}

export interface TaskSummary {
  readonly group: string;
  readonly name: string;
  readonly type: string;
  readonly status: TaskStatus;
  readonly id: string;
}

export function summaryOf(task: Task): TaskSummary {
  return { group: task.group, name: task.name, type: task.type, status: task.status, id: task._id };
}
