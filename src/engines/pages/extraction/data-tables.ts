import type { PageElement } from "./page-tree.js";
import { cleanRuns, PLAIN, type Run, type Style, styleWithin } from "./spans.js";

const MAX_ROWS = 5000;
/** Cells of data are short; those of old pages that are laid out with tables hold the whole text. */
const LONG_CELL = 600;
/** Elements in a cell that part words. */
const PARTING = new Set("br p div ul ol li dl dt dd td th h1 h2 h3 h4 h5 h6 pre hr table tr blockquote".split(" "));
const LONG_ROW = 1500;
const NEVER_IN_CELLS = new Set(
  "table h1 h2 h3 form pre article section nav header footer main aside blockquote".split(" "),
);

/** Whether a table holds data, and is not there to put a page's parts side by side. */
export function isDataTable(table: PageElement): boolean {
  const role = table.attribute("role").toLowerCase();
  if (role === "presentation" || role === "none") return false;
  if (isKeyed(table)) return true;
  let rows = 0;
  let cells = 0;
  let blocks = 0;
  let named = false;
  let layout = false;
  const visit = (element: PageElement) => {
    for (const child of element.children) {
      if (typeof child === "string" || layout) continue;
      const { name } = child;
      if (NEVER_IN_CELLS.has(name)) layout = true;
      else if (name === "tr") rows += 1;
      else if (name === "td" || name === "th") {
        cells += 1;
        if (name === "th") named = true;
        if (textLength(child, LONG_CELL) > LONG_CELL) layout = true;
      } else if (name === "thead" || name === "caption") named = true;
      else if (name === "p" || name === "div" || name === "li") blocks += 1;
      visit(child);
    }
  };
  visit(table);
  if (layout || rows === 0 || cells === 0 || isOneColumn(table)) return false;
  if (named) return cells >= 2;
  return rows >= 2 && cells >= 2 * rows && blocks <= 2 * cells;
}

/** Rows of no more than one cell with text are parts of a page one below the other, such as a notice beside its picture. */
function isOneColumn(table: PageElement): boolean {
  return rowsOf(table).every((row) => cellsOf(row).filter((cell) => textLength(cell, 0) > 0).length < 2);
}

/** Whether most rows of a table are a name and its value, whatever is within the values. */
function isKeyed(table: PageElement): boolean {
  const rows = rowsOf(table);
  const keyed = rows.filter((row) => {
    const [key, value, ...others] = cellsOf(row);
    return key?.name === "th" && value?.name === "td" && others.length === 0;
  });
  return (
    keyed.length >= 2 &&
    keyed.length >= 0.6 * rows.length &&
    rows.every((row) => textLength(row, LONG_ROW) <= LONG_ROW && cellsOf(row).length <= 2)
  );
}

/** Its own, not those of tables in its cells. */
function rowsOf(element: PageElement): PageElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === "string" || child.name === "td" || child.name === "th") return [];
    return child.name === "tr" ? [child] : rowsOf(child);
  });
}

function cellsOf(row: PageElement): PageElement[] {
  return row.children.filter(
    (cell): cell is PageElement => typeof cell !== "string" && (cell.name === "td" || cell.name === "th"),
  );
}

function textLength(element: PageElement, enough: number): number {
  let length = 0;
  for (const child of element.children) {
    if (typeof child === "string") length += child.trim().length;
    else length += textLength(child, enough);
    if (length > enough) break;
  }
  return length;
}

/** The cells of a table with text, row after row; whether the first row names the columns; and what is above it. */
export function cellRows(table: PageElement): { rows: Run[][][]; header: boolean; caption: Run[] } {
  const rows: Run[][][] = [];
  let caption: Run[] = [];
  let header = false;
  const visit = (element: PageElement, inHead: boolean) => {
    for (const child of element.children) {
      if (typeof child === "string") continue;
      if (child.name === "caption") caption = cleanRuns(runsOf(child));
      else if (child.name === "tr") {
        const cells = cellsOf(child);
        const row = cells.map((cell) => cleanRuns(runsOf(cell)));
        if (!row.some((cell) => cell.length > 0) || rows.length >= MAX_ROWS) continue;
        if (rows.length === 0) header = inHead || cells.every((cell) => cell.name === "th");
        rows.push(row);
      } else visit(child, inHead || child.name === "thead");
    }
  };
  visit(table, false);
  return { rows, header: header && rows.length > 1, caption };
}

function runsOf(element: PageElement): Run[] {
  const runs: Run[] = [];
  const visit = (inside: PageElement, style: Style) => {
    for (const child of inside.children) {
      if (typeof child === "string") runs.push({ text: child, style });
      else if (PARTING.has(child.name)) {
        runs.push({ text: " ", style });
        visit(child, style);
        runs.push({ text: " ", style });
      } else visit(child, styleWithin(style, child));
    }
  };
  visit(element, PLAIN);
  return runs;
}
