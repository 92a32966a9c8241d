import type { ArgsDef } from "citty";
import type { Assembly } from "../command.js";
import { connected } from "../connection/connect.js";
import { isId, taskNamed } from "../connection/task-named.js";
import { noType, typeNamed } from "../connection/type-named.js";
import { optionsOf } from "../setting-flags.js";
import { paragraphs } from "../terminal/help-lines.js";
import { screenOf } from "../terminal/screen.js";
import { fieldHelp } from "./field-help.js";
import { taskOptions } from "./task-options.js";
import { earlyOptions, firstWord } from "./words.js";

export interface OpenHelp {
  readonly command: string;
  /** What comes behind the command. */
  readonly usage: string;
  readonly head: string;
  readonly args: ArgsDef;
  readonly words: readonly string[];
  readonly assembly: Assembly;
}

/** The help of a command with the options of the task type that is named, if one is. */
export async function openHelp({ command, usage, head, args, words, assembly }: OpenHelp): Promise<string> {
  const screen = screenOf(process.stdout);
  const { parts } = optionsOf(args, screen);
  const at = firstWord(words, args);
  const word = at < 0 ? undefined : words[at];
  if (word === undefined) {
    const hint = `Every field of a task is an option. "scriptorium ${command} TYPE --help" lists those of a type, "scriptorium types" the types.`;
    const before = [head, `Usage: scriptorium ${command} ${usage} [options]`, hint];
    return [...paragraphs(before, screen), ...parts].join("\n\n");
  }
  return connected(earlyOptions(words, args), assembly, { use: isId(word) ? "read" : "none" }, async ({ client }) => {
    const type = isId(word) ? await client.type((await taskNamed(client, word)).type) : await typeNamed(client, word);
    if (type === undefined) throw await noType(client, word, "task type");
    const how =
      "A list of lines takes an option several times, @FILE or - for the lines of a file or of standard input. A text takes @FILE, too; @@ begins one with an @.";
    const usageLine = `Usage: scriptorium ${command} ${usage === "TASK" ? word : type.type} [options]`;
    return [
      ...paragraphs([`${type.title}: ${type.summary}`, usageLine, how], screen),
      ...fieldHelp(taskOptions(type), screen),
      ...parts,
    ].join("\n\n");
  });
}
