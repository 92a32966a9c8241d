import { type Colour, coloured, type Screen } from "./screen.js";
import { fitted, padded, plain, widthOf, wrapped } from "./width.js";

export interface Column<Row> {
  readonly title: string;
  readonly of: (row: Row) => string;
  readonly colour?: (row: Row) => Colour | undefined;
  /** Never cut: ids, which are there to be copied. */
  readonly whole?: boolean;
  /** Sentences: worth a column only where half a line is left for them, and never cut in a block. */
  readonly prose?: boolean;
}

const GAP = 2;
/** Less than this says nothing any more. */
const LEAST = 10;
const LEAST_PROSE = 24;

/**
 * Rows under the titles of their columns. Columns that do not fit are cut, the widest first; where even that is too wide,
 * every row is a block with a line for each column.
 */
export function tableLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[], screen: Screen): string[] {
  const cells = rows.map((row) => columns.map(({ of }) => plain(of(row))));
  const widths = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...cells.map((line) => widthOf(line[index] ?? ""))),
  );
  const room = screen.columns - GAP * (columns.length - 1);
  if (!shrink(widths, columns, room)) return blocks(columns, rows, cells, screen);
  const lineOf = (texts: readonly string[], colour: (index: number) => Colour | undefined) =>
    texts
      .map((text, index) => {
        const width = widths[index] ?? 0;
        const shown = fitted(text, width);
        const isLast = index === texts.length - 1;
        return coloured(shown, colour(index), screen) + (isLast ? "" : " ".repeat(width - widthOf(shown) + GAP));
      })
      .join("");
  return [
    lineOf(
      columns.map(({ title }) => title),
      () => "bold",
    ),
    ...rows.map((row, at) => lineOf(cells[at] ?? [], (index) => columns[index]?.colour?.(row))),
  ].map((line) => line.trimEnd());
}

/** Cuts the widest columns until all fit into the room; false where they cannot. */
function shrink<Row>(widths: number[], columns: readonly Column<Row>[], room: number): boolean {
  for (let over = sum(widths) - room; over > 0; over = sum(widths) - room) {
    let widest = -1;
    for (const [index, width] of widths.entries()) {
      const { whole = false, prose = false } = columns[index] ?? {};
      const isCut = !whole && width > (prose ? LEAST_PROSE : LEAST);
      if (isCut && (widest < 0 || width > (widths[widest] ?? 0))) widest = index;
    }
    if (widest < 0) return false;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return true;
}

function blocks<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  cells: readonly (readonly string[])[],
  screen: Screen,
): string[] {
  const wide = Math.max(...columns.map(({ title }) => widthOf(title)));
  return rows.flatMap((row, at) => [
    ...(at === 0 ? [] : [""]),
    ...columns.flatMap(({ title, colour, whole, prose }, index) => {
      const text = cells[at]?.[index] ?? "";
      if (text === "") return [];
      const room = Math.max(LEAST, screen.columns - wide - GAP);
      const lines = prose === true ? wrapped(text, room) : [whole === true ? text : fitted(text, room)];
      return lines.map((line, number) => {
        const before = coloured(padded(number === 0 ? title : "", wide), "bold", screen);
        return `${before}${" ".repeat(GAP)}${coloured(line, colour?.(row), screen)}`;
      });
    }),
  ]);
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}
