import type { Delivery, DeliveryStore } from "../../kernel/storage.js";
import { type Database, prepared } from "./connection.js";
import { isStorable, keyOf } from "./keys.js";
import { LARGE_BYTES, listed } from "./pages.js";
import { parsed, recordList, records } from "./records.js";

interface DueRow {
  readonly seq: string;
  readonly due_at: string;
  /** Absent when it is large. */
  readonly record: string | null;
}

export function createDeliveryStore(database: Database, schema: string): DeliveryStore {
  const statements = statementsOf(schema);

  async function get(id: string): Promise<Delivery | undefined> {
    const [row] = await database.read<{ record: string }>(statements.get, keyOf(id));
    return row && parsed<Delivery>(row.record);
  }

  return {
    async insert(delivery) {
      return (await database.write(statements.insert, ...valuesOf(delivery))).length > 0;
    },
    async get(id) {
      return isStorable(id) ? get(id) : undefined;
    },
    async replace(delivery) {
      if (!isStorable(delivery._id)) return false;
      return (await database.write(statements.replace, ...valuesOf(delivery))).length > 0;
    },
    async delete(id) {
      return isStorable(id) && (await database.write(statements.delete, keyOf(id))).length > 0;
    },
    async *list(page) {
      const { webhookId, state } = page ?? {};
      if (webhookId !== undefined && !isStorable(webhookId)) return;
      const [list, values] =
        webhookId !== undefined && state !== undefined
          ? [statements.ofBoth, [keyOf(webhookId), state]]
          : webhookId !== undefined
            ? [statements.ofWebhook, [keyOf(webhookId)]]
            : state !== undefined
              ? [statements.inState, [state]]
              : [statements.all, []];
      yield* records<Delivery>(database, list, values, page);
    },
    async *due(at, limit) {
      const rows = listed(
        ([dueAt, seq]: readonly [string, string] = ["", "0"], most) =>
          database.read<DueRow>(statements.due, at, dueAt, seq, most),
        ({ due_at, seq }) => [due_at, seq] as const,
        ({ record }) => record?.length ?? LARGE_BYTES,
        { limit },
      );
      for await (const { seq, record } of rows) {
        const text = record ?? (await database.read<{ record: string }>(statements.one, seq))[0]?.record;
        if (text !== undefined) yield parsed<Delivery>(text);
      }
    },
    async clear(before) {
      const [row] = await database.write<{ count: string }>(statements.clear, before);
      return Number(row?.count ?? 0);
    },
  };
}

function valuesOf(delivery: Delivery) {
  const { _id, webhookId, state, dueAt, finishedAt, revision } = delivery;
  const text = JSON.stringify(delivery);
  return [keyOf(_id), keyOf(webhookId), state, dueAt ?? null, finishedAt ?? null, revision, text];
}

function statementsOf(schema: string) {
  const table = `${schema}.delivery`;
  return {
    insert: prepared(`
      INSERT INTO ${table} (id, webhook, state, due_at, finished_at, revision, record)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING RETURNING 1`),
    get: prepared(`SELECT record FROM ${table} WHERE id = $1`),
    one: prepared(`SELECT record FROM ${table} WHERE seq = $1`),
    replace: prepared(`
      UPDATE ${table} SET webhook = $2, state = $3, due_at = $4, finished_at = $5, revision = $6, record = $7
      WHERE id = $1 AND revision = $6 - 1 RETURNING 1`),
    delete: prepared(`DELETE FROM ${table} WHERE id = $1 RETURNING 1`),
    all: recordList(table, "true", 0),
    ofWebhook: recordList(table, "webhook = $1", 1),
    inState: recordList(table, "state = $1", 1),
    ofBoth: recordList(table, "webhook = $1 AND state = $2", 2),
    due: prepared(`
      SELECT seq, due_at, CASE WHEN octet_length(record) <= ${LARGE_BYTES} THEN record END AS record FROM ${table}
      WHERE state = 'waiting' AND due_at <= $1 AND (due_at, seq) > ($2, $3) ORDER BY due_at, seq LIMIT $4`),
    clear: {
      ...prepared(`
        WITH gone AS (DELETE FROM ${table} WHERE finished_at < $1 RETURNING 1) SELECT count(*) AS count FROM gone`),
      patient: true,
    } as const,
  };
}
