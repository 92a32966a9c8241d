import { inject, injectable } from "./di.js";
import { ScriptoriumError } from "./errors.js";
import type { ProviderName, Providers } from "./providers.js";
import { declaredSecrets } from "./secrets/marks.js";
import type { Task } from "./task.js";
import type { AnyTaskPlugin, PluginEntry } from "./task-plugin.js";
import type { TaskType } from "./task-types/task-types.js";
import { PLUGINS, PROVIDERS } from "./tokens.js";
import { shown } from "./values/json.js";

/** A type or a status as clients write it: `Google Maps Scraper`, `googlemaps scraper` and `google-maps_scraper` are one. */
export function squashed(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, "");
}

/** Whether a task is of this type, in any spelling; where TaskTypes knows the type, the compiler then knows the data. */
export function isOfType<Type extends TaskType>(task: Task, type: Type): task is Task<Type> {
  return squashed(task.type) === squashed(type);
}

/** A task type that cannot run yet, with the providers it lacks. */
export interface UnreadyType {
  readonly type: string;
  readonly missing: readonly ProviderName[];
  /** Set where it can run, but not with the options it has by default. */
  readonly otherwise?: true;
}

/** The task types of one kernel. */
@injectable()
export class PluginRegistry {
  private readonly entries = new Map<string, PluginEntry>();
  private readonly loaded = new Map<string, Promise<AnyTaskPlugin>>();
  private declared: Promise<ReadonlySet<string>> | undefined;

  constructor(
    @inject(PLUGINS) plugins: readonly PluginEntry[],
    @inject(PROVIDERS) private readonly providers: Partial<Providers>,
  ) {
    for (const plugin of plugins) {
      if (this.entries.has(plugin.type)) {
        throw new ScriptoriumError(
          "TASK_TYPE_TAKEN",
          `Two plugins were given for the task type "${plugin.type}". Pass only one of them.`,
          { type: plugin.type },
        );
      }
      this.entries.set(plugin.type, plugin);
    }
  }

  /** The entry of a type as a client writes it, or of its listed form. */
  find(name: string): PluginEntry | undefined {
    return this.entries.get(squashed(name));
  }

  /** As `find`; throws TASK_TYPE_UNKNOWN with the names there are, and the one that was probably meant. */
  named(name: string, meant?: string): PluginEntry {
    const entry = this.find(name);
    if (entry) return entry;
    const types = this.types();
    throw new ScriptoriumError(
      "TASK_TYPE_UNKNOWN",
      `${name === "" ? "No task type is named" : `There is no task type "${shown(name)}"`}.${meant ? ` Did you mean "${meant}"?` : ""} Use one of: ${types.join(", ")}.`,
      { name: shown(name), types },
    );
  }

  /** The types there are, sorted: `articlecreator` ... */
  types(): readonly string[] {
    return [...this.entries.keys()].sort();
  }

  /** The entries of all types, in the order they were given. */
  all(): readonly PluginEntry[] {
    return [...this.entries.values()];
  }

  /** The plugin itself; its module is loaded the first time. */
  plugin(entry: PluginEntry): Promise<AnyTaskPlugin> {
    if (!("load" in entry)) return Promise.resolve(entry);
    const known = this.loaded.get(entry.type);
    if (known) return known;
    const loading = entry.load();
    this.loaded.set(entry.type, loading);
    loading.catch(() => this.loaded.delete(entry.type));
    return loading;
  }

  /** The names of the fields that any of the types declares as a secret. */
  secretFields(): Promise<ReadonlySet<string>> {
    this.declared ??= declaredSecrets(this.all(), (entry) => this.plugin(entry)).then(({ names, isWhole }) => {
      if (!isWhole) this.declared = undefined;
      return names;
    });
    return this.declared;
  }

  /** Providers the type cannot work without and that are not configured. */
  missing(entry: PluginEntry): readonly ProviderName[] {
    return ((entry.needs ?? []) as readonly ProviderName[]).filter((name) => this.providers[name] === undefined);
  }

  /** Task types that cannot run yet, or not as they are by default, with the providers they lack. */
  unready(): readonly UnreadyType[] {
    return this.all().flatMap((entry): UnreadyType[] => {
      const missing = this.missing(entry);
      if (missing.length > 0) return [{ type: entry.type, missing }];
      const lacking = (entry.usuallyNeeds ?? []).filter((name: ProviderName) => this.providers[name] === undefined);
      return lacking.length > 0 ? [{ type: entry.type, missing: lacking, otherwise: true }] : [];
    });
  }
}
