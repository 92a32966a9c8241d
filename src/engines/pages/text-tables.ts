import { type Block, cleanText, type Exhibit, type TextTable, withoutInvisible } from "./blocks.js";
import type { Span } from "./extraction/page.js";

/** Longer and wider tables are kept by nobody who reads for text. */
const MOST_ROWS = 100;
const MOST_COLUMNS = 12;
const FEWEST_ROWS = 2;
const FEWEST_COLUMNS = 2;
/** What has longer cells is text that is laid out in a table. */
const LONGEST_CELL = 200;

/** The place of code or of a table among blocks. */
export interface ExhibitPlace extends Block {
  readonly exhibit: Exhibit;
}

/** A paragraph that is a table as well. */
export interface TablePlace extends Block {
  readonly table: TextTable;
}

export type Part = Block | ExhibitPlace | TablePlace;

function placeOf(exhibit: Exhibit): ExhibitPlace {
  return { kind: "paragraph", text: "", exhibit };
}

/** Code among blocks; a block that holds next to nothing is none. */
export function codePlace(given: string, language = ""): ExhibitPlace[] {
  const text = codeText(given);
  return text === "" ? [] : [placeOf({ kind: "code", text, ...(language !== "" && { language }) })];
}

/** Lines without what is invisible, space at their ends, and empty ones before and after them. */
function codeText(given: string): string {
  return given
    .split(/\r\n|[\n\r]/)
    .map((line) =>
      withoutInvisible(line)
        .replace(/[\v\f]/g, "")
        .trimEnd(),
    )
    .join("\n")
    .replace(/^\n+|\n+$/g, "");
}

/** A table among blocks. */
export function tablePlace(head: readonly string[], rows: readonly (readonly string[])[]): ExhibitPlace {
  const table = tableOf(head, rows);
  return placeOf(table === undefined ? { kind: "unread" } : { kind: "table", table });
}

/** A table to read; undefined for one that is too large, or too uneven to be one. */
function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): TextTable | undefined {
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
  return isEven && isOfASize ? table : undefined;
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
  const isTable = pairs.length >= FEWEST_VALUES && pairs.every(({ length }) => length === 2);
  const table = isTable ? tableOf([], pairs) : undefined;
  return table === undefined ? [] : [{ kind: "paragraph", text: "", table }];
}

/** Blocks with what stood behind each of them, and the tables among that, each with the heading above it. */
export function tablesApart(parts: readonly Part[]): { blocks: Block[]; tables: TextTable[] } {
  const blocks: Block[] = [];
  const tables: TextTable[] = [];
  let heading = "";
  let behind: Exhibit[] = [];
  for (const part of parts) {
    if ("table" in part) tables.push({ ...part.table, heading });
    else if ("exhibit" in part) {
      const exhibit =
        part.exhibit.kind === "table" ? { ...part.exhibit, table: { ...part.exhibit.table, heading } } : part.exhibit;
      if (exhibit.kind === "table") tables.push(exhibit.table);
      behind.push(exhibit);
      const last = blocks.at(-1);
      if (behind.length === 1 && last !== undefined) blocks[blocks.length - 1] = { ...last, followedBy: behind };
    } else {
      if (part.kind === "heading") heading = part.text;
      blocks.push(part);
      behind = [];
    }
  }
  return { blocks, tables };
}
