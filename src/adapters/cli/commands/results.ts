import type { Json, JsonObject } from "../../../kernel/values/json.js";
import type { ExportFormat } from "../../client/index.js";
import type { Command, Given } from "../command.js";
import { connected, SERVER_FLAGS } from "../connection/connect.js";
import { taskNamed } from "../connection/task-named.js";
import { needed, unknown } from "../flags.js";
import { print, printJson, writeBody } from "../printing.js";
import { saveOutput } from "../runs/save-output.js";
import { screenOf } from "../terminal/screen.js";
import { tableLines } from "../terminal/table.js";

const FORMATS = ["table", "json", "jsonl", "csv", "xlsx", "rss"] as const;
/** Rows that a table on the screen has without `--limit`. */
const TABLE_ROWS = 100;

export const resultsCommand: Command = {
  args: {
    task: { type: "positional", description: "Id or name of the task", required: false },
    format: {
      type: "string",
      description: "Form of the rows; table by default",
      valueHint: "table|json|jsonl|csv|xlsx|rss",
    },
    out: { type: "string", description: "Folder for the rows and the files of the task", valueHint: "FOLDER" },
    columns: { type: "string", description: "Members of the rows to show, separated by commas", valueHint: "NAMES" },
    offset: { type: "string", description: "Rows to leave out at the beginning", valueHint: "NUMBER" },
    limit: {
      type: "string",
      description: `The most rows; ${TABLE_ROWS} in a table, all in other forms`,
      valueHint: "NUMBER",
    },
    run: { type: "string", description: "Id of a run, last (the default) or all", valueHint: "RUN" },
    json: { type: "boolean", description: "The same as --format json: a page of rows with the total" },
    ...SERVER_FLAGS,
  },
  async run(given, assembly) {
    const word = needed(given["task"], "the id or name of a task", "results");
    const format = FORMATS.find((one) => one === (given["json"] === true ? "json" : (given["format"] ?? "table")));
    if (format === undefined) throw unknown(`The option "--format" must be one of ${FORMATS.join(", ")}.`, "results");
    const page = pageIn(given);
    if (format === "xlsx" && given["out"] === undefined && process.stdout.isTTY === true) {
      throw unknown(
        'A terminal cannot show XLSX. Send it to a file with "> rows.xlsx", or add "--out FOLDER".',
        "results",
      );
    }
    await connected(given, assembly, { use: "read" }, async ({ client }) => {
      const { id } = await taskNamed(client, word);
      if (typeof given["out"] === "string") {
        const form: ExportFormat = format === "table" || format === "json" ? "csv" : format;
        const saved = await saveOutput(client, id, given["out"], form);
        await print([...saved.files, ...(saved.rows === undefined ? [] : [saved.rows])]);
        return;
      }
      if (format === "json") await printJson(await client.results(id, page));
      else if (format !== "table") await writeBody(await client.exported(id, format, page));
      else {
        const { rows, total } = await client.results(id, { limit: TABLE_ROWS, ...page });
        await print(rowLines(rows));
        const { offset = 0 } = page;
        const left = total - offset - rows.length;
        if (total === 0) process.stderr.write("The task has no rows.\n");
        else if (offset >= total)
          process.stderr.write(
            `There are ${inWords(total)}, and none behind the first ${offset}. Take a smaller --offset.\n`,
          );
        else if (left > 0)
          process.stderr.write(`${left} more of ${total} rows. Use --offset and --limit, or --format csv for all.\n`);
      }
    });
  },
};

function inWords(total: number): string {
  return total === 1 ? "1 row" : `${total} rows`;
}

/** A table of rows that have any members. */
function rowLines(rows: readonly JsonObject[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (names.length === 0) return [];
  return tableLines(
    names.map((name) => ({ title: name, of: (row: JsonObject) => textOf(row[name]) })),
    rows,
    screenOf(process.stdout),
  );
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function pageIn(given: Given): { offset?: number; limit?: number; fields?: string[]; run?: string } {
  const { offset, limit, columns, run } = given as Readonly<Record<string, string | undefined>>;
  for (const [name, value] of Object.entries({ offset, limit })) {
    if (value !== undefined && !/^\d+$/.test(value))
      throw unknown(`The option "--${name}" must be a whole number.`, "results");
  }
  return {
    ...(offset === undefined ? {} : { offset: Number(offset) }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
    ...(columns === undefined ? {} : { fields: columns.split(",").map((name) => name.trim()) }),
    ...(run === undefined ? {} : { run }),
  };
}
