import { CsvReader, EndlessRecord, separatorOf } from "../../../engines/csv-reader.js";
import { badField } from "../../../engines/pages/fields.js";
import { isPlainObject, type JsonObject, shown } from "../../../kernel/index.js";
import { withoutFormulaGuard } from "../../../kernel/values/csv-line.js";
import { isOfTask, type TableName, type TableRow, UnreadableRow } from "./table.js";

/** Characters of a row at most. */
const MAX_RECORD = 1_000_000;
/** Characters by which the separator is found out. */
const LOOK = 64 * 1024;

/** The rows of a CSV or TSV text, the names of its columns first where it has them. Blank rows are left out. */
export async function* csvBatches(
  texts: AsyncIterable<string>,
  delimiter: string,
  table: TableName,
): AsyncGenerator<readonly TableRow[]> {
  let reader: CsvReader | undefined;
  let held = "";
  const filled = filledRows(table);
  try {
    for await (const text of texts) {
      if (reader !== undefined) {
        yield filled(reader.push(text));
        continue;
      }
      held += text;
      if (held.length < LOOK) continue;
      const begun = begin(held, delimiter);
      reader = begun.reader;
      yield filled(reader.push(begun.text));
    }
    if (reader === undefined) {
      const begun = begin(held, delimiter);
      reader = begun.reader;
      yield filled(reader.push(begun.text));
    }
    yield filled(reader.end());
  } catch (error) {
    if (error instanceof EndlessRecord) throw endless(error, table);
    throw error;
  }
}

function begin(text: string, delimiter: string): { readonly reader: CsvReader; readonly text: string } {
  // Excel writes and reads this line before the table.
  const [line = "", said] = /^\uFEFF?sep=(.)(?:\r\n|\r|\n)/i.exec(text) ?? [];
  const rest = line === "" ? text.replace(/^\uFEFF/, "") : text.slice(line.length);
  const separator = delimiter === "" ? (said ?? separatorOf(rest.slice(0, LOOK))) : delimiter;
  return { reader: new CsvReader({ separator, maxRecord: MAX_RECORD }), text: rest };
}

/** Takes blanks off cells, blank rows out, and what a task has put before cells for spreadsheets. */
function filledRows({ name }: TableName): (records: readonly string[][]) => string[][] {
  const cellOf = isOfTask(name) ? (cell: string) => withoutFormulaGuard(cell).trim() : (cell: string) => cell.trim();
  return (records) => {
    const rows: string[][] = [];
    for (const record of records) {
      for (let at = 0; at < record.length; at += 1) record[at] = cellOf(record[at]!);
      if (record.some((cell) => cell !== "")) rows.push(record);
    }
    return rows;
  };
}

function endless({ record, isQuoted }: EndlessRecord, { field, name }: TableName): Error {
  const what = isQuoted ? `has a quotation mark that is never closed` : `is longer than a million characters`;
  const remedy = isQuoted
    ? "Close it, or write it twice where it belongs to the text."
    : "Shorten it, or look whether delimiter is right.";
  return badField(field, `Line ${record} of the table ${shown(name)} ${what}. ${remedy}`);
}

/** Objects from a text with one in each line, or from a list of objects. */
export async function* jsonBatches(
  texts: AsyncIterable<string>,
  table: TableName,
): AsyncGenerator<readonly (JsonObject | UnreadableRow)[]> {
  let rest = "";
  let number = 0;
  const read = (lines: readonly string[]) =>
    lines.flatMap((line) => {
      number += 1;
      return line.trim() === "" ? [] : [objectOf(line, number)];
    });
  for await (const text of texts) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    if (number === 0 && isList(lines[0] ?? rest)) throw notLines(table);
    yield read(lines);
    if (rest.length > MAX_RECORD) throw endless(new EndlessRecord(number + 1, false), table);
  }
  if (number === 0 && isList(rest)) throw notLines(table);
  yield read([rest]);
}

const isList = (line: string) => line.trimStart().startsWith("[");

function notLines({ field, name }: TableName): Error {
  return badField(
    field,
    `The table ${shown(name)} is a JSON list, not JSON lines. Write one object in each line, without brackets around.`,
  );
}

function objectOf(line: string, number: number): JsonObject | UnreadableRow {
  try {
    const value: unknown = JSON.parse(line.replace(/^\uFEFF/, ""));
    if (isPlainObject(value)) return value as JsonObject;
  } catch {
    // Said of the row.
  }
  return new UnreadableRow(`Line ${number} is not a JSON object.`);
}

/** The value of a member as a cell; the values of a list divided by the separator. */
export function jsonCell(value: unknown, listSeparator: string): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && value.every((one) => typeof one !== "object" || one === null))
    return value.map((one) => jsonCell(one, listSeparator)).join(listSeparator);
  return (typeof value === "object" ? JSON.stringify(value) : String(value)).trim();
}
