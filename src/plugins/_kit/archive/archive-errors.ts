import type { ArchivePlace } from "../../../engines/pages/archive/archive-addresses.js";
import { ScriptoriumError, type WebPage } from "../../../kernel/index.js";

/** Why an archive did not give what was asked for. */
export interface ArchiveFailure {
  /**
   * `unreached`: there is no way to it; `refusing`: it wants fewer requests, or is not well; `garbled`: what came is not
   * what it sends when it is well. The last two pass with time.
   */
  readonly kind: "unreached" | "refusing" | "garbled";
  /** An error number, a status or a few words, for a sentence. */
  readonly detail: string;
  /** Seconds that it asks to wait. */
  readonly waitSeconds?: number;
}

const UNREACHED: ReadonlySet<string> = new Set(["ENOTFOUND", "ENODATA", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH"]);

/** What an error says of the archive; undefined when it is about something else, such as a page that is too large. */
export function archiveFailure(error: unknown): ArchiveFailure | undefined {
  if (!ScriptoriumError.is(error)) return undefined;
  const { code, facts } = error;
  const { errno, status } = facts;
  const seconds = Number(facts["retryAfterSeconds"]);
  const wait = seconds > 0 ? { waitSeconds: seconds } : {};
  if (facts["garbled"] === true) return { kind: "garbled", detail: "an answer that is none" };
  switch (code) {
    case "FETCH_FAILED":
      // What a recording lacks says nothing of the archive, and waiting does not bring it.
      if (errno === "NOT_RECORDED") return undefined;
      if (typeof errno === "string") return { kind: UNREACHED.has(errno) ? "unreached" : "refusing", detail: errno };
      return isRefusing(status) ? { kind: "refusing", detail: `status ${status}`, ...wait } : undefined;
    case "FETCH_TIMEOUT":
      return { kind: "refusing", detail: "no answer in time" };
    case "FETCH_LIMITED":
      return { kind: "refusing", detail: `status ${status ?? 429}`, ...wait };
    case "FETCH_BLOCKED":
      return { kind: "refusing", detail: "a page that keeps programs out" };
    default:
      return undefined;
  }
}

/** Throws when an answer is the archive's own refusal, and no copy of a page that once said the same. */
export function refuseRefusals(page: WebPage, place: ArchivePlace): void {
  if (isCopy(page) || !isRefusing(page.status)) return;
  const after = page.headers?.["retry-after"] ?? "";
  throw new ScriptoriumError("FETCH_FAILED", `${place.name} answered with status ${page.status}. Try again later.`, {
    url: page.url,
    status: page.status,
    ...(/^\d{1,7}$/.test(after) ? { retryAfterSeconds: Number(after) } : {}),
  });
}

/** True for an answer that is a copy, whatever its status; what the archive says itself lacks these headers. */
export function isCopy({ headers = {} }: WebPage): boolean {
  return "memento-datetime" in headers || Object.keys(headers).some((name) => name.startsWith("x-archive-orig-"));
}

/** An answer that cannot be what was asked for: cut off, or a page of the archive in its place. */
export function garbled(place: ArchivePlace, cause?: unknown): ScriptoriumError {
  return new ScriptoriumError(
    "PAGE_UNREADABLE",
    `${place.name} did not answer with what was asked for. Try again later.`,
    { garbled: true },
    cause === undefined ? {} : { cause },
  );
}

function isRefusing(status: unknown): boolean {
  return typeof status === "number" && (status === 429 || status === 408 || status >= 500);
}
