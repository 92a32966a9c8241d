import type { ArgsDef } from "citty";
import type { OpenCommand } from "../command.js";
import { connected, WORK_FLAGS } from "../connection/connect.js";
import { noType, refuseNoType, typeNamed } from "../connection/type-named.js";
import { givenData } from "../fields/given-data.js";
import { openHelp } from "../fields/open-help.js";
import { taskOptions } from "../fields/task-options.js";
import { earlyOptions, firstWord, readWords } from "../fields/words.js";
import { unknown } from "../flags.js";
import { printJson, write } from "../printing.js";
import type { Settings } from "../settings.js";

const ARGS: ArgsDef = {
  name: { type: "string", description: "Name of the task", valueHint: "NAME" },
  fields: {
    type: "string",
    description: "Data of the task as JSON, or @FILE with them; options win over them",
    valueHint: "JSON",
  },
  json: { type: "boolean", description: "Answer with the id and the data in JSON" },
  quiet: { type: "boolean", description: "Print no notes" },
  ...WORK_FLAGS,
};

export const createCommand: OpenCommand = {
  args: ARGS,
  help: (words, assembly, head) => openHelp({ command: "create", usage: "TYPE", head, args: ARGS, words, assembly }),
  async runWords(words, assembly) {
    const at = firstWord(words, ARGS);
    const word = at < 0 ? undefined : words[at];
    if (word === undefined) throw unknown('The command "create" needs a task type, such as webcrawler.', "create");
    const rest = words.toSpliced(at, 1);
    const early = earlyOptions(rest, ARGS);
    const beforeMaking = (settings: Settings) => refuseNoType(word, "task type", assembly, settings);
    const options = { use: "make", quiet: early["quiet"] === true, beforeMaking } as const;
    await connected(early, assembly, options, async ({ client }) => {
      const type = await typeNamed(client, word);
      if (type === undefined) throw await noType(client, word, "task type");
      const { given, fields, words: stray } = readWords(rest, ARGS, taskOptions(type), `create ${type.type}`);
      if (stray[0] !== undefined) throw unknown(`The word "${stray[0]}" belongs to no option.`, "create");
      const data = await givenData(fields, given, `create ${type.type}`);
      const { id } = await client.create(type.type);
      if (Object.keys(data).length > 0) await client.setData(id, data);
      if (given["json"] === true) await printJson({ id, data: await client.data(id) });
      else await write(`${id}\n`);
    });
  },
};
