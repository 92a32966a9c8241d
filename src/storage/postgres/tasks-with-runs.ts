import type { LineResult, RunWithOutput, StoredFile, TaskWithRuns } from "../../kernel/storage.js";
import type { Bound, Statement } from "./connection.js";
import { byColumn, type GivenColumn, givenText } from "./given-rows.js";
import { keyOf, orderOf } from "./keys.js";
import { valuesOf } from "./records.js";
import { columnsOf, insertTasksText, TASK_COLUMNS } from "./task-rows.js";

type Row = readonly (string | number | null)[];

/** The columns of what is given for each table, in the order of the values of the statement. */
const COLUMNS = {
  task: TASK_COLUMNS,
  run: ["task text", "id text", "status text", "revision bigint", "fence bigint", "record text"],
  line: ["run text", "key text", "record text"],
  effect: ["run text", "key text", "record text"],
  row: ["run text", "record text"],
  article: ["task text", "key text", "keyword text", "record text"],
  entry: ["task text", "seq bigint", "level text", "record text"],
  file: ["task text", "key text", "place text", "path text", "type text", "size bigint", "sha256 text", "bytes text"],
} as const satisfies Record<string, readonly GivenColumn[]>;

type Table = keyof typeof COLUMNS;
const TABLES = Object.keys(COLUMNS) as Table[];

/** The statement that inserts tasks with all that belongs to them, with its values. */
export function createTasksWithRuns(
  schema: string,
): (tasks: readonly TaskWithRuns[]) => readonly [Statement, ...Bound[]] {
  // Without a name it is planned for its values: only they say how many rows are to be joined.
  const statement = { text: insertText(schema) };
  return (tasks) => {
    const given = Object.fromEntries(TABLES.map((table) => [table, []])) as unknown as Record<Table, Row[]>;
    for (const task of tasks) addTask(given, task);
    return [statement, ...TABLES.flatMap((table) => byColumn(given[table], COLUMNS[table].length))];
  };
}

// No statement writes one row twice: of those that have the same key only the last one is given.

function addTask(given: Record<Table, Row[]>, { task, runs, articles, files, log }: TaskWithRuns): void {
  const id = keyOf(task._id);
  given.task.push(columnsOf(task));
  for (const run of runs) addRun(given, id, run);
  for (const [keyword, article] of new Map(articles.map((one) => [one.keyword, one.article]))) {
    given.article.push([id, keyOf(keyword), keyword, JSON.stringify(article)]);
  }
  for (const [index, entry] of log.entries()) given.entry.push([id, index + 1, entry.level, JSON.stringify(entry)]);
  for (const file of new Map(files.map((one) => [one.path, one])).values()) given.file.push(fileRow(id, file));
}

function addRun(given: Record<Table, Row[]>, taskId: string, { run, lines, effects, rows }: RunWithOutput): void {
  const values = valuesOf(run);
  const [id] = values;
  given.run.push([taskId, ...values]);
  for (const line of inOrderOfEnd(lines)) given.line.push([id, keyOf(line.key), JSON.stringify(line)]);
  for (const effect of new Map(effects.map((one) => [one.key, one])).values()) {
    given.effect.push([id, keyOf(effect.key), JSON.stringify(effect)]);
  }
  for (const row of rows) given.row.push([id, JSON.stringify(row)]);
}

/** A line that ends again goes to the end. */
function inOrderOfEnd(lines: readonly LineResult[]): Iterable<LineResult> {
  const latest = new Map<string, LineResult>();
  for (const line of lines) {
    latest.delete(line.key);
    latest.set(line.key, line);
  }
  return latest.values();
}

/** With bytes as hexadecimal digits: the driver would write them so in a list, too. */
function fileRow(taskId: string, { path, type, size, sha256, bytes }: StoredFile): Row {
  const place = orderOf(path).toString("hex");
  return [taskId, keyOf(path), place, path, type, size, sha256, Buffer.from(bytes).toString("hex")];
}

function insertText(schema: string): string {
  const before = (table: Table) => TABLES.slice(0, TABLES.indexOf(table)).flatMap((one) => COLUMNS[one]).length;
  const given = (table: Table) => givenText(COLUMNS[table], before(table) + 1);
  const ofTask = "JOIN inserted_task AS task ON task.id = given.task";
  const ofRun = "JOIN inserted_run AS run ON run.id = given.run";
  return `
    WITH inserted_task AS (
      ${insertTasksText(schema)} RETURNING seq, id
    ), inserted_run AS (
      INSERT INTO ${schema}.run (id, task, status, revision, fence, record)
      SELECT given.id, task.seq, status, revision, fence, record FROM ${given("run")} ${ofTask} ORDER BY number
      RETURNING seq, id, task
    ), lines AS (
      INSERT INTO ${schema}.run_line (run, key, record)
      SELECT run.seq, key, record FROM ${given("line")} ${ofRun} ORDER BY number
    ), effects AS (
      INSERT INTO ${schema}.run_effect (run, key, record)
      SELECT run.seq, key, record FROM ${given("effect")} ${ofRun} ORDER BY number
    ), result_rows AS (
      INSERT INTO ${schema}.result_row (task, run, record)
      SELECT run.task, run.seq, record FROM ${given("row")} ${ofRun} ORDER BY number
    ), articles AS (
      INSERT INTO ${schema}.article (task, key, keyword, record)
      SELECT task.seq, key, keyword, record FROM ${given("article")} ${ofTask} ORDER BY number
    ), entries AS (
      INSERT INTO ${schema}.log_entry (task, seq, level, record)
      SELECT task.seq, given.seq, level, record FROM ${given("entry")} ${ofTask} RETURNING task
    ), counted AS (
      INSERT INTO ${schema}.log_count (task, entries) SELECT task, count(*) FROM entries GROUP BY task
    )
    INSERT INTO ${schema}.file (task, key, place, path, type, size, sha256, bytes)
    SELECT task.seq, key, decode(place, 'hex'), path, type, size, sha256, decode(bytes, 'hex')
    FROM ${given("file")} ${ofTask}`;
}
