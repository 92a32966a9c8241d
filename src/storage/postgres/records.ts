import type { Page, Run } from "../../kernel/storage.js";
import { type Bound, type Database, prepared, type Statement } from "./connection.js";
import { keyOf } from "./keys.js";
import { LARGE_BYTES, listed } from "./pages.js";
import { failed } from "./postgres-errors.js";

/** A table of JSON texts in the order of `seq`, as far as they belong to one owner. */
export interface RecordList {
  readonly page: Statement;
  readonly one: Statement;
}

interface RecordRow {
  readonly seq: string;
  /** Absent when it is large. */
  readonly record: string | null;
}

/** The values of the columns of a run that change, after its id. */
export function valuesOf(run: Run): [id: string, ...(string | number | null)[]] {
  const { _id, status, revision, fence } = run;
  return [keyOf(_id), status, revision, fence ?? null, JSON.stringify(run)];
}

/** `belongs` is a condition whose values are $1 and up to `values` of them. */
export function recordList(table: string, belongs: string, values: number): RecordList {
  return {
    page: prepared(`
      SELECT seq, CASE WHEN octet_length(record) <= ${LARGE_BYTES} THEN record END AS record FROM ${table}
      WHERE ${belongs} AND seq > $${values + 1} ORDER BY seq LIMIT $${values + 2} OFFSET $${values + 3}`),
    one: prepared(`SELECT record FROM ${table} WHERE ${belongs} AND seq = $${values + 1}`),
  };
}

export async function* records<T>(
  database: Database,
  list: RecordList,
  owner: readonly Bound[],
  page?: Page,
): AsyncGenerator<T> {
  for await (const { text } of texts(database, list, owner, page)) yield parsed<T>(text);
}

/** The texts of the records, each with its place in the order. */
export async function* texts(
  database: Database,
  list: RecordList,
  owner: readonly Bound[],
  page?: Page,
): AsyncGenerator<{ readonly seq: string; readonly text: string }> {
  const rows = listed(
    (after: string = "0", limit, offset) => database.read<RecordRow>(list.page, ...owner, after, limit, offset),
    ({ seq }) => seq,
    ({ record }) => record?.length ?? LARGE_BYTES,
    page,
  );
  for await (const { seq, record } of rows) {
    const text = record ?? (await database.read<{ record: string }>(list.one, ...owner, seq))[0]?.record;
    if (text !== undefined) yield { seq, text };
  }
}

/** What is in the store as JSON; that it is a T is the claim of the code that wrote it. */
export function parsed<T>(text: string): T {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw failed(
      "A record in the store is damaged. Find it with scriptorium doctor, and get it back from a backup.",
      cause,
    );
  }
}
