import type { Events } from "./events.js";
import type { Providers } from "./providers.js";
import type { TaskQueue } from "./queue.js";
import type { Vault } from "./secrets/vault.js";
import type { StorageAdapter } from "./storage.js";
import type { PluginEntry } from "./task-plugin.js";
import type { Clock } from "./values/clock.js";
import type { Ids } from "./values/ids.js";
import type { Logger } from "./values/logger.js";

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
  /** How long running lines may go on after an abort; 10,000 by default. */
  readonly abortGraceMs: number;
  /** How long they may go on when the server stops; 7,000 by default. */
  readonly stopGraceMs: number;
  /** How often a run that was interrupted is begun again without a line finished in between; 3 by default. */
  readonly maxAttempts: number;
  /** How long a run is held without a sign of life of its worker; 30,000 by default. */
  readonly leaseMs: number;
  /** How often a worker gives that sign and looks for aborts from elsewhere; 4,000 by default. */
  readonly renewEveryMs: number;
  /** How often runs are looked for whose worker is gone; 5,000 by default. */
  readonly sweepEveryMs: number;
  /** New runs fail with `disk` below so many bytes of free disk; 0, the default, looks at no disk. */
  readonly minFreeDiskBytes: number;
  /** False in a process that only hands runs to others; true by default. */
  readonly work: boolean;
  /** Names this process in the records of its runs: for example machine and process id. */
  readonly worker: string;
}

export const RUNNER_DEFAULTS: RunnerSettings = {
  abortGraceMs: 10_000,
  stopGraceMs: 7000,
  maxAttempts: 3,
  leaseMs: 30_000,
  renewEveryMs: 4000,
  sweepEveryMs: 5000,
  minFreeDiskBytes: 0,
  work: true,
  worker: "",
};
