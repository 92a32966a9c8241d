import { type RunErrorCode, ScriptoriumError } from "../../kernel/index.js";

/** How far a run has come with the videos of the service. */
export interface Tally {
  readonly done: number;
  readonly known: number;
}

/** Why nothing more is asked of the service in a run. */
export type Closing =
  | { readonly because: "blocked" }
  | { readonly because: "robots"; readonly cause: ScriptoriumError }
  | { readonly because: "network"; readonly errno: string }
  | { readonly because: "error"; readonly cause: ScriptoriumError };

const UNREACHED: ReadonlySet<unknown> = new Set(["FETCH_FAILED", "FETCH_TIMEOUT"]);
/** No other answer is to be expected a moment later. */
const NO_WAY: ReadonlySet<string> = new Set(["ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH", "ECONNREFUSED"]);
/** What concerns all that is asked of the service, and not one video. */
const OF_ALL: ReadonlySet<string> = new Set([
  "ADDRESS_REFUSED",
  "PROVIDER_MISSING",
  "no-provider",
  "bad-input",
  "auth",
  "quota",
]);

/** Whether the service refuses whoever asks: not a wall before lists that asks to consent, which videos do without. */
export function isRefusal(error: unknown): error is ScriptoriumError {
  if (!ScriptoriumError.is(error)) return false;
  if (error.code === "FETCH_LIMITED" || error.code === "FETCH_BLOCKED") return true;
  return error.code === "VIDEO_FAILED" && error.facts["reason"] === "blocked" && error.facts["kind"] !== "consent";
}

/** The errno of a failure to reach the service; undefined for another error. */
export function errnoOf(error: unknown): string | undefined {
  if (!ScriptoriumError.is(error) || !UNREACHED.has(error.code) || error.facts["status"] !== undefined)
    return undefined;
  const { errno } = error.facts;
  return typeof errno === "string" ? errno : error.code === "FETCH_TIMEOUT" ? "ETIMEDOUT" : "no answer";
}

/** Whether the service is out of reach at all. */
export function isOutOfReach(errno: string): boolean {
  return NO_WAY.has(errno);
}

export function closingOf(error: unknown): Closing | undefined {
  if (!ScriptoriumError.is(error)) return undefined;
  if (error.code === "ROBOTS_REFUSED") return { because: "robots", cause: error };
  const isOfVideo = error.facts["reason"] !== undefined;
  return OF_ALL.has(error.code) && !isOfVideo ? { because: "error", cause: error } : undefined;
}

/** The sentence for a run that ends because of it, with how far it came. */
export function closedError(closing: Closing, { done, known }: Tally): ScriptoriumError {
  switch (closing.because) {
    case "blocked":
      return stopped(
        "blocked",
        `YouTube is refusing this address after ${done} of ${videos(known)}. Progress is saved; wait, or set a proxy, then run again.`,
      );
    case "robots":
      return stopped(
        "robots",
        `The robots.txt of YouTube forbids programs to fetch captions, and this task keeps to it: ${done} of ${videos(known)}. Set respectRobots to false if you may fetch them, or set provider to "yt-dlp" where the server has it, then run again.`,
        closing.cause,
      );
    case "network":
      return stopped(
        "no-network",
        `YouTube could not be reached (${closing.errno}). ${done} of ${videos(known)}. Check the network or the proxy, then run again: the run resumes.`,
      );
    case "error":
      return new ScriptoriumError(
        closing.cause.code,
        closing.cause.message,
        { ...closing.cause.facts, ofAll: true },
        { cause: closing.cause },
      );
  }
}

function stopped(code: RunErrorCode, message: string, cause?: ScriptoriumError): ScriptoriumError {
  return new ScriptoriumError(code, message, { ofAll: true }, cause === undefined ? undefined : { cause });
}

function videos(count: number): string {
  return `${count} ${count === 1 ? "video" : "videos"}`;
}
