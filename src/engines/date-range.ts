import { ScriptoriumError } from "../kernel/errors.js";
import { shown } from "../kernel/values/json.js";

/** Of the last hour, day, week, month or year. */
export type DateUnit = "h" | "d" | "w" | "m" | "y";

/** How old something may be. Days are ISO 8601 (`2026-01-31`), both included. */
export type DateRange = { readonly last: DateUnit } | { readonly from?: string; readonly to?: string };

const NAMES: Readonly<Record<string, DateUnit>> = { hour: "h", day: "d", week: "w", month: "m", year: "y" };
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads `any`, `h`, `d`, `w`, `m`, `y` (or hour, day ...) and `2026-01-01..2026-06-30`, of which one side may be empty;
 * undefined for any. Throws bad-input, naming the field.
 */
export function readDateRange(text: string, field = "dateRange"): DateRange | undefined {
  const given = text.trim().toLowerCase();
  if (given === "" || given === "any") return undefined;
  const unit = Object.hasOwn(NAMES, given) ? NAMES[given]! : given;
  if (isUnit(unit)) return { last: unit };
  const [from, to, ...more] = given.split("..").map((side) => side.trim());
  const days = [from, to].filter((day): day is string => day !== undefined && day !== "");
  if (to === undefined || more.length > 0 || days.length === 0 || !days.every(isDay)) {
    throw refused(field, `${field} is "${shown(text)}", which is no range of dates.`);
  }
  if (from !== "" && to !== "" && from! > to) {
    throw refused(field, `${field} begins on ${from}, which is later than its end, ${to}.`);
  }
  return { ...(from === "" ? {} : { from: from! }), ...(to === "" ? {} : { to }) };
}

function isUnit(text: string): text is DateUnit {
  return ["h", "d", "w", "m", "y"].includes(text);
}

function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function refused(field: string, problem: string): ScriptoriumError {
  return new ScriptoriumError(
    "bad-input",
    `${problem} Write any, h, d, w, m, y (the last hour, day, week, month, year) or 2026-01-01..2026-06-30.`,
    { field },
  );
}

const UNIT_MS: Readonly<Record<DateUnit, number>> = {
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
  m: 31 * 86_400_000,
  y: 366 * 86_400_000,
};

/** Whether a time in ISO 8601 is in the range; undefined where the time cannot be read. */
export function isInRange(date: string, range: DateRange, now: Date): boolean | undefined {
  const time = Date.parse(date);
  if (Number.isNaN(time)) return undefined;
  if ("last" in range) return now.getTime() - time <= UNIT_MS[range.last];
  const day = new Date(time).toISOString().slice(0, 10);
  return (range.from === undefined || day >= range.from) && (range.to === undefined || day <= range.to);
}
