import { createHash } from "node:crypto";
import type { Json, JsonObject, Output } from "../../kernel/index.js";
import { csvLine } from "../../kernel/values/csv-line.js";
import type { Entry, RowSink } from "../_kit/row-order/row-order.js";
import { type KeyOf, pageKey } from "../_kit/search/dedupe.js";

export const TABLE = "urls.csv";
export const LIST = "urls.txt";
const TABLE_TYPE = "text/csv";
const LIST_TYPE = "text/plain";

/**
 * The rows of a run and its two files, which grow with them: what was put out before in the order of the lines is left out here,
 * so that the same run leaves the same addresses whichever line is worked first.
 */
export class FoundFiles implements RowSink {
  /** Addresses in the files. */
  count = 0;
  repeated = 0;
  /** Short hashes of what was put out: there may be millions. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly columns: readonly string[],
    /** Undefined where all are put out. */
    private readonly keyOf: KeyOf | undefined,
  ) {}

  /** Begins the files of a run, without those of the run before. */
  begin(output: Output): void {
    output.file(TABLE, csvLine(this.columns), TABLE_TYPE);
    output.file(LIST, "", LIST_TYPE);
  }

  /** Goes on with the files of an earlier attempt at the run. */
  restore(list: Uint8Array): void {
    const text = Buffer.from(list).toString();
    for (let at = 0, end = text.indexOf("\n"); end >= 0; at = end + 1, end = text.indexOf("\n", at)) {
      this.seen.add(this.markOf(text.slice(at, end)));
      this.count += 1;
    }
  }

  /** Whether an address like this one is in the files, so that another of it would be left out. */
  has(url: string): boolean {
    return this.keyOf !== undefined && this.seen.has(this.markOf(url));
  }

  put({ rows }: Entry, output: Output): void {
    const table: string[] = [];
    const list: string[] = [];
    for (const row of rows) {
      const url = String(row["url"] ?? "");
      if (url === "") {
        output.row(row);
        continue;
      }
      const mark = this.markOf(url);
      const isNew = !this.seen.has(mark);
      if (!isNew && this.keyOf !== undefined) {
        this.repeated += 1;
        continue;
      }
      this.seen.add(mark);
      this.count += 1;
      output.row(row);
      table.push(csvLine(this.columns.map((name) => cell(row, name))));
      if (isNew) list.push(`${url}\n`);
    }
    if (table.length > 0) output.append(TABLE, table.join(""), TABLE_TYPE);
    if (list.length > 0) output.append(LIST, list.join(""), LIST_TYPE);
  }

  noted(note: JsonObject): JsonObject {
    return note;
  }

  private markOf(url: string): string {
    const key = (this.keyOf ?? pageKey)(url);
    return createHash("sha256").update(key).digest("base64url").slice(0, 12);
  }
}

function cell(row: JsonObject, name: string): Json {
  return row[name] ?? "";
}
