import { Cron } from "croner";
import { ScriptoriumError } from "../../errors.js";
import { shown } from "../../values/json.js";
import type { TimeZone } from "./local-time.js";

/** Ticks closer together than this are refused. */
export const SHORTEST_GAP_SECONDS = 10;

export interface CronPattern {
  /** As it was written. */
  readonly text: string;
  /** True when every hour of the day is meant; such a schedule goes by what the clocks show, whatever is done to them. */
  readonly everyHour: boolean;
  /** The next clock face (see TimeZone) after the given one that fits, by the calendar alone. */
  nextFace(face: number): number | undefined;
}

interface Field {
  readonly name: string;
  readonly range: string;
  readonly example: string;
}

/** In the order of a pattern with six of them; five begin with the minutes. */
const FIELDS: readonly Field[] = [
  { name: "second", range: "0 to 59", example: "0" },
  { name: "minute", range: "0 to 59", example: "30" },
  { name: "hour", range: "0 to 23", example: "9" },
  { name: "day of the month", range: "1 to 31, or L for the last", example: "1" },
  { name: "month", range: "1 to 12 or JAN to DEC", example: "JAN" },
  { name: "day of the week", range: "0 to 7 or SUN to SAT, where 0 and 7 are Sunday", example: "MON-FRI" },
];

const MACROS: Readonly<Record<string, string>> = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
};

const parsed = new Map<string, CronPattern>();

/** Reads five or six fields or a macro. Throws INPUT_REFUSED in words for what cannot be read or never comes. */
export function cronPattern(text: string): CronPattern {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const pattern = read(text);
  // What is posted is anything: the number of kept patterns must not grow for ever.
  if (parsed.size >= 1000) parsed.clear();
  parsed.set(text, pattern);
  return pattern;
}

/**
 * The first tick after `from`, in milliseconds since 1970. A schedule for certain hours ticks once for every time of the
 * calendar: a time that the clocks jump over in spring comes at the moment of the jump, several of them as one, and of a
 * time that comes twice in autumn the first counts. A schedule for every hour ticks whenever the clocks show a time that
 * fits, so that its pauses neither double nor vanish.
 */
export function nextTick(pattern: CronPattern, zone: TimeZone, from: number): number | undefined {
  return pattern.everyHour ? nextShown(pattern, zone, from) : nextOfCalendar(pattern, zone, from);
}

function nextOfCalendar(pattern: CronPattern, zone: TimeZone, from: number): number | undefined {
  let face = pattern.nextFace(zone.face(from));
  while (face !== undefined) {
    const { moment } = zone.firstShown(face);
    if (moment > from) return moment;
    face = pattern.nextFace(face);
  }
  return undefined;
}

function nextShown(pattern: CronPattern, zone: TimeZone, start: number): number | undefined {
  let from = start;
  for (;;) {
    const shows = zone.face(from);
    const face = pattern.nextFace(shows);
    if (face === undefined) return undefined;
    const moment = from + (face - shows);
    const change = zone.changeWithinDay(from);
    if (change !== undefined && change <= moment) {
      // The clocks are set before it comes; looked for again from just before the time they are set to.
      if (pattern.nextFace(zone.face(change) - 1) === zone.face(change)) return change;
      from = change;
    } else if (change !== undefined || moment - from <= 86_400_000) {
      return moment;
    } else {
      const first = zone.firstShown(face);
      if (!first.jumpedOver) return first.moment;
      from = first.moment - 1;
    }
  }
}

function read(text: string): CronPattern {
  const trimmed = text.trim();
  const expanded = trimmed.startsWith("@") ? macro(trimmed) : trimmed;
  const given = expanded.split(/\s+/);
  if (given.length !== 5 && given.length !== 6) {
    throw refused(
      text,
      `has ${given.length} ${given.length === 1 ? "field" : "fields"}`,
      'Write five of them (minute, hour, day, month, weekday), such as "0 9 * * 1-5", or six with seconds in front.',
    );
  }
  const fields = given.length === 6 ? given : ["0", ...given];
  for (const [place, field] of fields.entries()) {
    if (reads(place, field)) continue;
    const { name, range, example } = FIELDS[place] as Field;
    throw refused(
      text,
      `has "${shown(field)}" as its ${name}`,
      `Use ${range}, with lists (1,2), ranges from low to high (1-5) and steps (*/2), for example "${example}".`,
    );
  }
  refuseFast(text, fields);
  // By offset, because by the name of a zone every step would cost a look into its calendar.
  const calendar = new Cron(fields.join(" "), { utcOffset: 0, mode: "6-part" });
  const nextFace = (face: number) => calendar.nextRun(new Date(face))?.getTime();
  if (nextFace(0) === undefined) {
    throw refused(
      text,
      "never comes, because none of its months has such a day",
      'Use a day that there is, or "L" for the last day of a month.',
    );
  }
  return { text, everyHour: valuesOf(fields, 2).length === 24, nextFace };
}

function macro(name: string): string {
  const found = MACROS[name.toLowerCase()];
  if (found !== undefined) return found;
  if (name.toLowerCase() === "@reboot") {
    throw refused(
      name,
      "has no time of its own",
      "Tasks do not run because the server starts; give a time, such as @daily.",
    );
  }
  throw refused(name, "is no macro that there is", `Use one of ${Object.keys(MACROS).join(", ")}, or five fields.`);
}

/** Whether the field is allowed at its place. */
function reads(place: number, field: string): boolean {
  if (!/^[0-9a-z*?,/#-]+$/i.test(field)) return false;
  const fields = ["0", "0", "0", "*", "*", "*"];
  fields[place] = field;
  try {
    new Cron(fields.join(" "), { utcOffset: 0, mode: "6-part" });
    return true;
  } catch {
    return false;
  }
}

/** The values of a field of the time of day: 0 seconds, 1 minutes, 2 hours. */
function valuesOf(fields: readonly string[], place: 0 | 1 | 2): readonly number[] {
  const unit = [1000, 60_000, 3_600_000][place] as number;
  const alone = ["0", "0", "0"];
  alone[place] = fields[place] as string;
  const values: number[] = [];
  const single = new Cron(`${alone.join(" ")} * * *`, { utcOffset: 0, mode: "6-part" });
  for (let at = single.nextRun(new Date(-1)); at && at.getTime() < 60 * unit; at = single.nextRun(at)) {
    const value = at.getTime() / unit;
    if (value >= (place === 2 ? 24 : 60)) break;
    values.push(value);
  }
  return values;
}

function refuseFast(text: string, fields: readonly string[]): void {
  if (/^\d+$/.test(fields[0] as string)) return;
  const seconds = valuesOf(fields, 0);
  const minutes = valuesOf(fields, 1);
  const withinMinute = seconds.some((second, index) => index > 0 && second - (seconds[index - 1] ?? 0) < 10);
  const acrossMinutes = (seconds[0] ?? 0) + 60 - (seconds.at(-1) ?? 0) < SHORTEST_GAP_SECONDS;
  const neighbours = minutes.some((minute) => minutes.includes((minute + 1) % 60));
  if (!withinMinute && !(acrossMinutes && neighbours)) return;
  throw refused(
    text,
    "ticks too fast",
    `Leave at least ${SHORTEST_GAP_SECONDS} seconds between two ticks, for example with "*/${SHORTEST_GAP_SECONDS} * * * * *".`,
  );
}

function refused(text: string, problem: string, remedy: string): ScriptoriumError {
  return new ScriptoriumError("INPUT_REFUSED", `The schedule "${shown(text)}" ${problem}. ${remedy}`, {
    cron: shown(text),
  });
}
