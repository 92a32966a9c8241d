import { createHash } from "node:crypto";
import { newerStore } from "../refusals.js";
import type { Ask, Database } from "./connection.js";
import { quoted } from "./options.js";
import { failed, storageError } from "./postgres-errors.js";

/**
 * `STEPS[n]` takes a store from version n to n + 1; `%` is the schema. A step that was released is never changed.
 *
 * `seq` is the creation order. Texts with an index are keys as of keys.ts. Data that a page of many tasks should not read
 * along are in `large` instead of `data`. JSON is kept as text, because jsonb keeps neither
 * the order of members nor the form of numbers. All but accounts and deliveries hang on a task and go with it. What is
 * written every few seconds, who holds a run and how many entries a log has had, has rows of its own with room next to
 * them: they change in their place, and nothing large is written along.
 */
const STEPS: readonly string[] = [
  `
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
  ALTER TABLE %.task ALTER data SET STATISTICS 0, ALTER large SET STATISTICS 0, ALTER more SET STATISTICS 0,
    ALTER long SET STATISTICS 0, ALTER sealed SET STATISTICS 0;
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
  `,

  // Entries of the log are counted from 1 within their task, the higher the later; so far it was within the table.
  `
  ALTER TABLE %.log_entry ALTER seq DROP IDENTITY, DROP CONSTRAINT log_entry_pkey, ADD level text COLLATE "C";
  UPDATE %.log_entry AS entry SET seq = counted.n, level = coalesce(substring(entry.record FROM '"level":"(\\w+)"'), 'info')
    FROM (SELECT task, seq, row_number() OVER (PARTITION BY task ORDER BY seq) AS n FROM %.log_entry) AS counted
    WHERE entry.task = counted.task AND entry.seq = counted.seq;
  ALTER TABLE %.log_entry ALTER level SET NOT NULL, ADD PRIMARY KEY (task, seq);

  CREATE TABLE %.log_count (
    task bigint PRIMARY KEY REFERENCES %.task (seq) ON DELETE CASCADE,
    entries bigint NOT NULL
  ) WITH (fillfactor = 50);
  INSERT INTO %.log_count SELECT task, max(seq) FROM %.log_entry GROUP BY task;

  ALTER TABLE %.run ADD fence bigint;
  CREATE INDEX run_running ON %.run (seq) WHERE status = 'running';

  CREATE TABLE %.run_hold (
    run bigint PRIMARY KEY REFERENCES %.run (seq) ON DELETE CASCADE,
    fence bigint NOT NULL,
    owner bigint,
    renewed timestamptz NOT NULL,
    until timestamptz NOT NULL
  ) WITH (fillfactor = 50);

  CREATE TABLE %.run_effect (
    seq bigint GENERATED ALWAYS AS IDENTITY,
    run bigint NOT NULL REFERENCES %.run (seq) ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (run, seq),
    CONSTRAINT run_effect_key UNIQUE (run, key)
  );

  CREATE TABLE %.delivery (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL CONSTRAINT delivery_id UNIQUE,
    webhook text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    due_at text COLLATE "C",
    finished_at text COLLATE "C",
    revision bigint NOT NULL,
    record text NOT NULL
  );
  CREATE INDEX delivery_webhook ON %.delivery (webhook, seq);
  CREATE INDEX delivery_state ON %.delivery (state, seq);
  CREATE INDEX delivery_due ON %.delivery (due_at, seq) WHERE state = 'waiting';
  CREATE INDEX delivery_finished ON %.delivery (finished_at);
  `,

  // Rows that a later step of the run may replace have a name; most have none.
  `
  ALTER TABLE %.result_row ADD name text COLLATE "C";
  CREATE INDEX result_row_name ON %.result_row (run, name) WHERE name IS NOT NULL;
  `,
];

const VERSION = STEPS.length;
/** A step may rewrite a large table. */
const MIGRATION_MS = 3_600_000;
/** Holds the version, and shows that the schema is one of ours. */
const MARK = "scriptorium_store";
/** More rows of one number than a page of 8 KB holds: fewer may fit where others were. */
const ROWS_OF_A_PAGE = 300;

/** The tables that a store of this version has. */
export function tablesOf(): string[] {
  return named(/CREATE TABLE %\.(\w+)/g);
}

/** The indexes that a store of this version has, those that no constraint names left out. */
export function indexesOf(): string[] {
  return named(/CREATE INDEX (\w+)|CONSTRAINT (\w+) UNIQUE/g);
}

function named(pattern: RegExp): string[] {
  return STEPS.flatMap((step) => [...step.matchAll(pattern)].map(([, one, other]) => one ?? other ?? ""));
}

/** Creates the tables of an empty schema and brings those of an older store up to date, wholly or not at all. */
export async function migrate(database: Database, schema: string): Promise<void> {
  await database
    .session(async (ask) => {
      await refuseSettings(ask);
      if ((await versionOf(ask, schema)) === VERSION) return;
      await inTransaction(ask, async () => {
        // Others may be at it at the same moment, and have it done when this lock is got.
        await ask({ text: "SET LOCAL lock_timeout = 60000; SET LOCAL statement_timeout = 0" });
        await ask({ text: "SELECT pg_advisory_xact_lock($1)" }, lockOf(schema));
        const version = await versionOf(ask, schema);
        if (version === VERSION) return;
        if (version === 0) await createMark(ask, schema);
        for (const step of STEPS.slice(version)) await ask({ text: step.replaceAll("%", quoted(schema)) });
        await ask({ text: `UPDATE ${quoted(schema)}.${MARK} SET version = $1` }, VERSION);
      });
    }, MIGRATION_MS)
    .catch((cause) => {
      throw storageError(cause);
    });
}

/** Writes what takes new space on the disk, and takes it back. Throws as a write does. */
export async function tryWriting({ session }: Database, schema: string): Promise<void> {
  const mark = `${quoted(schema)}.${MARK}`;
  const trial = session(async (ask) => {
    await ask({ text: "BEGIN" });
    try {
      await ask({ text: `INSERT INTO ${mark} SELECT version FROM ${mark}, generate_series(1, ${ROWS_OF_A_PAGE})` });
    } finally {
      await ask({ text: "ROLLBACK" }).catch(() => {});
    }
  });
  await trial.catch((cause) => {
    throw storageError(cause);
  });
}

async function createMark(ask: Ask, schema: string): Promise<void> {
  // `CREATE SCHEMA IF NOT EXISTS` asks for the right to create one although it is there.
  const [there] = await ask({ text: "SELECT 1 FROM pg_namespace WHERE nspname = $1" }, schema);
  if (there === undefined) await ask({ text: `CREATE SCHEMA ${quoted(schema)}` });
  await ask({ text: `CREATE TABLE ${quoted(schema)}.${MARK} (version integer NOT NULL)` });
  await ask({ text: `INSERT INTO ${quoted(schema)}.${MARK} VALUES (0)` });
}

/** The version of the store, 0 for an empty schema; throws when it is not one that this version can work with. */
export async function versionOf(ask: Ask, schema: string): Promise<number> {
  const [found] = await ask<{ marked: boolean; tables: number }>(
    {
      text: `
        SELECT count(*) FILTER (WHERE relname = $2) > 0 AS marked, count(*)::int AS tables
        FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE nspname = $1 AND relkind IN ('r', 'v', 'm', 'p', 'f')`,
    },
    schema,
    MARK,
  );
  if (found?.marked !== true) {
    if (found?.tables === 0) return 0;
    throw failed("The schema holds tables of another program. Choose another schema for the store.");
  }
  const [row] = await ask<{ version: number }>({ text: `SELECT version FROM ${quoted(schema)}.${MARK}` });
  const version = row?.version ?? 0;
  if (version > VERSION) {
    throw newerStore(version, VERSION);
  }
  return version;
}

/** What the promises of the storage rest on. */
async function refuseSettings(ask: Ask): Promise<void> {
  const [settings] = await ask<{ encoding: string; commit: string }>({
    text: "SELECT current_setting('server_encoding') AS encoding, current_setting('synchronous_commit') AS commit",
  });
  if (settings?.encoding !== "UTF8") {
    throw failed("The database cannot keep every character. Create it with the encoding UTF8.");
  }
  if (settings.commit === "off") {
    throw failed(
      "The database says that changes are stored before they are. Turn synchronous_commit on for it, or for its user.",
    );
  }
}

async function inTransaction(ask: Ask, work: () => Promise<void>): Promise<void> {
  await ask({ text: "BEGIN ISOLATION LEVEL READ COMMITTED" });
  try {
    await work();
    await ask({ text: "COMMIT" });
  } catch (cause) {
    await ask({ text: "ROLLBACK" }).catch(() => {});
    throw cause;
  }
}

/** A number for the schema among the locks that programs may take in a database. */
function lockOf(schema: string): string {
  return createHash("sha256").update(`scriptorium ${schema}`).digest().readBigInt64BE().toString();
}
