import type { Schedule } from "../../task.js";
import { type ScheduleSettings, tickAfter } from "./settings.js";

/** A tick that nobody was there for within this time was missed. */
export const LATEST_MS = 60_000;
/**
 * A clock that was set back by more than this, or by more than the schedule's own interval, is taken at its word: what has
 * run in "the future" counts no more.
 */
const BELIEVED_MS = 86_400_000;

/** What is to be done about a task's schedule at a moment. Times are milliseconds since 1970. */
export interface Due {
  /** The tick to fire, or to pass over when `missed`; undefined while none has come. */
  readonly tick?: number;
  /** True when the tick came while nobody was there. */
  readonly missed: boolean;
  /** The tick to wait for afterwards; undefined when there is none any more. */
  readonly next: number | undefined;
  /**
   * True when this process has fired later ticks than the one that is stored: another's clock is behind, and what it
   * stored is left to it. Otherwise the two would take turns in setting the time right.
   */
  readonly isAhead?: boolean;
}

/**
 * Compares what is stored with the clock: however many ticks have passed, at most one is due, the last of them.
 * `firedHere` are ticks this process knows to have fired: a clock set back a little does not fire them again.
 */
export function due(
  settings: ScheduleSettings,
  stored: Schedule | undefined,
  now: number,
  firedHere: readonly number[] = [],
): Due {
  const believed = [...firedHere, Date.parse(stored?.lastAt ?? "")].filter((tick) => isBelieved(settings, tick, now));
  const fired = Math.max(Number.NEGATIVE_INFINITY, ...believed);
  const next = tickAfter(settings, Math.max(now, fired));
  const awaited = awaitedTick(settings, stored);
  if (awaited === undefined || awaited > now || awaited < settings.pausedUntil) return { missed: false, next };
  const onTime = lastTick(settings, Math.max(now - LATEST_MS - 1, fired), now);
  if (onTime !== undefined) return { tick: onTime, missed: false, next };
  return awaited <= fired ? { missed: false, next, isAhead: true } : { tick: awaited, missed: true, next };
}

/** Whether a tick that has fired counts by the clock as it is: one in the future does until its own interval is over. */
function isBelieved(settings: ScheduleSettings, tick: number, now: number): boolean {
  if (!(tick > now)) return tick <= now;
  const interval = (tickAfter(settings, tick) ?? Number.POSITIVE_INFINITY) - tick;
  return tick < now + Math.min(BELIEVED_MS, interval);
}

/** What to remember of ticks that fired: the last of each time that the clock was set to, for the latest few of these. */
export function remembered(fired: readonly number[], tick: number): readonly number[] {
  return [...fired.filter((one) => Math.abs(one - tick) > BELIEVED_MS).slice(-3), tick];
}

/** The stored time, when it was computed from the settings as they are now. */
export function awaitedTick(settings: ScheduleSettings, stored: Schedule | undefined): number | undefined {
  if (stored?.cron !== settings.cron || stored.timezone !== settings.timezone) return undefined;
  const at = Date.parse(stored.nextAt ?? "");
  return Number.isNaN(at) ? undefined : at;
}

/** What to store when the settings have brought forth these ticks. */
export function scheduleOf(settings: ScheduleSettings, next: number | undefined, lastAt: string | undefined): Schedule {
  return {
    cron: settings.cron,
    timezone: settings.timezone,
    ...(next === undefined ? {} : { nextAt: new Date(next).toISOString() }),
    ...(lastAt === undefined ? {} : { lastAt }),
  };
}

function lastTick(settings: ScheduleSettings, after: number, until: number): number | undefined {
  let last: number | undefined;
  for (let at = tickAfter(settings, after); at !== undefined && at <= until; at = tickAfter(settings, at)) last = at;
  return last;
}
