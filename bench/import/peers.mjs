// What a hand would write for the same file: a table for each kind, and so many tasks in a transaction.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";

const TASKS = 128;
const KINDS = ["task", "run", "line", "row", "article", "file", "log"];

/** The texts of the records of some tasks at a time, by kind, each with the number of its task. */
async function* batches(path) {
  let batch = Object.fromEntries(KINDS.map((kind) => [kind, []]));
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [[kind, value]] = Object.entries(JSON.parse(line));
    if (kind === "task") {
      if (number > 0 && number % TASKS === 0) {
        yield batch;
        batch = Object.fromEntries(KINDS.map((one) => [one, []]));
      }
      number += 1;
    }
    if (kind === "bytes") batch.file.at(-1)[2] = Buffer.from(value, "base64");
    else batch[kind]?.push([number, JSON.stringify(value), null]);
  }
  yield batch;
}

export async function handSqlite(path, file) {
  using database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL");
  const inserts = Object.fromEntries(
    KINDS.map((kind) => {
      database.exec(`CREATE TABLE ${kind} (seq INTEGER PRIMARY KEY, task INTEGER, record TEXT, bytes BLOB)`);
      database.exec(`CREATE INDEX ${kind}_task ON ${kind} (task)`);
      return [kind, database.prepare(`INSERT INTO ${kind} (task, record, bytes) VALUES (?, ?, ?)`)];
    }),
  );
  for await (const batch of batches(path)) {
    database.exec("BEGIN IMMEDIATE");
    for (const kind of KINDS) for (const values of batch[kind]) inserts[kind].run(...values);
    database.exec("COMMIT");
  }
}

export async function handPostgres(path, connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("CREATE SCHEMA by_hand; SET search_path = by_hand");
  for (const kind of KINDS) {
    await client.query(`CREATE TABLE ${kind} (seq bigserial PRIMARY KEY, task bigint, record text, bytes bytea)`);
    await client.query(`CREATE INDEX ON ${kind} (task)`);
  }
  for await (const batch of batches(path)) {
    await client.query("BEGIN");
    for (const kind of KINDS) {
      const columns = [0, 1, 2].map((column) => batch[kind].map((values) => values[column]));
      await client.query({
        name: kind,
        text: `INSERT INTO ${kind} (task, record, bytes) SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[])`,
        values: columns,
      });
    }
    await client.query("COMMIT");
  }
  await client.end();
}
