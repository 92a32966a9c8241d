// Numbers, times and sizes as the browser's language writes them.
const language = navigator.language;
const numbers = new Intl.NumberFormat(language);
const dates = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
const clocks = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
const UNITS = ["B", "KB", "MB", "GB", "TB"];

export const number = (value: number): string => numbers.format(value);
export const dateTime = (iso: string | number): string => dates.format(new Date(iso));
export const clock = (iso: string | number): string => clocks.format(new Date(iso));

export function bytes(size: number): string {
  const power = size < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(size) / Math.log(1024)));
  const value = size / 1024 ** power;
  return `${numbers.format(power === 0 ? value : Number(value.toPrecision(3)))} ${UNITS[power]}`;
}

const STEPS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** `3 min. ago`, `in 2 hr.`. */
export function ago(iso: string | number, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  }
  return relative.format(Math.trunc(seconds), "second");
}

/** `1 h 05 min`, `2 min 10 s`, `8 s`, `0.4 s`. */
export function duration(seconds: number): string {
  if (seconds > 0 && seconds < 0.95) return `${numbers.format(Math.max(0.1, Number(seconds.toFixed(1))))} s`;
  const whole = Math.max(0, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (hours >= 48) return `${Math.round(hours / 24)} d`;
  if (hours > 0) return `${hours} h ${String(minutes).padStart(2, "0")} min`;
  return minutes > 0 ? `${minutes} min ${String(whole % 60).padStart(2, "0")} s` : `${whole} s`;
}
