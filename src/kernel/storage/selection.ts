import { summaryOf, type Task, type TaskSummary } from "../task.js";
import { copyOf } from "../values/json.js";

/**
 * What a matching task must have. A storage narrows with what it has an index for: a scan may deliver too much, never too
 * little. A condition on a path holds for a task when it holds for the value there or, if that is a list, for one of its
 * elements; where lists lie on the way, for what one of their elements has there. A list within a list, there or on the
 * way, means all its elements, at any depth. Text is compared by code unit, and only with text, as numbers only with
 * numbers.
 */
export type TaskHint =
  | { readonly all: readonly TaskHint[] }
  | { readonly any: readonly TaskHint[] }
  | { readonly path: string; readonly values: readonly HintValue[] }
  | { readonly path: string; readonly range: HintRange }
  /** The text there begins with `prefix`. */
  | { readonly path: string; readonly prefix: string };

export type HintValue = string | number | boolean;

/** At least one bound; all are of one type. */
export interface HintRange {
  readonly gt?: string | number;
  readonly gte?: string | number;
  readonly lt?: string | number;
  readonly lte?: string | number;
}

/** The members of a task that can be searched; its encrypted values are not among them. */
export type TaskMember = Exclude<keyof Task, "sealed">;

/** What a scan delivers, and of which tasks. */
export interface Selection<T> {
  /** The members that `pick` reads; a storage may leave out all others. */
  readonly reads: readonly TaskMember[];
  /**
   * What to deliver for the task, or undefined to pass it over. It gets the record as it is stored: it neither changes
   * nor keeps any of it, and what it returns shares nothing with it. What it throws ends the scan.
   */
  pick(task: Task): T | undefined;
}

/** Members that hold a text in every task. */
export const TEXT_MEMBERS = ["_id", "type", "status", "group", "name", "createdAt", "updatedAt"] as const;

/** Tasks by a text, compared by code unit; those with the same text in creation order, whatever the direction. */
export interface TaskOrder {
  readonly member: (typeof TEXT_MEMBERS)[number];
  readonly direction: 1 | -1;
}

/**
 * What a list shows of each task: the names of the members of its elements, in their order, with where their values come
 * from. `keywords` are those that have an article, of a draft none; a form with them has the `_id` too.
 */
export type ListForm = Readonly<Record<string, ListValue>>;
export type ListValue = "_id" | "group" | "name" | "type" | "status" | "keywords" | { readonly text: string };

/** Elements of a list that follow one another. */
export interface ListPart {
  /** The JSON of the elements, with commas between them, as text or in UTF-8; empty when there is none. */
  readonly json: string | Uint8Array;
  /** The ids of the tasks with several keywords, in the order of the elements, which show any of them. */
  readonly several: readonly string[];
}

/** Every member of a task that can be searched. */
export const TASK_MEMBERS: readonly TaskMember[] = [
  "_id",
  "group",
  "name",
  "type",
  "status",
  "data",
  "createdAt",
  "updatedAt",
  "revision",
  "runId",
  "fence",
  "schedule",
  "progress",
  "error",
];

/** Whole tasks, as copies. */
export const WHOLE_TASKS: Selection<Task> = { reads: TASK_MEMBERS, pick: copyOf };

export const TASK_SUMMARIES: Selection<TaskSummary> = {
  reads: ["_id", "group", "name", "type", "status"],
  pick: summaryOf,
};
