import type { QueuedRun } from "../../kernel/index.js";
import { hostsOf, type Limits, typeOf } from "./limits.js";

/** Where a run waits: a queue of pg-boss, and what it counts for in it. */
export interface Place {
  readonly lane: string;
  readonly group: string;
}

const TYPE_PREFIX = "type.";
const HOSTS_LANE = "hosts";

/**
 * Runs of a type wait in a lane of their own. Those that put their load on a machine outside share one, whatever their
 * type, so that they count together by their first host; a type with a limit of its own counts for that alone.
 */
export function placeOf(run: QueuedRun, { perType }: Limits): Place {
  const type = typeOf(run);
  const [host] = hostsOf(run);
  if (host === undefined || perType.has(type)) return { lane: laneOfType(type), group: "type" };
  return { lane: HOSTS_LANE, group: host };
}

/** How many runs of each group of a lane may be worked at a time, by all processes; lanes without a limit are not there. */
export function laneLimits({ perType, maxPerHost }: Limits): ReadonlyMap<string, number> {
  const limits = new Map([[HOSTS_LANE, maxPerHost]]);
  for (const [type, most] of perType) limits.set(laneOfType(type), most);
  return limits;
}

/** Whether a queue of pg-boss is one of ours. */
export function isLane(queue: string): boolean {
  return queue === HOSTS_LANE || queue.startsWith(TYPE_PREFIX);
}

/** Names of pg-boss have letters, digits and a few signs only. */
function laneOfType(type: string): string {
  return TYPE_PREFIX + type.replace(/[^a-z0-9]/gu, (sign) => `_${sign.codePointAt(0)?.toString(16)}_`);
}
