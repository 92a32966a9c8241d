import { workbook } from "../../engines/sheets/xlsx.js";
import type { JsonObject, Output, TaskContext } from "../../kernel/index.js";
import { csvLine } from "../../kernel/values/csv-line.js";
import type { Corpus } from "../_kit/download/corpus.js";
import type { Entry, RowSink } from "../_kit/row-order/row-order.js";
import type { ResultFormat } from "./options.js";

const TABLE = "results.csv";
const LINES = "results.jsonl";
const TABLE_TYPE = "text/csv";
const LINES_TYPE = "application/jsonl";
const SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The rows of a run and the files that grow with them, in the order of the keywords. */
export class ResultFiles implements RowSink {
  /** The forms that are made at the end need the lines until then, and when the run goes on. */
  private readonly hasLines: boolean;

  constructor(
    private readonly columns: readonly string[],
    private readonly formats: readonly ResultFormat[],
    private readonly corpus: Corpus,
  ) {
    this.hasLines = formats.some((format) => format !== "csv");
  }

  /** Begins the files of a run, without those of the run before. */
  begin(output: Output): void {
    for (const format of ["csv", "json", "jsonl", "xlsx"]) output.remove(`results.${format}`);
    if (this.formats.includes("csv")) output.file(TABLE, csvLine(this.columns), TABLE_TYPE);
    if (this.hasLines) output.file(LINES, "", LINES_TYPE);
  }

  put({ rows, corpus }: Entry, output: Output): void {
    for (const row of rows) output.row(row);
    if (corpus !== undefined) this.corpus.put({ rows: [], corpus }, output);
    const results = rows.filter(({ kind }) => kind !== "").map((row) => this.result(row));
    if (results.length === 0) return;
    if (this.formats.includes("csv")) {
      const lines = results.map((row) => csvLine(this.columns.map((name) => row[name] ?? "")));
      output.append(TABLE, lines.join(""), TABLE_TYPE);
    }
    if (this.hasLines) output.append(LINES, results.map((row) => `${JSON.stringify(row)}\n`).join(""), LINES_TYPE);
  }

  noted(note: JsonObject): JsonObject {
    return this.corpus.noted(note);
  }

  /** The forms that cannot grow. */
  async finish({ output, stored }: Pick<TaskContext<unknown>, "output" | "stored">): Promise<void> {
    const { formats, columns } = this;
    if (!formats.includes("json") && !formats.includes("xlsx")) return;
    const text = Buffer.from((await stored(LINES)) ?? []).toString();
    const rows = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as JsonObject]));
    if (formats.includes("json")) output.file("results.json", `${JSON.stringify(rows, null, 1)}\n`, "application/json");
    if (formats.includes("xlsx")) output.file("results.xlsx", await workbook(rows, columns), SHEET_TYPE);
  }

  /** Without what only the task's rows have. */
  private result(row: JsonObject): JsonObject {
    return Object.fromEntries(this.columns.map((name) => [name, row[name] ?? ""]));
  }
}
