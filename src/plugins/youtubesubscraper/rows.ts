import {
  CAPTION_FAILURES,
  type CaptionFailure,
  type JsonObject,
  type ScriptoriumError,
  shown,
} from "../../kernel/index.js";
import type { CaptionFacts } from "./caption-files.js";

export const COLUMNS = [
  "videoId",
  "title",
  "channel",
  "date",
  "duration",
  "language",
  "kind",
  "words",
  "file",
  "status",
  "error",
] as const;

/** `failed`: what is none of the others, such as a server that did not answer or a file that cannot be read. */
export type Status = "ok" | CaptionFailure | "failed";

/** Those that asking again does not change. */
const LASTING: ReadonlySet<Status> = new Set(["ok", "disabled", "no-transcript", "unavailable", "bad-id"]);

export function isLasting(status: unknown): boolean {
  return LASTING.has(status as Status);
}

export function okRow({ url: _url, ...facts }: CaptionFacts, words: number, file: string): JsonObject {
  return { ...facts, words, file, status: "ok", error: "" };
}

/** The row of what gave no captions; `known` is what is known of it nevertheless. */
export function failureRow(
  videoId: string,
  error: Pick<ScriptoriumError, "code" | "message" | "facts">,
  known: Partial<CaptionFacts> = {},
): JsonObject {
  const { title = "", channel = "", date = "", duration = 0, language = "" } = known;
  return {
    ...{ videoId: shown(videoId, 2000), title, channel, date, duration, language },
    ...{ kind: "", words: 0, file: "", status: statusOf(error), error: error.message },
  };
}

export function statusOf({ code, facts }: Pick<ScriptoriumError, "code" | "facts">): Status {
  const { reason } = facts;
  if (CAPTION_FAILURES.includes(reason as CaptionFailure)) return reason as CaptionFailure;
  if (code === "PAGE_UNREADABLE") return "no-transcript";
  return code === "ROBOTS_REFUSED" || code === "robots" || code === "blocked" ? "blocked" : "failed";
}
