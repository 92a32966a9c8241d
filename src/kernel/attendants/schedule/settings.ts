import { ScriptoriumError } from "../../errors.js";
import { isoTime } from "../../values/iso-time.js";
import { isPlainObject, type JsonObject, shown } from "../../values/json.js";
import { type CronPattern, cronPattern, nextTick } from "./cron.js";
import { type TimeZone, timeZone } from "./local-time.js";

export const OVERLAPS = ["skip", "queue", "restart"] as const;
/** What a tick does that finds the task still at work. */
export type Overlap = (typeof OVERLAPS)[number];

export const MISSED = ["skip", "once"] as const;
/** What becomes of ticks that came while nobody was there. */
export type Missed = (typeof MISSED)[number];

/** The schedule of a task as its data object asks for it. */
export interface ScheduleSettings {
  readonly cron: string;
  /** The name of the zone; that of this machine when the data object names none. */
  readonly timezone: string;
  readonly overlap: Overlap;
  readonly missed: Missed;
  /** Milliseconds since 1970; 0 when there is no pause. */
  readonly pausedUntil: number;
  readonly pattern: CronPattern;
  readonly zone: TimeZone;
}

/** A schedule that cannot be kept: for each setting one sentence of what is wrong and one of what to do. */
export interface ScheduleProblem {
  readonly cron: string;
  readonly trouble: string;
}

/**
 * Undefined for a task without `jobCron`. A schedule with a setting that cannot be used is not kept at all: what was
 * meant cannot be known, and a run at the wrong hour may post what nobody wanted posted.
 */
export function scheduleSettings(data: JsonObject): ScheduleSettings | ScheduleProblem | undefined {
  const { jobCron = "", jobCronData = {} } = data;
  if (jobCron === null || (typeof jobCron === "string" && jobCron.trim() === "")) return undefined;
  const cron = typeof jobCron === "string" ? jobCron.trim() : shown(JSON.stringify(jobCron));
  const problems: string[] = [];
  const read = <T>(setting: () => T): T | undefined => {
    try {
      return setting();
    } catch (error) {
      if (!ScriptoriumError.is(error)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const pattern = read(() => patternOf(jobCron, cron));
  const zone = read(() => timeZone(text(data, "jobCronTimezone")));
  read(() => refuseOverrides(jobCronData));
  const overlap = read(() => oneOf(data, "jobCronOverlap", OVERLAPS));
  const missed = read(() => oneOf(data, "jobCronMissed", MISSED));
  const pausedUntil = read(() => moment(text(data, "jobCronPausedUntil"), zone ?? timeZone("UTC")));
  if (!pattern || !zone || !overlap || !missed || pausedUntil === undefined || problems.length > 0) {
    return { cron, trouble: problems.join(" ") };
  }
  return { cron, timezone: zone.name, overlap, missed, pausedUntil, pattern, zone };
}

function patternOf(jobCron: unknown, cron: string): CronPattern {
  if (typeof jobCron === "string") return cronPattern(cron);
  throw refused(`The schedule in "jobCron" is not a text. Write it as five fields, such as "0 9 * * 1-5".`);
}

function refuseOverrides(jobCronData: unknown): void {
  if (jobCronData !== null && !isPlainObject(jobCronData)) {
    throw refused(
      'The setting "jobCronData" is not an object. Write the settings that differ in such runs, such as {"maxRetries": 1}.',
    );
  }
}

/** The first tick after the moment, and not in a pause. */
export function tickAfter({ pattern, zone, pausedUntil }: ScheduleSettings, from: number): number | undefined {
  return nextTick(pattern, zone, Math.max(from, pausedUntil - 1));
}

function text(data: JsonObject, field: string): string {
  const value = data[field] ?? "";
  if (typeof value === "string") return value.trim();
  throw refused(`The setting "${field}" is not a text. Write it as text, or leave it empty.`);
}

function oneOf<const Value extends string>(data: JsonObject, field: string, values: readonly Value[]): Value {
  const value = text(data, field);
  const found = value === "" ? values[0] : values.find((one) => one === value);
  if (found !== undefined) return found;
  throw refused(`The setting "${field}" is "${shown(value)}", which is not known. Use one of ${values.join(", ")}.`);
}

/** A day alone means its beginning; without an offset it is a time of the schedule's zone. */
function moment(value: string, zone: TimeZone): number {
  if (value === "") return 0;
  const read = value.length < "2030-12-31".length ? undefined : isoTime(value);
  if (read === undefined) {
    throw refused(
      `The setting "jobCronPausedUntil" is "${shown(value)}", which is not a date. Write it as 2030-12-31 or 2030-12-31T18:00.`,
    );
  }
  return read.isLocal ? zone.firstShown(read.time).moment : read.time;
}

function refused(message: string): ScriptoriumError {
  return new ScriptoriumError("INPUT_REFUSED", message);
}
