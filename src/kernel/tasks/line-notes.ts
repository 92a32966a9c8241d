import { ScriptoriumError } from "../errors.js";
import type { Providers } from "../providers.js";
import type { AnyTaskPlugin } from "../task-plugin.js";
import { numbered } from "../values/in-brief.js";
import { type JsonObject, shown } from "../values/json.js";
import type { FittingOptions } from "./options.js";

/** Lines of one field that are looked at: a post may hold hundreds of thousands. */
const MAX_LINES = 1000;
/** Lines of one field of which it is told what is wrong; the others are named by their numbers. */
const MAX_TOLD = 10;

/** What a person should know about the lines of posted fields: those that a run cannot use, and lists of blank lines. */
export async function lineNotes(
  plugin: AnyTaskPlugin,
  { options, passed }: FittingOptions,
  posted: JsonObject,
  providers: Partial<Providers>,
): Promise<string[]> {
  const isJudged = (name: string) => Object.hasOwn(posted, name) && !passed.has(name);
  const notes: string[] = [];
  for (const [name, check] of Object.entries((await plugin.lineChecks?.(options, { providers })) ?? {})) {
    if (!isJudged(name)) continue;
    const lines = options[name];
    const failures = await failuresOf(Array.isArray(lines) ? lines.slice(0, MAX_LINES) : [lines], check);
    if (failures.length > 0) notes.push(noteOn(name, failures, Array.isArray(lines) ? lines.length : undefined));
  }
  return [...notes, ...blankNotesOrNone(plugin, options, isJudged)];
}

/** Lines that cannot be made of the options are a matter of the type's own check. */
function blankNotesOrNone(...given: Parameters<typeof blankNotes>): string[] {
  try {
    return blankNotes(...given);
  } catch (error) {
    if (!ScriptoriumError.is(error)) throw error;
    return [];
  }
}

interface Failure {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** What is wrong with the lines that fail. */
async function failuresOf(lines: readonly unknown[], check: (line: string) => unknown): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const [index, line] of lines.entries()) {
    const text = typeof line === "string" ? line.trim() : "";
    if (text === "") continue;
    try {
      await check(text);
    } catch (error) {
      if (!ScriptoriumError.is(error)) throw error;
      failures.push({ line: index + 1, message: `${quoted(text, error.message)}${error.message}` });
    }
  }
  return failures;
}

/** The line, where its error does not say which it is. What stands before an @ may be a password. */
function quoted(line: string, message: string): string {
  const text = shown(line);
  return message.includes(text) || line.includes("@") ? "" : `"${text}". `;
}

/** `count` is that of all lines; undefined for a field that is one text. */
function noteOn(name: string, failures: readonly Failure[], count: number | undefined): string {
  const [first] = failures;
  if (first === undefined || count === undefined) return first?.message ?? "";
  const lines = numbered(failures.map(({ line }) => line));
  const told = failures.slice(0, MAX_TOLD).map(({ line, message }) => `Line ${line}: ${message}`);
  if (count > MAX_LINES) {
    const bad = `${failures.length.toLocaleString("en")} of the first ${MAX_LINES.toLocaleString("en")} lines`;
    return `${bad} of ${name} cannot be used: ${lines}. ${told.join(" ")}`;
  }
  if (failures.length === 1) return `Line ${first.line} of ${name} cannot be used: ${first.message}`;
  return `Lines ${lines} of ${name} cannot be used. ${told.join(" ")}`;
}

function blankNotes(
  plugin: AnyTaskPlugin,
  options: Record<string, unknown>,
  isJudged: (name: string) => boolean,
): string[] {
  // No more lines are made than are looked at.
  const first = Object.entries(options).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.slice(0, MAX_LINES) : value,
  ]);
  const few: Record<string, unknown> = Object.fromEntries(first);
  const isWhole = (name: string) => [options[name]].flat().length <= MAX_LINES;
  if (!givesNoWork(plugin, few)) return [];
  const blank = emptyInputs(plugin, few).filter(
    (name) => isJudged(name) && isWhole(name) && [few[name]].flat().some((line) => line !== ""),
  );
  return blank.map((name) => `${name} holds nothing but blanks, so that a run has nothing to work on. Fill it.`);
}

/** The empty fields that give the task type lines when they are filled; all empty ones it reads, where none does by itself. */
export function emptyInputs(plugin: AnyTaskPlugin, options: Record<string, unknown>): string[] {
  const empty = new Set<string>();
  const watched = new Proxy(options, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof name === "string" && isBlank(value)) empty.add(name);
      return value;
    },
  });
  plugin.inputs(watched);
  const giving = [...empty].filter((name) => givesWork(plugin, options, name));
  return giving.length === 0 ? [...empty] : giving;
}

/** The fields of which each line is work, whatever else is set; none where the type's inputs cannot be told from its defaults. */
export function inputFields(plugin: AnyTaskPlugin): string[] {
  try {
    const options = plugin.options.parse({});
    return emptyInputs(plugin, options).filter(
      (name) => Array.isArray(options[name]) && givesWork(plugin, options, name),
    );
  } catch {
    return [];
  }
}

/** Options of which no lines can be made for a fault in them are not blank; the check of the task type says what is wrong. */
function givesNoWork(plugin: AnyTaskPlugin, options: Record<string, unknown>): boolean {
  try {
    return isBlank(plugin.inputs(options));
  } catch (error) {
    if (ScriptoriumError.is(error)) return false;
    throw error;
  }
}

/** Whether one line in an empty field is a line of work; of what a line cannot stand for, nothing is known. */
function givesWork(plugin: AnyTaskPlugin, options: Record<string, unknown>, name: string): boolean {
  try {
    return !isBlank([...plugin.inputs({ ...options, [name]: Array.isArray(options[name]) ? ["x"] : "x" })]);
  } catch {
    return true;
  }
}

function isBlank(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return Array.isArray(value) && value.every(isBlank);
}
