import type { PluginRegistry } from "../plugin-registry.js";
import { statusNamed, TASK_STATUSES } from "../task.js";
import { shown } from "../values/json.js";
import { nearestName } from "../values/nearest-name.js";

/** Notes on filters that let no task through: a status that there is not, a task type that is not installed. */
export function filterNotes(
  { status, type }: { readonly status?: string; readonly type?: string },
  registry: PluginRegistry,
): string[] {
  const notes: string[] = [];
  const statuses: readonly string[] = TASK_STATUSES;
  if (status && !statuses.includes(statusNamed(status))) {
    notes.push(`There is no status "${shown(status)}". Use one of: ${statuses.join(", ")}.`);
  }
  if (type && registry.find(type) === undefined) {
    notes.push(`There is no task type "${shown(type)}". ${typeMeant(type, registry)}`);
  }
  return notes;
}

/** What to write instead of a name that no task type has: the nearest there is, else one of all. */
export function typeMeant(name: string, registry: Pick<PluginRegistry, "all">): string {
  const words = registry.all().map((entry) => entry.words);
  const nearest = nearestName(name, words);
  return nearest === undefined ? `Use one of: ${words.toSorted().join(", ")}.` : `Did you mean "${nearest}"?`;
}
