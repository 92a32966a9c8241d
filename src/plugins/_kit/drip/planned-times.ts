import { type Random, ScriptoriumError, type TimeZone, timeZone } from "../../../kernel/index.js";
import { calendarDay } from "./calendar-day.js";
import { type DripOptions, dripProblems, secondsOf } from "./options.js";

const DAY_MS = 86_400_000;
/** Days in a row that cannot have posts: a time zone may have left one or two out. */
const MOST_BARREN_DAYS = 100;

export interface PlannedTime {
  /** ISO 8601 with the zone's offset. */
  readonly at: string;
  /** `YYYY-MM-DD` in the zone. */
  readonly day: string;
}

export interface PlanOptions extends DripOptions {
  /** Whether the plan may begin in the past. @default false */
  readonly pastAllowed?: boolean;
}

/**
 * So many times, ascending: at most `postsPerDay` on a day, on the days of the week that may have posts, spread over the hours of
 * the day with jitter, and in any case within them, whatever the clocks do. None is in the past, unless that is allowed. The
 * same random choices give the same plan. Throws bad-input for options that `dripProblems` has errors for.
 */
export function plannedTimes(
  count: number,
  options: PlanOptions,
  world: { readonly now: Date; readonly random: Random },
): readonly PlannedTime[] {
  const times = planOf(options, world);
  return Array.from({ length: count }, () => times.next().value!);
}

/** The same plan without an end, made as it is read. */
export function* planOf(
  options: PlanOptions,
  { now, random }: { readonly now: Date; readonly random: Random },
): Generator<PlannedTime, never> {
  refuse(options);
  const zone = timeZone(options.postTimezone);
  const weekdays = new Set(options.postDays);
  const earliest = options.pastAllowed === true ? Number.NEGATIVE_INFINITY : now.getTime();
  const allowed = (day: number) => weekdays.has(((new Date(day).getUTCDay() + 6) % 7) + 1);
  const next = (from: number) => {
    let day = from;
    while (!allowed(day)) day += DAY_MS;
    return day;
  };
  let day = next(firstDay(options, zone, now));
  let barren = 0;
  for (;;) {
    const moments = timesOf(day, options, zone, earliest, random);
    barren = moments.length > 0 ? 0 : barren + 1;
    if (barren > MOST_BARREN_DAYS) throw noHours(options);
    for (const moment of moments) yield { at: zonedTime(moment, zone), day: faceOf(moment, zone).slice(0, 10) };
    day = moments.length === 0 ? next(day + DAY_MS) : nextDay(day, options, allowed, random);
  }
}

/** Says that the day a plan is to begin is over, and when it begins instead; undefined where it is not. */
export function lateStart(options: DripOptions, now: Date): string | undefined {
  const { postUseToday, postStartDate, postDayFirst, postTimezone } = options;
  const given = postUseToday ? undefined : calendarDay(postStartDate, postDayFirst);
  const today = faceOf(now.getTime(), timeZone(postTimezone)).slice(0, 10);
  if (given === undefined || given >= today) return undefined;
  return `postStartDate is ${given}, which is over, so the plan begins today, ${today}, or on the next day that may have posts.`;
}

function refuse(options: DripOptions): void {
  const problem = dripProblems(options).find(({ severity }) => severity !== "warning");
  if (problem !== undefined) throw new ScriptoriumError("bad-input", problem.message, { field: problem.field });
}

function noHours({ postTimeFrom, postTimeTo }: DripOptions): ScriptoriumError {
  return new ScriptoriumError(
    "bad-input",
    `No day of the plan has a time from ${postTimeFrom} to ${postTimeTo}. Set postTimeFrom and postTimeTo further apart.`,
    { field: "postTimeFrom" },
  );
}

/** Midnight of the first day, as if its clocks were those of UTC. */
function firstDay(options: PlanOptions, zone: TimeZone, now: Date): number {
  const today = Math.floor(zone.face(now.getTime()) / DAY_MS) * DAY_MS;
  const given = options.postUseToday ? undefined : calendarDay(options.postStartDate, options.postDayFirst);
  if (given === undefined) return today;
  const start = Date.parse(`${given}T00:00:00Z`);
  return options.pastAllowed === true ? start : Math.max(start, today);
}

/** One of the days within the interval; the first that may have posts where none of those may. */
function nextDay(day: number, options: DripOptions, allowed: (day: number) => boolean, random: Random): number {
  const from = Math.max(1, options.postIntervalFrom);
  const to = Math.max(from, options.postIntervalTo);
  const days = Array.from({ length: to - from + 1 }, (_, at) => day + (from + at) * DAY_MS).filter(allowed);
  if (days.length > 0) return random.pick(days);
  let later = day + (to + 1) * DAY_MS;
  while (!allowed(later)) later += DAY_MS;
  return later;
}

/** The times of one day: each somewhere in its own part of the hours. Fewer where the day is partly over. */
function timesOf(day: number, options: DripOptions, zone: TimeZone, earliest: number, random: Random): number[] {
  const opening = zone.firstShown(day + secondsOf(options.postTimeFrom)! * 1000);
  const closing = zone.firstShown(day + secondsOf(options.postTimeTo)! * 1000);
  // Clocks that jump over the end of the hours show their last second right before.
  const end = closing.jumpedOver ? closing.moment - 1000 : closing.moment;
  const whole = end - opening.moment;
  const start = Math.max(opening.moment, Math.ceil(earliest / 1000) * 1000);
  const left = end - start;
  if (left < 0) return [];
  const count = left === whole ? options.postsPerDay : Math.max(1, Math.ceil((options.postsPerDay * left) / whole));
  const seconds = Math.floor(left / 1000);
  const drawn = Array.from({ length: count }, (_, at) => {
    const from = Math.ceil((seconds * at) / count);
    const to = at === count - 1 ? seconds : Math.max(from, Math.ceil((seconds * (at + 1)) / count) - 1);
    return start + random.integer(from, to) * 1000;
  });
  // Clocks that go back within the hours may show a time before them once more.
  const opens = day + secondsOf(options.postTimeFrom)! * 1000;
  return drawn.map((moment) => moment + Math.max(0, opens - zone.face(moment))).sort((one, other) => one - other);
}

/** With the offset of the zone, as long as that is of whole minutes, which in our days they all are. */
export function zonedTime(moment: number, zone: TimeZone): string {
  const minutes = (zone.face(moment) - moment) / 60_000;
  if (!Number.isInteger(minutes)) return new Date(moment).toISOString().replace(/\.\d+Z$/, "Z");
  const digits = (value: number) => String(value).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${faceOf(moment, zone)}${minutes < 0 ? "-" : "+"}${digits(Math.floor(size / 60))}:${digits(size % 60)}`;
}

function faceOf(moment: number, zone: TimeZone): string {
  return new Date(zone.face(moment)).toISOString().slice(0, 19);
}
