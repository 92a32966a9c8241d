import { badField } from "../../../engines/pages/fields.js";
import { ScriptoriumError, shown } from "../../../kernel/index.js";
import { madeOnce } from "../../../kernel/values/made-once.js";
import { filePattern } from "../../_kit/articles-in/index.js";
import type { ReadingContext } from "../options.js";
import type { Header } from "./header.js";
import { isOfTask, type Table, type TableRow, UnreadableRow } from "./table.js";

const KINDS = ["csv", "tsv", "tab", "txt", "xlsx", "jsonl", "ndjson"];
const MOST_FILES = 100_000;
const collator = madeOnce(() => new Intl.Collator("en", { numeric: true, sensitivity: "base" }));

/** The folder of a file and its path below that, which is a pattern where it has a `*`. */
export function placeOf(file: string): readonly [folder: string, path: string] {
  const star = file.indexOf("*");
  const end = star < 0 ? Number.POSITIVE_INFINITY : star;
  const cut = Math.max(file.lastIndexOf("/", end), file.lastIndexOf("\\", end));
  if (cut < 0) return [".", file];
  return [cut === 0 ? "/" : file.slice(0, cut), file.slice(cut + 1)];
}

/** The files that `csvFile` names: itself, or those that fit its pattern, in natural order. Throws bad-input. */
export async function tableFiles(file: string, { providers, signal }: ReadingContext): Promise<readonly string[]> {
  if (!file.includes("*")) return [file];
  const folders = providers.folder;
  if (folders === undefined) throw new ScriptoriumError("no-provider", "This server reads no folders. Use rowsFile.");
  const [folder, pattern] = placeOf(file);
  const fits = filePattern(pattern, "csvFile");
  const found = (await folders.list(folder, { extensions: KINDS, signal })).filter(({ path }) => fits(path));
  if (found.length === 0)
    throw badField("csvFile", `No table fits ${shown(file)}. Put CSV, TSV, XLSX or JSON lines files there.`);
  if (found.length > MOST_FILES)
    throw badField("csvFile", `More than ${MOST_FILES.toLocaleString("en")} tables fit ${shown(file)}. Name fewer.`);
  return found
    .map(({ path }) => `${folder.replace(/\/$/, "")}/${path}`)
    .sort((one, other) => collator().compare(one, other) || (one < other ? -1 : 1));
}

/** The tables of several files as one, with the columns of the first. Throws bad-input for a file that has others. */
export async function joined(files: readonly string[], open: (file: string) => Promise<Table>): Promise<Table> {
  const [first = ""] = files;
  const firstTable = await open(first);
  const { header } = firstTable;
  const ordered = isOfTask(first) && hasRowNumbers(header) ? await byRow(files, open) : files;
  return {
    header,
    async *batches() {
      for (const file of ordered) {
        const table = file === first ? firstTable : await open(file);
        const places = placesOf(table.header, header, { file, first });
        for await (const rows of table.batches())
          yield places === undefined ? rows : rows.map((row) => inOrder(row, places));
      }
    },
  };
}

/** Whether a table is one that a mail merge has written. */
function hasRowNumbers({ names }: Header): boolean {
  return names[0] === "row" && names[1] === "title" && names.at(-1) === "content";
}

/** Files with a row each in the order of the rows, which their names do not have. */
async function byRow(files: readonly string[], open: (file: string) => Promise<Table>): Promise<readonly string[]> {
  const numbers = new Map<string, number>();
  for (const file of files) numbers.set(file, await firstNumber(await open(file)));
  return [...files].sort((one, other) => numbers.get(one)! - numbers.get(other)!);
}

async function firstNumber(table: Table): Promise<number> {
  for await (const [row] of table.batches())
    if (row !== undefined && !(row instanceof UnreadableRow)) return Number(row[0]) || 0;
  return 0;
}

/** Where the columns of the first table are in another; undefined where they are the same. */
function placesOf(
  own: Header,
  wanted: Header,
  { file, first }: { readonly file: string; readonly first: string },
): readonly number[] | undefined {
  const [names, others] = [own.distinct, wanted.distinct];
  if (names.length === others.length && names.every((name, at) => name === others[at])) return undefined;
  const strange = names.find((name) => !others.includes(name));
  if (strange !== undefined)
    throw badField(
      "csvFile",
      `The table ${shown(file)} has the column "${shown(strange)}", which the first one, ${shown(first)}, has not. Give all tables the same columns.`,
    );
  return others.map((name) => names.indexOf(name));
}

function inOrder(row: TableRow, places: readonly number[]): TableRow {
  return row instanceof UnreadableRow ? row : places.map((place) => row[place] ?? "");
}
