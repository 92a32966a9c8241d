import type { ArgsDef } from "citty";
import { shown } from "../../../kernel/values/json.js";
import { nearestName } from "../../../kernel/values/nearest-name.js";
import type { Given } from "../command.js";
import { gathered, isGathered, unknown } from "../flags.js";
import type { TaskOption } from "./task-options.js";

/** What the words of a command line say. */
export interface ReadWords {
  /** By the flag of the command. */
  readonly given: Given;
  /** By the flag of the task type, in the order of the words. */
  readonly fields: ReadonlyMap<TaskOption, readonly string[]>;
  readonly words: readonly string[];
}

/** The first word that belongs to no option of the command, and its place: a task type, or a task. */
export function firstWord(words: readonly string[], args: ArgsDef): number {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (!word.startsWith("-") || word === "-") return at;
    const [, name = "", value] = FORM.exec(word) ?? [];
    if (args[name]?.type === "string" && value === undefined) at += 1;
  }
  return -1;
}

const FORM = /^--?([^=]*)(?:=(.*))?$/s;

/** The options of a command among words that are not all known yet, such as where the task is. */
export function earlyOptions(words: readonly string[], args: ArgsDef): Given {
  const given: Record<string, unknown> = {};
  for (const [index, word] of words.entries()) {
    const [, name = "", inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    const type = Object.hasOwn(args, name) ? args[name]?.type : undefined;
    if (type === "string") given[name] = inline ?? words[index + 1];
    else if (type === "boolean") given[name] = inline !== "false";
  }
  return given;
}

/** Whether all words belong to the command, so that the options of the task type need not be known. */
export function isOfCommand(words: readonly string[], args: ArgsDef): boolean {
  return words.every((word) => {
    const [, name] = FORM.exec(word) ?? [];
    return name === undefined || word === "-" || Object.hasOwn(args, name);
  });
}

/** Reads words against the options of a command and of a task type. Throws UsageError for those that belong to neither. */
export function readWords(
  words: readonly string[],
  args: ArgsDef,
  options: readonly TaskOption[],
  command: string,
): ReadWords {
  const byName = new Map<string, TaskOption>();
  for (const option of options) for (const name of [...option.aliases, option.flag]) byName.set(name, option);
  const given: Record<string, unknown> = {};
  const fields = new Map<TaskOption, string[]>();
  const free: string[] = [];
  let onlyWords = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (onlyWords || !word.startsWith("-") || word === "-") {
      free.push(word);
      continue;
    }
    if (word === "--") {
      onlyWords = true;
      continue;
    }
    const [, name = "", inline] = FORM.exec(word) ?? [];
    const own = Object.hasOwn(args, name) && args[name]?.type !== "positional" ? args[name] : undefined;
    const option = own === undefined ? byName.get(name) : undefined;
    const denied =
      /^no-/.test(name) && own === undefined && option === undefined ? byName.get(name.slice(3)) : undefined;
    if (denied?.kind === "boolean" && inline === undefined) {
      fields.set(denied, ["false"]);
      continue;
    }
    if (own === undefined && option === undefined) throw noOption(word, name, args, byName, command);
    if (own?.type === "boolean" || option?.kind === "boolean") {
      const value = truth(inline);
      if (value === undefined) throw unknown(`The option "--${name}" must be true or false.`, command);
      if (option === undefined) given[name] = value === "true";
      else fields.set(option, [value]);
      continue;
    }
    if (inline === undefined) at += 1;
    const value = inline ?? words[at];
    if (value === undefined || (inline === undefined && value.startsWith("--"))) {
      throw unknown(`The option "--${name}" needs a value.`, command);
    }
    if (option !== undefined) fields.set(option, [...(fields.get(option) ?? []), value]);
    else given[name] = own !== undefined && isGathered(own) ? gathered(given[name], value, own) : value;
  }
  return { given, fields, words: free };
}

function truth(inline: string | undefined): "true" | "false" | undefined {
  if (inline === undefined) return "true";
  if (/^(?:true|yes|1)$/i.test(inline)) return "true";
  return /^(?:false|no|0)$/i.test(inline) ? "false" : undefined;
}

function noOption(
  word: string,
  name: string,
  args: ArgsDef,
  known: ReadonlyMap<string, unknown>,
  command: string,
): Error {
  const meant = nearestName(name, [
    ...Object.keys(args).filter((flag) => args[flag]?.type !== "positional"),
    ...known.keys(),
  ]);
  return unknown(
    `There is no option "${shown(word)}".${meant === undefined ? "" : ` Did you mean "--${meant}"?`}`,
    command,
  );
}
