import type { DatabaseSync, StatementSync } from "node:sqlite";
import { WHOLE } from "./task-rows.js";

/** SQLite plans a statement again whenever the plain parameter of a limit is bound, which takes longer than to answer it. */
export const LIMIT = "LIMIT 1 * ?";

const TASK = "SELECT seq FROM task WHERE id = ?";

/**
 * Every statement that has a fixed text. None of them walks a table but `countTasks`. Those of PAGED answer a page, and
 * their last parameters are the `seq` after which it begins (of files, the path with which; of log entries, the number), its size, and how many to pass over.
 */
const PAGED = {
  keywords: `SELECT seq, keyword FROM article WHERE task = (${TASK}) AND seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  rowsOfTask: `SELECT seq, record FROM result_row WHERE task = (${TASK}) AND seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  rowsOfRun: `
    SELECT seq, record FROM result_row WHERE run = (SELECT seq FROM run WHERE task = (${TASK}) AND id = ?)
    AND seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  files: `
    SELECT path, type, size, sha256 FROM file WHERE task = (${TASK}) AND path >= ? ORDER BY path ${LIMIT} OFFSET ?`,
  log: `SELECT n, record FROM log_entry WHERE task = (${TASK}) AND n > ? ORDER BY n ${LIMIT} OFFSET ?`,
  runsOf: `SELECT * FROM run WHERE task = (${TASK}) AND seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  lines: `
    SELECT seq, record FROM run_line INDEXED BY run_line_run WHERE run = (SELECT seq FROM run WHERE id = ?)
    AND seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  running: `
    SELECT run.seq, run.id, taken, ttl, holder FROM run INDEXED BY run_running LEFT JOIN hold ON hold.seq = run.seq
    WHERE status = 'running' AND run.seq > ? ORDER BY run.seq ${LIMIT} OFFSET ?`,
  effects: `
    SELECT seq, record FROM effect INDEXED BY effect_run WHERE run = (SELECT seq FROM run WHERE id = ?)
    AND seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  deliveries: `SELECT * FROM delivery WHERE seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  deliveriesFor: `SELECT * FROM delivery WHERE webhook = ? AND seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  deliveriesInState: `
    SELECT * FROM delivery INDEXED BY delivery_state WHERE state = ? AND seq > ? ORDER BY seq ${LIMIT} OFFSET ?`,
  deliveriesForInState: `
    SELECT * FROM delivery INDEXED BY delivery_webhook WHERE webhook = ? AND state = ? AND seq > ?
    ORDER BY seq ${LIMIT} OFFSET ?`,
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

  // CROSS JOIN keeps the order of the list. The index has the keywords of a task without the articles.
  keywordsOfEach: `
    SELECT picked.key AS place, article.seq, keyword FROM json_each(?) AS picked CROSS JOIN task ON task.id = picked.value
    CROSS JOIN article INDEXED BY article_keyword ON article.task = task.seq ${LIMIT}`,
  getArticle: `SELECT record FROM article WHERE task = (${TASK}) AND keyword = ?`,
  putArticle: `
    INSERT INTO article (task, keyword, record) VALUES (?, ?, ?)
    ON CONFLICT (task, keyword) DO UPDATE SET record = excluded.record`,
  // A path with a character from U+E000 on: only those sort differently by code point and by code unit.
  highPath: `SELECT 1 FROM file WHERE task = (${TASK}) AND path GLOB '*[\u{e000}-\u{10ffff}]*' LIMIT 1`,
  countRows: `SELECT count(*) AS count FROM result_row WHERE task = (${TASK})`,
  countRowsOfRun: `
    SELECT count(*) AS count FROM result_row WHERE run = (SELECT seq FROM run WHERE task = (${TASK}) AND id = ?)`,
  insertRow: "INSERT INTO result_row (task, run, name, record) VALUES (?, ?, ?, ?)",
  dropRows: "DELETE FROM result_row WHERE run = ? AND name = ?",
  getFile: `SELECT path, type, size, sha256, bytes FROM file WHERE task = (${TASK}) AND path = ?`,
  putFile: `
    INSERT INTO file (task, path, type, size, sha256, bytes) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (task, path) DO UPDATE
    SET type = excluded.type, size = excluded.size, sha256 = excluded.sha256, bytes = excluded.bytes`,
  removeFile: "DELETE FROM file WHERE task = ? AND path = ?",
  insertLogEntry: `
    INSERT INTO log_entry (task, n, record) VALUES (?1, 1 + coalesce(
      (SELECT max(n) FROM log_entry WHERE task = ?1), (SELECT n FROM log_trimmed WHERE seq = ?1), 0
    ), ?2)`,
  // The bytes of the JSON with the number in it: `,"n":1`.
  logSizes: `
    SELECT n, octet_length(record) + length(n) + 5 AS bytes FROM log_entry
    WHERE task = (${TASK}) AND n < ? ORDER BY n DESC ${LIMIT}`,
  trimLog: `
    DELETE FROM log_entry WHERE seq IN (
      SELECT seq FROM log_entry WHERE task = (${TASK}) AND n <= ? ORDER BY n ${LIMIT}
    )`,
  putTrimmed: `
    INSERT INTO log_trimmed (seq, n) SELECT seq, ?2 FROM task WHERE id = ?1
    ON CONFLICT (seq) DO UPDATE SET n = max(n, excluded.n)`,

  insertRun: `
    INSERT INTO run (id, task, status, fence, revision, more) SELECT ?, seq, ?, ?, ?, ? FROM task WHERE id = ?
    ON CONFLICT (id) DO NOTHING`,
  getRun: "SELECT * FROM run WHERE id = ?",
  updateRun: `
    UPDATE run SET status = ?, fence = ?, revision = ?, more = ? WHERE id = ? AND revision = ? RETURNING seq`,
  deleteRun: "DELETE FROM run WHERE id = ?",
  countRuns: `SELECT count(*) AS count FROM run WHERE task = (${TASK})`,
  placeOfRun: "SELECT seq AS run, task, status, fence FROM run WHERE id = ?",
  // REPLACE and not an update, because a line that ends again goes to the end of the order.
  putLine: "INSERT OR REPLACE INTO run_line (run, key, record) VALUES (?, ?, ?)",

  getEffect: "SELECT record FROM effect WHERE run = (SELECT seq FROM run WHERE id = ?) AND key = ?",
  putEffect: `
    INSERT INTO effect (run, key, record) VALUES (?, ?, ?)
    ON CONFLICT (run, key) DO UPDATE SET record = excluded.record`,

  putHold: "INSERT OR REPLACE INTO hold (seq, taken, ttl, holder) VALUES (?, ?, ?, ?)",
  renewHold: `
    INSERT INTO hold (taken, ttl, holder, seq)
    SELECT ?, ?, ?, seq FROM run WHERE id = ? AND status = 'running' AND fence = ?
    ON CONFLICT (seq) DO UPDATE SET taken = excluded.taken, ttl = excluded.ttl, holder = excluded.holder`,
  deleteHold: "DELETE FROM hold WHERE seq = ?",
  // Only runs that are running have one.
  releaseHolds: `
    DELETE FROM hold WHERE holder = ? AND seq IN (SELECT seq FROM run INDEXED BY run_running WHERE status = 'running')`,

  insertDelivery: `
    INSERT INTO delivery (id, webhook, state, due_at, finished_at, revision, more) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO NOTHING`,
  getDelivery: "SELECT * FROM delivery WHERE id = ?",
  updateDelivery: `
    UPDATE delivery SET webhook = ?, state = ?, due_at = ?, finished_at = ?, revision = ?, more = ?
    WHERE id = ? AND revision = ?`,
  deleteDelivery: "DELETE FROM delivery WHERE id = ?",
  dueDeliveries: `
    SELECT * FROM delivery INDEXED BY delivery_due WHERE state = 'waiting' AND due_at <= ?
    ORDER BY due_at, seq ${LIMIT}`,
  clearDeliveries: `
    DELETE FROM delivery WHERE seq IN (
      SELECT seq FROM delivery INDEXED BY delivery_finished WHERE finished_at < ? ORDER BY finished_at ${LIMIT}
    )`,

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
  statements.keywordsOfEach.setReturnArrays(true);
  return statements;
}
