import { type HintRange, type HintValue, TASK_MEMBERS, type TaskHint } from "../../storage.js";
import type { Json, JsonObject } from "../../values/json.js";
import { hasOperators } from "./checked-query.js";

/** Paths that hold a text and never a list. */
const TEXT_PATHS: ReadonlySet<string> = new Set(["_id", "type", "status", "group", "name", "data.jobName"]);

/**
 * What every task that a checked query matches must have, as far as that is certain; undefined when nothing is. Null
 * also matches what is missing, and lists and objects are compared as a whole: they narrow nothing.
 */
export function hintOf(query: JsonObject): TaskHint | undefined {
  return together(Object.entries(query).map(([key, value]) => hintOfMember(key, value)));
}

/** All of them; undefined when there is none. */
export function together(hints: readonly (TaskHint | undefined)[]): TaskHint | undefined {
  const certain = hints.filter((hint) => hint !== undefined).flatMap((hint) => ("all" in hint ? hint.all : [hint]));
  const [only] = certain;
  return certain.length > 1 ? { all: certain } : only;
}

function hintOfMember(key: string, value: Json): TaskHint | undefined {
  if (key === "$and") return together((value as readonly JsonObject[]).map(hintOf));
  if (key === "$or") return either((value as readonly JsonObject[]).map(hintOf));
  if (key === "$nor" || !isNarrowable(key)) return undefined;
  return hasOperators(value) ? hintOfOperators(key, value as JsonObject) : hintOfValues(key, [value]);
}

/** One of them; undefined when one of them says nothing. */
function either(hints: readonly (TaskHint | undefined)[]): TaskHint | undefined {
  const certain = hints.filter((hint) => hint !== undefined);
  if (certain.length < hints.length) return undefined;
  const [only] = certain;
  return certain.length === 1 ? only : { any: certain };
}

/** In a list, digits are a place, which hints cannot distinguish from a name. */
function isNarrowable(path: string): boolean {
  const [member, ...rest] = path.split(".");
  return TASK_MEMBERS.some((known) => known === member) && !rest.some((segment) => /^\d+$/.test(segment));
}

function hintOfOperators(path: string, operators: JsonObject): TaskHint | undefined {
  const ranges: HintRange[] = [];
  const hints: (TaskHint | undefined)[] = [];
  for (const [operator, operand] of Object.entries(operators)) {
    if (operator === "$eq") hints.push(hintOfValues(path, [operand]));
    if (operator === "$in") hints.push(hintOfValues(path, operand as readonly Json[]));
    if (operator === "$re2") hints.push(hintOfPattern(path, operand as JsonObject));
    // Conditions on paths inside the elements are no conditions on this path.
    if (operator === "$elemMatch" && hasOperators(operand)) hints.push(hintOfOperators(path, operand as JsonObject));
    if (typeof operand !== "string" && typeof operand !== "number") continue;
    if (operator === "$gt") ranges.push({ gt: operand });
    if (operator === "$gte") ranges.push({ gte: operand });
    if (operator === "$lt") ranges.push({ lt: operand });
    if (operator === "$lte") ranges.push({ lte: operand });
  }
  for (const range of joined(path, ranges)) hints.push({ path, range });
  return together(hints);
}

/** Two bounds may be met by two elements of a list, so they are one range only where there are no lists. */
function joined(path: string, ranges: readonly HintRange[]): readonly HintRange[] {
  const areTexts = ranges.every((range) => Object.values(range).every((bound) => typeof bound === "string"));
  return ranges.length > 1 && areTexts && TEXT_PATHS.has(path) ? [Object.assign({}, ...ranges)] : ranges;
}

function hintOfValues(path: string, values: readonly Json[]): TaskHint | undefined {
  return values.every(isHintValue) ? { path, values } : undefined;
}

function isHintValue(value: Json): value is HintValue {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function hintOfPattern(path: string, { pattern, options }: JsonObject): TaskHint | undefined {
  const prefix = options === "" ? prefixOf(String(pattern)) : "";
  return prefix === "" ? undefined : { path, prefix };
}

/** The text that every match begins with: of `^a literal[s]?`, `a literal`. Empty when there is none for certain. */
export function prefixOf(pattern: string): string {
  if (!pattern.startsWith("^") || pattern.includes("|")) return "";
  const characters = [...pattern.slice(1)];
  const literal: string[] = [];
  let place = 0;
  while (place < characters.length) {
    const character = characters[place]!;
    const escaped = character === "\\" ? characters[place + 1] : undefined;
    if (escaped === undefined && /[\\^$.[\](){}*+?]/.test(character)) break;
    // Behind a backslash, letters and digits mean something else.
    if (escaped !== undefined && !/[!-/:-@[-`{-~]/.test(escaped)) break;
    literal.push(escaped ?? character);
    place += escaped === undefined ? 1 : 2;
  }
  // What is repeated may be repeated no times.
  if (/[*?{+]/.test(characters[place] ?? "")) literal.pop();
  return literal.join("");
}
