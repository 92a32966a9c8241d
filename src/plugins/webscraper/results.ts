import { workbook } from "../../engines/sheets/xlsx.js";
import type { Json } from "../../kernel/index.js";
import { csvLine } from "../../kernel/values/csv-line.js";
import { resultFormats } from "./checks.js";
import { keepForRetries, keptLines } from "./kept-lines.js";
import { rememberRows } from "./last-rows.js";
import type { Context } from "./options.js";
import { FACT_COLUMNS } from "./page-rows.js";
import type { RunState } from "./preparation.js";
import { report } from "./report.js";

/** Writes the files of a run that has come to its end, in the order of its lines, and the report. */
export async function finishedResults(context: Context & { readonly state: RunState }): Promise<void> {
  const { options, output, log, state } = context;
  const lines = await keptLines(context);
  const rows = lines.flatMap((kept) => kept.rows);
  const columns = [
    ...state.reading.names,
    ...FACT_COLUMNS,
    ...(options.mode === "changes" ? ["_change", "_changed"] : []),
  ];
  const formats = resultFormats(options);
  if (formats.includes("csv")) {
    const texts = [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ""))].map((cells) =>
      csvLine(cells as Json[]),
    );
    output.file("results.csv", texts.join(""), "text/csv");
  }
  if (formats.includes("json")) output.file("results.json", `${JSON.stringify(rows, null, 1)}\n`, "application/json");
  if (formats.includes("xlsx")) {
    output.file(
      "results.xlsx",
      await workbook(rows, columns),
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    );
  }
  if (formats.includes("jsonl"))
    output.file("results.jsonl", rows.map((row) => `${JSON.stringify(row)}\n`).join(""), "application/jsonl");
  keepForRetries(lines, context);
  await report(lines, context);
  await rememberRows(rows, context);
  if (rows.length > 0) return;
  if (options.mode === "changes") log.info("Nothing has changed since the last run.");
  else log.warn("The pages were read, but no row was found. Check rowSelector and columns.", "empty-result");
}
