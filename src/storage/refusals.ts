import { ScriptoriumError } from "../kernel/errors.js";

/** What every storage says when an id is there already. */
export function taken(what: "task" | "run" | "account"): ScriptoriumError {
  return new ScriptoriumError(
    "STORAGE_FAILED",
    `There is ${what === "account" ? "an" : "a"} ${what} with this id already. Store it under another id.`,
  );
}

/** A run without a task would never be deleted, and could write into a later task of the same id. */
export function noTaskForRun(): ScriptoriumError {
  return new ScriptoriumError(
    "STORAGE_FAILED",
    "The task of the run is not stored; it may have been deleted. Store the task before its runs.",
  );
}

/** Tasks name accounts by kind and name. */
export function nameTaken(): ScriptoriumError {
  return new ScriptoriumError(
    "STORAGE_FAILED",
    "There is another account of this kind with this name. Give it another name.",
  );
}

export function failed(
  message: string,
  cause?: unknown,
  facts: Readonly<Record<string, unknown>> = {},
): ScriptoriumError {
  return new ScriptoriumError("STORAGE_FAILED", message, facts, cause === undefined ? {} : { cause });
}

export function notOpen(): ScriptoriumError {
  return failed("The storage is not open. Open it before using it.");
}

export function diskFull(cause: unknown): ScriptoriumError {
  return new ScriptoriumError(
    "STORAGE_FULL",
    "The disk is full, nothing was stored. Free some space and try again.",
    {},
    { cause },
  );
}

/** What is in a store of a newer version may not be what this version takes it for. */
export function newerStore(version: number, known: number): ScriptoriumError {
  return new ScriptoriumError(
    "STORAGE_NEWER",
    "The store was written by a newer version of Scriptorium. Install that version or a later one, or choose another store.",
    { version, known },
  );
}
