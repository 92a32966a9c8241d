import type { Selection, TaskMember } from "../../kernel/storage.js";
import type { Task } from "../../kernel/task.js";
import { givenText, namesOf } from "./given-rows.js";
import { isLong, keyOf } from "./keys.js";
import { LARGE_BYTES } from "./pages.js";
import { parsed } from "./records.js";

/** A row of the table, as far as it was asked for. */
export interface TaskRow {
  readonly seq: string;
  readonly id: string;
  readonly grp: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  /** JSON of those of the columns before whose texts are too long for an index. */
  readonly long: string | null;
  /** JSON of all other members but data; absent when not asked for. */
  readonly more?: string;
  /** Absent when not asked for, null when they are large. */
  readonly data?: string | null;
}

export type TaskValue = string | number | null;

/** The columns that are given when tasks are inserted. */
export const TASK_COLUMNS = [
  "id text",
  "grp text",
  "name text",
  "type text",
  "status text",
  "revision bigint",
  "data text",
  "large text",
  "more text",
  "long text",
  "sealed text",
] as const;

type Keyed = Pick<Task, "_id" | "group" | "name" | "type" | "status">;

/** What to read of a row for the members of a selection. */
export interface Reads {
  readonly data: boolean;
  readonly more: boolean;
}

const KEYED: readonly TaskMember[] = ["_id", "group", "name", "type", "status"];

export function readsOf({ reads }: Selection<unknown>): Reads {
  return {
    data: reads.includes("data"),
    more: reads.some((member) => member !== "data" && !KEYED.includes(member)),
  };
}

/** The columns of a whole row, whatever it weighs. */
export const WHOLE = "seq, id, grp, name, type, status, long, more, coalesce(data, large) AS data";

/** The values of the columns from `id` to `sealed`, in the order of the table. */
export function columnsOf(task: Task): TaskValue[] {
  const { _id, group, name, type, status, data, sealed, ...more } = task;
  const keyed = { _id, group, name, type, status };
  const long = Object.entries(keyed).filter(([, text]) => isLong(text));
  const text = JSON.stringify(data);
  const isLarge = Buffer.byteLength(text) > LARGE_BYTES;
  return [
    ...Object.values(keyed).map(keyOf),
    task.revision,
    ...(isLarge ? [null, text] : [text, null]),
    JSON.stringify(more),
    long.length === 0 ? null : JSON.stringify(Object.fromEntries(long)),
    sealed === undefined ? null : JSON.stringify(sealed),
  ];
}

function keyedOf({ id, grp, name, type, status, long }: TaskRow): Keyed {
  const keyed = { _id: id, group: grp, name, type, status };
  // The status is one that was stored.
  return (long === null ? keyed : Object.assign(keyed, parsed(long))) as Keyed;
}

/** The task with the members that were read. */
export function taskOf(row: TaskRow, sealed?: string | null): Task {
  const task: Partial<Record<TaskMember | "sealed", unknown>> = keyedOf(row);
  if (typeof row.data === "string") task.data = parsed(row.data);
  if (row.more !== undefined) Object.assign(task, parsed(row.more));
  if (typeof sealed === "string") task.sealed = parsed(sealed);
  // A selection reads no more than it says, so that what it was not given is not missed.
  return task as Task;
}

/** The text of the task's JSON, for a row that was read wholly. */
export function textOf(row: TaskRow): string {
  const keyed = JSON.stringify(keyedOf(row));
  return `${keyed.slice(0, -1)},"data":${row.data},${row.more?.slice(1)}`;
}

/** The rows are given from the first value on. */
export function insertTasksText(schema: string): string {
  const columns = namesOf(TASK_COLUMNS);
  return `INSERT INTO ${schema}.task (${columns}) SELECT ${columns} FROM ${givenText(TASK_COLUMNS)} ORDER BY number`;
}
