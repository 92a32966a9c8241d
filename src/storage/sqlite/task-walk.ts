import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { IndexedField, Narrowing } from "../hints.js";

/** A clause with at most this many matching tasks is worth sorting them for every page. */
const FEW = 1000;

/** Rows of one step. Data objects can be large, so that fewer of them are read at once. */
export const PAGE = { tasks: 100, summaries: 1000 } as const;

const COLUMNS: Readonly<Record<IndexedField, { readonly column: string; readonly index: string }>> = {
  _id: { column: "id", index: "task_id" },
  type: { column: "type", index: "task_type" },
  status: { column: "status", index: "task_status" },
  group: { column: "grp", index: "task_grp" },
  name: { column: "name", index: "task_name" },
};

/** What a walk reads. CROSS JOIN keeps the order of the tables: the data are looked up for the tasks, never the reverse. */
const READS = {
  tasks: { columns: "*", join: "CROSS JOIN task_data USING (seq)" },
  summaries: { columns: "seq, id, grp, name, type, status", join: "" },
} as const;

export type WalkOf = keyof typeof READS;

/** The tasks that fit all narrowings, one page after another in creation order; `led` is the one whose index is used. */
export interface Walk {
  readonly wanted: readonly Narrowing[];
  readonly led: Narrowing | undefined;
}

/**
 * The statement for a page of a walk. Its parameters are those of the walk, then the `seq` after which the page begins
 * and the last one that belongs to the walk.
 *
 * SQLite has no statistics to choose an index by, so the choice is ours and is written into the statement.
 */
export function pageSql(walk: Walk, of: WalkOf): string {
  const { columns, join } = READS[of];
  return `SELECT ${columns} FROM ${indexed(walk)} ${join} WHERE ${conditions(walk)} AND task.seq > ? AND task.seq <= ? ORDER BY task.seq LIMIT ${PAGE[of]}`;
}

export function countSql(walk: Walk): string {
  return `SELECT count(*) AS count FROM ${indexed(walk)} WHERE ${conditions(walk)}`;
}

/** Counts the tasks of one narrowing, but no further than tells whether they are few. */
export function sizeSql(narrowing: Narrowing): string {
  const { index } = COLUMNS[narrowing.field];
  return `SELECT count(*) AS count FROM (SELECT 1 FROM task INDEXED BY ${index} WHERE ${condition(narrowing)} LIMIT ${FEW + 1})`;
}

/** Several values go in as one JSON list, so that a statement is prepared for each form of a hint and not each length. */
export function parametersOf(walk: Walk): readonly string[] {
  return walk.wanted.map(parameterOf);
}

/** Makes walks and keeps their statements. */
export function taskWalks(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>();

  function statement(sql: string): StatementSync {
    const known = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, known);
    return known;
  }

  /**
   * One value of one field is in creation order in the index already. Otherwise the narrowing with the fewest tasks leads,
   * and when it has several values and many tasks none does: the table is walked in creation order.
   */
  function leader(wanted: readonly Narrowing[]): Narrowing | undefined {
    const [first] = wanted;
    if (wanted.length === 1 && first?.values.size === 1) return first;
    let led: Narrowing | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const narrowing of wanted) {
      const size = Number(statement(sizeSql(narrowing)).get(parameterOf(narrowing))?.["count"]);
      if (size >= fewest) continue;
      fewest = size;
      led = size <= FEW || narrowing.values.size === 1 ? narrowing : undefined;
    }
    return led;
  }

  return {
    plan: (wanted: readonly Narrowing[]): Walk => ({ wanted, led: leader(wanted) }),
    page: (walk: Walk, of: WalkOf): StatementSync => statement(pageSql(walk, of)),
    count: (walk: Walk): StatementSync => statement(countSql(walk)),
  };
}

function indexed({ led }: Walk): string {
  return led === undefined ? "task NOT INDEXED" : `task INDEXED BY ${COLUMNS[led.field].index}`;
}

function conditions({ wanted }: Walk): string {
  return wanted.length === 0 ? "true" : wanted.map(condition).join(" AND ");
}

function condition({ field, values }: Narrowing): string {
  const { column } = COLUMNS[field];
  return values.size === 1 ? `${column} = ?` : `${column} IN (SELECT value FROM json_each(?))`;
}

function parameterOf({ values }: Narrowing): string {
  const [first] = values;
  return values.size === 1 && first !== undefined ? first : JSON.stringify([...values]);
}
