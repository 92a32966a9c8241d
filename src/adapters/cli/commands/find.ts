import type { Task } from "../../../kernel/index.js";
import { TASK_STATUSES } from "../../../kernel/index.js";
import { statusNamed } from "../../../kernel/task.js";
import { nearestName } from "../../../kernel/values/nearest-name.js";
import type { Command, Given } from "../command.js";
import { placeIn } from "../config-file.js";
import { connected, SERVER_FLAGS } from "../connection/connect.js";
import { OPTIONAL, unknown } from "../flags.js";
import { print, printJson } from "../printing.js";
import { colourOfStatus, screenOf } from "../terminal/screen.js";
import { tableLines } from "../terminal/table.js";

export const findCommand: Command = {
  args: {
    name: {
      type: "positional",
      description: "Name of the tasks; all of them without one",
      required: false,
      valueHint: OPTIONAL,
    },
    type: { type: "string", description: "Only tasks of this type", valueHint: "TYPE" },
    group: { type: "string", description: "Only tasks of this group", valueHint: "NAME" },
    status: { type: "string", description: "Only tasks of this status", valueHint: TASK_STATUSES.join("|") },
    query: {
      type: "string",
      description: 'A query over the documents of tasks, such as {"data.maxPages": {"$gt": 100}}',
      valueHint: "JSON",
    },
    sort: { type: "string", description: "Members to sort by, such as name or -createdAt", valueHint: "NAMES" },
    limit: { type: "string", description: "The most tasks that are listed", valueHint: "NUMBER" },
    json: { type: "boolean", description: "Answer with the whole tasks in JSON" },
    ...SERVER_FLAGS,
  },
  run: (given, assembly) =>
    connected(given, assembly, { use: "read" }, async ({ client }) => {
      const { query, filter, page } = wanted(given);
      const tasks = (await (query === undefined
        ? client.documents({ ...filter, ...page })
        : client.find({ query, ...page }))) as readonly Task[];
      if (given["json"] === true) {
        await printJson(tasks);
        return;
      }
      if (tasks.length === 0) {
        process.stderr.write(
          `${Object.keys(filter).length > 0 || query !== undefined ? "No task fits." : "There are no tasks."}\n`,
        );
        return;
      }
      const lines = tableLines(
        [
          { title: "ID", of: ({ _id }) => _id, whole: true },
          { title: "TYPE", of: ({ type }) => type },
          { title: "STATUS", of: ({ status }) => status, colour: ({ status }) => colourOfStatus(status) },
          { title: "NAME", of: ({ name }) => name },
          ...(tasks.some(({ group }) => group !== "") ? [{ title: "GROUP", of: ({ group }: Task) => group }] : []),
          { title: "CHANGED", of: ({ updatedAt }) => updatedAt.slice(0, 16).replace("T", " ") },
        ],
        tasks,
        screenOf(process.stdout),
      );
      await print(lines);
    }),
};

function didYouMean(status: string): string {
  const meant = nearestName(status, TASK_STATUSES);
  return meant === undefined ? "" : ` Did you mean "${meant}"?`;
}

function wanted(given: Given) {
  const { name, type, group, status, sort, limit, query } = given as Readonly<Record<string, string | undefined>>;
  if (
    status !== undefined &&
    statusNamed(status) !== "done" &&
    !TASK_STATUSES.some((known) => known === statusNamed(status))
  ) {
    throw unknown(`The option "--status" must be one of ${TASK_STATUSES.join(", ")}.${didYouMean(status)}`, "find");
  }
  if (limit !== undefined && !/^\d+$/.test(limit))
    throw unknown('The option "--limit" must be a whole number.', "find");
  const filter = Object.fromEntries(
    Object.entries({ name, type, group, status }).filter(([, value]) => value !== undefined),
  );
  const page = { ...(sort === undefined ? {} : { sort }), ...(limit === undefined ? {} : { limit: Number(limit) }) };
  if (query === undefined) return { query, filter, page };
  if (Object.keys(filter).length > 0)
    throw unknown('The option "--query" says all that tasks must be; leave the other filters out.', "find");
  try {
    return { query: JSON.parse(query), filter, page };
  } catch (error) {
    throw unknown(
      `The option "--query" must be a JSON object, such as {"status": "failed"}. It is not valid JSON${placeIn(error, query)}.`,
      "find",
    );
  }
}
