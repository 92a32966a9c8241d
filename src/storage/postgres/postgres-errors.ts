import { ScriptoriumError } from "../../kernel/errors.js";
import { failed } from "../refusals.js";

export { failed };

/** The server is starting, stopping or gone, so that the same may succeed in a moment. */
const PASSING = new Set(["57P01", "57P02", "57P03", "ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT"]);
/** The server undid the transaction because of another one, and asks for it to be tried again. */
const UNDONE = new Set(["40001", "40P01"]);

/** The texts pg gives instead of a code. */
const LOST = /connection terminated|connection ended|not queryable|client was closed|socket/i;
const NEVER_SENT = /not queryable/i;
const TOO_LONG = /timeout/i;

/** No connection came free in time. */
export class NoConnection extends Error {}
/** The server did not answer at all in time. */
export class NoAnswer extends Error {}

/** Turns an error of the engine into one of the storage contract. */
export function storageError(cause: unknown): ScriptoriumError {
  if (ScriptoriumError.is(cause)) return cause;
  if (cause instanceof NoConnection) {
    return failed(
      "All connections to the database are in use. Try again in a moment, or allow more of them with maxConnections.",
      cause,
    );
  }
  const code = codeOf(cause) ?? "";
  if (code === "53100") return full(cause);
  if (code === "ERR_INVALID_URL") {
    return new ScriptoriumError(
      "CONFIG_INVALID",
      "The connection string cannot be read. Write it like postgres://user:password@host:5432/database.",
      { setting: "connectionString" },
      { cause },
    );
  }
  const sentence = SENTENCES[code] ?? SENTENCES[code.slice(0, 2)];
  if (sentence !== undefined) return failed(sentence, cause);
  if (/password/i.test(messageOf(cause))) return failed(DENIED, cause);
  if (isLost(cause)) return failed(UNREACHABLE, cause);
  return failed("The database refused what it was asked. See the cause, and the log of the database.", cause);
}

/** For a write that may have reached the server before the connection was lost. */
export function writeError(cause: unknown): ScriptoriumError {
  if (!isLost(cause)) return storageError(cause);
  return failed(
    "The connection to the database was lost before it said whether the change is stored. Look whether it is, then try again.",
    cause,
  );
}

const UNREACHABLE =
  "The database cannot be reached. See that its server is running and that its address is right; the storage goes on by itself when it is back.";
const BLOCKED =
  "The database did not answer in time, since something keeps it busy or locked. Try again in a moment; if it goes on, look for a long transaction or lock on the server.";
const NO_ROOM = "The database has no connection left. Allow more of them on the server, or fewer with maxConnections.";
const DENIED = "The database does not let this user in. See that user and password in the connection string are right.";

/** By SQLSTATE, https://www.postgresql.org/docs/current/errcodes-appendix.html, or by its class; or by Node's error code. */
const SENTENCES: Readonly<Record<string, string>> = {
  "08": UNREACHABLE,
  "08P01":
    "The server does not take the settings of this storage; it may be a pooler of connections. Name the server behind it, or hand in a pool of your own.",
  "57P01": UNREACHABLE,
  "57P02": UNREACHABLE,
  "57P03": UNREACHABLE,
  "57P05": UNREACHABLE,
  ECONNREFUSED: UNREACHABLE,
  ECONNRESET: UNREACHABLE,
  EPIPE: UNREACHABLE,
  ENOENT: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  EAI_AGAIN: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  "57014": BLOCKED,
  "55P03": BLOCKED,
  "25P03": BLOCKED,
  "53300": NO_ROOM,
  "53": "The database server is short of memory or another resource. Give it more and try again.",
  "28": DENIED,
  "3D": "The database that the connection string names does not exist. Create it, or name another.",
  "42501":
    "The user of the connection string may not use the tables of the store. Give it the rights, or name another user.",
  "42P01":
    "The tables of the store are gone. Put them back from a backup, or open the storage again for an empty store.",
  "3F": "The schema of the store is gone. Put it back from a backup, or open the storage again for an empty store.",
  "25006": "The database takes no writes; it may be a standby. Name the server that does.",
  "40": "Too many writers changed the same thing at the same moment. Try again.",
  "54": "What was to be stored is larger than the database allows. Store less at once.",
  "22": "The database cannot keep one of the characters. Leave out NUL characters and halves of surrogate pairs.",
  XX: "The database reports that its files are damaged. Keep a copy of them, and restore a backup.",
};

function full(cause: unknown): ScriptoriumError {
  return new ScriptoriumError(
    "STORAGE_FULL",
    "The disk of the database server is full, nothing was stored. Free some space there and try again.",
    {},
    { cause },
  );
}

/** Whether an error while connecting may pass in a moment, as while the server restarts. */
export function isPassing(cause: unknown): boolean {
  return PASSING.has(codeOf(cause) ?? "") || (codeOf(cause) === undefined && isLost(cause) && !isTimeout(cause));
}

/** Whether the connection is of no use any more. What it was asked last may or may not have been done. */
export function isLost(cause: unknown): boolean {
  if (ScriptoriumError.is(cause)) return false;
  const code = codeOf(cause);
  if (code === undefined) return cause instanceof NoAnswer || LOST.test(messageOf(cause)) || isTimeout(cause);
  // Codes of SQLSTATE have five characters, those of Node begin with an E and have more, but for two.
  return code.length !== 5 || code === "EPIPE" || code.startsWith("08") || /^(57P0[1235]|25P03)$/.test(code);
}

/** Whether it is certain that nothing of a write was stored, and that trying again makes sense. */
export function isUndone(cause: unknown): boolean {
  return UNDONE.has(codeOf(cause) ?? "") || NEVER_SENT.test(messageOf(cause));
}

/** Whether an error of the storage came from the server's limit of time, which undoes what was begun. */
export function isTimedOut(error: unknown): boolean {
  return ScriptoriumError.is(error) && codeOf(error.cause) === "57014";
}

/** Whether an error of the storage came from a row whose owner is gone. */
export function isOrphaned(error: unknown): boolean {
  return ScriptoriumError.is(error) && codeOf(error.cause) === "23503";
}

/** Whose id was there already, when an error of the storage came from that. */
export function takenBy(error: unknown): "task" | "run" | undefined {
  if (!isDuplicate(error)) return undefined;
  const { constraint } = (error as ScriptoriumError).cause as { readonly constraint?: string };
  return constraint === "run_id" ? "run" : "task";
}

/** Whether the user of the database may not do what was asked for. */
export function mayNot(error: unknown): boolean {
  return codeOf(ScriptoriumError.is(error) ? error.cause : error) === "42501";
}

/** Whether an error of the storage came from a name that is taken. */
export function isDuplicate(error: unknown): boolean {
  return ScriptoriumError.is(error) && codeOf(error.cause) === "23505";
}

function isTimeout(cause: unknown): boolean {
  return TOO_LONG.test(messageOf(cause));
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : "";
}

function codeOf(cause: unknown): string | undefined {
  // Where a name has several addresses, Node reports all of them at once.
  if (cause instanceof AggregateError && !("code" in cause)) return codeOf(cause.errors[0]);
  if (!(cause instanceof Error) || !("code" in cause)) return undefined;
  return typeof cause.code === "string" ? cause.code : undefined;
}
