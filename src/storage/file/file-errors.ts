import { ScriptoriumError } from "../../kernel/errors.js";
import { diskFull, failed } from "../refusals.js";

export { failed, notOpen } from "../refusals.js";

/** Turns an error of the file system into one of the storage contract. */
export function storageError(cause: unknown): ScriptoriumError {
  if (ScriptoriumError.is(cause)) return cause;
  switch (codeOf(cause)) {
    case "ENOSPC":
    case "EDQUOT":
      return diskFull(cause);
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return failed("The store cannot be written. Give the server the right to write to its folder.", cause);
    case "EMFILE":
    case "ENFILE":
      return failed("Too many files are open. Allow the server to open more, and try again.", cause, { passing: true });
    case "EISDIR":
    case "ENOTDIR":
    case "ELOOP":
    case "EEXIST":
      return failed(
        "The store is damaged: something else is where one of its files or folders should be. Move that away, or put the store back from a backup.",
        cause,
      );
    default:
      return failed("The store could not be read or written. Try again; if it fails again, check the disk.", cause);
  }
}

export function cutShort(): ScriptoriumError {
  return failed(
    "The store is damaged: a file ends before something that was stored in it. Start again, which sets aside what cannot be read.",
  );
}

/** Of something that is no JSON although its checksum was right when the store was opened. */
export function unreadable(cause: unknown): ScriptoriumError {
  return failed(
    "The store is damaged: a record in it cannot be read. Start again, which sets aside what cannot be read.",
    cause,
  );
}

/** For a promise that may reject because there is no such file. */
export function gone(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}

export function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !("code" in cause)) return undefined;
  return typeof cause.code === "string" ? cause.code : undefined;
}
