import type { z } from "zod";
import type { PluginRegistry } from "../plugin-registry.js";
import type { ProviderName } from "../providers.js";
import type { PluginEntry } from "../task-plugin.js";
import type { Json, JsonObject } from "../values/json.js";
import { formSchema } from "./form-schema.js";

/** A task type as a list shows it. */
export interface ListedType {
  /** `articlecreator`, the name for `/create`. */
  readonly type: string;
  /** The type as tasks have it: `article creator`. */
  readonly words: string;
  readonly title: string;
  readonly summary: string;
  /** The providers that it cannot work without. */
  readonly needs: readonly ProviderName[];
  /** The providers that it needs besides with its default options. */
  readonly usuallyNeeds: readonly ProviderName[];
  /** Those of `needs` that are not configured; its tasks fail until they are. */
  readonly missing: readonly ProviderName[];
}

/** A field of a data object. */
export interface DescribedField {
  readonly name: string;
  /** As a form calls it. */
  readonly title: string;
  /** The group of fields it is in; the schema's `x-groups` has their titles. */
  readonly group: string;
  /** One of the few that a newcomer needs. */
  readonly basic: boolean;
  /** As in JSON Schema; absent where several are taken. */
  readonly type?: string;
  readonly meaning: string;
  readonly default: Json;
  /** The values there are, where they are few. */
  readonly values?: readonly Json[];
  /** Values such as it may have. */
  readonly examples?: readonly Json[];
  /** A list of lines. */
  readonly lines?: true;
  /** Masked wherever it is shown. */
  readonly secret?: true;
}

/** A task type with what its data object holds. */
export interface DescribedType extends ListedType {
  /** Its own fields first, then those that every type has. */
  readonly fields: readonly DescribedField[];
  /** The data object of a new task, without its id. */
  readonly defaults: JsonObject;
  /** What may be posted, as JSON Schema (2020-12), with all that a form shows. */
  readonly schema: JsonObject;
}

export function listedType(registry: PluginRegistry, entry: PluginEntry): ListedType {
  const {
    type,
    words,
    title,
    summary,
    needs = [],
    usuallyNeeds = [],
  } = entry as PluginEntry & {
    readonly needs?: readonly ProviderName[];
  };
  return { type, words, title, summary, needs, usuallyNeeds, missing: registry.missing(entry) };
}

/** The fields of a schema and its JSON Schema. */
export async function describedFields(
  schema: z.ZodObject,
  defaults: JsonObject,
  { title, summary }: Pick<ListedType, "title" | "summary">,
  inputs: readonly string[],
): Promise<Pick<DescribedType, "fields" | "schema">> {
  const { z } = await import("zod");
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
