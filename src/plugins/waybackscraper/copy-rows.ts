import type { RenderingReason } from "../_kit/web/page-source.js";

/** The columns of a row of the results, always the same. */
const EMPTY_ROW = {
  original: "",
  timestamp: "",
  archiveUrl: "",
  mime: "",
  status: "",
  digest: "",
  /** Empty for what was not fetched. */
  bytes: "" as number | "",
  title: "",
  /** Empty for what was not read. */
  words: "" as number | "",
  /** The article, or the raw page where no article is saved. */
  file: "",
  error: "",
  /** The raw page. */
  rawFile: "",
  language: "",
  /** With checkLive: `yes`, `moved`, `no` or `unknown`. */
  live: "",
  /** What else is worth knowing, in sentences. */
  note: "",
  /** Why a browser was used for its text or would be needed. */
  rendered: "" as RenderingReason,
};

export type CopyRow = typeof EMPTY_ROW;

export function rowOf(row: Partial<CopyRow> & Pick<CopyRow, "original">): CopyRow {
  return { ...EMPTY_ROW, ...row };
}
