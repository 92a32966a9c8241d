import type { JsonObject } from "../../kernel/index.js";

/** A row of the results; the columns are always the same. */
export interface CopyRow extends JsonObject {
  readonly original: string;
  readonly timestamp: string;
  readonly archiveUrl: string;
  readonly mime: string;
  readonly status: string;
  readonly digest: string;
  /** 0 for what was not fetched. */
  readonly bytes: number;
  readonly title: string;
  readonly words: number;
  /** The article, or the raw page where no article is saved. */
  readonly file: string;
  readonly error: string;
  /** The raw page. */
  readonly rawFile: string;
  readonly language: string;
  /** With checkLive: `yes`, `moved`, `no` or `unknown`. */
  readonly live: string;
  /** What else is worth knowing, in sentences. */
  readonly note: string;
}

export function rowOf({ original, ...fields }: Partial<CopyRow> & Pick<CopyRow, "original">): CopyRow {
  return {
    original,
    timestamp: "",
    archiveUrl: "",
    mime: "",
    status: "",
    digest: "",
    bytes: 0,
    title: "",
    words: 0,
    file: "",
    error: "",
    rawFile: "",
    language: "",
    live: "",
    note: "",
    ...fields,
  };
}

export function failedRow(original: string, error: string): CopyRow {
  return rowOf({ original, error });
}
