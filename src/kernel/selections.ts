import type { Selection, TaskMember } from "./storage.js";
import { summaryOf, type Task, type TaskSummary } from "./task.js";
import { copyOf } from "./values/json.js";

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
