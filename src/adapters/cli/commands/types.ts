import type { Command } from "../command.js";
import { connected, SERVER_FLAGS } from "../connection/connect.js";
import { noType, typeNamed } from "../connection/type-named.js";
import { fieldHelp } from "../fields/field-help.js";
import { taskOptions } from "../fields/task-options.js";
import { OPTIONAL } from "../flags.js";
import { print, printJson } from "../printing.js";
import { settingFlags } from "../setting-flags.js";
import { screenOf } from "../terminal/screen.js";
import { tableLines } from "../terminal/table.js";
import { wrapped } from "../terminal/width.js";

export const typesCommand: Command = {
  args: {
    type: {
      type: "positional",
      description: "A task type whose options are listed",
      required: false,
      valueHint: OPTIONAL,
    },
    json: { type: "boolean", description: "Answer in JSON: with a type, its fields and the JSON Schema of its data" },
    ...SERVER_FLAGS,
    ...settingFlags(["providers", "plugins"]),
  },
  run: (given, assembly) =>
    connected(given, assembly, { use: "none" }, async ({ client }) => {
      const screen = screenOf(process.stdout);
      const json = given["json"] === true;
      const word = given["type"];
      if (typeof word === "string") {
        const type = await typeNamed(client, word);
        if (type === undefined) throw await noType(client, word, "task type");
        if (json) await printJson(type);
        else
          await print([
            ...wrapped(`${type.title}: ${type.summary}`, screen.columns),
            "",
            fieldHelp(taskOptions(type), screen).join("\n\n"),
          ]);
        return;
      }
      const types = await client.types();
      if (json) {
        await printJson(types);
        return;
      }
      const lines = tableLines(
        [
          { title: "TYPE", of: ({ type }) => type, whole: true },
          { title: "NEEDS", of: ({ missing }) => missing.join(", "), colour: () => "yellow" },
          { title: "WHAT IT DOES", of: ({ summary }) => summary, prose: true },
        ],
        types,
        screen,
      );
      await print(lines);
    }),
};
