/** What version 2 of the storage left in its file, with one of everything, some of it more than once. */
export const STORE_OF_VERSION_2 = `
PRAGMA journal_mode = WAL;
BEGIN;
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
  more TEXT NOT NULL,
  sealed TEXT
) STRICT;
CREATE UNIQUE INDEX task_id ON task (id);
CREATE INDEX task_grp ON task (grp);
CREATE INDEX task_name ON task (name);
CREATE INDEX task_type ON task (type);
CREATE INDEX task_status ON task (status);

CREATE TABLE "task_data" (
  seq INTEGER PRIMARY KEY REFERENCES task (seq) ON DELETE CASCADE,
  data ANY NOT NULL
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
CREATE INDEX run_line_run ON run_line (run);

CREATE TABLE article (
  seq INTEGER PRIMARY KEY,
  task INTEGER NOT NULL REFERENCES task (seq) ON DELETE CASCADE,
  keyword TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX article_keyword ON article (task, keyword);
CREATE INDEX article_task ON article (task);

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
PRAGMA application_id = 0x53637270;
PRAGMA user_version = 2;
INSERT INTO task VALUES (1, 'task-1', 'bees', 'Old task', 'article creator', 'running',
  '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', 7, '{"runId":"run-1"}', '{"/password":"cipher"}');
INSERT INTO task_data VALUES (1, jsonb('{"jobName":"Old task","keywords":["bees"]}'));
INSERT INTO task VALUES (2, 'task-2', '', 'Second', 'web scraper', 'complete',
  '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', 3, '{"runId":"run-2"}', NULL);
INSERT INTO task_data VALUES (2, jsonb('{"jobName":"Second"}'));
INSERT INTO run VALUES (1, 'run-1', 1, 'running', 2,
  '{"taskId":"task-1","origin":"api","attempts":1,"seed":"s","data":{"jobName":"Old task"},"createdAt":"2026-01-01T00:00:00.000Z"}');
INSERT INTO run VALUES (2, 'run-2', 2, 'complete', 4,
  '{"taskId":"task-2","origin":"cli","attempts":1,"seed":"t","createdAt":"2026-01-01T00:00:00.000Z"}');
INSERT INTO run_line VALUES (1, 1, 'k', '{"key":"k","line":"bees","state":"done","attempts":1}');
INSERT INTO article VALUES (1, 1, 'bees', '{"keywords":["bees"],"sentences":["Bees make honey."]}');
INSERT INTO result_row VALUES (1, 1, 1, '{"url":"https://example.com/"}');
INSERT INTO file VALUES (1, 1, 'a.txt', 'text/plain', 3, '039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81', X'010203');
INSERT INTO log_entry VALUES (3, 1, '{"t":"2026-01-01T00:00:00.000Z","level":"info","msg":"Entry 1"}');
INSERT INTO log_entry VALUES (4, 2, '{"t":"2026-01-01T00:00:00.000Z","level":"warn","msg":"Of another"}');
INSERT INTO log_entry VALUES (8, 1, '{"t":"2026-01-01T00:00:00.000Z","level":"error","msg":"Entry 2"}');
INSERT INTO account VALUES (1, 'a1', 'blog', 'Mine', 1,
  '{"settings":{},"sealed":{},"createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z"}');
COMMIT;
`;
