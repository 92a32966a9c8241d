import { z } from "zod";
import { defineTaskPlugin, defineTry } from "../../kernel/index.js";
import { whole } from "../_kit/option-fields.js";
import { type MailMergeOptions, mailMergeOptions } from "./options.js";
import { rowOf } from "./row.js";
import { sourceLine } from "./tables/source-line.js";

const triedRows = z.object({
  rows: whole({ from: 1, to: 50, usual: 3 }, "How many of the rows that `rowFilter` lets through are shown."),
});

/** What reads templates and tables is loaded when there is one to read. */
export const mailmerge = defineTaskPlugin({
  type: "mailmerge",
  words: "mail merge",
  title: "Mail Merge",
  summary: "Fills a template in for each row of a table, as pages of their own or as one file.",
  uses: ["folder"],
  options: mailMergeOptions,
  inputs: (options) => [sourceLine(options) ?? ""],
  check: async (options, { providers }) => (await import("./checks.js")).mailMergeProblems(options, providers),
  try: defineTry<MailMergeOptions, typeof triedRows, never, "folder">({
    asks: triedRows,
    show: async ({ rows }, context) => (await import("./try-rows.js")).shownRows(rows, context),
  }),
  begin: async (context) => (await import("./preparation.js")).prepared(context),
  run: async (_line, context) => (await import("./merge-line.js")).mergeRows(context),
  failure: (_line, { message, facts }) => (facts["rowsArePutOut"] === true ? null : rowOf(0, { error: message })),
});
