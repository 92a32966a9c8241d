import { hash } from "node:crypto";
import { type Json, type JsonObject, runCodeOf, type ScriptoriumError, shown } from "../../kernel/index.js";

/** What every row says besides its columns. */
export interface RowFacts {
  readonly _url: string;
  readonly _page: number;
  /** HTTP status; 0 for a file, and where no answer came. */
  readonly _status: number;
  /** Why the site kept programs out; empty where it did not. */
  readonly _blocked: string;
  /** Why a browser was used or would be needed. */
  readonly _rendered: string;
  readonly _error: string;
}

/** Columns of its own, behind those of the task. */
export const FACT_COLUMNS = ["_url", "_page", "_status", "_blocked", "_rendered", "_error"] as const;

/** A row with every column in its place. */
export function rowOf(
  names: readonly string[],
  values: Readonly<Record<string, Json>>,
  facts: Partial<RowFacts>,
): JsonObject {
  const row: Record<string, Json> = {};
  for (const name of names) row[name] = values[name] ?? "";
  return { ...row, _url: "", _page: 0, _status: 0, _blocked: "", _rendered: "", _error: "", ...facts };
}

/** The row of what could not be read; `facts` are those of an error. */
export function failureRow(
  names: readonly string[],
  url: string,
  error: Pick<ScriptoriumError, "code" | "message" | "facts">,
  page = 1,
): JsonObject {
  const { message, facts } = error;
  const { status, kind } = facts;
  return rowOf(
    names,
    {},
    {
      ...{ _url: shown(url, 2000), _page: page, _error: message },
      _status: typeof status === "number" ? status : 0,
      _blocked: typeof kind === "string" ? kind : (KINDS[runCodeOf(error)] ?? ""),
    },
  );
}

/** What is said of a refusal of which no more is known. */
const KINDS: Readonly<Record<string, string>> = { blocked: "block", "rate-limited": "rate-limit" };

/** Says whether two lists of rows are the same. */
export function printOf(rows: readonly object[]): string {
  return hash("sha256", JSON.stringify(rows), "base64");
}

/** A short mark of a value, to see whether it has changed. */
export function markOf(value: Json): string {
  return hash("sha256", JSON.stringify(value), "base64").slice(0, 12);
}
