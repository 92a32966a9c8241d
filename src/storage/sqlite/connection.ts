import { closeSync, openSync } from "node:fs";
import { basename } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { MOST_LOG_BYTES } from "./checkpoints.js";
import { migrate, number, VERSION, versionOf } from "./schema.js";
import { damaged, failed, lockedOut, patiently, storageError } from "./sqlite-errors.js";

export const IN_MEMORY = ":memory:";

/** Stores up to this size are checked at every open; the check reads the whole file. */
const CHECKED_BYTES = 50 * 1024 * 1024;

const CACHE = -16_384;

/** A connection to the store at the path, which is made when it is not there, with every setting the storage relies on. */
export async function connect(
  path: string,
  busyTimeoutMs: number,
  onCopy?: (name: string) => void,
): Promise<DatabaseSync> {
  const { DatabaseSync } = await import("node:sqlite");
  if (path !== IN_MEMORY) createPrivately(path);
  const database = await patiently(() => new DatabaseSync(path, { timeout: busyTimeoutMs }));
  try {
    // Asked before anything is changed: the file may be one of another program, or of a newer version.
    const version = await patiently(() => versionOf(database));
    await patiently(() => configure(database, path === IN_MEMORY ? IN_MEMORY_SETTINGS : FILE_SETTINGS));
    await patiently(() => check(database));
    // An older version cannot read what a newer one wrote: the copy is for those who want to go back.
    let copy: string | undefined;
    if (path !== IN_MEMORY && version > 0 && version < VERSION) {
      const { copyTo, nameBefore } = await import("./copy.js");
      copy = nameBefore(path, VERSION);
      await copyTo(copy, path);
    }
    await patiently(() => migrate(database));
    if (copy !== undefined) onCopy?.(basename(copy));
    return database;
  } catch (error) {
    database.close();
    throw storageError(error);
  }
}

/**
 * A further connection for what may be lost when the machine fails: its commits do not wait for the disk. What others
 * commit after them does. Undefined of a store in memory, which no other connection sees.
 */
export async function quickConnection(path: string, busyTimeoutMs: number): Promise<DatabaseSync | undefined> {
  if (path === IN_MEMORY) return undefined;
  const { DatabaseSync } = await import("node:sqlite");
  return patiently(() => {
    const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    database.exec("PRAGMA synchronous = NORMAL");
    database.exec("PRAGMA wal_autocheckpoint = 0");
    database.exec("PRAGMA foreign_keys = ON");
    database.exec("PRAGMA trusted_schema = OFF");
    database.exec("PRAGMA cell_size_check = ON");
    return database;
  });
}

/** A connection that can change nothing and sees what is on the disk, also of a store that cannot be opened. */
export async function readingConnection(path: string, busyTimeoutMs: number): Promise<DatabaseSync> {
  const { DatabaseSync } = await import("node:sqlite");
  return patiently(() => {
    const database = new DatabaseSync(path, { timeout: busyTimeoutMs, readOnly: true });
    database.exec("PRAGMA cell_size_check = ON");
    return database;
  });
}

/**
 * Makes a new file readable by its owner alone, because tasks hold passwords; SQLite gives its other files the same mode.
 * An existing file is never opened here: closing it would drop the locks that this process holds on it.
 */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, "ax", 0o600));
  } catch {
    // It is there already, or cannot be made, which SQLite will say of it a moment later.
  }
}

/** A setting of a connection, what it is set to, and what SQLite then says it is. */
type Setting = readonly [name: string, value: string | number, expected: string | number];

const SETTINGS: readonly Setting[] = [
  ["synchronous", "FULL", 2],
  ["foreign_keys", "ON", 1],
  ["trusted_schema", "OFF", 0],
  ["cell_size_check", "ON", 1],
  // Kilobytes of the file that stay in memory, as far as they were read. Every other read asks the system for a page.
  ["cache_size", CACHE, CACHE],
];
const IN_MEMORY_SETTINGS: readonly Setting[] = [["journal_mode", "WAL", "memory"], ...SETTINGS];
const FILE_SETTINGS: readonly Setting[] = [
  ["journal_mode", "WAL", "wal"],
  ...SETTINGS,
  // Checkpoints are ours; a log that was large once is cut when it begins again, so that its size tells when one is due.
  ["wal_autocheckpoint", 0, 0],
  ["journal_size_limit", MOST_LOG_BYTES, MOST_LOG_BYTES],
];

/** Sets the connection up; SQLite keeps none of the settings from one open to the next but the journal mode. */
function configure(database: DatabaseSync, settings: readonly Setting[]): void {
  for (const [setting, value, expected] of settings) {
    database.exec(`PRAGMA ${setting} = ${value}`);
    if (database.prepare(`PRAGMA ${setting}`).get()?.[setting] !== expected) {
      throw failed(`The store cannot be used safely here: SQLite refuses ${setting} ${value}. Put it on a local disk.`);
    }
  }
}

/** Rewrites the file without the free space in which deleted rows can still be read, and empties the log next to it. */
export async function scrub(database: DatabaseSync): Promise<void> {
  await patiently(() => database.exec("VACUUM"));
  await patiently(() => {
    const busy = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"];
    if (busy === 1) throw lockedOut();
  });
}

function check(database: DatabaseSync): void {
  if (number(database, "PRAGMA page_count") * number(database, "PRAGMA page_size") > CHECKED_BYTES) return;
  if (database.prepare("PRAGMA quick_check(1)").get()?.["quick_check"] !== "ok") throw damaged();
}
