import { closeSync, openSync, rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { indexTermsMark } from "./words.js";

/** Changes with the tables. */
const VERSION = 1;
const BUSY_MS = 2000;

export const IN_MEMORY = ":memory:";

/**
 * The index at a path, made where there is none. One that is damaged, of another version or of another scope is made from the
 * beginning: all that is in it can be had again.
 */
export async function openIndex(path: string, scope: string): Promise<DatabaseSync> {
  try {
    return await opened(path, scope);
  } catch (error) {
    if (path === IN_MEMORY || !isDamage(error)) throw error;
    removeIndex(path);
    return opened(path, scope);
  }
}

async function opened(path: string, scope: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import("node:sqlite");
  if (path !== IN_MEMORY) makePrivately(path);
  const database = new DatabaseSync(path, { timeout: BUSY_MS });
  try {
    // A commit need not wait for the disk: what a failing machine loses is taken in again. A killed process loses nothing.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON");
    database.exec("PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF");
    const kind = `${VERSION} ${indexTermsMark()} ${scope}`;
    if (kindOf(database) !== kind) {
      database.exec("BEGIN IMMEDIATE");
      // Another process may have done it meanwhile.
      if (kindOf(database) !== kind) create(database, kind);
      database.exec("COMMIT");
    }
    // Reads what every search needs, and so finds damage there.
    database.prepare("SELECT count(*) FROM pages").get();
    database.prepare("SELECT rowid FROM words WHERE words MATCH 'a' LIMIT 1").all();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function kindOf(database: DatabaseSync): string {
  const hasKind = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'kind'").get() !== undefined;
  return hasKind ? String(database.prepare("SELECT kind FROM kind").get()?.["kind"] ?? "") : "";
}

function create(database: DatabaseSync, kind: string): void {
  for (const table of ["kind", "tasks", "pages", "texts", "frequency", "words"]) {
    database.exec(`DROP TABLE IF EXISTS ${table}`);
  }
  database.exec(`
    CREATE TABLE kind (kind TEXT NOT NULL);
    CREATE TABLE tasks (id TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE pages (
      id INTEGER PRIMARY KEY, source TEXT NOT NULL, path TEXT NOT NULL, mark TEXT NOT NULL, described INTEGER NOT NULL,
      url TEXT NOT NULL, host TEXT NOT NULL, title TEXT NOT NULL, date TEXT NOT NULL, language TEXT NOT NULL,
      UNIQUE (source, path)
    );
    CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE VIRTUAL TABLE words USING fts5(title, body, content='', tokenize='ascii');
    CREATE VIRTUAL TABLE frequency USING fts5vocab(words, 'row');
    INSERT INTO words (words, rank) VALUES ('secure-delete', 1);
  `);
  database.prepare("INSERT INTO kind (kind) VALUES (?)").run(kind);
}

/** Pages hold what tasks have written: only the owner reads the file. SQLite gives its other files the same mode. */
function makePrivately(path: string): void {
  try {
    closeSync(openSync(path, "ax", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

export function removeIndex(path: string): void {
  for (const ending of ["", "-wal", "-shm"]) rmSync(`${path}${ending}`, { force: true });
}

/** Whether the file is no index, or no longer one: SQLITE_CORRUPT and SQLITE_NOTADB, and a table that is missing. */
export function isDamage(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  if (typeof code !== "number") return false;
  const primary = code & 0xff;
  return (
    primary === 11 ||
    primary === 26 ||
    (primary === 1 && /no such (?:table|column)/.test(String((error as Error).message)))
  );
}
