import type { LineResult, LogEntry, Run, RunOutput, RunStore } from "../../kernel/storage.js";
import { noTaskForRun, taken } from "../refusals.js";
import { type Asking, type Bound, type Database, prepared, type Statement } from "./connection.js";
import { createOrder } from "./in-order.js";
import { isStorable, keyOf, orderOf } from "./keys.js";
import { parsed, recordList, records } from "./records.js";
import { isOrphaned } from "./trouble.js";

export function createRunStore(database: Database, schema: string): RunStore {
  const statements = statementsOf(schema);
  // Connections answer as they please: what comes after the end of a run must find it ended.
  const order = createOrder();
  const inOrder = <T>(runId: string, work: (asking: Asking) => Promise<T>) =>
    database.hold((asking) => order(runId, () => work(asking)));

  return {
    async insert(run) {
      const { _id, taskId, status, revision } = run;
      const values = [keyOf(_id), keyOf(taskId), status, revision, JSON.stringify(run)];
      await inOrder(_id, async ({ read, write }) => {
        const inserted = await write(statements.insert, ...values).catch((error) => {
          if (isOrphaned(error)) throw noTaskForRun();
          throw error;
        });
        if (inserted.length > 0) return;
        const [there] = await read(statements.get, keyOf(_id));
        throw there === undefined ? noTaskForRun() : taken("run");
      });
    },
    async get(id) {
      if (!isStorable(id)) return undefined;
      const [row] = await database.read<{ record: string }>(statements.get, keyOf(id));
      return row && parsed<Run>(row.record);
    },
    async replace(run) {
      const { _id, status, revision } = run;
      if (!isStorable(_id)) return false;
      const values = [keyOf(_id), status, revision, JSON.stringify(run)];
      return inOrder(_id, async ({ write }) => (await write(statements.replace, ...values)).length > 0);
    },
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
    async write(runId, output) {
      if (!isStorable(runId)) return false;
      // Everything is turned into what will be stored now: the caller may change its objects while the write waits.
      const values = [keyOf(runId), ...valuesOf(output)];
      const statement = statements.write(new Set(output.files?.map(({ path }) => path)).size);
      return inOrder(runId, async ({ write }) => (await write(statement, ...values)).length > 0);
    },
    async log(runId, entries) {
      if (!isStorable(runId)) return false;
      const values = [keyOf(runId), textsOf(entries)];
      return inOrder(runId, ({ write }) =>
        write(statements.log, ...values).then(
          (rows) => rows.length > 0,
          (error) => {
            if (isOrphaned(error)) return false;
            throw error;
          },
        ),
      );
    },
  };
}

/** The values of a write after the first, the run. */
function valuesOf({ line, articles = [], rows = [], files = [], log = [] }: RunOutput): Bound[] {
  // No statement writes one row twice; the last one counts, in the place of the first.
  const latest = new Map(articles.map(({ keyword, article }) => [keyword, article]));
  const keywords = [...latest.keys()];
  const values: Bound[] = [
    line === undefined ? null : keyOf(line.key),
    line === undefined ? null : JSON.stringify(line),
    keywords.map(keyOf),
    keywords,
    textsOf([...latest.values()]),
    textsOf(rows),
    textsOf(log),
  ];
  for (const file of new Map(files.map((file) => [file.path, file])).values()) {
    const { path, type, size, sha256, bytes } = file;
    values.push(keyOf(path), orderOf(path), path, type, size, sha256, Buffer.from(bytes));
  }
  return values;
}

function textsOf(items: readonly (object | LogEntry)[]): string[] {
  return items.map((item) => JSON.stringify(item));
}

const FIXED_VALUES = 8;
const FILE_COLUMNS = ["text", "bytea", "text", "text", "bigint", "text", "bytea"] as const;

function statementsOf(schema: string) {
  const run = `(SELECT seq FROM ${schema}.run WHERE id = $1)`;
  const task = `(SELECT seq FROM ${schema}.task WHERE id = $1)`;
  const ofRun = (condition: string) => `${schema}.run WHERE id = $1 ${condition}`;

  /**
   * One statement, and so one transaction. It holds the task before the run, as deleting the task does, and the run so that
   * it does not end before this is stored.
   */
  function writeText(files: number): string {
    return `
      WITH held AS (
        SELECT seq FROM ${schema}.task WHERE seq = (SELECT task FROM ${ofRun("")}) FOR KEY SHARE
      ), place AS (
        SELECT seq AS run, task FROM ${ofRun("AND status = 'running' AND task = (SELECT seq FROM held)")}
        FOR NO KEY UPDATE
      ), line AS (
        INSERT INTO ${schema}.run_line (run, key, record)
        SELECT run, $2::text, $3::text FROM place WHERE $2::text IS NOT NULL
        ON CONFLICT (run, key) DO UPDATE SET seq = DEFAULT, record = excluded.record
      ), articles AS (
        INSERT INTO ${schema}.article (task, key, keyword, record)
        SELECT task, key, keyword, record
        FROM place, unnest($4::text[], $5::text[], $6::text[]) WITH ORDINALITY AS given (key, keyword, record, number)
        ORDER BY number
        ON CONFLICT (task, key) DO UPDATE SET record = excluded.record
      ), result_rows AS (
        INSERT INTO ${schema}.result_row (task, run, record)
        SELECT task, run, record FROM place, unnest($7::text[]) WITH ORDINALITY AS given (record, number) ORDER BY number
      ), log AS (
        INSERT INTO ${schema}.log_entry (task, record)
        SELECT task, record FROM place, unnest($8::text[]) WITH ORDINALITY AS given (record, number) ORDER BY number
      )${files === 0 ? "" : filesText(files)}
      SELECT 1 FROM place`;
  }

  function filesText(files: number): string {
    const lists = Array.from({ length: files }, (_, file) => {
      const first = FIXED_VALUES + 1 + file * FILE_COLUMNS.length;
      return `(${FILE_COLUMNS.map((type, column) => `$${first + column}::${type}`).join(", ")})`;
    });
    return `, files AS (
        INSERT INTO ${schema}.file (task, key, place, path, type, size, sha256, bytes)
        SELECT task, given.* FROM place, (VALUES ${lists.join(", ")}) AS given
        ON CONFLICT (task, key) DO UPDATE
        SET type = excluded.type, size = excluded.size, sha256 = excluded.sha256, bytes = excluded.bytes
      )`;
  }

  const write = [0, 1].map((files) => prepared(writeText(files)));
  return {
    insert: prepared(`
      INSERT INTO ${schema}.run (id, task, status, revision, record)
      SELECT $1, seq, $3, $4, $5 FROM ${schema}.task WHERE id = $2
      ON CONFLICT (id) DO NOTHING RETURNING 1`),
    get: prepared(`SELECT record FROM ${ofRun("")}`),
    replace: prepared(`
      UPDATE ${schema}.run SET status = $2, revision = $3, record = $4
      WHERE id = $1 AND revision = $3 - 1 RETURNING 1`),
    delete: { ...prepared(`DELETE FROM ${ofRun("")} RETURNING 1`), patient: true } as const,
    of: recordList(`${schema}.run`, `task = ${task}`, 1),
    count: prepared(`SELECT count(*) AS count FROM ${schema}.run WHERE task = ${task}`),
    lines: recordList(`${schema}.run_line`, `run = ${run}`, 1),
    write: (files: number): Statement => write[files] ?? { text: writeText(files) },
    log: prepared(`
      WITH place AS (SELECT task FROM ${ofRun("")}), added AS (
        INSERT INTO ${schema}.log_entry (task, record)
        SELECT task, record FROM place, unnest($2::text[]) WITH ORDINALITY AS given (record, number) ORDER BY number
      )
      SELECT 1 FROM place`),
  };
}
