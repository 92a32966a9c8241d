import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { TaskHint } from "../../kernel/storage.js";
import { hasValues, type IndexedField, isAny, type Leaf, narrowed, type Condition as Wanted } from "../hints.js";
import { all } from "./statement-results.js";
import { LIMIT } from "./statements.js";
import { filterOf, type TaskFilter } from "./task-filter.js";
import { leafCondition } from "./text-condition.js";

/** So few tasks are picked out without looking for fewer. */
const FEW = 100;

/** How many tasks may be picked out one by one; walking all of them from the first to the last is quicker beyond that. */
const MOST_PICKED = 20_000;

/** The fields with the most values come first: a condition on them is likely to be met by the fewest tasks. */
const INDEXES: Readonly<Record<IndexedField, { readonly column: string; readonly index: string }>> = {
  _id: { column: "id", index: "task_id" },
  name: { column: "name", index: "task_name" },
  group: { column: "grp", index: "task_grp" },
  type: { column: "type", index: "task_type" },
  status: { column: "status", index: "task_status" },
};

/** The index that has the tasks in the order of a field, if one has. */
export function indexOf(field: string): string | undefined {
  return RANKS.includes(field) ? INDEXES[field as IndexedField].index : undefined;
}

const RANKS: readonly string[] = Object.keys(INDEXES);

/**
 * The way to the tasks that fit a hint. SQLite has no statistics to choose an index by, so the choice is ours and is
 * written into the statements.
 */
export type TaskPlan =
  | { readonly kind: "none" }
  /** By the index of one field, which has the tasks of one value in creation order. */
  | { readonly kind: "value"; readonly leaf: Leaf; readonly filter: TaskFilter; readonly alone: boolean }
  /** These and no others, picked out one by one. */
  | { readonly kind: "picked"; readonly seqs: readonly number[]; readonly filter: TaskFilter }
  | { readonly kind: "walk"; readonly filter: TaskFilter };

export interface TaskPlans {
  plan(hint: TaskHint | undefined): TaskPlan;
  /** Whether the plan leads to so few tasks; as many as may be picked out one by one when it is not said how many. */
  isOfFew(plan: TaskPlan, few?: number): boolean;
  /** A statement of that text, whose rows are lists. */
  statement(sql: string): StatementSync;
}

export function taskPlans(database: DatabaseSync): TaskPlans {
  const statement = statementCache(database);

  /** The tasks of one of the conditions that few meet; undefined when all are met by many. */
  function fewOf(conditions: readonly Wanted[]): readonly number[] | undefined {
    for (const condition of [...conditions].sort((one, other) => rankOf(one) - rankOf(other))) {
      const seqs = isAny(condition) ? fewOfAny(condition.any) : fewOfLeaf(condition);
      if (seqs !== undefined) return seqs;
    }
    return undefined;
  }

  function fewOfAny(parts: readonly (readonly Wanted[])[]): readonly number[] | undefined {
    const seqs = new Set<number>();
    for (const part of parts) {
      const few = seqs.size > FEW ? undefined : fewOf(part);
      if (few === undefined) return undefined;
      for (const seq of few) seqs.add(seq);
    }
    return [...seqs];
  }

  function fewOfLeaf(leaf: Leaf): readonly number[] | undefined {
    const { sql, parameters } = conditionOf(leaf);
    const rows = all<readonly [number]>(
      statement(`SELECT seq FROM ${sourceOf(leaf)} WHERE ${sql} ${LIMIT}`),
      ...parameters,
      FEW + 1,
    );
    return rows.length > FEW ? undefined : rows.map(([seq]) => seq);
  }

  /** Counts the tasks of a condition, but not beyond `most`. */
  function sizeOf(condition: Wanted, most: number): number {
    let size = 0;
    if (isAny(condition)) {
      for (const part of condition.any) {
        if (size > most) break;
        size += Math.min(...part.map((inner) => sizeOf(inner, most - size)));
      }
      return size;
    }
    const { sql, parameters } = conditionOf(condition);
    const [row] = all<readonly number[]>(
      statement(`SELECT count(*) FROM (SELECT 1 FROM ${sourceOf(condition)} WHERE ${sql} ${LIMIT})`),
      ...parameters,
      most + 1,
    );
    return row?.[0] ?? 0;
  }

  /** The smallest of the conditions, found with no more counting than it is worth, unless all have more than `most`. */
  function smallest(conditions: readonly Wanted[], most: number): Wanted | undefined {
    for (let limit = FEW * 8; ; limit = Math.min(limit * 8, most)) {
      const sizes = conditions.map((condition) => sizeOf(condition, limit));
      const size = Math.min(...sizes);
      if (size <= limit) return conditions[sizes.indexOf(size)];
      if (limit === most) return undefined;
    }
  }

  function seqsOf(condition: Wanted): number[] {
    if (isAny(condition)) {
      const seqs = condition.any.flatMap((part) => seqsOf(smallest(part, MOST_PICKED) ?? part[0]!));
      return [...new Set(seqs)];
    }
    const { sql, parameters } = conditionOf(condition);
    const rows = all<readonly [string]>(
      statement(`SELECT json_group_array(seq) FROM ${sourceOf(condition)} WHERE ${sql}`),
      ...parameters,
    );
    return JSON.parse(rows[0]?.[0] ?? "[]");
  }

  return {
    statement,
    isOfFew(plan, few = MOST_PICKED) {
      if (plan.kind === "value") return sizeOf(plan.leaf, few) <= few;
      return plan.kind === "none" || (plan.kind === "picked" && plan.seqs.length <= few);
    },
    plan(hint) {
      const filter = filterOf(hint);
      const wanted = narrowed(hint);
      if (filter === "none" || wanted === "none") return { kind: "none" };
      if (wanted === "all" || filter === "all") return { kind: "walk", filter };
      const [first] = wanted;
      if (wanted.length === 1 && filter.leaves === 1 && isValue(first)) {
        return { kind: "value", leaf: first, filter, alone: true };
      }
      const few = fewOf(wanted);
      if (few !== undefined) return { kind: "picked", seqs: inOrder(few), filter };
      const newest = Number(all<readonly [number | null]>(statement("SELECT max(seq) FROM task"))[0]?.[0] ?? 0);
      const led = smallest(wanted, Math.min(MOST_PICKED, Math.max(newest >> 1, 1)));
      if (led !== undefined) return { kind: "picked", seqs: inOrder(seqsOf(led)), filter };
      const values = wanted.filter(isValue);
      const leaf = smallest(values, newest) ?? values[0];
      return isValue(leaf) ? { kind: "value", leaf, filter, alone: false } : { kind: "walk", filter };
    },
  };
}

/** Statements whose rows are lists, the most recently used: there are as many forms of hints as callers think of. */
function statementCache(database: DatabaseSync, most = 100): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    statement.setReturnArrays(true);
    prepared.delete(sql);
    prepared.set(sql, statement);
    const [oldest] = prepared.keys();
    if (prepared.size > most && oldest !== undefined) prepared.delete(oldest);
    return statement;
  };
}

export function conditionOf(leaf: Leaf) {
  return leafCondition(`task.${INDEXES[leaf.field].column}`, leaf);
}

export function sourceOf(leaf: Leaf): string {
  return `task INDEXED BY ${INDEXES[leaf.field].index}`;
}

function rankOf(condition: Wanted): number {
  return isAny(condition) ? RANKS.indexOf("type") - 0.5 : RANKS.indexOf(condition.field);
}

function inOrder(seqs: readonly number[]): readonly number[] {
  return [...seqs].sort((one, other) => one - other);
}

function isValue(condition: Wanted | undefined): condition is Leaf {
  return condition !== undefined && !isAny(condition) && hasValues(condition) && condition.values.size === 1;
}
