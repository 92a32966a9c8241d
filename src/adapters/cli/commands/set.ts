import type { ArgsDef } from "citty";
import type { OpenCommand } from "../command.js";
import { connected, WORK_FLAGS } from "../connection/connect.js";
import { taskNamed } from "../connection/task-named.js";
import { givenData } from "../fields/given-data.js";
import { openHelp } from "../fields/open-help.js";
import { taskOptions } from "../fields/task-options.js";
import { earlyOptions, firstWord, readWords } from "../fields/words.js";
import { unknown } from "../flags.js";
import { printJson } from "../printing.js";

const ARGS: ArgsDef = {
  name: { type: "string", description: "Name of the task", valueHint: "NAME" },
  fields: {
    type: "string",
    description: "Data to change as JSON, or @FILE with them; options win over them",
    valueHint: "JSON",
  },
  json: { type: "boolean", description: "Answer with the data in JSON" },
  quiet: { type: "boolean", description: "Print no notes" },
  ...WORK_FLAGS,
};

export const setCommand: OpenCommand = {
  args: ARGS,
  help: (words, assembly, head) => openHelp({ command: "set", usage: "TASK", head, args: ARGS, words, assembly }),
  async runWords(words, assembly) {
    const at = firstWord(words, ARGS);
    const word = at < 0 ? undefined : words[at];
    if (word === undefined) throw unknown('The command "set" needs the id or name of a task.', "set");
    const rest = words.toSpliced(at, 1);
    const early = earlyOptions(rest, ARGS);
    await connected(early, assembly, { use: "read", quiet: early["quiet"] === true }, async ({ client }) => {
      const task = await taskNamed(client, word);
      const {
        given,
        fields,
        words: stray,
      } = readWords(rest, ARGS, taskOptions(await client.type(task.type)), `set ${task.id}`);
      if (stray[0] !== undefined) throw unknown(`The word "${stray[0]}" belongs to no option.`, "set");
      const data = await givenData(fields, given, `set ${task.id}`);
      const isAsked = given["json"] === true;
      if (Object.keys(data).length === 0 && !isAsked)
        throw unknown('The command "set" needs an option of the task to change.', "set");
      if (Object.keys(data).length > 0) await client.setData(task.id, data);
      if (isAsked) await printJson(await client.data(task.id));
    });
  },
};
