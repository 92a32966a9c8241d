import type { ArgsDef } from "citty";
import type { TaskSummary } from "../../../kernel/index.js";
import type { ScriptoriumClient } from "../../client/index.js";
import type { Command } from "../command.js";
import { connected, SERVER_FLAGS } from "../connection/connect.js";
import { taskNamed } from "../connection/task-named.js";
import { needed, REST, restOf } from "../flags.js";
import { printJson, write } from "../printing.js";

/** What is done with a task, and the line that says so. */
type Act = (
  client: ScriptoriumClient,
  task: TaskSummary,
) => Promise<{ readonly line: string; readonly answer: unknown }>;

/** A command that does the same with each of the tasks that are named, in their order, and with none when one is missing. */
function forEach(name: string, verb: string, act: Act): Command {
  const args: ArgsDef = {
    tasks: {
      type: "positional",
      description: `Ids or names of the tasks to ${verb}`,
      required: false,
      valueHint: REST,
    },
    json: { type: "boolean", description: "Answer in JSON" },
    quiet: { type: "boolean", description: "Print nothing" },
    ...SERVER_FLAGS,
  };
  return {
    args,
    async run(given, assembly) {
      needed(given["tasks"], "the id or name of a task", name);
      await connected(given, assembly, { use: "read" }, async ({ client }) => {
        // All are found before anything is done with one of them.
        const tasks: TaskSummary[] = [];
        for (const word of restOf(given)) tasks.push(await taskNamed(client, word));
        const answers: unknown[] = [];
        for (const task of tasks) {
          const { line, answer } = await act(client, task);
          answers.push(answer);
          if (given["json"] !== true && given["quiet"] !== true) await write(`${line}\n`);
        }
        if (given["json"] === true) await printJson(answers);
      });
    },
  };
}

export const abortCommand = forEach("abort", "abort", async (client, { id, name }) => {
  await client.abort(id);
  const task = await client.status(id);
  return { line: `${name}: ${task.status}`, answer: task };
});

export const duplicateCommand = forEach("duplicate", "copy", async (client, { id }) => {
  const copy = await client.duplicate(id);
  return { line: copy, answer: await client.status(copy) };
});

export const rmCommand = forEach("rm", "delete", async (client, task) => {
  await client.delete(task.id);
  return { line: `Deleted ${task.name}`, answer: task };
});
