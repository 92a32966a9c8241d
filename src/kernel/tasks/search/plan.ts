import { TASK_MEMBERS, type TaskHint, type TaskMember, type TaskOrder, TEXT_MEMBERS } from "../../storage.js";
import type { Task } from "../../task.js";
import { type Json, type JsonObject, shown } from "../../values/json.js";
import type { CheckedProjection, CheckedSearch } from "../task-query.js";
import type { Effort } from "./effort.js";
import { hintOf, together } from "./hint.js";
import { mingo } from "./mingo.js";
import { patternCompiler } from "./patterns.js";
import { compiledProjection, type Leaf } from "./projection.js";
import { refused } from "./refused.js";
import { countOf } from "./steps.js";

/** A query of more values than these may be much work on a task with long lists. */
const MANY = 20;

/** How tasks are judged. */
export interface Judge {
  /** The members that are looked at. */
  readonly reads: readonly TaskMember[];
  /** What every match must have. */
  readonly hint: TaskHint | undefined;
  /** Whether every task that fits the hint passes, and the hint says nothing but that texts of a task equal some. */
  readonly isExact: boolean;
  /** Whether one task may be so much work that the event loop must get a turn after it. */
  readonly isHeavy: boolean;
  test(task: Task): boolean;
}

/** Passes every task. */
export const ANY_TASK: Judge = { reads: [], hint: undefined, isExact: true, isHeavy: false, test: () => true };

/** How tasks are shown. */
export interface View {
  readonly reads: readonly TaskMember[];
  /** Absent when tasks are shown whole. */
  readonly show?: (task: Task) => JsonObject;
}

// A task is JSON throughout, only its declared type is narrower.
const asDocument = (task: Task) => task as unknown as JsonObject;

/** Passes the tasks that both pass. */
export function both(one: Judge, other: Judge): Judge {
  if (one === ANY_TASK) return other;
  if (other === ANY_TASK) return one;
  return {
    reads: union(one.reads, other.reads),
    hint: together([one.hint, other.hint]),
    isExact: one.isExact && other.isExact,
    isHeavy: one.isHeavy || other.isHeavy,
    test: (task) => one.test(task) && other.test(task),
  };
}

/** Throws QUERY_REFUSED when the query cannot be evaluated. */
export async function judgeOf({ query }: CheckedSearch, effort: Effort): Promise<Judge> {
  if (Object.keys(query).length === 0) return ANY_TASK;
  const hasPatterns = some(query, (key) => key === "$re2");
  const patterns = hasPatterns ? await patternCompiler() : undefined;
  const test = (await mingo()).judging(query, effort, patterns);
  const reads = membersAt(pathsOf(query));
  const isHeavy = hasPatterns || countOf(query) > MANY || some(query, ordersLists);
  const isExact = Object.entries(query).every(([path, value]) => typeof value === "string" && isTextMember(path));
  return { reads, hint: hintOf(query), isExact, isHeavy: isHeavy && reads.includes("data"), test };
}

export function isTextMember(path: string): path is TaskOrder["member"] {
  return TEXT_MEMBERS.some((member) => member === path);
}

/** Whether a query has an operator or path, with its operand, that is as wanted. */
function some(query: Json, isWanted: (key: string, operand: Json) => boolean): boolean {
  if (typeof query !== "object" || query === null) return false;
  return Object.entries(query).some(([key, operand]) => isWanted(key, operand) || some(operand, isWanted));
}

function ordersLists(operator: string, operand: Json): boolean {
  return /^\$[gl]te?$/.test(operator) && typeof operand === "object";
}

/** The paths that judging a query reads. */
function pathsOf(query: JsonObject): string[] {
  return Object.entries(query).flatMap(([key, value]) =>
    key.startsWith("$") ? (value as readonly JsonObject[]).flatMap(pathsOf) : [key],
  );
}

/** Throws QUERY_REFUSED when the projection cannot be evaluated. */
export async function viewOf({ projection }: CheckedSearch, leaf: Leaf, effort: Effort): Promise<View> {
  if (Object.keys(projection).length === 0) return { reads: TASK_MEMBERS };
  const reads = membersShown(projection);
  const project = compiledProjection(projection, leaf, effort) ?? (await projectionByMingo(projection, reads, effort));
  return { reads, show: (task) => project(asDocument(task)) };
}

/** The top-level members that a projection reads. */
function membersShown(projection: CheckedProjection): readonly TaskMember[] {
  const paths = Object.keys(projection);
  const named = paths.filter((path) => projection[path] === 1).map((path) => path.split(".")[0]);
  if (named.length > 0) {
    const isShown = (member: TaskMember) => named.includes(member) || (member === "_id" && projection["_id"] !== 0);
    return TASK_MEMBERS.filter(isShown);
  }
  return TASK_MEMBERS.filter((member) => projection[member] !== 0);
}

/** The members of a task that paths begin with; all other paths lead nowhere. */
export function membersAt(paths: readonly string[]): TaskMember[] {
  const firsts = new Set(paths.map((path) => path.split(".")[0]));
  return TASK_MEMBERS.filter((member) => firsts.has(member));
}

export function union(...lists: readonly (readonly TaskMember[])[]): TaskMember[] {
  return [...new Set(lists.flat())];
}

async function projectionByMingo(
  projection: CheckedProjection,
  members: readonly TaskMember[],
  effort: Effort,
): Promise<(document: JsonObject) => JsonObject> {
  for (const path of Object.keys(projection)) {
    // mingo would merge what it shows into the method itself.
    if (path.split(".").some((name) => name in Object.prototype))
      throw refused(`The path "${shown(path)}" cannot be shown together with places in lists`, { path: shown(path) });
  }
  return (await mingo()).projecting(projection, members, effort);
}
