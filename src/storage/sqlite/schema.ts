import type { DatabaseSync } from "node:sqlite";
import { newerStore } from "../refusals.js";
import { transaction } from "./group-commit.js";
import { failed } from "./sqlite-errors.js";

/** In the header of the file, so that a database of another program is never taken for a store: "Scrp" in ASCII. */
const APPLICATION_ID = 0x53637270;

/**
 * `STEPS[n]` takes a store from version n to n + 1. A step that was released is never changed.
 *
 * `seq` is the creation order. What lists show is in `task` and the large data objects in `task_data`, so that
 * walking the one never reads the other. `more` and `record` are JSON. Everything else hangs on a task and goes with it.
 */
const STEPS: readonly string[] = [
  `
  CREATE TABLE task (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    grp TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    revision INTEGER NOT NULL,
    more TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX task_id ON task (id);
  CREATE INDEX task_grp ON task (grp);
  CREATE INDEX task_name ON task (name);
  CREATE INDEX task_type ON task (type);
  CREATE INDEX task_status ON task (status);

  CREATE TABLE task_data (
    seq INTEGER PRIMARY KEY REFERENCES task (seq) ON DELETE CASCADE,
    data TEXT NOT NULL
  ) STRICT;

  CREATE TABLE run (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    task INTEGER NOT NULL REFERENCES task (seq) ON DELETE CASCADE,
    status TEXT NOT NULL,
    revision INTEGER NOT NULL,
    more TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX run_id ON run (id);
  CREATE INDEX run_task ON run (task);

  CREATE TABLE run_line (
    seq INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
    key TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX run_line_key ON run_line (run, key);

  CREATE TABLE article (
    seq INTEGER PRIMARY KEY,
    task INTEGER NOT NULL REFERENCES task (seq) ON DELETE CASCADE,
    keyword TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX article_keyword ON article (task, keyword);

  CREATE TABLE result_row (
    seq INTEGER PRIMARY KEY,
    task INTEGER NOT NULL REFERENCES task (seq) ON DELETE CASCADE,
    run INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX result_row_task ON result_row (task);
  CREATE INDEX result_row_run ON result_row (run);

  CREATE TABLE file (
    seq INTEGER PRIMARY KEY,
    task INTEGER NOT NULL REFERENCES task (seq) ON DELETE CASCADE,
    path TEXT NOT NULL,
    type TEXT NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX file_path ON file (task, path);

  CREATE TABLE log_entry (
    seq INTEGER PRIMARY KEY,
    task INTEGER NOT NULL REFERENCES task (seq) ON DELETE CASCADE,
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX log_entry_task ON log_entry (task);

  PRAGMA application_id = ${APPLICATION_ID};
  `,
  // Data become JSONB, in which SQLite finds a member without reading the whole; `json` makes the same text of it again.
  // What is no JSON stays as it is, for `check` to report. Ciphertext is kept apart, so that no search comes near it. The
  // indexes let lists be read page by page in their order.
  `
  CREATE TABLE task_jsonb (
    seq INTEGER PRIMARY KEY REFERENCES task (seq) ON DELETE CASCADE,
    data ANY NOT NULL
  ) STRICT;
  INSERT INTO task_jsonb SELECT seq, CASE WHEN json_valid(data) THEN jsonb(data) ELSE data END FROM task_data;
  DROP TABLE task_data;
  ALTER TABLE task_jsonb RENAME TO task_data;
  ALTER TABLE task ADD COLUMN sealed TEXT;

  CREATE TABLE account (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    revision INTEGER NOT NULL,
    more TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX account_id ON account (id);
  CREATE UNIQUE INDEX account_name ON account (kind, name);
  CREATE INDEX account_kind ON account (kind);

  CREATE INDEX article_task ON article (task);
  CREATE INDEX run_line_run ON run_line (run);
  `,
  // The fence comes before `more`, which may be large, because every step of a run asks for it. Holds are separate, so that
  // renewing one writes nothing else; their times are milliseconds since the machine was started. Log entries are numbered
  // within their task; `log_trimmed` has the last number that was dropped.
  `
  ALTER TABLE run RENAME COLUMN more TO earlier;
  ALTER TABLE run ADD COLUMN fence INTEGER;
  ALTER TABLE run ADD COLUMN more TEXT NOT NULL DEFAULT '{}';
  UPDATE run SET more = earlier;
  ALTER TABLE run DROP COLUMN earlier;
  CREATE INDEX run_running ON run (status) WHERE status = 'running';

  CREATE TABLE hold (
    seq INTEGER PRIMARY KEY REFERENCES run (seq) ON DELETE CASCADE,
    taken REAL NOT NULL,
    ttl REAL NOT NULL,
    holder TEXT NOT NULL
  ) STRICT;

  CREATE TABLE effect (
    seq INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run (seq) ON DELETE CASCADE,
    key TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX effect_key ON effect (run, key);
  CREATE INDEX effect_run ON effect (run);

  ALTER TABLE log_entry ADD COLUMN n INTEGER NOT NULL DEFAULT 0;
  UPDATE log_entry SET n = counted.n
  FROM (SELECT seq, row_number() OVER (PARTITION BY task ORDER BY seq) AS n FROM log_entry) AS counted
  WHERE counted.seq = log_entry.seq;
  DROP INDEX log_entry_task;
  CREATE UNIQUE INDEX log_entry_n ON log_entry (task, n);
  CREATE TABLE log_trimmed (
    seq INTEGER PRIMARY KEY REFERENCES task (seq) ON DELETE CASCADE,
    n INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE delivery (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    webhook TEXT NOT NULL,
    state TEXT NOT NULL,
    due_at TEXT,
    finished_at TEXT,
    revision INTEGER NOT NULL,
    more TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX delivery_id ON delivery (id);
  CREATE INDEX delivery_webhook ON delivery (webhook);
  CREATE INDEX delivery_state ON delivery (state);
  CREATE INDEX delivery_due ON delivery (due_at) WHERE state = 'waiting';
  CREATE INDEX delivery_finished ON delivery (finished_at) WHERE finished_at IS NOT NULL;
  `,
  // Rows that a later step of the run may replace have a name; most have none.
  `
  ALTER TABLE result_row ADD COLUMN name TEXT;
  CREATE INDEX result_row_name ON result_row (run, name) WHERE name IS NOT NULL;
  `,
];

/** The version of the stores that this version of the program writes. */
export const VERSION = STEPS.length;

/** Creates the tables of an empty database and brings those of an older store up to date, wholly or not at all. */
export function migrate(database: DatabaseSync): void {
  if (versionOf(database) === VERSION) return;
  transaction(database, () => {
    // Asked again under the lock: another process may have done it in between.
    const version = versionOf(database);
    if (version === VERSION) return;
    for (const step of STEPS.slice(version)) database.exec(step);
    writeVersion(database);
  });
}

/** Writes a page of the file, also when it has the version already. */
export function writeVersion(database: DatabaseSync): void {
  database.exec(`PRAGMA user_version = ${VERSION}`);
}

/** The version of the store, 0 for an empty database; throws when it is not one that this version can work with. */
export function versionOf(database: DatabaseSync): number {
  const version = number(database, "PRAGMA user_version");
  if (version > VERSION) {
    throw newerStore(version, VERSION);
  }
  const foreign =
    version === 0
      ? number(database, "SELECT count(*) FROM sqlite_schema") > 0
      : number(database, "PRAGMA application_id") !== APPLICATION_ID;
  if (foreign) throw failed("The file is a database of another program. Choose another file for the store.");
  return version;
}

/** The one number that a statement answers. */
export function number(database: DatabaseSync, sql: string): number {
  const [value] = Object.values(database.prepare(sql).get() ?? {});
  return Number(value);
}
