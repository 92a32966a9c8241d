import { type ArgsDef, parseArgs } from "citty";
import { shown } from "../../kernel/values/json.js";
import { nearestName } from "../../kernel/values/nearest-name.js";
import type { Given } from "./command.js";
import { UsageError } from "./config-error.js";

/** The `valueHint` of an option that may be given several times; its values come as a list. */
export const SEVERAL = "KEY=VALUE";

/** The `valueHint` of an option whose values are separated by commas, all of those of several such options. */
export const LISTED = "VALUE,...";

/** The `valueHint` of a word that stands for all that are left. */
export const REST = "...";

/** The `valueHint` of a word that may be left out. */
export const OPTIONAL = "[]";

/** A word that belongs to no option, as the usage of a command has it. */
export function wordForm(flag: string, valueHint: string): string {
  const name = flag.toUpperCase();
  if (valueHint === REST) return `${name.replace(/S$/, "")}...`;
  return valueHint === OPTIONAL ? `[${name}]` : name;
}

/** The words that belong to no option. */
export function restOf(given: Given): readonly string[] {
  return given["_"] as readonly string[];
}

/** Reads the words of a command line. Throws CONFIG_INVALID for any that belongs to nothing. */
export function given(words: readonly string[], args: ArgsDef, command: string): Given {
  const lists: Record<string, string | readonly string[]> = {};
  const whole: string[] = [];
  for (const [index, word] of words.entries()) {
    const before = /^--(.+)$/s.exec(words[index - 1] ?? "")?.[1] ?? "";
    if (word !== "-" && /^-(?!-)/.test(word) && Object.hasOwn(args, before) && args[before]?.type === "string") {
      if (/^-\d/.test(word)) throw unknown(`The option "--${before}" cannot be ${shown(word)}.`, command);
      // A value such as -createdAt, which is no option because one that takes a value is before it.
      whole.splice(-1, 1, `--${before}=${word}`);
      continue;
    }
    whole.push(word);
    if (word === "-") continue;
    const [, name, value] = /^--?([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (name !== undefined && (!Object.hasOwn(args, name) || args[name]?.type === "positional")) {
      throw unknown(`There is no option "${shown(word)}".${meantBy(name, args)}`, command);
    }
    if (name !== undefined && value !== undefined && args[name]?.type === "boolean" && !/^(true|false)$/.test(value)) {
      throw unknown(`The option "--${name}" must be true or false.`, command);
    }
    const following = value ?? words[index + 1] ?? "";
    if (name !== undefined && args[name]?.type === "string" && (following === "" || following.startsWith("--"))) {
      throw unknown(`The option "--${name}" needs a value.`, command);
    }
    const definition = name === undefined ? undefined : args[name];
    if (name !== undefined && definition?.type === "string" && isGathered(definition)) {
      lists[name] = gathered(lists[name], following, definition);
    }
  }
  const parsed: Record<string, unknown> = parseArgs(whole, args);
  const positional = Object.values(args).filter(({ type }) => type === "positional");
  const stray = (parsed["_"] as string[])[positional.length];
  if (stray !== undefined && !positional.some(({ valueHint }) => valueHint === REST))
    throw unknown(`The word "${shown(stray)}" belongs to no option.`, command);
  return { ...parsed, ...lists };
}

interface Hinted {
  readonly valueHint?: string | undefined;
}

/** Whether an option that is there twice has what both say; of any other the last one counts. */
export function isGathered({ valueHint }: Hinted): boolean {
  return valueHint === SEVERAL || valueHint === LISTED;
}

/** What an option that may be given several times has with one more. */
export function gathered(before: unknown, value: string, { valueHint }: Hinted): string | readonly string[] {
  if (valueHint === LISTED) return before === undefined ? value : `${before},${value}`;
  return [...((before as readonly string[] | undefined) ?? []), value];
}

function meantBy(name: string, args: ArgsDef): string {
  const meant = nearestName(
    name,
    Object.keys(args).filter((flag) => args[flag]?.type !== "positional"),
  );
  return meant === undefined ? "" : ` Did you mean "--${meant}"?`;
}

/** A word that has to be there. Throws CONFIG_INVALID with `what` it would be. */
export function needed(value: unknown, what: string, command: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw unknown(`The command "${command}" needs ${what}.`, command);
}

export function unknown(problem: string, command: string): UsageError {
  const help = command === "" ? "scriptorium --help" : `scriptorium ${command} --help`;
  return new UsageError(`${problem} Run "${help}" to see what there is.`);
}
