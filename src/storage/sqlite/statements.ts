import type { DatabaseSync, StatementSync } from "node:sqlite";
import { WHOLE } from "./task-rows.js";

/** SQLite plans a statement anew whenever the plain parameter of a limit is bound, which takes longer than to answer it. */
export const LIMIT = "LIMIT 1 * ?";

const TASK = "SELECT seq FROM task WHERE id = ?";

/**
 * Every statement that has a fixed text. None of them walks a table but `countTasks`. Those of PAGED answer a page, and
 * their last parameters are the `seq` after which it begins (of files, the path with which), its size, and how many to pass over.
 */
const PAGED = {
  keywords: `SELECT seq, keyword FROM article WHERE task = (${TASK}) AND seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  rowsOfTask: `SELECT seq, record FROM result_row WHERE task = (${TASK}) AND seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  rowsOfRun: `
    SELECT seq, record FROM result_row WHERE run = (SELECT seq FROM run WHERE task = (${TASK}) AND id = ?)
    AND seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  files: `
    SELECT path, type, size, sha256 FROM file WHERE task = (${TASK}) AND path >= ? ORDER BY path ${LIMIT} OFFSET ?`,
  log: `SELECT seq, record FROM log_entry WHERE task = (${TASK}) AND seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  runsOf: `SELECT * FROM run WHERE task = (${TASK}) AND seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  lines: `
    SELECT seq, record FROM run_line INDEXED BY run_line_run WHERE run = (SELECT seq FROM run WHERE id = ?)
    AND seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  accounts: `SELECT * FROM account WHERE seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  accountsOfKind: `SELECT * FROM account WHERE kind = ? AND seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
} as const;

export const STATEMENTS = {
  ...PAGED,

  insertTask: `
    INSERT INTO task (id, grp, name, type, status, created_at, updated_at, revision, more, sealed)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  insertTaskData: "INSERT INTO task_data (seq, data) VALUES (?, jsonb(?))",
  getTask: `SELECT ${WHOLE.columns.join(", ")}, task.sealed FROM task JOIN task_data USING (seq) WHERE id = ?`,
  updateTask: `
    UPDATE task SET grp = ?, name = ?, type = ?, status = ?, created_at = ?, updated_at = ?, revision = ?, more = ?,
    sealed = ? WHERE id = ? AND revision = ? RETURNING seq`,
  // Most changes of a task are of its status or progress; those need not write the data again.
  updateTaskData: "UPDATE task_data SET data = jsonb(?2) WHERE seq = ?1 AND data <> jsonb(?2)",
  deleteTask: "DELETE FROM task WHERE id = ?",
  newestTask: "SELECT max(seq) AS seq FROM task",
  taskAfter: "SELECT min(seq) AS seq FROM task WHERE seq > ?",
  countTasks: "SELECT count(*) AS count FROM task",
  // Hops from group to group; DISTINCT would walk the index over every task.
  groups: `
    WITH RECURSIVE hop (grp) AS (
      SELECT min(grp) FROM task WHERE grp > ''
      UNION ALL
      SELECT (SELECT min(grp) FROM task WHERE grp > hop.grp) FROM hop WHERE grp IS NOT NULL
    )
    SELECT grp FROM hop WHERE grp IS NOT NULL`,

  getArticle: `SELECT record FROM article WHERE task = (${TASK}) AND keyword = ?`,
  putArticle: `
    INSERT INTO article (task, keyword, record) VALUES (?, ?, ?)
    ON CONFLICT (task, keyword) DO UPDATE SET record = excluded.record`,
  countRows: `SELECT count(*) AS count FROM result_row WHERE task = (${TASK})`,
  countRowsOfRun: `
    SELECT count(*) AS count FROM result_row WHERE run = (SELECT seq FROM run WHERE task = (${TASK}) AND id = ?)`,
  insertRow: "INSERT INTO result_row (task, run, record) VALUES (?, ?, ?)",
  getFile: `SELECT path, type, size, sha256, bytes FROM file WHERE task = (${TASK}) AND path = ?`,
  putFile: `
    INSERT INTO file (task, path, type, size, sha256, bytes) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (task, path) DO UPDATE
    SET type = excluded.type, size = excluded.size, sha256 = excluded.sha256, bytes = excluded.bytes`,
  insertLogEntry: "INSERT INTO log_entry (task, record) VALUES (?, ?)",

  insertRun: `
    INSERT INTO run (id, task, status, revision, more) SELECT ?, seq, ?, ?, ? FROM task WHERE id = ?
    ON CONFLICT (id) DO NOTHING`,
  getRun: "SELECT * FROM run WHERE id = ?",
  updateRun: "UPDATE run SET status = ?, revision = ?, more = ? WHERE id = ? AND revision = ?",
  deleteRun: "DELETE FROM run WHERE id = ?",
  countRuns: `SELECT count(*) AS count FROM run WHERE task = (${TASK})`,
  placeOfRun: "SELECT seq AS run, task, status FROM run WHERE id = ?",
  // REPLACE and not an update, because a line that ends again goes to the end of the order.
  putLine: "INSERT OR REPLACE INTO run_line (run, key, record) VALUES (?, ?, ?)",

  insertAccount: "INSERT INTO account (id, kind, name, revision, more) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  getAccount: "SELECT * FROM account WHERE id = ?",
  accountNamed: "SELECT * FROM account WHERE kind = ? AND name = ?",
  updateAccount: "UPDATE account SET kind = ?, name = ?, revision = ?, more = ? WHERE id = ? AND revision = ?",
  deleteAccount: "DELETE FROM account WHERE id = ?",
} as const;

export type PagedStatement = keyof typeof PAGED;
export type Statements = Readonly<Record<keyof typeof STATEMENTS, StatementSync>>;

export function prepare(database: DatabaseSync): Statements {
  const prepared = Object.entries(STATEMENTS).map(([name, sql]) => [name, database.prepare(sql)]);
  // `fromEntries` cannot know that the names are those of the table.
  const statements = Object.fromEntries(prepared) as Statements;
  statements.getTask.setReturnArrays(true);
  return statements;
}
