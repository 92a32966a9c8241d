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
  readonly blocked: Readonly<Record<string, number>>;
  /** By why a browser was used. */
  readonly rendered: Readonly<Record<string, number>>;
}

export const NO_PAGES: PageCounts = { read: 0, failed: 0, blocked: {}, rendered: {} };

/** What a line has given; a later entry of the same line replaces an earlier one. */
export interface KeptLine {
  /** The mark of its text: the list may be edited before an attempt. */
  readonly line: string;
  readonly rows: readonly JsonObject[];
  readonly fails: boolean;
  readonly pages: PageCounts;
  readonly texts: TextsOfColumns;
}

/** Puts away what a line has given for the end of the run. */
export function keepLine(kept: KeptLine, { output }: Pick<Context, "output">): void {
  output.append(FOUND, written(kept), "application/jsonl");
}

/** What the run has kept, that of its attempts that came to their end included, in the order of the lines. */
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
      const kept = { fails: false, pages: NO_PAGES, texts: {}, ...(JSON.parse(text) as Partial<KeptLine>) } as KeptLine;
      byLine.set(kept.line, kept);
    }
  }
  const places = new Map(state.lines.map((line, index) => [markOf(line), index]));
  // Rows of a line that was taken from the list stay, behind the others.
  const placeOf = ({ line }: KeptLine) => places.get(line) ?? places.size;
  return [...byLine.values()].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Lines that failed may be tried again in this run, and join those that did not. */
export function keepForRetries(kept: readonly KeptLine[], { output }: Pick<Context, "output">): void {
  output.remember(KEPT_ROWS, kept.map(written).join(""));
  output.remove(FOUND);
}

function written(kept: KeptLine): string {
  return `${JSON.stringify(kept)}\n`;
}
