/** A schema as version 1 made it, with a task that has everything and another one; `%` is its name. */
export const STORE_OF_VERSION_1 = String.raw`
  CREATE SCHEMA %;
  CREATE TABLE %.scriptorium_store (version integer NOT NULL);
  INSERT INTO %.scriptorium_store VALUES (1);

  CREATE TABLE %.task (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL CONSTRAINT task_id UNIQUE,
    grp text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    data text,
    large text,
    more text NOT NULL,
    long text,
    sealed text,
    CONSTRAINT task_data CHECK (num_nonnulls(data, large) = 1)
  );
  CREATE INDEX task_grp ON %.task (grp, seq);
  CREATE INDEX task_name ON %.task (name, seq);
  CREATE INDEX task_type ON %.task (type, seq);
  CREATE INDEX task_status ON %.task (status, seq);

  CREATE TABLE %.run (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL CONSTRAINT run_id UNIQUE,
    task bigint NOT NULL REFERENCES %.task (seq) ON DELETE CASCADE,
    status text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    record text NOT NULL
  );
  CREATE INDEX run_task ON %.run (task, seq);

  CREATE TABLE %.run_line (
    seq bigint GENERATED ALWAYS AS IDENTITY,
    run bigint NOT NULL REFERENCES %.run (seq) ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (run, seq),
    CONSTRAINT run_line_key UNIQUE (run, key)
  );

  CREATE TABLE %.article (
    seq bigint GENERATED ALWAYS AS IDENTITY,
    task bigint NOT NULL REFERENCES %.task (seq) ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    keyword text COLLATE "C" NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (task, seq),
    CONSTRAINT article_key UNIQUE (task, key)
  );

  CREATE TABLE %.result_row (
    seq bigint GENERATED ALWAYS AS IDENTITY,
    task bigint NOT NULL,
    run bigint NOT NULL REFERENCES %.run (seq) ON DELETE CASCADE,
    record text NOT NULL,
    PRIMARY KEY (run, seq)
  );
  CREATE INDEX result_row_task ON %.result_row (task, seq);

  CREATE TABLE %.file (
    task bigint NOT NULL REFERENCES %.task (seq) ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    place bytea NOT NULL,
    path text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    size bigint NOT NULL,
    sha256 text COLLATE "C" NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (task, key)
  );
  CREATE INDEX file_place ON %.file (task, substring(place FROM 1 FOR 512));

  CREATE TABLE %.log_entry (
    seq bigint GENERATED ALWAYS AS IDENTITY,
    task bigint NOT NULL REFERENCES %.task (seq) ON DELETE CASCADE,
    record text NOT NULL,
    PRIMARY KEY (task, seq)
  );

  CREATE TABLE %.account (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL CONSTRAINT account_id UNIQUE,
    kind text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    record text NOT NULL,
    CONSTRAINT account_name UNIQUE (kind, name)
  );
  CREATE INDEX account_kind ON %.account (kind, seq);

  INSERT INTO %.task (id, grp, name, type, status, revision, data, more) VALUES
    ('task-1', 'bees', 'Old task', 'article creator', 'running', 7, '{"jobName":"Old task","maxResults":10}',
      '{"createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-02T00:00:00.000Z","revision":7,"runId":"run-1"}'),
    ('task-2', '', 'Second', 'web scraper', 'draft', 1, '{"jobName":"Second"}',
      '{"createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z","revision":1}');
  INSERT INTO %.run (id, task, status, revision, record) VALUES
    ('run-1', 1, 'running', 2, '{"_id":"run-1","taskId":"task-1","status":"running","origin":"api","attempts":1,"seed":"s","createdAt":"2026-01-01T00:00:00.000Z","revision":2}');
  INSERT INTO %.run_line (run, key, record) VALUES (1, 'k', '{"key":"k","line":"bees","state":"done","attempts":1}');
  INSERT INTO %.article (task, key, keyword, record) VALUES
    (1, 'bees', 'bees', '{"keywords":["bees"],"sentences":["Bees make honey."]}');
  INSERT INTO %.result_row (task, run, record) VALUES (1, 1, '{"url":"https://example.com/"}');
  INSERT INTO %.file (task, key, place, path, type, size, sha256, bytes) VALUES
    (1, 'a.txt', '\x0061002e007400780074', 'a.txt', 'text/plain', 3,
      '039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81', '\x010203');
  INSERT INTO %.log_entry (task, record) VALUES
    (1, '{"t":"2026-01-01T00:00:00.000Z","level":"info","msg":"Old entry"}'),
    (2, '{"t":"2026-01-01T00:00:00.000Z","msg":"\"level\":\"error\"","level":"warn"}'),
    (1, '{"t":"2026-01-01T00:00:00.000Z","level":"error","msg":"Second entry"}'),
    (2, 'damaged');
  INSERT INTO %.account (id, kind, name, revision, record) VALUES
    ('a', 'blog', 'mine', 1, '{"_id":"a","kind":"blog","name":"mine","settings":{},"sealed":{},"createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z","revision":1}');
`;
