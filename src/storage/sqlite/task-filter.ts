import type { HintValue, TaskHint } from "../../kernel/storage.js";
import { jsonCondition } from "./json-condition.js";
import type { Bound } from "./statement-results.js";
import { type LeafHint, leafCondition, textLeaf } from "./text-condition.js";

/** A condition in SQL that every task which fits a hint meets, and most others do not. */
export interface Filter {
  readonly sql: string;
  readonly parameters: readonly Bound[];
  /** Where it looks. */
  readonly reads: "task" | "data" | "both";
  /** How many conditions of a hint it is made of. */
  readonly leaves: number;
}

/** `all` when it holds for every task, `none` when for no task. */
export type TaskFilter = "all" | "none" | Filter;

/** A hint with more conditions than this is heard in part, because SQLite takes no statement of any length. */
const MAX_LEAVES = 300;

/** Members of a task that have a column and hold text. */
export const COLUMNS: ReadonlyMap<string, string> = new Map([
  ["_id", "id"],
  ["type", "type"],
  ["status", "status"],
  ["group", "grp"],
  ["name", "name"],
  ["data.jobName", "name"],
  ["createdAt", "created_at"],
  ["updatedAt", "updated_at"],
]);

/** Members that are JSON in a column, and whether the path of what is in them begins with their name. */
const JSON_COLUMNS: ReadonlyMap<string, { readonly column: string; readonly keepsName: boolean }> = new Map([
  ["data", { column: "task_data.data", keepsName: false }],
  ["runId", { column: "task.more", keepsName: true }],
  ["fence", { column: "task.more", keepsName: true }],
  ["schedule", { column: "task.more", keepsName: true }],
  ["progress", { column: "task.more", keepsName: true }],
  ["error", { column: "task.more", keepsName: true }],
]);

export function filterOf(hint: TaskHint | undefined): TaskFilter {
  return hint === undefined ? "all" : filter(hint);
}

function filter(hint: TaskHint): TaskFilter {
  if ("all" in hint) return together(hint.all.map(filter));
  if ("any" in hint) return either(merged(hint.any).map(filter));
  const column = COLUMNS.get(hint.path);
  if (column !== undefined) return columnFilter(`task.${column}`, hint);
  const [member = "", ...below] = hint.path.split(".");
  const json = JSON_COLUMNS.get(member);
  if (json === undefined) return "all";
  const condition = jsonCondition(json.column, json.keepsName ? [member, ...below] : below, hint);
  return condition === "all"
    ? condition
    : { ...condition, reads: json.column === "task_data.data" ? "data" : "task", leaves: 1 };
}

/** Alternatives of one path as one condition: thousands of them are no more than one list. */
function merged(parts: readonly TaskHint[]): readonly TaskHint[] {
  const values = new Map<string, HintValue[]>();
  const others: TaskHint[] = [];
  for (const part of parts) {
    if (!("values" in part)) others.push(part);
    else values.set(part.path, [...(values.get(part.path) ?? []), ...part.values]);
  }
  return [...Array.from(values, ([path, list]): TaskHint => ({ path, values: list })), ...others];
}

function together(parts: readonly TaskFilter[]): TaskFilter {
  if (parts.includes("none")) return "none";
  const filters = parts.filter((part) => typeof part !== "string");
  // What a column says is cheaper to find out than what is in the data.
  filters.sort((one, other) => costOf(one) - costOf(other));
  let leaves = 0;
  const heard = filters.filter((part) => {
    leaves += part.leaves;
    return leaves <= MAX_LEAVES;
  });
  return joined(heard, " AND ") ?? "all";
}

function either(parts: readonly TaskFilter[]): TaskFilter {
  if (parts.includes("all")) return "all";
  const filters = parts.filter((part) => typeof part !== "string");
  filters.sort((one, other) => costOf(one) - costOf(other));
  const alternatives = joined(filters, " OR ");
  if (alternatives === undefined) return "none";
  return alternatives.leaves > MAX_LEAVES ? "all" : alternatives;
}

function joined(filters: readonly Filter[], operator: " AND " | " OR "): Filter | undefined {
  const [only] = filters;
  if (only === undefined || filters.length === 1) return only;
  return {
    sql: `(${filters.map(({ sql }) => sql).join(operator)})`,
    parameters: filters.flatMap(({ parameters }) => parameters),
    reads: filters.every(({ reads }) => reads === only.reads) ? only.reads : "both",
    leaves: filters.reduce((sum, { leaves }) => sum + leaves, 0),
  };
}

function columnFilter(column: string, hint: LeafHint): TaskFilter {
  const leaf = textLeaf(hint);
  if (typeof leaf === "string") return leaf;
  return { ...leafCondition(column, leaf), reads: "task", leaves: 1 };
}

function costOf({ reads }: Filter): number {
  return reads === "task" ? 0 : 1;
}
