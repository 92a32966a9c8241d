import { setImmediate as nextTurn } from "node:timers/promises";
import type { TaskHint } from "../../kernel/storage.js";
import type { Access, OpenStore } from "./open-store.js";
import { all, type Bound, one } from "./statement-results.js";
import { LIMIT } from "./statements.js";
import type { TaskFilter } from "./task-filter.js";
import { conditionOf, sourceOf, type TaskPlan } from "./task-plans.js";

/**
 * How many tasks one statement looks at. It begins small, since data objects may be large, and grows while the statements
 * take no time to speak of: the process does nothing else during one.
 */
const STRETCH = { first: 256, firstData: 32, most: 2048, quickMs: 3, slowMs: 12 } as const;

const ENDLESS = Number.MAX_SAFE_INTEGER;

/** What is asked of the tasks on a walk. */
export interface Question {
  readonly columns: string;
  readonly readsData: boolean;
  /** Rows come one for a task, with its `seq` first; otherwise one for a stretch. */
  readonly perTask: boolean;
  /**
   * What is made of the rows of a page by aggregate functions over `columns`, of which the first is named `seq`; there is
   * one row then.
   */
  readonly gathered?: string;
}

export const COUNT: Question = { columns: "count(*)", readsData: false, perTask: false };

export interface Walk {
  /** The next rows, of which there may be none; undefined at the end. */
  next(): Promise<readonly (readonly Bound[])[] | undefined>;
}

/** Reads the rows that answer the question, of the tasks that fit the hint, in creation order, stretch by stretch. */
export function walk({ read }: Access, question: Question, hint: TaskHint | undefined): Walk {
  const pace = createPace(question.readsData);
  let step: Step | undefined = (store, size) => {
    const plan = store.plans.plan(hint);
    if (plan.kind === "none") return { rows: [], next: undefined };
    return (plan.kind === "picked" ? pickedStep(plan, question) : rangeStep(plan, question))(store, size);
  };
  let begun = false;
  return {
    async next() {
      const present = step;
      if (present === undefined) return undefined;
      if (begun) await nextTurn();
      begun = true;
      const { rows, next } = await read((store) => pace.measure((size) => present(store, size)));
      step = next;
      return rows;
    },
  };
}

/** A page of the plan: its parameters are the list of tasks and those of the filter. */
export function pickedSql(question: Question, filter: TaskFilter): string {
  const { columns, readsData } = question;
  const { join, where } = partsOf(readsData, filter);
  // CROSS JOIN keeps the order of the tables, and so that of the list.
  return gathering(
    question,
    `SELECT ${columns} FROM json_each(?) AS picked CROSS JOIN task ON task.seq = picked.value ${join} WHERE ${where}`,
  );
}

/**
 * A page of the plan: its parameters are those of the leaf and of the filter, then the tasks after which the page begins and
 * with which it ends, and the size of the page if it has one.
 */
export function rangeSql(plan: RangePlan, question: Question): string {
  return gathering(question, rowsSql(plan, question));
}

function rowsSql(plan: RangePlan, { columns, readsData, perTask }: Question): string {
  const { join, where } = partsOf(readsData, plan.filter);
  const rest = (seq: string) => `${where} AND ${seq} > ? AND ${seq} <= ? ${perTask ? `ORDER BY ${seq} ${LIMIT}` : ""}`;
  if (plan.kind === "value") {
    return `SELECT ${columns} FROM ${sourceOf(plan.leaf)} ${join} WHERE ${conditionOf(plan.leaf).sql} AND ${rest("task.seq")}`;
  }
  if (typeof plan.filter !== "string" && plan.filter.reads === "data") {
    // What the data refuse need not be looked up among the tasks.
    return `SELECT ${columns} FROM task_data NOT INDEXED CROSS JOIN task ON task.seq = task_data.seq WHERE ${rest("task_data.seq")}`;
  }
  return `SELECT ${columns} FROM task NOT INDEXED ${join} WHERE ${rest("task.seq")}`;
}

/** A list that is made by a statement within keeps its order. */
function gathering({ gathered }: Question, rows: string): string {
  return gathered === undefined ? rows : `SELECT max(seq), count(*), ${gathered} FROM (${rows})`;
}

interface Answer {
  readonly rows: readonly (readonly Bound[])[];
  readonly next: Step | undefined;
}

/** Repeatable: what it answers says how to go on. */
type Step = (store: OpenStore, size: number) => Answer;
type RangePlan = TaskPlan & { readonly kind: "value" | "walk" };

function pickedStep(plan: TaskPlan & { readonly kind: "picked" }, question: Question, from = 0): Step {
  const sql = pickedSql(question, plan.filter);
  return ({ plans }, size) => {
    const end = from + size;
    const list = JSON.stringify(plan.seqs.slice(from, end));
    const rows = all<readonly Bound[]>(plans.statement(sql), list, ...parametersOf(plan.filter));
    return { rows, next: end < plan.seqs.length ? pickedStep(plan, question, end) : undefined };
  };
}

function rangeStep(plan: RangePlan, question: Question, newest?: number, after = 0): Step {
  const sql = rangeSql(plan, question);
  const parameters = [
    ...(plan.kind === "value" ? conditionOf(plan.leaf).parameters : []),
    ...parametersOf(plan.filter),
  ];
  return (store, size) => {
    // Tasks inserted from now on are left out, so that inserting one for each ends. What one page holds ends anyway.
    const last = newest ?? (isWhole(plan) ? undefined : newestOf(store));
    const end = last === undefined ? ENDLESS : isWhole(plan) ? last : endOfStretch(plan, store, after, last, size);
    const page = question.perTask ? [size] : [];
    const rows = all<readonly Bound[]>(store.plans.statement(sql), ...parameters, after, end, ...page);
    const reached = question.perTask ? (endOfFullPage(question, rows, size) ?? end) : end;
    if (reached === (last ?? ENDLESS)) return { rows, next: undefined };
    return { rows, next: rangeStep(plan, question, last ?? newestOf(store), reached) };
  };
}

/** The last task of a page; undefined when it is not full. */
function endOfFullPage({ gathered }: Question, rows: Answer["rows"], size: number): number | undefined {
  const last = rows.at(-1);
  const count = gathered === undefined ? rows.length : last?.[1];
  return count === size ? Number(last?.[0]) : undefined;
}

/** Whether every task that a page looks at is on it, so that a page looks at no more than its size. */
function isWhole(plan: RangePlan): boolean {
  return plan.kind === "walk" ? plan.filter === "all" : plan.alone;
}

function newestOf({ statements }: OpenStore): number {
  return one<{ seq: number | null }>(statements.newestTask)?.seq ?? 0;
}

/** The last task of a stretch, such that no more are looked at than there are to be, however few of them are wanted. */
function endOfStretch(
  plan: RangePlan,
  { statements, plans }: OpenStore,
  after: number,
  newest: number,
  size: number,
): number {
  if (plan.kind === "walk") {
    const first = one<{ seq: number | null }>(statements.taskAfter, after)?.seq ?? newest;
    return Math.min(first + size - 1, newest);
  }
  const { sql, parameters } = conditionOf(plan.leaf);
  const [row] = all<readonly number[]>(
    plans.statement(
      `SELECT seq FROM ${sourceOf(plan.leaf)} WHERE ${sql} AND seq > ? AND seq <= ? ORDER BY seq LIMIT 1 OFFSET ?`,
    ),
    ...parameters,
    after,
    newest,
    size - 1,
  );
  return row?.[0] ?? newest;
}

function partsOf(readsData: boolean, filter: TaskFilter) {
  const conditions = typeof filter === "string" ? undefined : filter;
  // The data are looked up for the tasks, never the reverse.
  const join =
    readsData || (conditions !== undefined && conditions.reads !== "task")
      ? "CROSS JOIN task_data ON task_data.seq = task.seq"
      : "";
  return { join, where: conditions?.sql ?? "TRUE" };
}

function parametersOf(filter: TaskFilter): readonly Bound[] {
  return typeof filter === "string" ? [] : filter.parameters;
}

/** Keeps each statement so small that the process is not held up by it. */
function createPace(readsData: boolean) {
  let size: number = readsData ? STRETCH.firstData : STRETCH.first;
  return {
    measure<T>(work: (size: number) => T): T {
      const begun = performance.now();
      const result = work(size);
      const took = performance.now() - begun;
      if (took < STRETCH.quickMs) size = Math.min(size * 2, STRETCH.most);
      else if (took > STRETCH.slowMs) size = Math.max(size >> 1, 1);
      return result;
    },
  };
}
