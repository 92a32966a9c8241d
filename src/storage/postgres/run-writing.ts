import type { LogEntry, RunOutput } from "../../kernel/storage.js";
import { type Bound, prepared, type Statement } from "./connection.js";
import { keyOf, orderOf } from "./keys.js";

export interface RunWriting {
  /** Stores the output of a step; answers a row when it did. */
  write(runId: string, output: RunOutput, fence: number): readonly [Statement, ...Bound[]];
  /** Adds to the log of a run's task; answers a row when the run is there. */
  log(runId: string, entries: readonly LogEntry[]): readonly [Statement, ...Bound[]];
  /** Replaces a run, which is given by its values, and adds to the log of its task; answers a row when it did. */
  replace(run: readonly Bound[], entries: readonly LogEntry[]): readonly [Statement, ...Bound[]];
}

/**
 * The statements that store what runs produce, each with its values: everything is turned into what will be stored when it
 * is asked for, since the caller may change its objects while the write waits.
 */
export function createRunWriting(schema: string): RunWriting {
  const texts = [0, 1].map((files) => prepared(writeText(schema, files)));
  const log = prepared(logText(schema));
  const replace = prepared(replaceText(schema));
  return {
    write(runId, output, fence) {
      const files = new Set(output.files?.map(({ path }) => path)).size;
      return [texts[files] ?? { text: writeText(schema, files) }, keyOf(runId), fence, ...valuesOf(output)];
    },
    log: (runId, entries) => [log, keyOf(runId), ...logValuesOf(entries)],
    replace: (run, entries) => [replace, ...run, ...logValuesOf(entries)],
  };
}

/** The values of a write after the run and the fence. */
function valuesOf({
  line,
  articles = [],
  rows = [],
  rowsFor,
  removed = [],
  files = [],
  log = [],
  effects = [],
}: RunOutput): Bound[] {
  // No statement writes one row twice; the last one counts, at the position of the first.
  const latest = new Map(articles.map(({ keyword, article }) => [keyword, article]));
  const latestEffects = new Map(effects.map((effect) => [effect.key, effect]));
  const keywords = [...latest.keys()];
  const values: Bound[] = [
    line === undefined ? null : keyOf(line.key),
    line === undefined ? null : JSON.stringify(line),
    keywords.map(keyOf),
    keywords,
    textsOf([...latest.values()]),
    textsOf(rows),
    ...logValuesOf(log),
    [...latestEffects.keys()].map(keyOf),
    textsOf([...latestEffects.values()]),
    rowsFor === undefined ? null : keyOf(rowsFor),
  ];
  const latestFiles = new Map(files.map((file) => [file.path, file]));
  // One statement cannot remove and store the same file.
  values.push(removed.filter((path) => !latestFiles.has(path)).map(keyOf));
  for (const file of latestFiles.values()) {
    const { path, type, size, sha256, bytes } = file;
    values.push(keyOf(path), orderOf(path), path, type, size, sha256, Buffer.from(bytes));
  }
  return values;
}

function logValuesOf(entries: readonly LogEntry[]): [levels: string[], texts: string[]] {
  return [entries.map(({ level }) => level), textsOf(entries)];
}

function textsOf(items: readonly object[]): string[] {
  return items.map((item) => JSON.stringify(item));
}

const FIXED_VALUES = 14;
const FILE_COLUMNS = ["text", "bytea", "text", "text", "bigint", "text", "bytea"] as const;

/**
 * One statement, and so one transaction. It holds the task before the run, as deleting the task does, and the run so that
 * it neither ends nor changes hands before this is stored.
 */
function writeText(schema: string, files: number): string {
  return `
    WITH ${heldText(schema)}, place AS (
      SELECT seq AS run, task FROM ${schema}.run
      WHERE id = $1 AND status = 'running' AND fence = $2 AND task = (SELECT seq FROM held)
      FOR NO KEY UPDATE
    ), line AS (
      INSERT INTO ${schema}.run_line (run, key, record)
      SELECT run, $3::text, $4::text FROM place WHERE $3::text IS NOT NULL
      ON CONFLICT (run, key) DO UPDATE SET seq = DEFAULT, record = excluded.record
    ), articles AS (
      INSERT INTO ${schema}.article (task, key, keyword, record)
      SELECT task, key, keyword, record
      FROM place, unnest($5::text[], $6::text[], $7::text[]) WITH ORDINALITY AS given (key, keyword, record, number)
      ORDER BY number
      ON CONFLICT (task, key) DO UPDATE SET record = excluded.record
    ), replaced_rows AS (
      DELETE FROM ${schema}.result_row WHERE run = (SELECT run FROM place) AND name = $13::text
    ), removed_files AS (
      DELETE FROM ${schema}.file WHERE task = (SELECT task FROM place) AND key = ANY ($14::text[])
    ), result_rows AS (
      INSERT INTO ${schema}.result_row (task, run, record, name)
      SELECT task, run, record, $13::text
      FROM place, unnest($8::text[]) WITH ORDINALITY AS given (record, number) ORDER BY number
    ), ${entriesText(schema, 9)}, effects AS (
      INSERT INTO ${schema}.run_effect (run, key, record)
      SELECT run, key, record
      FROM place, unnest($11::text[], $12::text[]) WITH ORDINALITY AS given (key, record, number)
      ORDER BY number
      ON CONFLICT (run, key) DO UPDATE SET record = excluded.record
    )${files === 0 ? "" : filesText(schema, files)}
    SELECT 1 FROM place`;
}

function logText(schema: string): string {
  return `
    WITH ${heldText(schema)}, place AS (
      SELECT task FROM ${schema}.run WHERE id = $1 AND task = (SELECT seq FROM held)
    ), ${entriesText(schema, 2)}
    SELECT 1 FROM place`;
}

function replaceText(schema: string): string {
  return `
    WITH ${heldText(schema)}, place AS (
      UPDATE ${schema}.run SET status = $2, revision = $3, fence = $4, record = $5
      WHERE id = $1 AND revision = $3 - 1 AND task = (SELECT seq FROM held) RETURNING task
    ), ${entriesText(schema, 6)}
    SELECT 1 FROM place`;
}

function heldText(schema: string): string {
  return `
    held AS (
      SELECT seq FROM ${schema}.task WHERE seq = (SELECT task FROM ${schema}.run WHERE id = $1) FOR KEY SHARE
    )`;
}

/** Who counts the entries of a task's log holds its counter until they are there, so that none comes after a later one. */
function entriesText(schema: string, first: number): string {
  const [levels, records] = [`$${first}::text[]`, `$${first + 1}::text[]`];
  return `
    counted AS (
      INSERT INTO ${schema}.log_count AS log (task, entries)
      SELECT task, cardinality(${levels}) FROM place WHERE cardinality(${levels}) > 0
      ON CONFLICT (task) DO UPDATE SET entries = log.entries + excluded.entries
      RETURNING task, entries
    ), entries AS (
      INSERT INTO ${schema}.log_entry (task, seq, level, record)
      SELECT task, entries - cardinality(${levels}) + number, level, record
      FROM counted, unnest(${levels}, ${records}) WITH ORDINALITY AS given (level, record, number)
      ORDER BY number
    )`;
}

function filesText(schema: string, files: number): string {
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
