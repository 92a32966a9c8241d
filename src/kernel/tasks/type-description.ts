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
