import type { z } from "zod";
import type { PluginRegistry } from "../plugin-registry.js";
import type { ProviderName } from "../providers.js";
import type { PluginEntry } from "../task-plugin.js";
import type { Json, JsonObject } from "../values/json.js";

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
  /** Those of them that are not configured; its tasks fail until they are. */
  readonly missing: readonly ProviderName[];
}

/** A field of a data object. */
export interface DescribedField {
  readonly name: string;
  /** As in JSON Schema; absent where several are taken. */
  readonly type?: string;
  readonly meaning: string;
  readonly default: Json;
  /** The values there are, where they are few. */
  readonly values?: readonly Json[];
}

/** A task type with what its data object holds. */
export interface DescribedType extends ListedType {
  /** Its own fields first, then those that every type has. */
  readonly fields: readonly DescribedField[];
  /** The data object of a new task, without its id. */
  readonly defaults: JsonObject;
  /** What may be posted, as JSON Schema (2020-12). */
  readonly schema: JsonObject;
}

export function listedType(registry: PluginRegistry, entry: PluginEntry): ListedType {
  const { type, words, title, summary, needs = [] } = entry;
  return { type, words, title, summary, needs: needs as readonly ProviderName[], missing: registry.missing(entry) };
}

/** The fields of a schema and its JSON Schema. */
export async function describedFields(
  schema: z.ZodObject,
  defaults: JsonObject,
): Promise<Pick<DescribedType, "fields" | "schema">> {
  const { z } = await import("zod");
  // What JSON Schema cannot say, such as a check by a function, is left out of it.
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonObject;
  const properties = (json["properties"] ?? {}) as Readonly<Record<string, JsonObject>>;
  const fields = Object.entries(properties).map(([name, { type, description, enum: values }]) => ({
    name,
    ...(typeof type === "string" ? { type } : {}),
    meaning: String(description ?? ""),
    default: defaults[name] ?? null,
    ...(Array.isArray(values) ? { values } : {}),
  }));
  return { fields, schema: json };
}
