import type { JsonObject } from "../../kernel/index.js";
import { FOUND, KEPT_ROWS } from "./file-names.js";
import type { Context } from "./options.js";
import { markOf } from "./page-rows.js";
import type { RunState } from "./preparation.js";
import type { TextsOfColumns } from "./read-texts.js";

/** How the pages of a line were had. */
export interface PageCounts {
  readonly read: number;
  readonly failed: number;
  /** By why the site kept programs out. */
  readonly blocked: Counts;
  /** By why a browser was used. */
  readonly rendered: Counts;
  /** By what could not be done with them in the browser. */
  readonly undone: Counts;
}

export const NO_PAGES: PageCounts = { read: 0, failed: 0, blocked: {}, rendered: {}, undone: {} };

/** Rows that are as in the last run and stand in no file: how many, and how many of them have each column. */
export interface UnchangedRows {
  readonly count: number;
  readonly filled: Counts;
}

export const NONE_UNCHANGED: UnchangedRows = { count: 0, filled: {} };

export function withUnchanged({ count, filled }: UnchangedRows, row: JsonObject): UnchangedRows {
  const more = Object.keys(row).filter((name) => row[name] !== "" && !name.startsWith("_"));
  return {
    count: count + 1,
    filled: { ...filled, ...Object.fromEntries(more.map((name) => [name, (filled[name] ?? 0) + 1])) },
  };
}

/** What a line has given; a later entry of the same line replaces an earlier one. */
export interface KeptLine {
  /** The mark of its text: the list may be edited before an attempt. */
  readonly line: string;
  readonly rows: readonly JsonObject[];
  readonly fails: boolean;
  readonly pages: PageCounts;
  readonly texts: TextsOfColumns;
  readonly unchanged: UnchangedRows;
  /** By columns, how many of the rows have only the default, and how many texts were longer than is kept. */
  readonly defaults: Counts;
  readonly cut: Counts;
  /** Whether nextSelector found something on the first page; absent where it was not looked for. */
  readonly hasNext?: boolean;
}

export type Counts = Readonly<Record<string, number>>;

export function oneMore(counts: Counts, name: string): Counts {
  return name === "" ? counts : { ...counts, [name]: (counts[name] ?? 0) + 1 };
}

export function countsTogether(parts: readonly Counts[]): Counts {
  const sums: Record<string, number> = {};
  for (const [name, count] of parts.flatMap((part) => Object.entries(part))) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

const NOTHING = { fails: false, texts: {}, unchanged: NONE_UNCHANGED, defaults: {}, cut: {} };

/** Puts away what a line has given for the end of the run. */
export function keepLine(kept: KeptLine, { output }: Pick<Context, "output">): void {
  output.append(FOUND, written(kept), "application/jsonl");
}

/** What the run has kept of its lines, in their order; that of its attempts that came to their end included. */
export async function keptLines({
  stored,
  remembered,
  state,
}: Context & { readonly state: RunState }): Promise<KeptLine[]> {
  const byLine = new Map<string, KeptLine>();
  for (const bytes of [await remembered(KEPT_ROWS), await stored(FOUND)]) {
    for (const text of Buffer.from(bytes ?? [])
      .toString()
      .split("\n")) {
      if (text === "") continue;
      const read = JSON.parse(text) as Pick<KeptLine, "line" | "rows"> & Partial<KeptLine>;
      const kept = { ...NOTHING, ...read };
      byLine.set(kept.line, { ...kept, pages: { ...NO_PAGES, ...kept.pages } });
    }
  }
  const marks = new Set(state.lines.map((line) => markOf(line)));
  return [...marks].flatMap((mark) => byLine.get(mark) ?? []);
}

/** Lines that failed may be tried again in this run, and join those that did not. */
export function keepForRetries(kept: readonly KeptLine[], { output }: Pick<Context, "output">): void {
  output.remember(KEPT_ROWS, kept.map(written).join(""));
  output.remove(FOUND);
}

function written(kept: KeptLine): string {
  return `${JSON.stringify(kept)}\n`;
}
