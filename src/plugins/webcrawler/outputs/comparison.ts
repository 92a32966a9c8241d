import type { JsonObject } from "../../../kernel/index.js";
import { storedJson } from "../../_kit/stored-json.js";
import { AddressTable, grown } from "../address-table.js";
import { rowOf } from "../crawl-rows.js";
import type { CrawlSettings } from "../crawl-settings.js";
import type { CrawlContext } from "../options.js";
import type { PageRecord } from "../record.js";
import { isForPrograms } from "../resource-types.js";
import { CsvFile } from "./csv.js";
import type { PutFile } from "./growing-file.js";
import { List } from "./list.js";

const MAX_PARTS = 1000;
const COLUMNS = "change url statusBefore status field before after".split(" ");

/** What is compared of a page besides its content, by its column in `pages.csv`. */
const FIELDS = "finalUrl title description h1 canonical noindex language mediaType".split(" ");

/** Where a row of the last crawl is: the number of its table, and the bytes in it. */
interface Tables {
  readonly bytes: Buffer[];
  readonly columns: (readonly string[])[];
}

/** The pages of the last crawl. Of each the place of its row is kept, outside of the heap, and read when it is compared. */
export class LastCrawl {
  private readonly pages = new AddressTable();
  private tableOf = new Uint16Array(1024);
  private starts = new Float64Array(1024);
  private ends = new Float64Array(1024);
  private met = new Uint8Array(1024);
  private readonly tables: Tables = { bytes: [], columns: [] };
  private readonly fresh = new List<JsonObject>();
  private readonly gone = new List<JsonObject>();
  private readonly changed = new List<JsonObject>();
  private readonly moved = new List<JsonObject>();

  private constructor(
    private readonly settings: CrawlSettings,
    private readonly table: CsvFile,
  ) {}

  /** Undefined when nothing is stored of an earlier crawl. */
  static async read(context: Pick<CrawlContext, "stored">, settings: CrawlSettings, put: PutFile) {
    const last = new LastCrawl(settings, new CsvFile("changes", COLUMNS, put));
    for (const path of await partsOf(context)) {
      const bytes = await context.stored(path);
      if (bytes !== undefined) last.take(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    }
    return last.pages.size === 0 ? undefined : last;
  }

  async compare(normal: string, record: PageRecord, finalUrl: string): Promise<void> {
    const { url, status } = record;
    const page = this.pages.find(normal);
    if (page === undefined) {
      this.fresh.add({ url, status });
      return await this.table.add(["new", url, "", status, "", "", ""]);
    }
    this.met[page] = 1;
    const before = this.rowOf(page);
    const statusBefore = Number(before.get("status")) || 0;
    if (statusBefore !== status) {
      this.moved.add({ url, statusBefore, status, fields: [{ field: "status", before: statusBefore, after: status }] });
      return await this.table.add(["status", url, statusBefore, status, "status", statusBefore, status]);
    }
    const fields = differences(before, record, finalUrl);
    if (fields.length === 0) return;
    this.changed.add({ url, statusBefore, status, fields });
    for (const { field, before: was, after } of fields) {
      await this.table.add(["changed", url, statusBefore, status, field, was, after]);
    }
  }

  /** Lists what is no longer there, and says how much of everything there is. */
  async end(): Promise<JsonObject> {
    for (let page = 0; page < this.pages.size; page += 1) {
      if (this.met[page] === 1) continue;
      const before = this.rowOf(page);
      const url = before.get("url") ?? "";
      const statusBefore = Number(before.get("status")) || 0;
      this.gone.add({ url, statusBefore });
      await this.table.add(["gone", url, statusBefore, "", "", "", ""]);
    }
    await this.table.end();
    return {
      new: this.fresh.report(),
      gone: this.gone.report(),
      changed: this.changed.report(),
      status: this.moved.report(),
    };
  }

  private take(bytes: Buffer): void {
    let columns: readonly string[] | undefined;
    for (const [start, end] of rowPlaces(bytes)) {
      const [row = []] = csvRows(bytes.toString("utf8", start, end));
      if (columns === undefined) {
        if (!["url", "status", "contentHash"].every((name) => row.includes(name))) return;
        columns = row;
        this.tables.bytes.push(bytes);
        this.tables.columns.push(columns);
        continue;
      }
      const cell = (name: string) => row[columns!.indexOf(name)] ?? "";
      // Earlier versions took data for programs for pages.
      if (cell("depth") !== "0" && isForPrograms(cell("mediaType"))) continue;
      const normal = this.settings.normal(cell("url"));
      if (normal === undefined) continue;
      const page = this.pages.add(normal);
      if (page >= this.met.length) this.grow();
      this.tableOf[page] = this.tables.bytes.length - 1;
      this.starts[page] = start;
      this.ends[page] = end;
    }
  }

  private rowOf(page: number): ReadonlyMap<string, string> {
    const number = this.tableOf[page]!;
    const text = this.tables.bytes[number]!.toString("utf8", this.starts[page], this.ends[page]);
    const [row = []] = csvRows(text);
    return new Map(this.tables.columns[number]!.map((name, index) => [name, row[index] ?? ""]));
  }

  private grow(): void {
    this.tableOf = grown(this.tableOf, Uint16Array);
    this.starts = grown(this.starts, Float64Array);
    this.ends = grown(this.ends, Float64Array);
    this.met = grown(this.met, Uint8Array);
  }
}

interface Difference extends JsonObject {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** What is different; a column that the table of an earlier version lacks is not compared. */
function differences(before: ReadonlyMap<string, string>, record: PageRecord, finalUrl: string): Difference[] {
  const row: JsonObject = { ...rowOf(record, new Set(), { finalUrl }) };
  const fields = FIELDS.flatMap((field) => {
    const was = before.get(field);
    const is = String(row[field]);
    return was === undefined || unescaped(was) === is || was === is
      ? []
      : [{ field, before: unescaped(was), after: is }];
  });
  return [...fields, ...contentDifference(before, record)];
}

/**
 * The content is by its hash, and shown as words. A menu that changes is on every page: where both crawls have read what a page
 * holds without its menus, that alone is compared.
 */
function contentDifference(
  before: ReadonlyMap<string, string>,
  { hash, words, textHash, textWords }: PageRecord,
): Difference[] {
  const textBefore = before.get("textHash") ?? "";
  const isRead = textBefore !== "" && textHash !== undefined;
  if (isRead ? textBefore === textHash : before.get("contentHash") === (hash ?? "")) return [];
  const wordsBefore = before.get(isRead ? "textWords" : "words") ?? "";
  const count = String((isRead ? textWords : (words ?? textWords)) ?? "");
  const after = count === wordsBefore ? `${count} other words` : `${count} words`;
  return [{ field: "content", before: `${wordsBefore} words`, after }];
}

/** Tables have an apostrophe before what a spreadsheet would take for a formula. */
function unescaped(cell: string): string {
  return /^'[\s\0]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/.test(cell) ? cell.slice(1) : cell;
}

/** Where the rows of a table begin and end: a line break in quotes ends none. */
function* rowPlaces(bytes: Buffer): Generator<readonly [start: number, end: number]> {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 34) isQuoted = !isQuoted;
    else if (byte === 10 && !isQuoted) {
      yield [start, at + 1];
      start = at + 1;
    }
  }
  if (start < bytes.length) yield [start, bytes.length];
}

/** Names of the files that the last crawl's table of pages is in: one, or those that the report of an earlier version names. */
async function partsOf(context: Pick<CrawlContext, "stored">): Promise<readonly string[]> {
  const report = storedJson(await context.stored("report.json")) as { files?: { pages?: unknown } } | null | undefined;
  const pages = report?.files?.pages;
  return Array.isArray(pages) ? pages.filter((path) => typeof path === "string").slice(0, MAX_PARTS) : ["pages.csv"];
}

/** The rows of a table as text, with quotes as usual: one after the other, so that a large one fits. Never throws. */
export function* csvRows(text: string): Generator<readonly string[]> {
  let row: string[] = [];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const end = text.indexOf('"', at);
        cell += text.slice(at, end < 0 ? text.length : end);
        at = end < 0 ? text.length : end + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at += 1;
      }
    }
    const start = at;
    while (at < text.length && text[at] !== "," && text[at] !== "\n" && text[at] !== "\r") at += 1;
    row.push(cell + text.slice(start, at));
    if (text[at] === ",") {
      at += 1;
      if (at < text.length) continue;
      row.push("");
    }
    if (text[at] === "\r") at += 1;
    if (text[at] === "\n") at += 1;
    yield row;
    row = [];
  }
}
