import { z } from "zod";
import type { JsonObject } from "../values/json.js";
import { formSchema } from "./form-schema.js";
import type { DescribedField, DescribedType, ListedType } from "./type-description.js";

/** The fields of a schema and its JSON Schema. */
export function describedFields(
  schema: z.ZodObject,
  defaults: JsonObject,
  { title, summary }: Pick<ListedType, "title" | "summary">,
  inputs: readonly string[],
): Pick<DescribedType, "fields" | "schema"> {
  // What JSON Schema cannot say, such as a check by a function, is left out of it.
  const json = formSchema(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonObject);
  const properties = { ...((json["properties"] ?? {}) as Readonly<Record<string, JsonObject>>) };
  for (const name of inputs) if (properties[name]) properties[name] = { ...properties[name], "x-input": true };
  const fields = Object.entries(properties).map(([name, property]): DescribedField => {
    const { type, title, description, enum: values, examples } = property;
    return {
      name,
      title: String(title),
      group: String(property["x-group"]),
      basic: property["x-basic"] === true,
      ...(typeof type === "string" ? { type } : {}),
      meaning: String(description ?? ""),
      default: defaults[name] ?? null,
      ...(Array.isArray(values) ? { values } : {}),
      ...(Array.isArray(examples) ? { examples } : {}),
      ...(property["x-lines"] === true ? { lines: true } : {}),
      ...(property["x-secret"] === true ? { secret: true } : {}),
    };
  });
  const { $schema, ...rest } = json;
  return { fields, schema: { $schema: $schema ?? null, title, description: summary, ...rest, properties } };
}
