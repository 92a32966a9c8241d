// Days as the browser's clock and language have them.
const language = navigator.language;
const months = new Intl.DateTimeFormat(language, { month: "long", year: "numeric" });
const weekdays = new Intl.DateTimeFormat(language, { weekday: "short" });
const longDays = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
const shortDays = new Intl.DateTimeFormat(language, { weekday: "short", day: "numeric", month: "short" });
const times = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" });

export const monthTitle = (day: Date): string => months.format(day);
export const weekday = (day: Date): string => weekdays.format(day);
export const dayTitle = (day: Date): string => longDays.format(day);
export const shortDay = (day: Date): string => shortDays.format(day);
export const time = (at: number): string => times.format(at);

/** `2026-11-27`, of the day here. */
export function keyOf(moment: Date | number): string {
  const day = new Date(moment);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The day of a key; today for what is none. */
export function dayOf(key: string | null): Date {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(key ?? "") ?? [];
  const day = new Date(Number(year), Number(month) - 1, Number(date));
  return Number.isNaN(day.getTime()) ? dayOf(keyOf(Date.now())) : day;
}

export const plusDays = (day: Date, count: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + count);

/** The same day of another month, or the last there is. */
export function plusMonths(day: Date, count: number): Date {
  const last = new Date(day.getFullYear(), day.getMonth() + count + 1, 0).getDate();
  return new Date(day.getFullYear(), day.getMonth() + count, Math.min(day.getDate(), last));
}

interface WithWeekInfo {
  getWeekInfo?(): { readonly firstDay: number };
  readonly weekInfo?: { readonly firstDay: number };
}

/** 0 for Sunday. */
const firstWeekday = (() => {
  const locale = new Intl.Locale(language) as WithWeekInfo;
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
})();

export const weekStart = (day: Date): Date => plusDays(day, -((day.getDay() - firstWeekday + 7) % 7));

/** The days of the week that a day is in. */
export const weekOf = (day: Date): Date[] => Array.from({ length: 7 }, (_, index) => plusDays(weekStart(day), index));

/** The days of the weeks that a month is in. */
export function monthOf(day: Date): Date[] {
  const first = weekStart(new Date(day.getFullYear(), day.getMonth(), 1));
  const last = new Date(day.getFullYear(), day.getMonth() + 1, 0);
  const days: Date[] = [];
  for (let at = first; at <= last || days.length % 7 !== 0; at = plusDays(at, 1)) days.push(at);
  return days;
}
