import type { PluginRegistry } from "../../plugin-registry.js";
import type { StorageAdapter } from "../../storage.js";
import { typeMeant } from "../../tasks/filter-notes.js";
import { inBrief, listed } from "../../values/in-brief.js";
import { shown } from "../../values/json.js";
import type { Webhook } from "./webhook.js";

/** What a person should know about the filters of a webhook: entries that let nothing through. */
export async function webhookFilterNotes(
  { types, groups, tasks }: Pick<Webhook, "types" | "groups" | "tasks">,
  storage: Pick<StorageAdapter, "tasks">,
  registry: PluginRegistry,
): Promise<string[]> {
  const noType = types.filter((name) => registry.find(name) === undefined);
  const noTask: string[] = [];
  for (const id of tasks) if ((await storage.tasks.get(id)) === undefined) noTask.push(id);
  const known = groups.length === 0 ? [] : await storage.tasks.groups();
  const noGroup = groups.filter((group) => group !== "" && !known.includes(group));
  const more = (field: string) => (others: readonly string[]) =>
    `${field} also has ${listed(others.map((name) => `"${shown(name)}"`))}, which ${others.length === 1 ? "is" : "are"} not known.`;
  return [
    ...inBrief(
      noType,
      (name) => `types has "${shown(name)}", but there is no such task type. ${typeMeant(name, registry)}`,
      more("types"),
    ),
    ...inBrief(
      noGroup,
      (group) => `groups has "${shown(group)}", but no task is in this group yet. Check its name.`,
      more("groups"),
    ),
    ...inBrief(
      noTask,
      (id) => `tasks has "${shown(id)}", but there is no task with this id. Give the id of one, or leave it out.`,
      more("tasks"),
    ),
  ];
}
