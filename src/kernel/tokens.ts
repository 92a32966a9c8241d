import type { Clock } from "./clock.js";
import type { Events } from "./events.js";
import type { Ids } from "./ids.js";
import type { Logger } from "./logger.js";
import type { Providers } from "./providers.js";
import type { TaskQueue } from "./queue.js";
import type { Vault } from "./secrets/vault.js";
import type { StorageAdapter } from "./storage.js";
import type { PluginEntry } from "./task-plugin.js";

declare const carried: unique symbol;
/** A symbol that remembers what the container holds under it. */
export type Token<T> = symbol & { readonly [carried]?: T };

const token = <T>(name: string): Token<T> => Symbol(name);

export const CLOCK = token<Clock>("clock");
export const EVENTS = token<Events>("events");
export const IDS = token<Ids>("ids");
export const LOGGER = token<Logger>("logger");
export const PLUGINS = token<readonly PluginEntry[]>("plugins");
export const PROVIDERS = token<Partial<Providers>>("providers");
export const QUEUE = token<TaskQueue>("queue");
export const RUNNER_SETTINGS = token<RunnerSettings>("runner settings");
export const STORAGE = token<StorageAdapter>("storage");
export const VAULT = token<Vault>("vault");

export interface RunnerSettings {
  /** How long lines under way may go on after an abort; 10,000 by default. */
  readonly abortGraceMs: number;
  /** How often a run that the server's end interrupted is begun again; 3 by default. */
  readonly maxAttempts: number;
}
