import type { z } from "zod";
import type { OptionProblem } from "../errors.js";
import type { Providers } from "../providers.js";
import { MASK } from "../secrets/secret-names.js";
import type { AnyTaskPlugin } from "../task-plugin.js";
import { inBrief, listed } from "../values/in-brief.js";
import { isPlainObject, type JsonObject } from "../values/json.js";
import { type Refused, read } from "./reading.js";

type Schema = z.core.$ZodType;

/** Fields that a post never changes. */
export const FIXED_FIELDS: ReadonlySet<string> = new Set(["id", "type"]);

/**
 * Posted values in the form their field is declared in, where that is unambiguous: numbers and booleans sent as text,
 * a list sent as one text of lines or as an object with the keys 0, 1, 2 ..., a text sent as a number. Everything else,
 * unknown fields included, is left as it was sent: a run reports it.
 */
export function coerced(schema: Schema, value: unknown): unknown {
  const { def } = unwrapped(schema)._zod;
  switch (def.type) {
    case "object":
      return isPlainObject(value) ? coercedObject(def as z.core.$ZodObjectDef, value) : value;
    case "array": {
      const { element } = def as z.core.$ZodArrayDef;
      const items = listOf(value);
      return items === undefined ? value : items.map((item) => coerced(element, item));
    }
    case "number":
      return numberOf(value);
    case "boolean":
      return booleanOf(value);
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
    default:
      return value;
  }
}

function coercedObject(def: z.core.$ZodObjectDef, value: Record<string, unknown>): Record<string, unknown> {
  let result: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const field = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined;
    if (field === undefined) continue;
    const form = coerced(field, value[key]);
    if (form === value[key]) continue;
    result ??= { ...value };
    result[key] = form;
  }
  return result ?? value;
}

function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === "string") return value.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  if (!isPlainObject(value)) return undefined;
  const keys = Object.keys(value);
  // JavaScript keeps such keys in ascending order, whatever order they were sent in.
  return keys.length > 0 && keys.every((key) => /^(0|[1-9]\d{0,5})$/.test(key)) ? Object.values(value) : undefined;
}

function numberOf(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)) return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

function booleanOf(value: unknown): unknown {
  if (value === 1) return true;
  if (value === 0) return false;
  if (typeof value !== "string") return value;
  const word = value.trim().toLowerCase();
  if (["true", "yes", "on", "1"].includes(word)) return true;
  if (["false", "no", "off", "0"].includes(word)) return false;
  return value;
}

function unwrapped(schema: Schema): Schema {
  const { def } = schema._zod;
  return "innerType" in def ? unwrapped(def.innerType as Schema) : schema;
}

/** The defaults of a schema in which every field has one. */
export function defaultsOf(schema: z.ZodObject): JsonObject {
  return schema.parse({}) as JsonObject;
}

/** What a plugin may rely on, or what its schema refuses of the data. A null means the default. */
export function parsedOptions(
  schema: z.ZodObject,
  data: JsonObject,
): { readonly options: Record<string, unknown> } | { readonly refused: readonly Refused[] } {
  const result = read(schema, withoutNulls(schema, data));
  return "data" in result ? { options: result.data as Record<string, unknown> } : result;
}

/**
 * What the task type itself refuses of the data, though it fits the schema. Of fields that were passed over nothing is said.
 */
export async function optionProblems(
  plugin: AnyTaskPlugin,
  { options, passed }: FittingOptions,
  providers: Partial<Providers>,
): Promise<readonly OptionProblem[]> {
  const problems = (await plugin.check?.(options, { providers })) ?? [];
  return problems.filter(({ field }) => !passed.has(field));
}

export interface FittingOptions {
  /** Fields that do not fit count as left out. */
  readonly options: Record<string, unknown>;
  /** Fields that do not fit, and those with a mask, since it is not the secret that was looked at. */
  readonly passed: ReadonlySet<string>;
}

/** The options that data make as far as they fit the schema. */
export function fittingOptions(plugin: AnyTaskPlugin, data: JsonObject): FittingOptions {
  const fitting: Record<string, unknown> = {};
  const passed = new Set<string>();
  for (const [field, schema] of Object.entries(plugin.options.shape) as [string, Schema][]) {
    const value = data[field];
    if (value === undefined || value === null) continue;
    const isRead = "data" in read(schema, withoutNulls(schema, value), field);
    if (isRead) fitting[field] = withoutNulls(schema, value);
    if (!isRead || JSON.stringify(value).includes(MASK)) passed.add(field);
  }
  return { options: plugin.options.parse(fitting), passed };
}

/** Most problems that are named: mostly a task type finds one of a field. */
const MAX_PROBLEMS = 30;

/** The messages of problems; of very many the fields alone. */
export function problemNotes(problems: readonly OptionProblem[]): string[] {
  return inBrief(
    problems,
    ({ message }) => message,
    (others) => `${listed([...new Set(others.map(({ field }) => field))])} cannot be used either.`,
    MAX_PROBLEMS,
  );
}

/** Data without members that are null or that the schema does not know; a null that it takes is left. */
export function withoutNulls(schema: Schema, data: unknown): unknown {
  const bare = unwrapped(schema);
  if (!isPlainObject(data) || bare._zod.def.type !== "object") return data;
  const { shape } = bare._zod.def as z.core.$ZodObjectDef;
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(data)) {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (field === undefined) continue;
    if (value !== null) result[key] = withoutNulls(field, value);
    else if (takesNull(field)) result[key] = null;
  }
  return result;
}

export function takesNull(schema: Schema): boolean {
  const { def } = schema._zod;
  return def.type === "nullable" || ("innerType" in def && takesNull(def.innerType as Schema));
}
