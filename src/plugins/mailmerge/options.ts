import { z } from "zod";
import { basic, marked, type TaskContext, type TryContext } from "../../kernel/index.js";
import { choice, decimal, flag, lines, text, whole } from "../_kit/option-fields.js";
import { STYLES } from "./templates/placeholders.js";

export const OUTPUT_FORMATS = ["html", "txt", "md", "csv", "json"] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** The data object of a mail merge. */
export const mailMergeOptions = z.object({
  csvFile: basic(
    text(
      "",
      "The table: a CSV, TSV, XLSX or JSON lines file below a folder the server may read, or a file of a task as `task:ID/results.csv`. With a `*` in it, all files that fit are one table.",
    ),
    "/srv/tables/cities.csv",
  ),
  rowsFile: basic(
    lines("The table as lines, the first with the names of the columns; used where `csvFile` is empty."),
    ["city,service", "Bonn,repair"],
  ),
  delimiter: text("auto", "What divides the cells: `auto`, or one character such as `;`; `tab` for a tab."),
  encoding: text(
    "auto",
    "How the table is encoded: `auto` knows UTF-8, UTF-16 and Windows-1252; or a label such as `shift_jis`.",
  ),
  hasHeader: flag(
    true,
    "The first row has the names of the columns. Without it they are named by their numbers, from 1.",
  ),
  templateFile: basic(
    text(
      "",
      "The template as a file (html, md, txt) below a folder the server may read; used where `template` is empty.",
    ),
    "/srv/templates/page.html",
  ),
  template: basic(
    text("", "The template: HTML, Markdown or plain text with placeholders."),
    "# {{service}} in {{city}}\n\nAsk for {{service}} in {{city}}.",
    "<h1>{{service}} in {{city}}</h1>",
  ),
  titleTemplate: basic(text("{{1}}", "The title of a page."), "{{service}} in {{city}}"),
  fileNameTemplate: marked(
    basic(
      text(
        "{{slug title}}",
        "The name of a page's file without ending; `{{title}}`, `{{row}}` and the columns, with `slug` before for the form of an address. A `/` makes a folder.",
      ),
      "{{slug city}}",
    ),
    { group: "output" },
  ),
  placeholderStyle: choice(
    { of: STYLES, usual: "auto" },
    "How placeholders are written: `curly` `{{name}}`, `percent` `%name%`, `bracket` `[name]`; `auto` finds out.",
  ),
  mode: marked(
    basic(
      choice(
        { of: ["file-per-row", "single"], usual: "file-per-row" },
        "A file for each row, or one file with all of them.",
      ),
      "single",
    ),
    { group: "output" },
  ),
  separator: marked(text("\\n", "What stands between two rows in one file; `\\n` is a line break."), {
    group: "output",
  }),
  resolveSpintax: flag(
    true,
    "`{a|b}` in the templates is one of the two, chosen again for each row. Cells are never taken for it.",
  ),
  onMissing: choice(
    { of: ["fail-row", "empty", "keep"], usual: "fail-row" },
    "What happens where a cell is empty: the row fails, the place stays empty, or the placeholder stays. Only `fail-row` refuses columns that are not in the table.",
  ),
  rowFilter: text("", "Only rows for which this holds, such as `city = Berlin and price > 10`."),
  limit: whole({ from: 0, to: 10_000_000, usual: 0 }, "Most rows that are merged; 0 for all."),
  combineLists: z
    .record(z.string(), z.union([z.array(z.string()), z.int().min(1)]))
    .default({})
    .describe(
      'Makes the table itself: a column for each list, a row for each combination, such as `{"city": ["Bonn", "Kiel"], "service": ["repair"]}`; `sample` with a number takes so many of them. Used where there is no other table.',
    ),
  listSeparator: text("|", "What divides several values of a cell, for sections with `{{.}}`."),
  htmlColumns: lines(
    "Columns whose cells are HTML, and go into HTML as they are; into the Markdown of a template from an `md` file, too.",
  ),
  similarityWarn: decimal(
    { from: 0, to: 1, usual: 0.9 },
    "From which similarity on pages are called near-identical, which is warned of; 0 does not compare. The first 5,000 pages are compared.",
  ),
  outputFormats: marked(basic(lines("Any of `html`, `txt`, `md`, `csv`, `json`.", ["html"]), ["html", "csv"]), {
    group: "output",
  }),
});

export type MailMergeOptions = z.output<typeof mailMergeOptions>;
export type Context = TaskContext<MailMergeOptions, never, "folder">;
export type Trying = TryContext<MailMergeOptions, never, "folder">;
export type ReadingContext = Pick<Context, "options" | "providers" | "signal" | "log">;
