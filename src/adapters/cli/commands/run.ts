import { join, resolve } from "node:path";
import type { ArgsDef } from "citty";
import type { TaskSummary } from "../../../kernel/index.js";
import type { ExportFormat, SettledTask } from "../../client/index.js";
import type { Assembly, Given, OpenCommand } from "../command.js";
import { type Connection, connected, WORK_FLAGS } from "../connection/connect.js";
import { didYouMean, isId, taskNamed } from "../connection/task-named.js";
import { noType, refuseNoType, typeCalled } from "../connection/type-named.js";
import { EXIT } from "../exit-codes.js";
import { givenData } from "../fields/given-data.js";
import { openHelp } from "../fields/open-help.js";
import { taskOptions } from "../fields/task-options.js";
import { earlyOptions, firstWord, isOfCommand, readWords } from "../fields/words.js";
import { unknown } from "../flags.js";
import { interruption } from "../interruption.js";
import { printJson } from "../printing.js";
import { endLine, exitOf, followRun } from "../runs/follow-run.js";
import { type Saved, saveOutput } from "../runs/save-output.js";

export const FORMATS: readonly ExportFormat[] = ["csv", "jsonl", "xlsx", "rss"];

/** How a run is followed and what becomes of its output. */
export const RUN_FLAGS: ArgsDef = {
  out: { type: "string", description: "Folder for the files and rows of the run", valueHint: "FOLDER" },
  format: {
    type: "string",
    description: "Form of the rows in that folder; csv by default",
    valueHint: "csv|jsonl|xlsx|rss",
  },
  detach: { type: "boolean", description: "Only begin the run, on a server" },
  json: { type: "boolean", description: "Answer in JSON" },
  quiet: { type: "boolean", description: "Show no progress, and only errors" },
};

const ARGS: ArgsDef = {
  ...RUN_FLAGS,
  name: { type: "string", description: "Name of the task", valueHint: "NAME" },
  fields: {
    type: "string",
    description: "Data of the task as JSON, or @FILE with them; options win over them",
    valueHint: "JSON",
  },
  ...WORK_FLAGS,
};

export const runCommand: OpenCommand = {
  args: ARGS,
  help: (words, assembly, head) => openHelp({ command: "run", usage: "TYPE|TASK", head, args: ARGS, words, assembly }),
  runWords: (words, assembly) => run(words, assembly),
};

async function run(words: readonly string[], assembly: Assembly): Promise<void> {
  const at = firstWord(words, ARGS);
  const word = at < 0 ? undefined : words[at];
  if (word === undefined)
    throw unknown('The command "run" needs a task type, such as webcrawler, or the id or name of a task.', "run");
  const rest = words.toSpliced(at, 1);
  // What can be read before the type is known: where the task is.
  const early = earlyOptions(rest, ARGS);
  await connected(
    early,
    assembly,
    {
      use: isId(word) ? "read" : "make",
      quiet: early["quiet"] === true,
      beforeMaking: (settings) => refuseNoType(word, "task type or task", assembly, settings),
    },
    async (connection) => {
      const { client } = connection;
      const type = isId(word) ? undefined : await typeCalled(client, word);
      const task = type === undefined ? await storedTask(connection, word) : undefined;
      const kind = task?.type ?? type ?? "";
      const known = task?.id;
      // Its schema is looked at where it is needed.
      const options = isOfCommand(rest, ARGS) ? [] : taskOptions(await client.type(kind));
      const { given, fields, words: stray } = readWords(rest, ARGS, options, `run ${known ?? kind}`);
      refuse(stray, given, connection);
      const data = await givenData(fields, given, `run ${known ?? kind}`);
      const id = known ?? (await client.create(kind)).id;
      if (Object.keys(data).length > 0) await client.setData(id, data);
      await connection.work(id);
      await client.run(id, { origin: "cli" });
      await finish(connection, id, given);
    },
  );
}

/** Follows the run of a task to its end, saves what it made, and says so; the exit code is that of the run. */
export async function finish(connection: Connection, id: string, given: Given): Promise<void> {
  const { client, settings } = connection;
  const quiet = given["quiet"] === true;
  const json = given["json"] === true;
  if (given["detach"] === true) {
    const begun = await client.status(id);
    if (json) await printJson(begun);
    else process.stdout.write(`${id}\n`);
    return;
  }
  const { signal, end } = interruption();
  try {
    const task = await followRun(connection, id, { quiet, aborts: true, signal });
    await connection.idle();
    const out = typeof given["out"] === "string" ? given["out"] : undefined;
    const saved = out === undefined ? undefined : await saveOutput(client, id, out, formatIn(given), signal);
    process.exitCode = exitOf(task);
    if (json) {
      await printJson({ ...task, ...(out === undefined ? {} : { out: resolve(out), saved }) });
      return;
    }
    if (!quiet || process.exitCode !== EXIT.done) process.stderr.write(`${endLine(task)}\n`);
    if (!quiet)
      process.stdout.write(
        `${whereLines(task, out, saved, settings?.storage === "memory" ? undefined : settings?.data).join("\n")}\n`,
      );
  } finally {
    end();
  }
}

/** Where the files and rows are now. */
function whereLines(
  { id, progress }: SettledTask,
  out: string | undefined,
  saved: Saved | undefined,
  data: string | undefined,
): string[] {
  const rowCount = saved?.rowCount ?? progress?.rows ?? 0;
  const rows = `${rowCount} ${rowCount === 1 ? "row" : "rows"}`;
  if (out !== undefined && saved !== undefined) {
    const count = saved.files.length;
    return [
      ...(count === 0 ? [] : [`${count} ${count === 1 ? "file" : "files"} in ${resolve(out)}`]),
      saved.rows === undefined ? rows : `${rows} in ${join(resolve(out), saved.rows)}`,
    ];
  }
  const files = progress?.files ?? 0;
  return [
    ...(files > 0 && data !== undefined
      ? [`${files} ${files === 1 ? "file" : "files"} in ${resolve(data, "projects", id)}`]
      : []),
    rowCount > 0 || data !== undefined ? `${rows}: scriptorium results ${id}` : rows,
  ];
}

export function formatIn(given: Given, usual: ExportFormat = "csv"): ExportFormat {
  const { format = usual } = given;
  const found = FORMATS.find((one) => one === format);
  if (found === undefined) throw unknown(`The option "--format" must be one of ${FORMATS.join(", ")}.`, "run");
  return found;
}

async function storedTask({ client }: Connection, word: string): Promise<TaskSummary> {
  if (!isId(word) && (await client.summaries({ name: word, limit: 1 })).length === 0)
    throw await noType(client, word, "task type or task", await didYouMean(client, word));
  return taskNamed(client, word);
}

function refuse(stray: readonly string[], given: Given, { url }: Connection): void {
  if (stray[0] !== undefined) throw unknown(`The word "${stray[0]}" belongs to no option.`, "run");
  if (given["detach"] === true && url === undefined) {
    throw unknown('The option "--detach" needs a server that goes on with the run. Name it with --server.', "run");
  }
  formatIn(given);
}
