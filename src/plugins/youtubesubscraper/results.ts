import { isPlainObject, type JsonObject } from "../../kernel/index.js";
import { csvLine } from "../../kernel/values/csv-line.js";
import type { RowPlace } from "./outcome.js";
import { COLUMNS } from "./rows.js";
import type { LineContext } from "./run-state.js";

/** Writes `results.csv`, the rows in the order of the lines, and fails a run that cannot go on although lines are left. */
export async function finished(context: LineContext): Promise<void> {
  const { output, checkpoint, log, state } = context;
  const rows = await rowsOfRun(context);
  const lines = [COLUMNS, ...rows.map((row) => COLUMNS.map((name) => row[name] ?? ""))].map((cells) =>
    csvLine([...cells]),
  );
  output.file("results.csv", lines.join(""), "text/csv");
  const { closed } = state.queue;
  if (closed !== undefined) {
    // What is thrown would leave the file behind.
    await checkpoint("results", {});
    throw closed;
  }
  if (rows.length > 0) return;
  log.warn(
    "Nothing was read: the lists are empty, or minDuration, maxDuration and publishedAfter leave all videos out. Check videosFile and these.",
    "empty-result",
  );
}

async function rowsOfRun({ checkpoints }: LineContext): Promise<JsonObject[]> {
  const found: { readonly place: RowPlace; readonly row: JsonObject }[] = [];
  for await (const { value } of checkpoints()) {
    const { row, place } = value;
    if (isPlainObject(row)) found.push({ row, place: place as unknown as RowPlace });
  }
  return found.sort(({ place: a }, { place: b }) => a[0] - b[0] || a[1] - b[1]).map(({ row }) => row);
}
