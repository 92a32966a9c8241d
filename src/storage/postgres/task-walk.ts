import type { Where } from "./conditions.js";
import { type Bound, type Database, prepared, type Statement } from "./connection.js";
import { createPageSize, LARGE_BYTES } from "./pages.js";
import { type Reads, type TaskRow, WHOLE } from "./task-rows.js";

/**
 * Where no index leads to the tasks and all have to be looked at, so many at most are looked at in one statement: else it
 * would run into the time limit when few of very many match.
 */
const STRETCH = 20_000;

/** Every connection keeps the plans of all names. */
const MOST_NAMES = 50;

export interface TaskWalks {
  /** The tasks in creation order, without those inserted since the first page. */
  pages(where: Where, reads: Reads): AsyncIterable<readonly TaskRow[]>;
  count(where: Where): Promise<number>;
}

interface Ends {
  readonly first: string | null;
  readonly last: string | null;
}

/**
 * Most statements have no names and are planned each time, in less than a tenth of a millisecond: a plan made for any
 * values would walk all tasks where the values at hand are of few.
 */
export function createTaskWalks(database: Database, schema: string): TaskWalks {
  const table = `${schema}.task`;

  const names = new Map<string, Statement>();

  function named(text: string): Statement {
    const known = names.get(text);
    if (known !== undefined || names.size === MOST_NAMES) return known ?? { text };
    const statement = prepared(text);
    names.set(text, statement);
    return statement;
  }

  async function* inStretches(where: Where, reads: Reads): AsyncGenerator<readonly TaskRow[]> {
    for await (const [after, upTo] of stretches()) yield* inOrder(where, reads, after, upTo);
  }

  async function* inOrder(where: Where, reads: Reads, begin?: string, upTo?: string): AsyncGenerator<TaskRow[]> {
    const size = createPageSize();
    let after = begin;
    let end = upTo;
    for (;;) {
      const bounds = after === undefined || end === undefined ? [] : [after, end];
      const between = bounds.length === 0 ? "" : betweenAfter(where.values.length);
      const limit = size.next;
      const plannedOnce = where.ofFew && after === undefined;
      // The sum keeps the server from walking all tasks in their order until enough are found.
      const order = plannedOnce ? "seq + 0" : "seq";
      const text = `SELECT ${columns(reads)} FROM ${table} WHERE ${where.text} ${between} ORDER BY ${order} LIMIT ${limit}`;
      const statement = plannedOnce ? named(text) : { text };
      const rows = await database.read<TaskRow>(statement, ...where.values, ...bounds);
      const last = rows.at(-1);
      if (last === undefined) return;
      const isLast = rows.length < limit;
      // Asked for before anything is delivered; most hints are met by one page, which then is all that is asked.
      if (!isLast) end ??= await newest();
      if (rows.some(({ data }) => data === null)) yield* withLargeOnes(rows);
      else yield rows;
      if (isLast) return;
      size.came(rows.length, lengthOf(rows));
      after = last.seq;
    }
  }

  async function newest(): Promise<string> {
    const [row] = await database.read<{ seq: string | null }>({ text: `SELECT max(seq) AS seq FROM ${table}` });
    return row?.seq ?? "0";
  }

  /** Large data are read when it is their turn, so that no more than one of them is held. */
  async function* withLargeOnes(rows: TaskRow[]): AsyncGenerator<TaskRow[]> {
    let begin = 0;
    for (const [place, row] of rows.entries()) {
      if (row.data !== null) continue;
      if (place > begin) yield rows.slice(begin, place);
      begin = place + 1;
      yield await database.read<TaskRow>({ text: `SELECT ${WHOLE} FROM ${table} WHERE seq = $1` }, row.seq);
    }
    yield rows.slice(begin);
  }

  async function countOf({ text, values }: Where, ...bounds: readonly Bound[]): Promise<number> {
    const between = bounds.length === 0 ? "" : betweenAfter(values.length);
    const [row] = await database.read<{ count: string }>(
      { text: `SELECT count(*) AS count FROM ${table} WHERE ${text} ${between}` },
      ...values,
      ...bounds,
    );
    return Number(row?.count ?? 0);
  }

  async function* stretches(): AsyncGenerator<readonly [after: string, upTo: string]> {
    const [ends] = await database.read<Ends>({ text: `SELECT min(seq) AS first, max(seq) AS last FROM ${table}` });
    if (ends === undefined || ends.first === null || ends.last === null) return;
    const last = BigInt(ends.last);
    for (let after = BigInt(ends.first) - 1n; after < last; after += BigInt(STRETCH)) {
      const upTo = after + BigInt(STRETCH);
      yield [String(after), String(upTo < last ? upTo : last)];
    }
  }

  return {
    pages: (where, reads) => (isNarrow(where) ? inOrder(where, reads) : inStretches(where, reads)),
    async count(where) {
      if (isNarrow(where)) return countOf(where);
      let sum = 0;
      for await (const [after, upTo] of stretches()) sum += await countOf(where, after, upTo);
      return sum;
    },
  };
}

/** Whether a page of matching tasks is found without looking at very many others. */
function isNarrow({ indexed, text }: Where): boolean {
  return indexed || text === "true";
}

function betweenAfter(values: number): string {
  return `AND seq > $${values + 1} AND seq <= $${values + 2}`;
}

function columns({ data, more }: Reads): string {
  return `seq, id, grp, name, type, status, long${more ? ", more" : ""}${data ? ", data" : ""}`;
}

function lengthOf(rows: readonly TaskRow[]): number {
  const lengths = rows.map(
    ({ data, more }) => (data === null ? LARGE_BYTES : (data ?? "").length) + (more ?? "").length,
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}
