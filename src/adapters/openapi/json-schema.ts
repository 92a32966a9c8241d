import type { Json, JsonObject } from "../../kernel/index.js";

// Words for the schemas of requests and replies. `about` is what a reader should know of the value.

type More = Readonly<Record<string, Json>>;
const of = (type: string, about?: string, more: More = {}): JsonObject => ({
  type,
  ...(about === undefined ? {} : { description: about }),
  ...more,
});

export const text = (about?: string, more?: More) => of("string", about, more);
/** ISO 8601. */
export const time = (about?: string) => of("string", about, { format: "date-time" });
export const whole = (about?: string, more?: More) => of("integer", about, more);
export const number = (about?: string, more?: More) => of("number", about, more);
export const flag = (about?: string, more?: More) => of("boolean", about, more);
export const list = (items: JsonObject, about?: string) => of("array", about, { items });
export const texts = (about?: string) => list(text(), about);
/** Any object; `values` is what its members are. */
export const anyObject = (about?: string, values?: JsonObject) =>
  of("object", about, { additionalProperties: values ?? true });
export const anything = (about?: string): JsonObject => (about === undefined ? {} : { description: about });
export const nothing: JsonObject = { type: "null" };
export const choice = (values: readonly Json[], about?: string, more?: More) =>
  of("string", about, { enum: [...values], ...more });
export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
export const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, nothing] });
export const anyOf = (...schemas: readonly JsonObject[]): JsonObject => ({ anyOf: [...schemas] });

/** An object with these members; a `?` behind a name says that it may be left out. */
export function object(members: Readonly<Record<string, JsonObject>>, about?: string): JsonObject {
  const names = Object.keys(members);
  const required = names.filter((name) => !name.endsWith("?"));
  const properties = Object.fromEntries(names.map((name) => [name.replace(/\?$/, ""), members[name]!]));
  return of("object", about, { properties, ...(required.length > 0 ? { required } : {}) });
}
