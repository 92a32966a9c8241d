import { ScriptoriumError } from "../../kernel/errors.js";

export function failed(message: string, cause?: unknown): ScriptoriumError {
  return new ScriptoriumError("STORAGE_FAILED", message, {}, cause === undefined ? {} : { cause });
}

/** Puts trouble of the file system into the words of the storage contract. */
export function storageTrouble(cause: unknown): ScriptoriumError {
  if (ScriptoriumError.is(cause)) return cause;
  switch (codeOf(cause)) {
    case "ENOSPC":
    case "EDQUOT":
      return new ScriptoriumError(
        "STORAGE_FULL",
        "The disk is full, nothing was stored. Free some space and try again.",
        {},
        { cause },
      );
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return failed("The store cannot be written. Give the server the right to write to its folder.", cause);
    default:
      return failed("The store could not be read or written. Try again; if it fails again, check the disk.", cause);
  }
}

export function turnedReadOnly(cause: unknown): ScriptoriumError {
  return failed(
    "The disk failed to keep what was written, so the store takes no more writes. Check the disk and start again.",
    cause,
  );
}

export function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !("code" in cause)) return undefined;
  return typeof cause.code === "string" ? cause.code : undefined;
}
