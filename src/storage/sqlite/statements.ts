import type { DatabaseSync, StatementSync } from "node:sqlite";

const TASK = "SELECT seq FROM task WHERE id = ?";

/** Every statement that has a fixed text. None of them walks a table but `countTasks`. */
export const STATEMENTS = {
  insertTask: `
    INSERT INTO task (id, grp, name, type, status, created_at, updated_at, revision, more)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  insertTaskData: "INSERT INTO task_data (seq, data) VALUES (?, ?)",
  getTask: "SELECT * FROM task JOIN task_data USING (seq) WHERE id = ?",
  updateTask: `
    UPDATE task SET grp = ?, name = ?, type = ?, status = ?, created_at = ?, updated_at = ?, revision = ?, more = ?
    WHERE id = ? AND revision = ? RETURNING seq`,
  // Most changes of a task are of its status or progress; those need not write the data again.
  updateTaskData: "UPDATE task_data SET data = ?2 WHERE seq = ?1 AND data <> ?2",
  deleteTask: "DELETE FROM task WHERE id = ?",
  newestTask: "SELECT max(seq) AS seq FROM task",
  countTasks: "SELECT count(*) AS count FROM task",
  // Hops from group to group; DISTINCT would walk the index over every task.
  groups: `
    WITH RECURSIVE hop (grp) AS (
      SELECT min(grp) FROM task WHERE grp > ''
      UNION ALL
      SELECT (SELECT min(grp) FROM task WHERE grp > hop.grp) FROM hop WHERE grp IS NOT NULL
    )
    SELECT grp FROM hop WHERE grp IS NOT NULL`,

  keywords: `SELECT keyword FROM article WHERE task = (${TASK}) ORDER BY seq`,
  getArticle: `SELECT record FROM article WHERE task = (${TASK}) AND keyword = ?`,
  putArticle: `
    INSERT INTO article (task, keyword, record) VALUES (?, ?, ?)
    ON CONFLICT (task, keyword) DO UPDATE SET record = excluded.record`,
  rowsOfTask: `SELECT record FROM result_row WHERE task = (${TASK}) ORDER BY seq LIMIT ? OFFSET ?`,
  rowsOfRun: `
    SELECT record FROM result_row WHERE run = (SELECT seq FROM run WHERE task = (${TASK}) AND id = ?)
    ORDER BY seq LIMIT ? OFFSET ?`,
  countRows: `SELECT count(*) AS count FROM result_row WHERE task = (${TASK})`,
  insertRow: "INSERT INTO result_row (task, run, record) VALUES (?, ?, ?)",
  files: `SELECT path, type, size, sha256 FROM file WHERE task = (${TASK})`,
  getFile: `SELECT path, type, size, sha256, bytes FROM file WHERE task = (${TASK}) AND path = ?`,
  putFile: `
    INSERT INTO file (task, path, type, size, sha256, bytes) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (task, path) DO UPDATE
    SET type = excluded.type, size = excluded.size, sha256 = excluded.sha256, bytes = excluded.bytes`,
  log: `SELECT record FROM log_entry WHERE task = (${TASK}) ORDER BY seq LIMIT ? OFFSET ?`,
  insertLogEntry: "INSERT INTO log_entry (task, record) VALUES (?, ?)",

  insertRun: `
    INSERT INTO run (id, task, status, revision, more) SELECT ?, seq, ?, ?, ? FROM task WHERE id = ?
    ON CONFLICT (id) DO NOTHING`,
  getRun: "SELECT * FROM run WHERE id = ?",
  updateRun: "UPDATE run SET status = ?, revision = ?, more = ? WHERE id = ? AND revision = ?",
  placeOfRun: "SELECT seq AS run, task, status FROM run WHERE id = ?",
  lines: "SELECT record FROM run_line WHERE run = (SELECT seq FROM run WHERE id = ?) ORDER BY seq",
  // REPLACE and not an update, because a line that ends again goes to the end of the order.
  putLine: "INSERT OR REPLACE INTO run_line (run, key, record) VALUES (?, ?, ?)",
} as const;

export type Statements = Readonly<Record<keyof typeof STATEMENTS, StatementSync>>;

export function prepare(database: DatabaseSync): Statements {
  const prepared = Object.entries(STATEMENTS).map(([name, sql]) => [name, database.prepare(sql)]);
  // `fromEntries` cannot know that the names are those of the table.
  return Object.fromEntries(prepared) as Statements;
}
