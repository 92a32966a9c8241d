import { taskPage as say } from "../../strings.js";

/** A schedule as the builder offers it; `cron` is any other, written out. */
export interface Plan {
  readonly kind: "never" | "minutes" | "hourly" | "daily" | "weekly" | "monthly" | "cron";
  /** Every so many minutes. */
  readonly every: number;
  readonly minute: number;
  readonly hour: number;
  /** 0 is Sunday. */
  readonly days: readonly number[];
  /** Of the month; 0 for its last. */
  readonly day: number;
  readonly cron: string;
}

const USUAL: Omit<Plan, "kind" | "cron"> = { every: 15, minute: 0, hour: 9, days: [1, 2, 3, 4, 5], day: 1 };
const MACROS: Readonly<Record<string, string>> = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
};
const isNumber = (text: string, most: number) => /^\d{1,2}$/.test(text) && Number(text) <= most;

/** What the builder shows of a cron text. */
export function planOf(cron: string): Plan {
  const text = cron.trim();
  const other: Plan = { ...USUAL, kind: "cron", cron: text };
  if (text === "") return { ...other, kind: "never" };
  const [minute = "", hour = "", day = "", month = "", week = "", ...more] = (MACROS[text.toLowerCase()] ?? text).split(
    /\s+/,
  );
  if (more.length > 0 || month !== "*") return other;
  const every = /^\*\/(\d{1,2})$/.exec(minute);
  if (every && hour === "*" && day === "*" && week === "*" && 60 % Number(every[1]) === 0) {
    return { ...other, kind: "minutes", every: Number(every[1]) };
  }
  if (!isNumber(minute, 59)) return other;
  const at = { ...other, minute: Number(minute) };
  if (hour === "*" && day === "*" && week === "*") return { ...at, kind: "hourly" };
  if (!isNumber(hour, 23)) return other;
  const clock = { ...at, hour: Number(hour) };
  if (day === "*" && week === "*") return { ...clock, kind: "daily" };
  const days = daysIn(week);
  if (day === "*" && days) return { ...clock, kind: "weekly", days };
  if (week === "*" && (isNumber(day, 31) || day === "L")) {
    return { ...clock, kind: "monthly", day: day === "L" ? 0 : Number(day) };
  }
  return other;
}

function daysIn(text: string): readonly number[] | undefined {
  const names = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
  const dayOf = (word: string) => (/^[0-7]$/.test(word) ? Number(word) % 7 : names.indexOf(word.toUpperCase()));
  const days = new Set<number>();
  for (const part of text.split(",")) {
    const [from = "", to = from] = part.split("-");
    const first = dayOf(from);
    const last = dayOf(to);
    if (first < 0 || last < 0 || last < first) return undefined;
    for (let day = first; day <= last; day += 1) days.add(day);
  }
  return [...days].sort();
}

export function cronOf({ kind, every, minute, hour, days, day, cron }: Plan): string {
  switch (kind) {
    case "never":
      return "";
    case "minutes":
      return `*/${every} * * * *`;
    case "hourly":
      return `${minute} * * * *`;
    case "daily":
      return `${minute} ${hour} * * *`;
    case "weekly":
      return `${minute} ${hour} * * ${days.join(",") === "1,2,3,4,5" ? "1-5" : days.join(",")}`;
    case "monthly":
      return `${minute} ${hour} ${day === 0 ? "L" : day} * *`;
    case "cron":
      return cron;
  }
}

/** A Sunday, from which the names of the days are counted. */
const SUNDAY = new Date(2023, 0, 1);

export function dayName(day: number, style: "short" | "long" = "long"): string {
  const date = new Date(SUNDAY);
  date.setDate(date.getDate() + day);
  return new Intl.DateTimeFormat(navigator.language, { weekday: style }).format(date);
}

/** `Every weekday at 09:00`. */
export function inWords(plan: Plan): string {
  const { kind, every, minute, days, day, cron } = plan;
  const time = timeOf(plan);
  switch (kind) {
    case "never":
      return say.never;
    case "minutes":
      return say.everyMinutes(every);
    case "hourly":
      return say.everyHour(minute);
    case "daily":
      return say.everyDay(time);
    case "weekly":
      return days.join(",") === "1,2,3,4,5"
        ? say.everyWeekday(time)
        : say.onDays(new Intl.ListFormat(navigator.language).format(days.map((one) => dayName(one))), time);
    case "monthly":
      return say.everyMonth(day, time);
    case "cron":
      return say.byCron(cron);
  }
}

export const timeOf = ({ hour, minute }: Pick<Plan, "hour" | "minute">): string =>
  `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
