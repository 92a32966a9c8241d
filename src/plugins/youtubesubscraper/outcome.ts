import { type JsonObject, type RunErrorCode, runCodeOf, ScriptoriumError } from "../../kernel/index.js";
import type { LeftOut } from "./left-out.js";
import { type Status, statusOf } from "./rows.js";

/** Where a row stands among those of the run: the number of its line, and its own among those of the line. */
export type RowPlace = readonly [line: number, part: number];

/** What became of a video. */
export type Outcome =
  | { readonly kind: "ok" }
  | { readonly kind: "left out"; readonly why: LeftOut }
  | { readonly kind: "failed"; readonly status: Status; readonly error: ScriptoriumError };

/** As an earlier attempt at the run has noted it. */
export function notedOutcome({ status, error }: JsonObject): Outcome {
  if (status === "ok") return { kind: "ok" };
  const failure = new ScriptoriumError("VIDEO_FAILED", String(error ?? ""), { reason: status });
  return { kind: "failed", status: status as Status, error: failure };
}

const CODES: Partial<Record<Status, RunErrorCode>> = {
  disabled: "empty-result",
  "no-transcript": "empty-result",
  unavailable: "not-found",
  "bad-id": "not-found",
  "age-restricted": "blocked",
  "token-needed": "blocked",
  blocked: "blocked",
};

/** The code of a run for what a video failed with. */
export function codeOf(error: ScriptoriumError): RunErrorCode {
  return error.code === "VIDEO_FAILED" ? (CODES[statusOf(error)] ?? "server-error") : runCodeOf(error);
}

/** The error of a line that gave nothing, with the code of a run for its reason. */
export function ofLine(error: ScriptoriumError): ScriptoriumError {
  if (error.code !== "VIDEO_FAILED") return error;
  return new ScriptoriumError(codeOf(error), error.message, error.facts, { cause: error });
}
