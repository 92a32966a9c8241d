import { defineTaskPlugin } from "../../kernel/index.js";
import { mailMergeProblems } from "./checks.js";
import { mergeRows, rowOf } from "./merge-line.js";
import { mailMergeOptions } from "./options.js";
import { prepared } from "./preparation.js";
import { sourceLine } from "./tables/source.js";
import { tryOfRows } from "./try-rows.js";

export const mailmerge = defineTaskPlugin({
  type: "mailmerge",
  words: "mail merge",
  title: "Mail Merge",
  summary: "Fills a template in for each row of a table, as pages of their own or as one file.",
  uses: ["folder"],
  options: mailMergeOptions,
  inputs: (options) => [sourceLine(options) ?? ""],
  check: (options, { providers }) => mailMergeProblems(options, providers),
  try: tryOfRows,
  begin: (context) => prepared(context),
  run: (_line, context) => mergeRows(context),
  failure: (_line, { message, facts }) => (facts["rowsArePutOut"] === true ? null : rowOf(0, { error: message })),
});
