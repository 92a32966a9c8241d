import type { z } from "zod";
import { MASK } from "../secrets/secret-names.js";

type Schema = z.core.$ZodType;

/** Stands for a message of zod; a schema's own message is kept. */
const OURS = "\u0000";

/** A value that a schema refuses. */
export interface Refused {
  /** Names and places from the data object to the value. */
  readonly path: readonly PropertyKey[];
  readonly value: unknown;
  /** Of the value, as far as it is known. */
  readonly schema: Schema;
  /** The schema's own words. */
  readonly message?: string;
}

/**
 * What the schema makes of the value, or what it refuses of it; a mask is not, as it says nothing of the secret it
 * represents. `field` is where the value is in the data object.
 */
export function read(
  schema: Schema,
  value: unknown,
  field?: string,
): { readonly data: unknown } | { readonly refused: readonly Refused[] } {
  const parsed = (schema as z.ZodType).safeParse(value, { error: () => OURS });
  if (parsed.success) return { data: parsed.data };
  const refused = parsed.error.issues.map(({ path, message }) => ({
    path: field === undefined ? path : [field, ...path],
    value: valueAt(value, path),
    schema: schemaAt(schema, path),
    ...(message === OURS ? {} : { message }),
  }));
  return { refused: refused.filter((one) => one.value !== MASK) };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const name of path) at = typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[name] : at;
  return at;
}

function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema {
  let at = bare(schema);
  for (const name of path) {
    const { def } = at._zod;
    const below =
      def.type === "object"
        ? (def as z.core.$ZodObjectDef).shape[String(name)]
        : def.type === "array"
          ? (def as z.core.$ZodArrayDef).element
          : def.type === "record"
            ? (def as z.core.$ZodRecordDef).valueType
            : undefined;
    if (below === undefined) return at;
    at = bare(below);
  }
  return at;
}

/** The schema without what only wraps it, such as a default. */
export function bare(schema: Schema): Schema {
  const { def } = schema._zod;
  if ("innerType" in def) return bare(def.innerType as Schema);
  return "in" in def ? bare(def.in as Schema) : schema;
}
