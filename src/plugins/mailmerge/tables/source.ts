import { badField, givenLines } from "../../../engines/pages/fields.js";
import { type JsonObject, type Random, ScriptoriumError, shown } from "../../../kernel/index.js";
import { counted } from "../../_kit/counted.js";
import type { MailMergeOptions, ReadingContext } from "../options.js";
import { combinedTable, listsOf } from "./combined-lists.js";
import { type Decoding, decoded, isBinary, isUtf8 } from "./decoded.js";
import { Header } from "./header.js";
import { type Batches, type Table, type TableName, type TableRow, UnreadableRow } from "./table.js";
import { joined, placeOf, tableFiles } from "./table-files.js";
import { csvBatches, jsonBatches, jsonCell } from "./text-table.js";

/** Objects of JSON lines whose members are the columns. */
const LOOK = 1000;

/** The table of a task. Throws bad-input, and what the folder throws. */
export async function openTable(context: ReadingContext & { readonly random: Random }): Promise<Table> {
  const { options, signal } = context;
  const file = options.csvFile.trim();
  if (file !== "") {
    const files = await tableFiles(file, context);
    return files.length === 1
      ? await fileTable(files[0]!, context)
      : await joined(files, (one) => fileTable(one, context));
  }
  if (givenLines(options.rowsFile).length > 0) {
    const table = { field: "rowsFile", name: "in rowsFile" } as const;
    const text = `${options.rowsFile.join("\n")}\n`;
    return await textTable(() => inOne(text), isJson(text), options, table);
  }
  const lists = listsOf(options);
  if (lists !== undefined) return combinedTable(lists, context.random);
  signal.throwIfAborted();
  throw new ScriptoriumError("no-input", "There is no table. Set csvFile, rowsFile or combineLists.", {
    field: "csvFile",
  });
}

async function fileTable(file: string, context: ReadingContext): Promise<Table> {
  const { options, signal } = context;
  const table: TableName = { field: "csvFile", name: file };
  const slices = () => slicesOf(file, context);
  const start = await beginning(slices());
  if (start.length === 0) throw badField("csvFile", `The table ${shown(file)} is empty. Put rows into it.`);
  if (start[0] === 0xd0 && start[1] === 0xcf)
    throw badField("csvFile", `The table ${shown(file)} is a workbook of an old form. Save it as .xlsx, or as CSV.`);
  if (start[0] === 0x50 && start[1] === 0x4b && start[2] === 3 && start[3] === 4) {
    const bytes = await wholeOf(slices(), file);
    return await headed(() => workbookBatches(bytes, table), options, table);
  }
  const encoding = options.encoding.trim().toLowerCase() || "auto";
  if (isBinary(start, encoding))
    throw badField(
      "csvFile",
      `The table ${shown(file)} is no text. Give a CSV, TSV, XLSX or JSON lines file, or correct encoding where that is set.`,
    );
  const isLines = /\.(jsonl|ndjson)$/i.test(file) || isJson(Buffer.from(start).toString("latin1"));
  signal.throwIfAborted();
  const note = noteOnce(file, encoding, isUtf8(start, encoding), context.log);
  return await textTable(() => decoded(slices(), encoding, note), isLines, options, table);
}

/** Says once what may be wrong with how a table was decoded; it is read more than once. */
function noteOnce(
  file: string,
  given: string,
  isUtf8: boolean,
  log: Pick<ReadingContext["log"], "warn">,
): (how: Decoding) => void {
  let isSaid = false;
  return ({ encoding, broken }) => {
    if (isSaid) return;
    isSaid = true;
    if (isUtf8)
      log.warn(`encoding is "${shown(given)}", but the table ${shown(file)} reads as UTF-8. Set encoding to "auto".`);
    else if (broken > 0)
      log.warn(
        `${counted(broken, "character")} of the table ${shown(file)} could not be read as ${encoding} and became "\ufffd". Set encoding to the one it was saved in.`,
      );
    else if (given === "auto" && encoding === "windows-1252")
      log.warn(
        `The table ${shown(file)} is no UTF-8 and was read as Windows-1252. Where letters look wrong, set encoding to the one it was saved in.`,
      );
  };
}

/** Bytes of a workbook at most: it is unpacked from memory. */
const MOST_WORKBOOK = 50 * 1024 * 1024;

async function wholeOf(slices: AsyncIterable<Uint8Array>, file: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const slice of slices) {
    size += slice.length;
    if (size > MOST_WORKBOOK)
      throw badField("csvFile", `The workbook ${shown(file)} is larger than 50 MB. Save it as CSV.`);
    pieces.push(slice);
  }
  return Buffer.concat(pieces);
}

async function* workbookBatches(bytes: Uint8Array, { field, name }: TableName): AsyncGenerator<readonly TableRow[]> {
  const { readXlsx } = await import("../../../engines/sheets/read-xlsx.js");
  try {
    for (const rows of readXlsx(bytes))
      yield rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell !== ""));
  } catch (error) {
    throw badField(field, `The workbook ${shown(name)} cannot be read. Save it again as .xlsx, or as CSV.`, error);
  }
}

async function textTable(
  texts: () => AsyncIterable<string>,
  isLines: boolean,
  options: MailMergeOptions,
  table: TableName,
): Promise<Table> {
  if (isLines) return await jsonTable(texts, options, table);
  const delimiter = /\.tsv$|\.tab$/i.test(table.name) && delimiterOf(options) === "" ? "\t" : delimiterOf(options);
  return await headed(() => csvBatches(texts(), delimiter, table), options, table);
}

/** Empty for the one that is found out. Throws bad-input. */
export function delimiterOf({ delimiter }: Pick<MailMergeOptions, "delimiter">): string {
  const name = delimiter === "\t" ? delimiter : delimiter.trim();
  if (name === "" || name.toLowerCase() === "auto") return "";
  if (name.toLowerCase() === "tab" || name === "\\t" || name === "\t") return "\t";
  const words: Readonly<Record<string, string>> = { comma: ",", semicolon: ";", pipe: "|", bar: "|" };
  const one = Object.hasOwn(words, name.toLowerCase()) ? words[name.toLowerCase()]! : name;
  if (one.length === 1 && one !== '"') return one;
  throw badField(
    "delimiter",
    `delimiter is "${shown(name)}", which cannot divide cells. Use "auto", "tab" or one character.`,
  );
}

/** Takes the names of the columns off the first row. */
async function headed(batches: Batches, { hasHeader }: MailMergeOptions, table: TableName): Promise<Table> {
  let first: readonly string[] | undefined;
  for await (const rows of batches()) {
    first = rows.find((row) => !(row instanceof UnreadableRow)) as readonly string[] | undefined;
    if (first !== undefined) break;
  }
  if (first === undefined) throw badField(table.field, `The table ${shown(table.name)} is empty. Put rows into it.`);
  const header = new Header(hasHeader ? first : first.map(() => ""));
  return {
    header,
    async *batches() {
      let isFirst = hasHeader;
      for await (const rows of batches()) {
        yield isFirst && rows.length > 0 ? rows.slice(1) : rows;
        if (rows.length > 0) isFirst = false;
      }
    },
  };
}

async function jsonTable(
  texts: () => AsyncIterable<string>,
  options: MailMergeOptions,
  table: TableName,
): Promise<Table> {
  const names = new Set<string>();
  let seen = 0;
  look: for await (const objects of jsonBatches(texts(), table)) {
    for (const object of objects) {
      if (!(object instanceof UnreadableRow)) for (const name of Object.keys(object)) names.add(name);
      seen += 1;
      if (seen >= LOOK) break look;
    }
  }
  if (names.size === 0)
    throw badField(table.field, `The table ${shown(table.name)} has no JSON object in its lines. Put rows into it.`);
  const columns = [...names];
  const row = (object: JsonObject) =>
    columns.map((name) => jsonCell(Object.hasOwn(object, name) ? object[name] : "", options.listSeparator));
  return {
    header: new Header(columns),
    async *batches() {
      for await (const objects of jsonBatches(texts(), table))
        yield objects.map((one) => (one instanceof UnreadableRow ? one : row(one)));
    },
  };
}

async function* slicesOf(file: string, { providers, signal }: ReadingContext): AsyncGenerator<Uint8Array> {
  const folders = providers.folder;
  if (folders === undefined) throw new ScriptoriumError("no-provider", "This server reads no folders. Use rowsFile.");
  const [folder, path] = placeOf(file);
  if (folders.slices !== undefined) yield* folders.slices(folder, path, { signal });
  else if (folders.bytes !== undefined) yield await folders.bytes(folder, path, { signal });
  else yield Buffer.from(await folders.read(folder, path, { signal }));
}

async function beginning(slices: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const slice of slices) if (slice.length > 0) return slice;
  return new Uint8Array();
}

async function* inOne(text: string): AsyncGenerator<string> {
  yield text;
}

/** Whether a text begins with an object, or a list of some, as no table does. */
function isJson(start: string): boolean {
  return /^(?:\u00ef\u00bb\u00bf|\ufeff)?\s*(?:\{\s*"|\{\s*\}|\[\s*\{)/.test(start.slice(0, 1000));
}
