import type { Json, JsonObject } from "../../../../../../kernel/values/json.js";

/** A row as it came, or its cells by their column. */
export type Row = JsonObject;

/** What is kept of a row while many are shown: short texts, whatever the row weighs. */
export interface SlimRow {
  /** Where it stands among the rows of the run. */
  readonly at: number;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** What a cell shows: a figure, a truth, or a text, which is cut. */
export type Cell = string | number | boolean | null | undefined;

const MOST = 300;

export function cellOf(value: Json | undefined): Cell {
  if (typeof value === "string") return value.length > MOST ? `${value.slice(0, MOST)}…` : value;
  if (value === null || typeof value !== "object") return value;
  const text = written(value, 0);
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}

/** Deeper levels are shown as they are stored. */
const DEEPEST = 3;

/** A list or an object on one line: its members, or what an object is called. */
function written(value: Json, level: number): string {
  if (typeof value === "string") return value;
  if (value === null || typeof value !== "object" || level >= DEEPEST) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map((one) => written(one, level + 1)).join(", ");
  const { title, name: own } = value as JsonObject;
  const called = [title, own].find((name) => typeof name === "string" && name !== "");
  if (called !== undefined && level > 0) return String(called);
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${written(one, level + 1)}`)
    .join(", ");
}

export function slim(row: Row, at: number): SlimRow {
  const cells: Record<string, Cell> = Object.create(null);
  for (const name of Object.keys(row)) cells[name] = cellOf(row[name]);
  return { at, cells };
}

/** One line of text. */
export const plainText = (cell: Cell): string =>
  cell === null || cell === undefined ? "" : String(cell).replace(/\s+/g, " ");

/** All columns, in the order in which they come up. */
export function columnsOf(rows: readonly Row[]): string[] {
  const found = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) found.add(name);
  return [...found];
}

export const isFigures = (rows: readonly Row[], column: string): boolean => {
  const values = rows.map((row) => row[column]).filter((value) => value !== null && value !== undefined);
  return values.length > 0 && values.every((value) => typeof value === "number");
};

/** An address that a click may open; anything else is a text. */
export function linkOf(text: unknown): string | undefined {
  if (typeof text !== "string" || !/^https?:\/\/[^\s]+$/i.test(text)) return undefined;
  return URL.canParse(text) ? text : undefined;
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Figures before texts, what is empty last. */
export function compareCells(one: Cell, other: Cell): number {
  const isEmpty = (cell: Cell) => cell === null || cell === undefined || cell === "";
  if (isEmpty(one) || isEmpty(other)) return Number(isEmpty(one)) - Number(isEmpty(other));
  const a = figureOf(one);
  const b = figureOf(other);
  if (a !== undefined && b !== undefined) return a - b;
  if (a !== undefined || b !== undefined) return a !== undefined ? -1 : 1;
  return collator.compare(String(one), String(other));
}

function figureOf(cell: Cell): number | undefined {
  if (typeof cell === "number") return cell;
  if (typeof cell !== "string" || !/^\s*[-+]?\d+(?:\.\d+)?\s*$/.test(cell)) return undefined;
  return Number(cell);
}

/** What a filter lets through: words that stand in one of the cells, or `>4` and the like for figures. */
export function filterOf(text: string, column: string | undefined): ((row: Row) => boolean) | undefined {
  const wanted = text.trim();
  if (wanted === "") return undefined;
  const [, sign, given] = /^(>=|<=|>|<|=)\s*(-?\d+(?:\.\d+)?)$/.exec(wanted) ?? [];
  const limit = Number(given);
  const words = wanted.toLowerCase();
  const fits = (value: Json | undefined): boolean => {
    if (value === null || value === undefined) return false;
    if (sign !== undefined) {
      const figure = typeof value === "object" ? undefined : figureOf(value);
      if (figure === undefined) return false;
      if (sign === ">") return figure > limit;
      if (sign === "<") return figure < limit;
      if (sign === "=") return figure === limit;
      return sign === ">=" ? figure >= limit : figure <= limit;
    }
    const written =
      typeof value === "string" ? value : typeof value === "object" ? JSON.stringify(value) : String(value);
    return written.toLowerCase().includes(words);
  };
  return (row) => (column === undefined ? Object.values(row).some(fits) : fits(row[column]));
}
