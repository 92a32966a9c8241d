import type { HintRange, HintValue, TaskHint } from "../kernel/storage.js";
import type { Task } from "../kernel/task.js";

/** The fields of a task that lists filter on, and that storages keep an index for. All hold text, and never a list. */
export type IndexedField = "_id" | "type" | "status" | "group" | "name";

const FIELDS: ReadonlyMap<string, IndexedField> = new Map([
  ["_id", "_id"],
  ["type", "type"],
  ["status", "status"],
  ["group", "group"],
  ["name", "name"],
  // The name of a task always equals `data.jobName`.
  ["data.jobName", "name"],
]);

/** The field that a path leads to, if it is one of them. */
export function indexedField(path: string): IndexedField | undefined {
  return FIELDS.get(path);
}

/** One of `values` is what a matching task has in `field`; there is at least one. */
export interface ValuesNarrowing {
  readonly field: IndexedField;
  readonly values: ReadonlySet<string>;
}

/**
 * What a matching task has in `field` is between the bounds, both included; at least one is there. They hold for text
 * compared by code unit, as JavaScript does, and by code point, as the bytes of UTF-8 are: the two orders differ where
 * characters beyond U+FFFF meet those from U+E000 on, and the bounds are wide enough for either.
 */
export interface RangeNarrowing {
  readonly field: IndexedField;
  readonly from?: string;
  readonly to?: string;
}

export type Leaf = ValuesNarrowing | RangeNarrowing;
/** What a hint says about the indexed fields: nothing (`all`), that no task matches (`none`), or conditions. */
export type Narrowed = "all" | "none" | Conditions;
/** All must hold. At most one of them is about a field, but for those inside `any`. */
export type Conditions = readonly Condition[];
/** Or one of `any` must hold: two or more, none of them empty. */
export type Condition = Leaf | { readonly any: readonly Conditions[] };

/** What a hint says about the indexed fields. What it says about other paths is left out, so this may be too wide. */
export function narrowed(hint: TaskHint | undefined): Narrowed {
  if (hint === undefined) return "all";
  if ("all" in hint) return together(hint.all.map(narrowed));
  if ("any" in hint) return either(hint.any.map(narrowed));
  const field = indexedField(hint.path);
  if (field === undefined) return "all";
  if ("values" in hint) return valuesOf(field, hint.values);
  const bounds = "prefix" in hint ? boundsOfPrefix(hint.prefix) : boundsOfRange(hint.range);
  if (bounds === undefined) return "none";
  return bounds.from === undefined && bounds.to === undefined ? "all" : [{ field, ...bounds }];
}

/** Whether `narrowed` leaves out nothing of a hint that has conditions but no alternatives. */
export function isOfIndexedFields(hint: TaskHint | undefined): boolean {
  if (hint === undefined) return true;
  if ("all" in hint) return hint.all.every(isOfIndexedFields);
  return "path" in hint && indexedField(hint.path) !== undefined;
}

/**
 * Whether text sorts alike against `text` by code unit, by code point and by the first 1,024 units, so that an index says
 * which tasks come before it.
 */
export function sortsAlike(text: string): boolean {
  return text.length < 200 && commonStart(text) === text;
}

/** Whether the indexed fields of a task are as wanted. */
export function fits(task: Pick<Task, IndexedField>, wanted: Narrowed): boolean {
  if (wanted === "all") return true;
  return wanted !== "none" && wanted.every((condition) => holds(task, condition));
}

export function isAny(condition: Condition): condition is { readonly any: readonly Conditions[] } {
  return "any" in condition;
}

export function hasValues(leaf: Leaf): leaf is ValuesNarrowing {
  return "values" in leaf;
}

function holds(task: Pick<Task, IndexedField>, condition: Condition): boolean {
  if (isAny(condition)) return condition.any.some((part) => fits(task, part));
  const value = task[condition.field];
  return hasValues(condition) ? condition.values.has(value) : isBetween(value, condition);
}

function isBetween(value: string, { from, to }: Bounds): boolean {
  return (from === undefined || value >= from) && (to === undefined || value <= to);
}

function valuesOf(field: IndexedField, values: readonly HintValue[]): Narrowed {
  const texts = values.filter((value) => typeof value === "string");
  return texts.length === 0 ? "none" : [{ field, values: new Set(texts) }];
}

function together(parts: readonly Narrowed[]): Narrowed {
  const leaves = new Map<IndexedField, Leaf>();
  const others: Condition[] = [];
  for (const part of parts) {
    if (part === "none") return "none";
    if (part === "all") continue;
    for (const condition of part) {
      if (isAny(condition)) {
        others.push(condition);
        continue;
      }
      const earlier = leaves.get(condition.field);
      const both = earlier === undefined ? condition : overlap(earlier, condition);
      if (both === undefined) return "none";
      leaves.set(condition.field, both);
    }
  }
  return leaves.size + others.length === 0 ? "all" : [...leaves.values(), ...others];
}

function either(parts: readonly Narrowed[]): Narrowed {
  const possible = parts.filter((part) => part !== "none");
  const conditions = possible.filter((part) => part !== "all");
  if (conditions.length < possible.length) return "all";
  const [only] = conditions;
  if (only === undefined) return "none";
  return conditions.length === 1 ? only : [{ any: conditions }];
}

/** Both conditions on one field as one; undefined when nothing can meet them. */
function overlap(one: Leaf, other: Leaf): Leaf | undefined {
  const { field } = one;
  if (hasValues(one)) {
    const meets = (text: string) => (hasValues(other) ? other.values.has(text) : isBetween(text, other));
    const values = new Set([...one.values].filter(meets));
    return values.size === 0 ? undefined : { field, values };
  }
  if (hasValues(other)) return overlap(other, one);
  const from = later(one.from, other.from);
  const to = earlier(one.to, other.to);
  return { field, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

function later(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one;
}

function earlier(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || (other !== undefined && other < one) ? other : one;
}

interface Bounds {
  readonly from?: string;
  readonly to?: string;
}

/** Undefined when the bounds are numbers, which no text is between. */
function boundsOfRange({ gt, gte, lt, lte }: HintRange): Bounds | undefined {
  const lower = [gt, gte].filter((bound) => bound !== undefined);
  const upper = [lt, lte].filter((bound) => bound !== undefined);
  if ([...lower, ...upper].some((bound) => typeof bound !== "string")) return undefined;
  const from = lower.map((bound) => commonStart(bound as string)).reduce(later, undefined as string | undefined);
  const to = upper.map((bound) => lastUpTo(bound as string)).reduce(earlier, undefined as string | undefined);
  return { ...(from ? { from } : {}), ...(to === undefined ? {} : { to }) };
}

function boundsOfPrefix(prefix: string): Bounds {
  const start = commonStart(prefix);
  const to = after(start);
  return { ...(start === "" ? {} : { from: start }), ...(to === undefined ? {} : { to }) };
}

/** The longest start of a text that sorts alike by code unit and by code point: up to the first unit from U+D800 on. */
function commonStart(text: string): string {
  const end = text.search(/[\ud800-\uffff]/);
  return end === -1 ? text : text.slice(0, end);
}

/** A text that is after everything up to `bound`. */
function lastUpTo(bound: string): string | undefined {
  const start = commonStart(bound);
  return start === bound ? bound : after(start);
}

/** The first text in either order that comes after all that begin with `start`; undefined when all texts do. */
function after(start: string): string | undefined {
  if (start === "") return undefined;
  const last = start.charCodeAt(start.length - 1);
  // U+D800 to U+DFFF are halves of pairs and no characters.
  return start.slice(0, -1) + String.fromCharCode(last === 0xd7ff ? 0xe000 : last + 1);
}
