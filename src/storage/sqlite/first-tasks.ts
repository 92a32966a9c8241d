import { setImmediate as nextTurn } from "node:timers/promises";
import type { TaskHint, TaskOrder } from "../../kernel/storage.js";
import { sortsAlike } from "../hints.js";
import type { Access, OpenStore } from "./open-store.js";
import { all, type Bound, one } from "./statement-results.js";
import { LIMIT } from "./statements.js";
import { COLUMNS, type Filter, filterOf } from "./task-filter.js";
import { indexOf } from "./task-plans.js";

/** Tasks that are not worth a look at the index of the order. */
const FEW = 1000;

/** Tasks that one statement looks at in the order of an index; more than are ever asked for. */
const LOOK = 5000;

const LOOKED_AT = ["seq", ...new Set(COLUMNS.values())].join(", ");

/** Tasks that one statement looks at where no index has them in their order; it takes some milliseconds. */
const STRETCH = 20_000;

type Row = readonly [seq: number, id: string, text: string];

/** The ids of the first `most` tasks, as `TaskStore.first` has it: by an index, or in stretches of all tasks. */
export async function firstTasks(
  { read }: Access,
  order: TaskOrder,
  most: number,
  hint: TaskHint | undefined,
): Promise<readonly string[] | undefined> {
  const filter = filterOf(hint);
  if (filter === "none" || most === 0) return [];
  const index = indexOf(order.member);
  const isOfFew = (few?: number) => read(({ plans }) => plans.isOfFew(plans.plan(hint), few));
  // Few tasks are sorted as quickly when they are read.
  if (filter !== "all" && (await isOfFew(FEW))) return undefined;
  if (index !== undefined) {
    const ids = await read((store) => byIndex(store, order, index, filter, most));
    if (ids !== undefined || filter === "all") return ids;
  }
  if (await isOfFew()) return undefined;

  let best: Row[] = [];
  for (let after = 0; ; await nextTurn()) {
    const cutoff = best.length < most ? undefined : best.at(-1)![2];
    const found = await read((store) => inStretch(store, order, filter, { after, most, cutoff }));
    if (found === undefined) return best.map(([, id]) => id);
    if (!found.rows.every(([, , text]) => sortsAlike(text))) return undefined;
    best = [...best, ...found.rows].sort(comparing(order)).slice(0, most);
    after = found.end;
  }
}

/**
 * All before the text of the last one, and of those with this text the first; undefined when too few of those that the index
 * has first match.
 */
function byIndex({ plans }: OpenStore, order: TaskOrder, index: string, filter: "all" | Filter, most: number) {
  const column = COLUMNS.get(order.member);
  const [before, direction] = order.direction === 1 ? ["<", "ASC"] : [">", "DESC"];
  const { sql, parameters } = filter === "all" ? { sql: "TRUE", parameters: [] } : filter;
  // A list that is made by a statement within has its order, and is made no further than it is read.
  const matching = (wanted: string, where: string, sorted: string) => `
    SELECT ${wanted} FROM (
      SELECT ${LOOKED_AT} FROM task INDEXED BY ${index} WHERE ${where} ORDER BY ${sorted} LIMIT ${LOOK}
    ) AS task WHERE ${sql}`;
  const inOrder = matching(`${column}`, "TRUE", `${column} ${direction}`);
  const [last] = all<readonly [string]>(plans.statement(`${inOrder} LIMIT 1 OFFSET 1 * ?`), ...parameters, most - 1);
  if (last === undefined || !sortsAlike(last[0])) return undefined;
  const idsOf = (text: string, ...values: Bound[]) => {
    const rows = all<readonly [string]>(plans.statement(text), last[0], ...parameters, ...values);
    return rows.map(([id]) => id);
  };
  const ids = idsOf(matching("id", `${column} ${before} ?`, `${column} ${direction}`));
  ids.push(...idsOf(`${matching("id", `${column} = ?`, "seq")} ${LIMIT}`, most));
  return ids.length < most ? undefined : ids;
}

interface Stretch {
  readonly after: number;
  readonly most: number;
  /** The text that all before it are wanted of. */
  readonly cutoff: string | undefined;
}

/** The first ones of the next stretch; undefined when there are no more tasks. */
function inStretch(
  { statements, plans }: OpenStore,
  { member, direction }: TaskOrder,
  filter: "all" | Filter,
  { after, most, cutoff }: Stretch,
) {
  const begin = one<{ seq: number | null }>(statements.taskAfter, after)?.seq;
  if (begin === undefined || begin === null) return undefined;
  const end = begin + STRETCH - 1;
  const column = COLUMNS.get(member);
  const conditions = filter === "all" ? [] : [filter.sql];
  const parameters: Bound[] = [begin, end, ...(filter === "all" ? [] : filter.parameters)];
  if (cutoff !== undefined) {
    conditions.push(`${column} ${direction === 1 ? "<" : ">"} ?`);
    parameters.push(cutoff);
  }
  const where = ["seq >= ? AND seq <= ?", ...conditions].join(" AND ");
  const sql = `SELECT seq, id, ${column} FROM task NOT INDEXED WHERE ${where} ORDER BY ${column} ${wordOf(direction)}, seq ${LIMIT}`;
  return { rows: all<Row>(plans.statement(sql), ...parameters, most), end };
}

function comparing({ direction }: TaskOrder) {
  return (one: Row, other: Row) =>
    one[2] === other[2] ? one[0] - other[0] : one[2] < other[2] ? -direction : direction;
}

function wordOf(direction: 1 | -1): string {
  return direction === 1 ? "ASC" : "DESC";
}
