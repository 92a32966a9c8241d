import type { PluginRegistry } from "../plugin-registry.js";
import type { PluginEntry } from "../task-plugin.js";
import { nearestName } from "../values/nearest-name.js";

/** For a type that is not known, and its name without what spellings differ in: throws TASK_TYPE_UNKNOWN with the one that was probably meant. */
export function refuseType(registry: PluginRegistry, name: string, bare: string): PluginEntry {
  return registry.named(name, name === "" ? undefined : nearestName(bare, registry.types()));
}
