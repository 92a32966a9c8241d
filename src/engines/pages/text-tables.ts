import { type Block, cleanText, type TextTable } from "./blocks.js";
import type { Span } from "./extraction/page.js";

/** Longer and wider tables are kept by nobody who reads for text. */
const MOST_ROWS = 100;
const MOST_COLUMNS = 12;
const FEWEST_ROWS = 2;
const FEWEST_COLUMNS = 2;
/** What has longer cells is text that is laid out in a table. */
const LONGEST_CELL = 200;

/** The place of a table among blocks. */
export interface TablePlace extends Block {
  readonly table: TextTable;
}

/** A table among blocks as a list of that one place; empty for one that is no table to read. */
export function tablePlace(head: readonly string[], rows: readonly (readonly string[])[]): TablePlace[] {
  const clean = (row: readonly string[]) => row.map((cell) => cleanText(cell));
  const table = { heading: "", head: clean(head), rows: rows.map(clean) };
  const widths = [...(head.length > 0 ? [head.length] : []), ...rows.map(({ length }) => length)];
  const isEven = new Set(widths).size === 1;
  const isOfASize =
    rows.length >= FEWEST_ROWS &&
    rows.length <= MOST_ROWS &&
    widths[0]! >= FEWEST_COLUMNS &&
    widths[0]! <= MOST_COLUMNS &&
    table.rows.every((row) => row.every((cell) => cell.length <= LONGEST_CELL));
  return isEven && isOfASize ? [{ kind: "paragraph", text: "", table }] : [];
}

const FEWEST_VALUES = 3;

/** Lines of a paragraph that are each a name in bold and its value, as a table: `Weight: 7 lbs.` */
export function valuesOf(spans: readonly Span[]): TablePlace[] {
  const lines = spans
    .map(({ text, strong }) => (strong && text.trim() !== "" ? `\n${text}` : text))
    .join("")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const pairs = lines.map((line) => /^([^:]{2,60}):\s*(\S.*)$/.exec(line.trim())?.slice(1) ?? []);
  return pairs.length >= FEWEST_VALUES && pairs.every(({ length }) => length === 2) ? tablePlace([], pairs) : [];
}

/** Blocks, and the tables that stood between them, each with the heading above it. */
export function tablesApart(parts: readonly (Block | TablePlace)[]): { blocks: Block[]; tables: TextTable[] } {
  const blocks: Block[] = [];
  const tables: TextTable[] = [];
  let heading = "";
  for (const part of parts) {
    if ("table" in part) tables.push({ ...part.table, heading });
    else {
      if (part.kind === "heading") heading = part.text;
      blocks.push(part);
    }
  }
  return { blocks, tables };
}
