import type { HintRange, HintValue, TaskHint } from "../../kernel/storage.js";
import { hasValues, isAny, type Leaf, narrowed } from "../hints.js";
import type { Bound } from "./statement-results.js";

/** A condition in SQL and what to bind to it. */
export interface Condition {
  readonly sql: string;
  readonly parameters: readonly Bound[];
}

export type LeafHint = Exclude<TaskHint, { readonly all: unknown } | { readonly any: unknown }>;

/** What a hint says of a text, wherever it is, with bounds that hold for the order of SQLite. */
export function textLeaf(
  hint: { readonly values: readonly HintValue[] } | { readonly range: HintRange } | { readonly prefix: string },
) {
  const wanted = narrowed({ ...hint, path: "name" });
  if (typeof wanted === "string") return wanted;
  const [leaf] = wanted;
  return leaf === undefined || isAny(leaf) ? "all" : leaf;
}

/** Several values go in as one JSON list, so that a statement is prepared for each form of a hint and not each length. */
export function leafCondition(column: string, leaf: Leaf): Condition {
  if (hasValues(leaf)) {
    const [first] = leaf.values;
    if (leaf.values.size === 1 && first !== undefined) return { sql: `${column} = ?`, parameters: [first] };
    return { sql: `${column} IN (SELECT value FROM json_each(?))`, parameters: [JSON.stringify([...leaf.values])] };
  }
  const { from, to } = leaf;
  if (from === undefined) return { sql: `${column} <= ?`, parameters: [to ?? ""] };
  if (to === undefined) return { sql: `${column} >= ?`, parameters: [from] };
  return { sql: `${column} BETWEEN ? AND ?`, parameters: [from, to] };
}
