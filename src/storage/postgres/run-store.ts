import type { Effect, LineResult, Run, RunStore, TaskChange } from "../../kernel/storage.js";
import { Batches } from "../../kernel/values/batches.js";
import { createOrder } from "../../kernel/values/in-order.js";
import { noTaskForRun, taken } from "../refusals.js";
import { type Asking, type Database, prepared } from "./connection.js";
import { isStorable, keyOf } from "./keys.js";
import type { Liveness } from "./liveness.js";
import { isOrphaned } from "./postgres-errors.js";
import { parsed, recordList, records, valuesOf } from "./records.js";
import { createRunHolds } from "./run-holds.js";
import { createRunWriting } from "./run-writing.js";
import { createRunsWithTask } from "./runs-with-task.js";

/** Runs that are read by one statement: those asked for while others are being read. */
const MOST_READ = 20;

export function createRunStore(
  database: Database,
  schema: string,
  liveness: Liveness,
  announce: (change: TaskChange) => void,
): RunStore {
  const statements = statementsOf(schema);
  const holds = createRunHolds(database, schema, liveness);
  const writing = createRunWriting(schema);
  const withTask = createRunsWithTask(schema);
  const reads = new Batches(async (ids: readonly string[]) => {
    const rows = await database.finish(({ read }) => read<{ id: string; record: string }>(statements.get, ids));
    const records = new Map(rows.map(({ id, record }) => [id, record]));
    return ids.map((id) => records.get(id));
  }, MOST_READ);
  // Connections answer as they please: what comes after the end of a run must find it ended.
  const order = createOrder();
  const inOrder = <T>(runId: string, work: (asking: Asking) => Promise<T>) =>
    database.hold((asking) => order(runId, () => work(asking)));

  return {
    async insert(run) {
      const { _id, taskId, status, revision, fence } = run;
      const values = [keyOf(_id), keyOf(taskId), status, revision, fence ?? null, JSON.stringify(run)];
      await inOrder(_id, async ({ read, write }) => {
        const inserted = await write(statements.insert, ...values).catch((error) => {
          if (isOrphaned(error)) throw noTaskForRun();
          throw error;
        });
        if (inserted.length > 0) return;
        const [there] = await read(statements.get, [keyOf(_id)]);
        throw there === undefined ? noTaskForRun() : taken("run");
      });
    },
    async insertWithTask(run, task) {
      if (!isStorable(run._id) || !isStorable(task._id)) return false;
      const asked = withTask.insert(run, task);
      return inOrder(run._id, async ({ write }) => {
        const isDone = (await write(...asked)).length > 0;
        if (isDone) announce({ kind: "replace", id: task._id });
        return isDone;
      });
    },
    async get(id) {
      if (!isStorable(id)) return undefined;
      const record = await database.hold(() => reads.add(keyOf(id)));
      return record === undefined ? undefined : parsed<Run>(record);
    },
    async replace(run) {
      if (!isStorable(run._id)) return false;
      const values = valuesOf(run);
      return inOrder(run._id, async ({ write }) => (await write(statements.replace, ...values)).length > 0);
    },
    async claim(run, ttlMs) {
      if (!isStorable(run._id)) return false;
      const values = valuesOf(run);
      return inOrder(run._id, async ({ write }) => {
        const owner = await liveness.seen();
        return (await write(holds.claim, ...values, owner, ttlMs)).length > 0;
      });
    },
    async claimWithTask(run, task, ttlMs) {
      if (!isStorable(run._id) || !isStorable(task._id)) return false;
      const [statement, ...values] = withTask.claim(run, task);
      return inOrder(run._id, async ({ write }) => {
        const owner = await liveness.seen();
        const isDone = (await write(statement, ...values, owner, ttlMs)).length > 0;
        if (isDone) announce({ kind: "replace", id: task._id });
        return isDone;
      });
    },
    async replaceWithLog(run, entries) {
      if (!isStorable(run._id)) return false;
      const replaced = writing.replace(valuesOf(run), entries);
      return inOrder(run._id, ({ write }) => isThere(write(...replaced)));
    },
    // Not in order: a step that takes long must not make the run lapse. Done twice it is done once, so it is asked again
    // when the connection was lost, as what only reads.
    async renew(runId, fence, ttlMs) {
      if (!isStorable(runId)) return false;
      return isThere(database.read(holds.renew, keyOf(runId), fence, liveness.owner(), ttlMs));
    },
    lapsed: holds.lapsed,
    async delete(id) {
      if (!isStorable(id)) return false;
      return inOrder(id, async ({ write }) => (await write(statements.delete, keyOf(id))).length > 0);
    },
    async *of(taskId, page) {
      if (isStorable(taskId)) yield* records<Run>(database, statements.of, [keyOf(taskId)], page);
    },
    async count(taskId) {
      if (!isStorable(taskId)) return 0;
      const [row] = await database.read<{ count: string }>(statements.count, keyOf(taskId));
      return Number(row?.count ?? 0);
    },
    async *lines(runId, page) {
      if (isStorable(runId)) yield* records<LineResult>(database, statements.lines, [keyOf(runId)], page);
    },
    async *effects(runId, page) {
      if (isStorable(runId)) yield* records<Effect>(database, statements.effects, [keyOf(runId)], page);
    },
    async effect(runId, key) {
      if (!isStorable(runId) || !isStorable(key)) return undefined;
      const [row] = await database.read<{ record: string }>(statements.effect, keyOf(runId), keyOf(key));
      return row && parsed<Effect>(row.record);
    },
    async write(runId, output, fence) {
      if (!isStorable(runId)) return false;
      const written = writing.write(runId, output, fence);
      return inOrder(runId, async ({ write }) => (await write(...written)).length > 0);
    },
    async log(runId, entries) {
      if (!isStorable(runId)) return false;
      const logged = writing.log(runId, entries);
      return inOrder(runId, ({ write }) => isThere(write(...logged)));
    },
    async trimLog(taskId, maxBytes) {
      if (!isStorable(taskId)) return 0;
      const [row] = await database.write<{ count: string }>(statements.trimLog, keyOf(taskId), maxBytes);
      return Number(row?.count ?? 0);
    },
  };
}

/** Whether the run was there; it may go while something is written that belongs to it. */
async function isThere(writing: Promise<unknown[]>): Promise<boolean> {
  try {
    return (await writing).length > 0;
  } catch (error) {
    if (isOrphaned(error)) return false;
    throw error;
  }
}

function statementsOf(schema: string) {
  const run = `(SELECT seq FROM ${schema}.run WHERE id = $1)`;
  const task = `(SELECT seq FROM ${schema}.task WHERE id = $1)`;
  return {
    insert: prepared(`
      INSERT INTO ${schema}.run (id, task, status, revision, fence, record)
      SELECT $1, seq, $3, $4, $5, $6 FROM ${schema}.task WHERE id = $2
      ON CONFLICT (id) DO NOTHING RETURNING 1`),
    get: prepared(`SELECT id, record FROM ${schema}.run WHERE id = ANY ($1)`),
    replace: prepared(`
      UPDATE ${schema}.run SET status = $2, revision = $3, fence = $4, record = $5
      WHERE id = $1 AND revision = $3 - 1 RETURNING 1`),
    delete: { ...prepared(`DELETE FROM ${schema}.run WHERE id = $1 RETURNING 1`), patient: true } as const,
    of: recordList(`${schema}.run`, `task = ${task}`, 1),
    count: prepared(`SELECT count(*) AS count FROM ${schema}.run WHERE task = ${task}`),
    lines: recordList(`${schema}.run_line`, `run = ${run}`, 1),
    effects: recordList(`${schema}.run_effect`, `run = ${run}`, 1),
    effect: prepared(`SELECT record FROM ${schema}.run_effect WHERE run = ${run} AND key = $2`),
    // An entry is kept with its number, which its text does not have.
    trimLog: {
      ...prepared(`
        WITH last AS (
          SELECT max(seq) AS seq FROM (
            SELECT seq, sum(octet_length(record) + octet_length(',"n":' || seq)) OVER (ORDER BY seq DESC) AS bytes
            FROM ${schema}.log_entry WHERE task = ${task}
          ) AS entry WHERE bytes > $2
        ), gone AS (
          DELETE FROM ${schema}.log_entry WHERE task = ${task} AND seq <= (SELECT seq FROM last) RETURNING 1
        )
        SELECT count(*) AS count FROM gone`),
      patient: true,
    } as const,
  };
}
