import { ScriptoriumError } from "../../errors.js";
import { serverTimezone } from "../../values/clock.js";
import { shown } from "../../values/json.js";

const DAY_MS = 86_400_000;

/**
 * Clock faces of a time zone. A face is what its clocks show, written as milliseconds since 1970 as if they were those of
 * UTC: so the calendar can be worked on without knowing of daylight saving, and only this file does.
 */
export interface TimeZone {
  readonly name: string;
  /** What the clocks show at the moment. */
  face(moment: number): number;
  /** The first moment at which the clocks show it; when they jump over it, the moment of the jump. */
  firstShown(face: number): { readonly moment: number; readonly jumpedOver: boolean };
  /** The moment after `from`, at most a day later, at which the clocks are set forward or back. */
  changeWithinDay(from: number): number | undefined;
}

const known = new Map<string, TimeZone>();

/** The zone of an IANA name; an empty one is that of this machine. Throws INPUT_REFUSED for a name that does not exist. */
export function timeZone(name: string): TimeZone {
  const wanted = name.trim() || serverTimezone();
  const found = known.get(wanted);
  if (found !== undefined) return found;
  const zone = read(wanted);
  // Names come from outside: their number must not grow for ever.
  if (known.size >= 500) known.clear();
  known.set(wanted, zone);
  return zone;
}

function read(name: string): TimeZone {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch (cause) {
    throw new ScriptoriumError(
      "INPUT_REFUSED",
      `There is no time zone "${shown(name)}". Use a name such as "Europe/Berlin", "America/New_York" or "UTC".`,
      { timezone: shown(name) },
      { cause },
    );
  }

  const face = (moment: number): number => {
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of format.formatToParts(moment)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) + (((moment % 1000) + 1000) % 1000);
  };
  const ahead = (moment: number): number => face(moment) - moment;

  /** The first moment in the span at which the clocks are as far ahead as at its end. */
  const change = (before: number, after: number): number => {
    const target = ahead(after);
    let low = before;
    let high = after;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (ahead(middle) === target) high = middle;
      else low = middle;
    }
    return high;
  };

  return {
    name,
    face,
    firstShown(wanted) {
      const before = wanted - ahead(wanted - DAY_MS);
      const after = wanted - ahead(wanted + DAY_MS);
      const shows = [before, after].filter((moment) => face(moment) === wanted);
      if (shows.length > 0) return { moment: Math.min(...shows), jumpedOver: false };
      return { moment: change(wanted - DAY_MS, wanted + DAY_MS), jumpedOver: true };
    },
    changeWithinDay(from) {
      return ahead(from) === ahead(from + DAY_MS) ? undefined : change(from, from + DAY_MS);
    },
  };
}
