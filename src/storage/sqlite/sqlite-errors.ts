import { setTimeout as sleep } from "node:timers/promises";
import { ScriptoriumError } from "../../kernel/errors.js";
import { diskFull, failed } from "../refusals.js";

export { failed };

/** Primary result codes, https://sqlite.org/rescode.html; an extended code has its primary one in the lowest byte. */
const CODES = {
  error: 1,
  busy: 5,
  locked: 6,
  readOnly: 8,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** The extended codes of a flush that failed, of a file and of its folder. */
const FAILED_FLUSHES: ReadonlySet<number | undefined> = new Set([1034, 1290]);

/** The file of shared memory could not be made larger, which SQLite does not report as a full disk. */
const NO_SPACE_FOR_SHARED_MEMORY = 4874;

const PATIENCE_MS = 5000;
const PAUSE_MS = 20;

/**
 * Does the work, again and again while another process has the store locked. SQLite's own waiting blocks this process,
 * so it is short, and between two attempts the event loop runs. The work must be repeatable.
 */
export async function patiently<T>(work: () => T, patienceMs = PATIENCE_MS): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return work();
    } catch (cause) {
      if (!isLocked(cause) || performance.now() >= end) throw storageError(cause);
    }
    await sleep(PAUSE_MS);
  }
}

/** Turns an error of the engine into one of the storage contract. */
export function storageError(cause: unknown): ScriptoriumError {
  if (ScriptoriumError.is(cause)) return cause;
  const extended = resultCode(cause);
  if (extended === NO_SPACE_FOR_SHARED_MEMORY) return diskFull(cause);
  switch (extended === undefined ? undefined : extended & 0xff) {
    case CODES.full:
      return diskFull(cause);
    case CODES.corrupt:
    case CODES.notADatabase:
      return damaged(cause);
    case CODES.readOnly:
    case CODES.cannotOpen:
      return failed(
        "The store cannot be opened for writing. See that its folder exists and that the server may write to the folder and the files in it.",
        cause,
      );
    case CODES.busy:
    case CODES.locked:
      return failed(
        "Another program keeps the store locked. Wait until it has finished, or stop it, and try again.",
        cause,
      );
    default:
      if (isBrokenJson(cause)) return brokenRecord("one task", cause);
      return failed("The store could not be read or written. Try again; if it fails again, check the disk.", cause);
  }
}

export function damaged(cause?: unknown): ScriptoriumError {
  return failed(
    "The store is damaged or not a SQLite database. Keep a copy of the file, and get back what can be read with the .recover command of the sqlite3 shell.",
    cause,
  );
}

/** Of one record, not of the file. `of` is what it belongs to. */
export function brokenRecord(of: string, cause: unknown): ScriptoriumError {
  return failed(
    `What is stored of ${of} cannot be read. The doctor command names everything that is so: delete that, or take the store from a backup.`,
    cause,
  );
}

/** What SQLite throws when another connection has the store, for statements that report it as a result. */
export function lockedOut(): Error {
  return Object.assign(new Error("database is locked"), { errcode: CODES.busy });
}

/** Whether an error of `patiently` says that the file is damaged. */
export function isDamage(error: unknown): boolean {
  if (!ScriptoriumError.is(error)) return false;
  const code = resultCode(error.cause);
  return code !== undefined && ((code & 0xff) === CODES.corrupt || (code & 0xff) === CODES.notADatabase);
}

/** Whether an error of `patiently` says that the disk did not keep what was written. */
export function isFailedFlush(error: unknown): boolean {
  return ScriptoriumError.is(error) && FAILED_FLUSHES.has(resultCode(error.cause));
}

/** Whether an error of `patiently` says that its patience ended. */
export function isLockedOut(error: unknown): boolean {
  return ScriptoriumError.is(error) && isLocked(error.cause);
}

function isLocked(cause: unknown): boolean {
  const code = resultCode(cause);
  return code !== undefined && ((code & 0xff) === CODES.busy || (code & 0xff) === CODES.locked);
}

/** Whether a statement names a table or a column that is not there. */
export function isUnknownToSql(cause: unknown): boolean {
  return resultCode(cause) === CODES.error;
}

/** SQLite has no code of its own for it. */
function isBrokenJson(cause: unknown): boolean {
  return resultCode(cause) === CODES.error && cause instanceof Error && cause.message.includes("malformed JSON");
}

function resultCode(cause: unknown): number | undefined {
  if (!(cause instanceof Error) || !("errcode" in cause)) return undefined;
  return typeof cause.errcode === "number" ? cause.errcode : undefined;
}
