import type { ArgsDef } from "citty";
import type { Assembly, Given } from "../command.js";
import { connected } from "../connection/connect.js";
import { taskOptions } from "../fields/task-options.js";
import { flagOf, SETTINGS, type SettingName } from "../settings.js";

/** An option as a shell completes it. */
export interface CompletedOption {
  readonly flag: string;
  readonly says: string;
  readonly takes: "nothing" | "text" | "file" | "folder";
  /** Those it takes, where they are few. */
  readonly values: readonly string[];
}

export interface CompletedCommand {
  readonly name: string;
  readonly says: string;
  readonly options: readonly CompletedOption[];
  /** The options of a task type come to those of the command. */
  readonly isOpen: boolean;
  /** The words it takes besides options. */
  readonly words: readonly string[];
}

export interface CompletionTables {
  readonly commands: readonly CompletedCommand[];
  readonly types: readonly {
    readonly type: string;
    readonly title: string;
    readonly options: readonly CompletedOption[];
  }[];
}

const LONGEST = 60;

/** The commands of the table with their options, and the task types with those of their schemas. */
export async function completionTables(given: Given, assembly: Assembly): Promise<CompletionTables> {
  const types = await connected({ ...given, server: "" }, assembly, { use: "none" }, async ({ client }) =>
    Promise.all((await client.types()).map(({ type }) => client.type(type))),
  );
  const names = types.map(({ type }) => type);
  const commands = await Promise.all(
    Object.entries(assembly.commands).map(async ([name, { says, load }]) => {
      const { args, ...command } = await load();
      const isOpen = "help" in command;
      return { name, says, options: optionsIn(args, names), isOpen, words: wordsOf(name, isOpen, args, names) };
    }),
  );
  const help = {
    name: "help",
    says: "Say what a command does",
    options: [],
    isOpen: false,
    words: commands.map(({ name }) => name),
  };
  return {
    commands: [...commands, help],
    types: types.map((type) => ({
      type: type.type,
      title: type.title,
      options: taskOptions(type).flatMap(({ flag, aliases, kind, meaning, schema }) => {
        const values = Array.isArray(schema["enum"]) ? schema["enum"].map(String) : [];
        const takes = kind === "boolean" ? ("nothing" as const) : ("text" as const);
        return [flag, ...aliases.slice(0, 1)].map((name) => ({ flag: name, says: short(meaning), takes, values }));
      }),
    })),
  };
}

function optionsIn(args: ArgsDef, types: readonly string[]): CompletedOption[] {
  return Object.entries(args).flatMap(([flag, { type, description = "", valueHint = "" }]) => {
    if (type === "positional") return [];
    const takes =
      type === "boolean"
        ? "nothing"
        : /FILE/.test(valueHint)
          ? "file"
          : /FOLDER/.test(valueHint) || flag === "data"
            ? "folder"
            : "text";
    return [
      {
        flag,
        says: short(description),
        takes,
        values: valueHint === "TYPE" ? types : valueHint.includes("|") ? valueHint.split("|") : valuesOf(flag),
      },
    ];
  });
}

/** The values of a setting that takes one of a few. */
function valuesOf(flag: string): readonly string[] {
  const name = (Object.keys(SETTINGS) as SettingName[]).find((one) => flagOf(one) === flag);
  if (name === undefined) return [];
  const inner: unknown = (SETTINGS[name].schema as { def?: { innerType?: unknown } }).def?.innerType;
  const options = (inner as { options?: unknown } | undefined)?.options;
  return Array.isArray(options) && options.every((one) => typeof one === "string") ? options : [];
}

/** Words of which a description names the choice are completed: `list (the default), add, test`. */
function wordsOf(name: string, isOpen: boolean, args: ArgsDef, types: readonly string[]): readonly string[] {
  if ((isOpen && name !== "set") || (Object.hasOwn(args, "type") && args["type"]?.type === "positional")) return types;
  return CHOICES[name] ?? [];
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  completion: ["bash", "zsh", "fish"],
  keys: ["show", "new", "rotate"],
  accounts: ["list", "add", "test", "remove", "import", "group"],
};

/** The first sentence, shortened. */
function short(text: string): string {
  const sentence = text
    .split(/(?<=[.;:])\s/, 1)[0]!
    .replaceAll("`", "")
    .replace(/[.;:]$/, "");
  return sentence.length > LONGEST ? `${sentence.slice(0, LONGEST - 3)}...` : sentence;
}
