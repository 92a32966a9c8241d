import { isPlainObject, type Json, type JsonObject, shown } from "../../../kernel/values/json.js";
import { nearestName } from "../../../kernel/values/nearest-name.js";
import type { TaskOption } from "./task-options.js";

/** Reads what `@file` and `-` stand for; throws with a sentence where that cannot be read. */
export interface Sources {
  file(path: string): string;
  input(): Promise<string>;
}

/** What is wrong with a value that was given; the caller adds where help is. */
export class ValueProblem extends Error {}

/** The texts that were given for an option, in their order, as the value of its field. Throws `ValueProblem`. */
export async function valueGiven(option: TaskOption, given: readonly string[], sources: Sources): Promise<Json> {
  switch (option.kind) {
    case "lines":
      return (await Promise.all(given.map((one) => linesOf(one, sources))))
        .flat()
        .map((line) => oneOf(option, line, itemsOf(option)));
    case "list":
      return (await Promise.all(given.map((one) => linesOf(one, sources))))
        .flat()
        .flatMap((line) => line.split(","))
        .map((part) => numberIn(option, part.trim(), itemsOf(option)));
    case "number":
      return numberIn(option, last(given), option.schema);
    case "boolean":
      return last(given) === "true";
    case "text":
      return oneOf(option, await textOf(last(given), sources), option.schema);
    case "json":
      return jsonOf(option, await textOf(last(given), sources));
  }
}

async function linesOf(given: string, sources: Sources): Promise<readonly string[]> {
  if (given.startsWith("@@")) return [given.slice(1)];
  if (given !== "-" && !given.startsWith("@")) return [given];
  return (await textOf(given, sources)).split(/\r?\n/).filter((line) => line.trim() !== "");
}

/** `@file` is what the file holds, `-` what comes in, and `@@` a text that begins with one `@`. */
export async function textOf(given: string, sources: Sources): Promise<string> {
  if (given === "-") return sources.input();
  if (given.startsWith("@@")) return given.slice(1);
  return given.startsWith("@") ? sources.file(given.slice(1)) : given;
}

function numberIn({ flag }: TaskOption, text: string, { type, minimum, maximum }: JsonObject): number {
  const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw new ValueProblem(`The option "--${flag}" must be a number, not "${shown(text)}".`);
  if (type === "integer" && !Number.isInteger(value))
    throw new ValueProblem(`The option "--${flag}" must be a whole number, not ${text}.`);
  if (typeof minimum === "number" && value < minimum)
    throw new ValueProblem(`The option "--${flag}" must be at least ${minimum}.`);
  if (typeof maximum === "number" && value > maximum)
    throw new ValueProblem(`The option "--${flag}" must be at most ${maximum}.`);
  return value;
}

/** The text, where the schema takes it: in any case, where it has a list of values. */
function oneOf({ flag }: TaskOption, text: string, { enum: values }: JsonObject): string {
  if (!Array.isArray(values)) return text;
  const names = values.map(String);
  const found = names.find((name) => name.toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  const meant = nearestName(text, names);
  const remedy =
    meant === undefined ? `It takes ${names.join(", ")}.` : `Did you mean "${meant}"? It takes ${names.join(", ")}.`;
  throw new ValueProblem(`The option "--${flag}" cannot be "${shown(text)}". ${remedy}`);
}

/** JSON, or a bare text where the schema takes one. */
function jsonOf({ flag, schema }: TaskOption, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    if (takesText(schema)) return text;
    throw new ValueProblem(
      `The option "--${flag}" must be JSON, such as ${schema["type"] === "array" ? '[{"name": "value"}]' : '{"name": "value"}'}.`,
    );
  }
}

function takesText({ type, anyOf }: JsonObject): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((one) => isPlainObject(one) && takesText(one as JsonObject));
  return type === undefined || type === "string";
}

function itemsOf({ schema }: TaskOption): JsonObject {
  const { items } = schema;
  return isPlainObject(items) ? (items as JsonObject) : {};
}

function last(given: readonly string[]): string {
  return given[given.length - 1] ?? "";
}

/** Puts a value at its place in a data object. */
export function placed(
  data: Readonly<Record<string, Json>>,
  path: readonly string[],
  value: Json,
): Record<string, Json> {
  const [name = "", ...rest] = path;
  const inner = data[name];
  const below = isPlainObject(inner) ? (inner as Record<string, Json>) : {};
  return { ...data, [name]: rest.length === 0 ? value : placed(below, rest, value) };
}
