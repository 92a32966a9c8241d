import { type PluginRegistry, squashed } from "../plugin-registry.js";
import type { PluginEntry } from "../task-plugin.js";
import { nearestName } from "../values/nearest-name.js";

/** For a type that is not known: throws TASK_TYPE_UNKNOWN with the one that was probably meant. */
export function refuseType(registry: PluginRegistry, name: string): PluginEntry {
  return registry.named(name, name === "" ? undefined : nearestName(squashed(name), registry.types()));
}
