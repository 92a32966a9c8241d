import type { JsonObject } from "../../kernel/index.js";
import { mailMergeProblems } from "./checks.js";
import type { Trying } from "./options.js";
import { FileNames } from "./pages/file-names.js";
import { pageFile } from "./pages/page.js";
import { prepared, type RunState } from "./preparation.js";
import { UnreadableRow } from "./tables/table.js";

/** Longest content of a file that is shown. */
const LONGEST = 20_000;

/** What the first rows would become. */
export async function shownRows(wanted: number, context: Trying): Promise<JsonObject> {
  for (const { message, severity } of await mailMergeProblems(context.options, context.providers))
    if (severity === "warning") context.log.warn(message);
  const state = await prepared(context);
  const { table, merge } = state;
  return {
    columns: [...table.header.names],
    placeholderStyle: merge.templates.style,
    template: merge.templates.kind,
    rows: await firstRows(wanted, context, state),
  };
}

async function firstRows(wanted: number, context: Trying, { table, merge, formats }: RunState): Promise<JsonObject[]> {
  const names = new FileNames();
  const most = context.options.limit > 0 ? Math.min(wanted, context.options.limit) : wanted;
  const shownRows: JsonObject[] = [];
  let number = 0;
  for await (const batch of table.batches()) {
    for (const row of batch) {
      number += 1;
      context.signal.throwIfAborted();
      if (row instanceof UnreadableRow) {
        shownRows.push({ row: number, error: row.problem });
      } else if (merge.isWanted(row)) {
        const { page, fileName, words, missing, problem } = merge.row(row, number);
        const contents =
          problem === ""
            ? formats.map((format) => [format, pageFile(page, format, merge.header).slice(0, LONGEST)])
            : [];
        const file = context.options.mode === "single" ? "merged" : names.claim(fileName, number);
        shownRows.push({
          row: number,
          title: page.title,
          file: problem === "" ? `articles/${file}.${formats[0]}` : "",
          words,
          missing: [...missing],
          error: problem,
          content: Object.fromEntries(contents),
        });
      }
      if (shownRows.length >= most) return shownRows;
    }
  }
  return shownRows;
}
