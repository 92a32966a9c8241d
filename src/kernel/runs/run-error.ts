import { randomBytes } from "node:crypto";
import { type ErrorCode, isRunErrorCode, type RunErrorCode, ScriptoriumError } from "../errors.js";
import type { TaskError } from "../task.js";

/** The code a run reports for an error that a provider or the storage threw. */
const RUN_CODES: Partial<Record<ErrorCode, RunErrorCode>> = {
  ADDRESS_REFUSED: "bad-input",
  FETCH_FAILED: "no-network",
  FETCH_TIMEOUT: "no-network",
  FETCH_TOO_LARGE: "too-large",
  FETCH_BLOCKED: "blocked",
  FETCH_LIMITED: "rate-limited",
  ROBOTS_REFUSED: "robots",
  PAGE_UNREADABLE: "empty-result",
  FOLDER_REFUSED: "bad-input",
  FOLDER_UNREADABLE: "bad-input",
  PROVIDER_MISSING: "no-provider",
  SEARCH_FAILED: "no-network",
  BROWSER_FAILED: "not-a-page",
  VIDEO_FAILED: "not-a-page",
  MAPS_FAILED: "no-network",
  WRITER_FAILED: "server-error",
  SECRET_UNREADABLE: "bad-input",
  STORAGE_FULL: "disk",
};

export const INTERRUPTED: TaskError = {
  code: "interrupted",
  message:
    "The server stopped in the middle of this run too often. Run the task again: it goes on with the lines that are left.",
};

/**
 * What went wrong, fit to be shown: errors of our own as they are, anything else as `internal` with a reference, which
 * `report` writes where the server's keeper finds it.
 */
export function runError(
  error: unknown,
  type: string,
  report: (reference: string, message: string) => void,
): TaskError {
  if (ScriptoriumError.is(error)) {
    return { code: runCodeOf(error), message: error.message };
  }
  const reference = randomBytes(4).toString("hex");
  report(reference, `A run of "${type}" failed in an unexpected way`);
  return {
    code: "internal",
    message: `The task type "${type}" failed in an unexpected way (ref ${reference}). Look the reference up in the server's log.`,
  };
}

/** Of what was answered, the fact `status` says what went wrong. */
const ANSWERED: ReadonlySet<ErrorCode | RunErrorCode> = new Set(["FETCH_FAILED", "SEARCH_FAILED", "MAPS_FAILED"]);

/** The code that a run reports for an error of ours. */
export function runCodeOf({ code, facts }: Pick<ScriptoriumError, "code" | "facts">): RunErrorCode {
  if (isRunErrorCode(code)) return code;
  const { status } = facts;
  if (ANSWERED.has(code) && typeof status === "number") return codeOfStatus(status);
  return RUN_CODES[code] ?? "internal";
}

function codeOfStatus(status: number): RunErrorCode {
  if (status === 404 || status === 410) return "not-found";
  if (status >= 500) return "server-error";
  // It came, and is no text; or redirects that are one too many.
  return status >= 400 ? "blocked" : "not-a-page";
}

/** Whether the storage, and not what the run does, is what went wrong. */
export function isStorageError(error: unknown): boolean {
  return ScriptoriumError.is(error) && (error.code === "STORAGE_FAILED" || error.code === "STORAGE_FULL");
}

/** Whether the storage lacks what the machine will have again: space on the disk, files to open. */
export function isShortage(error: unknown): boolean {
  return ScriptoriumError.is(error) && (error.code === "STORAGE_FULL" || error.facts["passing"] === true);
}
