import { z } from "zod";
import { defineTry, type JsonObject } from "../../kernel/index.js";
import { whole } from "../_kit/option-fields.js";
import { mailMergeProblems } from "./checks.js";
import type { MailMergeOptions, Trying } from "./options.js";
import { FileNames } from "./pages/file-names.js";
import { pageFile } from "./pages/page.js";
import { prepared, type RunState } from "./preparation.js";
import { UnreadableRow } from "./tables/table.js";

const triedRows = z.object({
  rows: whole({ from: 1, to: 50, usual: 3 }, "How many of the rows that `rowFilter` lets through are shown."),
});

/** Longest content of a file that is shown. */
const LONGEST = 20_000;

/** Shows what the first rows would become. */
export const tryOfRows = defineTry<MailMergeOptions, typeof triedRows, never, "folder">({
  asks: triedRows,
  async show({ rows: wanted }, context) {
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
  },
});

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
