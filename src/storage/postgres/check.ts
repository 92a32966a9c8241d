import type { StoreFinding } from "../../kernel/storage.js";
import type { Ask, Bound, Database, Statement } from "./connection.js";
import { quoted } from "./options.js";
import { LARGE_BYTES, listed } from "./pages.js";
import { storageError } from "./postgres-errors.js";
import { indexesOf, tablesOf, versionOf } from "./schema.js";

const BACKUP = "Get it back from a backup, or delete it.";
/** Statements that read a whole table may take long. */
const CHECK_MS = 3_600_000;
/** Findings of one kind; more would say nothing new. */
const MOST_FINDINGS = 100;

/** A text of a table that must be JSON, and how people call the row. */
interface Json {
  readonly table: string;
  readonly columns: readonly string[];
  readonly what: string;
  /** What identifies rows, in their order. */
  readonly key: readonly string[];
  readonly id: string;
}

const JSON_TEXTS: readonly Json[] = [
  { table: "task", columns: ["coalesce(data, large)", "more", "long", "sealed"], what: "task", key: ["seq"], id: "id" },
  { table: "run", columns: ["record"], what: "run", key: ["seq"], id: "id" },
  { table: "run_line", columns: ["record"], what: "line of run number", key: ["run", "seq"], id: "run::text" },
  { table: "run_effect", columns: ["record"], what: "effect of run number", key: ["run", "seq"], id: "run::text" },
  { table: "article", columns: ["record"], what: "article on", key: ["task", "seq"], id: "keyword" },
  { table: "result_row", columns: ["record"], what: "row of run number", key: ["run", "seq"], id: "run::text" },
  { table: "log_entry", columns: ["record"], what: "log of task number", key: ["task", "seq"], id: "task::text" },
  { table: "account", columns: ["record"], what: "account", key: ["seq"], id: "id" },
  { table: "delivery", columns: ["record"], what: "delivery", key: ["seq"], id: "id" },
];

type TextRow = Readonly<Record<string, string | boolean | null>>;

const OWNERS = [
  ["run", "task", "task"],
  ["run_line", "run", "run"],
  ["run_hold", "run", "run"],
  ["run_effect", "run", "run"],
  ["article", "task", "task"],
  ["result_row", "run", "run"],
  ["result_row", "task", "task"],
  ["file", "task", "task"],
  ["log_entry", "task", "task"],
  ["log_count", "task", "task"],
] as const;

/** Reads the whole store and reports what is wrong with it. */
export async function* checkStore(database: Database, schema: string): AsyncGenerator<StoreFinding> {
  const structure = await ofStructure(database, schema);
  yield* structure;
  // What is missing cannot be read.
  if (structure.length > 0) return;
  yield* await dangling(database, schema);
  for (const texts of JSON_TEXTS) yield* ofJson(database, schema, texts);
  yield* await ofFiles(database, schema);
}

async function ofStructure(database: Database, schema: string): Promise<StoreFinding[]> {
  const [version, relations] = await alone(database, async (ask) => [
    await versionOf(ask, schema).catch((error: unknown) => storageError(error)),
    await ask<{ name: string; valid: boolean }>(
      {
        text: `
          SELECT relname AS name, coalesce(indisvalid AND indisready, true) AS valid
          FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace LEFT JOIN pg_index ON indexrelid = pg_class.oid
          WHERE nspname = $1`,
      },
      schema,
    ),
  ]);
  if (typeof version !== "number") {
    return [{ where: "schema", trouble: version.message, repair: "Nothing is read until that is settled." }];
  }
  const there = new Map(relations.map(({ name, valid }) => [name, valid]));
  const tables = tablesOf().filter((name) => !there.has(name));
  const indexes = indexesOf().filter((name) => there.get(name) !== true);
  return [
    ...tables.map((name) => ({
      where: `table ${name}`,
      trouble: "The table is missing.",
      repair: "Restore the schema from a backup.",
    })),
    ...indexes.map((name) => ({
      where: `index ${name}`,
      trouble: there.has(name) ? "The index is not valid." : "The index is missing.",
      repair: there.has(name) ? "Have the database build it again with REINDEX." : "Restore the schema from a backup.",
    })),
  ];
}

async function dangling(database: Database, schema: string): Promise<StoreFinding[]> {
  const findings: StoreFinding[] = [];
  for (const [table, column, owner] of OWNERS) {
    const text = `
      SELECT ${column} AS owner, count(*) AS count FROM ${quoted(schema)}.${table} AS one
      WHERE NOT EXISTS (SELECT FROM ${quoted(schema)}.${owner} AS owner WHERE owner.seq = one.${column})
      GROUP BY ${column} ORDER BY ${column} LIMIT ${MOST_FINDINGS}`;
    const rows = await alone(database, (ask) => ask<{ owner: string; count: string }>({ text }));
    for (const { owner: number, count } of rows) {
      findings.push({
        where: `table ${table}`,
        trouble: `Entries of ${owner} number ${number} are there, ${count} of them, but not the ${owner}.`,
        repair: "Nobody can reach them; delete them.",
      });
    }
  }
  return findings;
}

async function* ofJson(database: Database, schema: string, texts: Json): AsyncGenerator<StoreFinding> {
  const { table, columns, what, key, id } = texts;
  const keys = key.join(", ");
  const places = key.map((_, number) => `$${number + 1}`).join(", ");
  // Large texts are read one by one, so that a page of many is never large.
  const isLarge = columns.map((column) => `coalesce(octet_length(${column}), 0) > ${LARGE_BYTES}`).join(" OR ");
  const from = `FROM ${quoted(schema)}.${table} WHERE (${keys})`;
  const page = columns.map((column, number) => `CASE WHEN NOT (${isLarge}) THEN ${column} END AS text${number}`);
  const one: Statement = {
    text: `SELECT ${columns.map((column, number) => `${column} AS text${number}`).join(", ")} ${from} = (${places})`,
  };
  const textsOf = (row: TextRow | undefined) =>
    columns.map((_, number) => row?.[`text${number}`]).filter((text) => typeof text === "string");

  const rows = listed(
    (after: readonly Bound[] = key.map(() => "0"), limit) =>
      database.read<TextRow>(
        {
          text: `SELECT ${keys}, ${id} AS shown, ${isLarge} AS large, ${page.join(", ")}
            ${from} > (${places}) ORDER BY ${keys} LIMIT ${limit}`,
        },
        ...after,
      ),
    (row) => key.map((column) => row[column] ?? null),
    (row) => textsOf(row).reduce((sum, text) => sum + text.length, 0),
  );
  let left = MOST_FINDINGS;
  for await (const row of rows) {
    const keyOfRow = key.map((column) => row[column] ?? null);
    const [whole] = row["large"] === true ? await database.read<TextRow>(one, ...keyOfRow) : [row];
    if (textsOf(whole).every(isJson)) continue;
    yield { where: `${what} ${row["shown"]}`, trouble: "What is stored is not JSON.", repair: BACKUP };
    left -= 1;
    if (left === 0) return;
  }
}

async function ofFiles(database: Database, schema: string): Promise<StoreFinding[]> {
  const text = `
    SELECT task.id, path FROM ${quoted(schema)}.file JOIN ${quoted(schema)}.task ON task.seq = file.task
    WHERE size <> octet_length(bytes) OR sha256 <> encode(sha256(bytes), 'hex')
    ORDER BY task.seq, path LIMIT ${MOST_FINDINGS}`;
  const rows = await alone(database, (ask) => ask<{ id: string; path: string }>({ text }));
  return rows.map(({ id, path }) => ({
    where: `file ${path} of task ${id}`,
    trouble: "Its bytes are not those that were stored.",
    repair: "Run the task again, or get the file back from a backup.",
  }));
}

/** On one connection, without the time limit of other statements. */
async function alone<T>(database: Database, work: (ask: Ask) => Promise<T>): Promise<T> {
  try {
    return await database.session(async (ask) => {
      await ask({ text: "BEGIN READ ONLY; SET LOCAL statement_timeout = 0" });
      try {
        return await work(ask);
      } finally {
        await ask({ text: "ROLLBACK" });
      }
    }, CHECK_MS);
  } catch (cause) {
    throw storageError(cause);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
