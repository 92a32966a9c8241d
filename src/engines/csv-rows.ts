import { CsvReader, separatorOf } from "./csv-reader.js";

/**
 * The rows of a table (RFC 4180) under the names of its first row; what divides the cells is found out. Cells that a row lacks
 * are empty; blank rows are left out.
 */
export function* csvRows(text: string): Generator<Readonly<Record<string, string>>> {
  const source = text.replace(/^\uFEFF/, "");
  const reader = new CsvReader({ separator: separatorOf(source.slice(0, 100_000)) });
  const [head, ...rows] = [...reader.push(source), ...reader.end({ lenient: true })];
  if (head === undefined) return;
  const names = head.map((name) => name.trim());
  for (const cells of rows) {
    if (cells.length === 1 && cells[0]!.trim() === "") continue;
    yield Object.fromEntries(names.map((name, column) => [name, cells[column] ?? ""]));
  }
}
