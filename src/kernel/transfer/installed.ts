import { squashed } from "../plugin-registry.js";
import { declaredSecrets, type Marks, marksOf } from "../secrets/marks.js";
import type { AnyTaskPlugin, PluginEntry } from "../task-plugin.js";

/** What the task types of a server say about tasks that come or go. */
export interface Installed {
  /** Whether there is a task type with this listed form; true for all when no task types were given. */
  has(type: string): boolean;
  /** Which fields of the type's data objects are secret, besides those whose name says so. */
  marks(type: string): Promise<Marks>;
}

export function installed(plugins: readonly PluginEntry[] | undefined): Installed {
  const entries = new Map(plugins?.map((entry) => [entry.type, entry]));
  const pluginOf = async (entry: PluginEntry): Promise<AnyTaskPlugin> => ("load" in entry ? entry.load() : entry);
  let declared: Promise<ReadonlySet<string>> | undefined;
  return {
    has: (type) => plugins === undefined || entries.get(squashed(type))?.words === type,
    async marks(type) {
      const entry = entries.get(squashed(type));
      const { commonOptions } = await import("../tasks/common-options.js");
      declared ??= declaredSecrets(plugins ?? [], pluginOf).then(({ names }) => names);
      return marksOf(entry && (await pluginOf(entry)).options, commonOptions, await declared);
    },
  };
}
