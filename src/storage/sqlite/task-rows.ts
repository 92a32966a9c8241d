import type { TaskMember } from "../../kernel/storage.js";
import type { Sealed, Task, TaskStatus } from "../../kernel/task.js";
import { type Bound, parsed } from "./statement-results.js";

/** In the order in which a task has them. */
const COLUMN_OF = {
  _id: "task.id",
  group: "task.grp",
  name: "task.name",
  type: "task.type",
  status: "task.status",
  data: "json(task_data.data)",
  createdAt: "task.created_at",
  updatedAt: "task.updated_at",
  revision: "task.revision",
  runId: "task.more",
  fence: "task.more",
  schedule: "task.more",
  progress: "task.more",
  error: "task.more",
} as const satisfies Record<TaskMember, string>;

const MEMBERS = Object.keys(COLUMN_OF) as TaskMember[];
const NO_MORE = "{}";

/** What is stored of a task besides its data, in the order of the columns of `task`. */
export function columnsOf(task: Task): { readonly columns: Bound[]; readonly data: string } {
  const { _id, group, name, type, status, data, createdAt, updatedAt, revision, sealed, ...more } = task;
  const sealedText = sealed === undefined ? null : JSON.stringify(sealed);
  const moreText = JSON.stringify(more);
  const columns = [_id, group, name, type, status, createdAt, updatedAt, revision, moreText, sealedText];
  return { columns, data: JSON.stringify(data) };
}

/** How the rows of a scan are read: lists of `seq` and the columns of the members. */
export interface Reading {
  readonly columns: readonly string[];
  readonly readsData: boolean;
  /** A task of the members that are read, and no others. */
  form(row: readonly Bound[]): Task;
}

/** Everything but `sealed`. */
export const WHOLE: Reading = {
  columns: ["task.seq", ...MEMBERS.flatMap((member) => (isMore(member) ? [] : [COLUMN_OF[member]])), "task.more"],
  readsData: true,
  form: wholeOf,
};

function wholeOf(row: readonly Bound[]): Task {
  const [, _id, group, name, type, status, data, createdAt, updatedAt, revision, more] = row as WholeRow;
  const task: Task = {
    _id,
    group,
    name,
    type,
    status,
    data: parsed(data, "task", _id),
    createdAt,
    updatedAt,
    revision,
  };
  return more === NO_MORE ? task : { ...task, ...parsed<Partial<Task>>(more, "task", _id) };
}

type WholeRow = [number, string, string, string, string, TaskStatus, string, string, string, number, string];

/** A task from a row of `WHOLE` with `sealed` after it. */
export function taskOf(row: readonly Bound[]): Task {
  const task = wholeOf(row);
  const sealed = row[WHOLE.columns.length];
  return sealed === null ? task : { ...task, sealed: parsed<Sealed>(sealed as string, "task", task._id) };
}

export function readingOf(reads: readonly TaskMember[]): Reading {
  const wanted = new Set(reads);
  if (wanted.size === MEMBERS.length) return WHOLE;
  const more = MEMBERS.filter((member) => wanted.has(member) && isMore(member));
  const plain = MEMBERS.filter((member) => wanted.has(member) && !isMore(member));
  const columns = ["task.seq", ...plain.map((member) => COLUMN_OF[member])];
  if (more.length > 0) columns.push("task.more");
  return {
    columns,
    readsData: wanted.has("data"),
    form(row) {
      const task: Record<string, unknown> = {};
      let place = 1;
      for (const member of plain) {
        const value = row[place];
        task[member] = member === "data" ? parsed(value as string, "task", task["_id"] as string | undefined) : value;
        place += 1;
      }
      const text = row[place];
      if (more.length > 0 && text !== NO_MORE) {
        const members = parsed<Partial<Task>>(text as string, "task", task["_id"] as string | undefined);
        for (const member of more) if (members[member] !== undefined) task[member] = members[member];
      }
      // What was not asked for is left out, which the type of a task does not show.
      return task as unknown as Task;
    },
  };
}

function isMore(member: TaskMember): boolean {
  return COLUMN_OF[member] === "task.more";
}

/** The JSON of a task without `sealed`, put together in SQLite. */
export const TEXT_COLUMN = `concat(${[
  ...MEMBERS.filter((member) => !isMore(member)).map((member, place) => {
    const column = COLUMN_OF[member];
    const text = member === "data" || member === "revision" ? column : `json_quote(${column})`;
    return `'${place === 0 ? "{" : ","}"${member}":', ${text}`;
  }),
  "CASE task.more WHEN '{}' THEN '}' ELSE ',' || substr(task.more, 2) END",
].join(", ")})`;
