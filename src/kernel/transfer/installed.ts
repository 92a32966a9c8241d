import { squashed } from "../plugin-registry.js";
import { type Marks, marksOf, marksOfBoth } from "../secrets/marks.js";
import type { PluginEntry } from "../task-plugin.js";

/** What the task types of a server say about tasks that come or go. */
export interface Installed {
  /** Whether there is a task type with this listed form; true for all when no task types were given. */
  has(type: string): boolean;
  /** Which fields of the type's data objects are secret, besides those whose name says so. */
  marks(type: string): Promise<Marks>;
}

export function installed(plugins: readonly PluginEntry[] | undefined): Installed {
  const entries = new Map(plugins?.map((entry) => [entry.type, entry]));
  return {
    has: (type) => plugins === undefined || entries.get(squashed(type))?.words === type,
    async marks(type) {
      const entry = entries.get(squashed(type));
      const { commonOptions } = await import("../tasks/common-options.js");
      if (entry === undefined) return marksOf(commonOptions);
      return marksOfBoth(("load" in entry ? await entry.load() : entry).options, commonOptions);
    },
  };
}
