import type { z } from "zod";
import { isPlainObject, type JsonObject } from "../values/json.js";

type Schema = z.core.$ZodType;

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
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const field = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined;
    result[key] = field === undefined ? item : coerced(field, item);
  }
  return result;
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

/** What a plugin may rely on, or what is wrong with the data in words for people. A null means the default. */
export function parsedOptions(
  schema: z.ZodObject,
  data: JsonObject,
): { readonly options: Record<string, unknown> } | { readonly problem: string } {
  const parsed = schema.safeParse(withoutNulls(schema, data));
  if (parsed.success) return { options: parsed.data };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") ?? "";
  return { problem: `The setting "${field}" cannot be used: ${issue?.message ?? "it has the wrong form"}.` };
}

function withoutNulls(schema: Schema, data: unknown): unknown {
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

function takesNull(schema: Schema): boolean {
  const { def } = schema._zod;
  return def.type === "nullable" || ("innerType" in def && takesNull(def.innerType as Schema));
}
