import { type QueuedRun, ScriptoriumError, squashed } from "../../kernel/index.js";

/** How much may run at once. */
export interface QueueLimits {
  /** Runs of this process; 3 by default. */
  readonly maxRunning?: number;
  /**
   * Runs of a task type; those not named have no limit of their own. Without it, the types whose sources are quick to
   * lock out clients that ask too much have 1.
   */
  readonly limits?: Readonly<Record<string, number>>;
  /** Runs that put their load on one machine outside; 2 by default. */
  readonly maxPerHost?: number;
}

export const DEFAULT_LIMITS: Readonly<Record<string, number>> = {
  googlemapsscraper: 1,
  waybackscraper: 1,
  youtubesubscraper: 1,
};

/** The limits in force. Throws CONFIG_INVALID for one that is no whole number of 1 or more. */
export interface Limits {
  readonly maxRunning: number;
  readonly maxPerHost: number;
  /** By the squashed name of the type. */
  readonly perType: ReadonlyMap<string, number>;
}

export function limitsFrom({ maxRunning = 3, maxPerHost = 2, limits = DEFAULT_LIMITS }: QueueLimits): Limits {
  const perType = new Map<string, number>();
  for (const [type, limit] of Object.entries(limits)) perType.set(squashed(type), checked(`of ${type}`, limit));
  return {
    maxRunning: checked("of all runs", maxRunning),
    maxPerHost: checked("per host", maxPerHost),
    perType,
  };
}

/** The task type of a run, however its name is written. */
export function typeOf({ type }: QueuedRun): string {
  return squashed(type);
}

/** The hosts of a run, each once, however their names are written. */
export function hostsOf({ hosts = [] }: QueuedRun): readonly string[] {
  return hosts.length === 0 ? hosts : [...new Set(hosts.map((host) => host.toLowerCase()))];
}

function checked(what: string, limit: number): number {
  if (Number.isSafeInteger(limit) && limit >= 1) return limit;
  throw new ScriptoriumError("CONFIG_INVALID", `The limit ${what} at once is not a whole number. Give 1 or more.`);
}
