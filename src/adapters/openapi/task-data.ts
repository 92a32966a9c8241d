import type { DescribedType, Json, JsonObject } from "../../kernel/index.js";
import * as s from "./json-schema.js";

/** The schemas of the data objects of types: one by each, and `TaskData` for any of them. */
export async function dataSchemas(types: readonly DescribedType[]): Promise<Record<string, JsonObject>> {
  const schemas: Record<string, JsonObject> = {};
  const names: Record<string, string> = {};
  for (const { type, words, schema } of types) {
    const name = nameOf(words, schemas) ?? `${type.replace(/[^\w.-]/g, "_")}Data`;
    const { $schema: _schema, ...rest } = moved(schema, `#/components/schemas/${name}`) as JsonObject;
    schemas[name] = rest;
    names[type] = `#/components/schemas/${name}`;
  }
  // Not oneOf: every field may be left out, so that many an object fits several types.
  const any = Object.keys(schemas).map(s.ref);
  return {
    TaskData:
      any.length === 0
        ? s.anyObject()
        : { description: "The data object of a task, by its type.", anyOf: any, "x-task-types": names },
    ...schemas,
  };
}

/** `web crawler` is `WebCrawlerData`; undefined when that is taken. */
function nameOf(words: string, taken: object): string | undefined {
  const parts = words.match(/[a-z\d]+/gi) ?? [];
  const name = `${parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("")}Data`;
  return Object.hasOwn(taken, name) ? undefined : name;
}

/** The schema with its references to itself in the place where it is now. */
function moved(json: Json, place: string): Json {
  if (Array.isArray(json)) return json.map((one: Json) => moved(one, place));
  if (typeof json !== "object" || json === null) return json;
  const members = Object.entries(json as JsonObject).map(([key, value]): [string, Json] =>
    key === "$ref" && typeof value === "string" && value.startsWith("#")
      ? [key, `${place}${value.slice(1)}`]
      : [key, moved(value, place)],
  );
  return Object.fromEntries(members);
}
