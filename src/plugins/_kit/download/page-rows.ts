import type { FailedLine, JsonObject, ScriptoriumError } from "../../../kernel/index.js";
import type { RenderingReason } from "../web/page-source.js";
import { statusAdvice } from "../web/status-advice.js";

/** What became of a page. Those of `FAILURES` are failures of their line, the others are answers. */
export type PageStatus =
  | "ok"
  | "too-short"
  | "too-long"
  | "other-language"
  | "missing-metadata"
  | "duplicate"
  | "blocked-domain"
  | FailureStatus;

/** `unreadable`: it was fetched, but holds nothing that can be used. `failed`: anything else. */
export type FailureStatus = "not-found" | "robots" | "blocked" | "rate-limited" | "unreadable" | "failed";

const EMPTY_ROW = {
  url: "",
  finalUrl: "",
  /** 0 for files, and where no answer came. */
  httpStatus: 0,
  title: "",
  author: "",
  date: "",
  lang: "",
  words: 0,
  hash: "",
  file: "",
  licence: "",
  status: "ok" as PageStatus,
  /** Why there is no file, in words; empty when there is one. */
  error: "",
  /** Why a browser was used or would be needed. */
  rendered: "" as RenderingReason,
  /** The number of the line that names it, counted from 1. */
  line: 0,
};

export type PageRow = Partial<typeof EMPTY_ROW> & Pick<typeof EMPTY_ROW, "url" | "status">;

/** The row of a page, with every column in its place. */
export function pageRow(row: PageRow): JsonObject {
  return { ...EMPTY_ROW, ...row };
}

/** The row of a page that could not be had; `code` is that of the error, or what a run makes of it. */
export function failureRow(
  url: string,
  { code, message, facts }: Pick<ScriptoriumError, "code" | "message" | "facts"> | Omit<FailedLine, "line">,
): JsonObject {
  // A robots.txt has a status of its own, and the page was not asked for.
  const isAnswer = typeof facts["status"] === "number" && failureStatus(code, 0) !== "robots";
  const httpStatus = isAnswer ? Number(facts["status"]) : 0;
  const line = typeof facts["inputLine"] === "number" ? facts["inputLine"] : 0;
  const finalUrl = isAnswer && typeof facts["url"] === "string" ? facts["url"] : "";
  return pageRow({ url, finalUrl, httpStatus, status: failureStatus(code, httpStatus), error: message, line });
}

/** The sentence of an answer that is no page. */
export function statusSentence(
  address: string,
  status: number,
  { archivedFallback }: { archivedFallback: boolean },
): string {
  return `${address} answered with status ${status} instead of a page. ${advice(status, archivedFallback)}`;
}

function advice(status: number, archivedFallback: boolean): string {
  const isGone = status === 404 || status === 410;
  return isGone && !archivedFallback ? "Check the address, or set archivedFallback to true." : statusAdvice(status);
}

const STATUSES: Readonly<Record<string, FailureStatus>> = {
  ROBOTS_REFUSED: "robots",
  robots: "robots",
  FETCH_BLOCKED: "blocked",
  blocked: "blocked",
  FETCH_LIMITED: "rate-limited",
  "rate-limited": "rate-limited",
  PAGE_UNREADABLE: "unreadable",
  FOLDER_UNREADABLE: "unreadable",
  "not-a-page": "unreadable",
  "too-large": "unreadable",
  "empty-result": "unreadable",
};

function failureStatus(code: string, httpStatus: number): FailureStatus {
  if (httpStatus === 404 || httpStatus === 410) return "not-found";
  if (httpStatus >= 500) return "failed";
  // It came, and is no page.
  if (code === "FETCH_FAILED" && httpStatus > 0) return "unreadable";
  return Object.hasOwn(STATUSES, code) ? STATUSES[code]! : "failed";
}
