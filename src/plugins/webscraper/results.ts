import { workbook } from "../../engines/sheets/xlsx.js";
import type { Json, JsonObject } from "../../kernel/index.js";
import { csvLine } from "../../kernel/values/csv-line.js";
import { resultFormats } from "./checks.js";
import { FOUND, KEPT_ROWS, LAST_RATES, LAST_ROWS } from "./file-names.js";
import type { Context } from "./options.js";
import { FACT_COLUMNS, markOf } from "./page-rows.js";
import type { RunState } from "./preparation.js";

/** A column that was filled in so much less of the rows than before is warned of. */
const FALLEN = 0.2;

/** Begins the key of a checkpoint with the marks of the rows of a line. */
export const LINE = "line ";

type RunContext = Context & { readonly state: RunState };

/** The rows of a line; a later entry of the same line replaces an earlier one. */
interface Kept {
  /** The mark of its text: the list may be edited before an attempt. */
  readonly line: string;
  readonly rows: readonly JsonObject[];
}

/** Puts rows away for the files that the end of the run writes. */
export function keepRows(rows: readonly JsonObject[], line: string, { output }: Pick<Context, "output">): void {
  output.append(FOUND, keptLine({ line, rows }), "application/jsonl");
}

function keptLine(kept: Kept): string {
  return `${JSON.stringify(kept)}\n`;
}

/** What the run has kept, those of its attempts that came to their end included, in the order of the lines. */
async function keptEntries({ stored, remembered, state }: RunContext): Promise<Kept[]> {
  const byLine = new Map<string, Kept>();
  for (const bytes of [await remembered(KEPT_ROWS), await stored(FOUND)]) {
    for (const text of Buffer.from(bytes ?? [])
      .toString()
      .split("\n")) {
      if (text === "") continue;
      const kept = JSON.parse(text) as Kept;
      byLine.set(kept.line, kept);
    }
  }
  const places = new Map(state.lines.map((line, index) => [markOf(line), index]));
  // Rows of a line that was taken from the list stay, behind the others.
  const placeOf = ({ line }: Kept) => places.get(line) ?? places.size;
  return [...byLine.values()].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Writes the files of a run that has come to its end, in the order of its lines, and the report. */
export async function finishedResults(context: RunContext): Promise<void> {
  const { options, output, log, state } = context;
  const entries = await keptEntries(context);
  const rows = entries.flatMap((kept) => kept.rows);
  const columns = [
    ...state.reading.names,
    ...FACT_COLUMNS,
    ...(options.mode === "changes" ? ["_change", "_changed"] : []),
  ];
  const formats = resultFormats(options);
  if (formats.includes("csv")) {
    const lines = [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ""))].map((cells) =>
      csvLine(cells as Json[]),
    );
    output.file("results.csv", lines.join(""), "text/csv");
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
  // Lines that failed may be tried again in this run, and join those that did not.
  output.remember(KEPT_ROWS, entries.map(keptLine).join(""));
  output.remove(FOUND);
  await report(rows, context);
  if (options.mode === "changes") await remember(rows, context);
  if (rows.length > 0) return;
  const none =
    options.mode === "changes"
      ? "Nothing has changed since the last run."
      : "The pages were read, but no row was found. Check rowSelector and columns.";
  log.warn(none, "empty-result");
}

/** Says of every column how many rows have it, and warns of one that has become empty. */
async function report(
  rows: readonly JsonObject[],
  { output, remembered, log, state, options }: RunContext,
): Promise<void> {
  const good = rows.filter((row) => row["_error"] === "");
  const rates = Object.fromEntries(
    state.reading.names.map((name) => [
      name,
      good.length === 0 ? 0 : round(good.filter((row) => row[name] !== "").length / good.length),
    ]),
  );
  const bytes = await remembered(LAST_RATES);
  const before = bytes === undefined ? {} : (JSON.parse(Buffer.from(bytes).toString()) as Record<string, number>);
  const count = (name: (typeof FACT_COLUMNS)[number]) => {
    const found: Record<string, number> = {};
    for (const row of rows) if (row[name] !== "") found[String(row[name])] = (found[String(row[name])] ?? 0) + 1;
    return found;
  };
  const columns = state.reading.names.map((name) => ({
    ...{ name, fillRate: rates[name]! },
    ...(before[name] === undefined ? {} : { lastFillRate: before[name] }),
  }));
  const summary = {
    rows: good.length,
    failed: rows.length - good.length,
    blocked: count("_blocked"),
    rendered: count("_rendered"),
    columns,
  };
  output.file("report.json", `${JSON.stringify(summary, null, 2)}\n`, "application/json");
  if (good.length === 0) return;
  for (const { name, fillRate, lastFillRate } of columns) {
    const fallen = (lastFillRate ?? 0) - fillRate;
    if (fallen >= FALLEN) {
      log.warn(
        `The column "${name}" is filled in ${percent(fillRate)} of the rows, ${percent(lastFillRate!)} in the last run. The pages may have changed: check its rule.`,
      );
    } else if (fillRate === 0) {
      log.warn(`The column "${name}" is empty in every row. Check its rule.`);
    }
  }
  // Of changed rows alone it would say nothing of the pages.
  if (options.mode === "all") output.remember(LAST_RATES, JSON.stringify(rates));
}

/** The rows of this run, for the next one to compare with. */
async function remember(rows: readonly JsonObject[], { checkpoints, output, state }: RunContext): Promise<void> {
  // What stands on pages that could not be read is not known to be gone.
  const isWhole = rows.every((row) => row["_error"] === "");
  const all: Record<string, Json> = isWhole ? {} : Object.fromEntries(state.last ?? []);
  for await (const { key, value } of checkpoints()) if (key.startsWith(LINE)) Object.assign(all, value);
  output.remember(LAST_ROWS, JSON.stringify(all));
}

function round(part: number): number {
  return Math.round(part * 1000) / 1000;
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}
