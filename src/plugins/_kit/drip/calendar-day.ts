const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const FULL_MONTHS = "january february march april may june july august september october november december sept".split(
  " ",
);

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s].*)?$/i;
const NUMERIC = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})$/;
const MONTH_FIRST = /^(?:\p{L}+,?\s+)?(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu;
const DAY_FIRST = /^(?:\p{L}+,?\s+)?(\d{1,2})(?:st|nd|rd|th)?\.?\s+(\p{L}+)\.?,?\s+(\d{4})$/iu;

const EARLIEST_YEAR = 1970;
const LATEST_YEAR = 2200;

/**
 * A day as `YYYY-MM-DD`: of ISO 8601, `MM-DD-YYYY` (with `dayFirst` `DD-MM-YYYY`), `DD.MM.YYYY`, `October 6, 2023` and
 * `6 October 2023`.
 * Undefined for any other text, and for days that there are not, such as 30 February.
 */
export function calendarDay(text: string, dayFirst: boolean): string | undefined {
  const given = text.trim();
  if (given.length > 100) return undefined;
  const iso = ISO.exec(given);
  if (iso !== null) return day(iso[1], Number(iso[2]), iso[3]);
  const numeric = NUMERIC.exec(given);
  if (numeric !== null) {
    const [, first, mark, second, year] = numeric;
    const monthFirst = day(year, Number(first), second);
    if (mark === ".") return day(year, Number(second), first) ?? monthFirst;
    return dayFirst ? day(year, Number(second), first) : monthFirst;
  }
  const worded = MONTH_FIRST.exec(given);
  if (worded !== null) return day(worded[3], monthOf(worded[1]), worded[2]);
  const european = DAY_FIRST.exec(given);
  return european === null ? undefined : day(european[3], monthOf(european[2]), european[1]);
}

function monthOf(name = ""): number {
  const lower = name.toLowerCase();
  const known = MONTHS.includes(lower) || FULL_MONTHS.includes(lower);
  return known ? MONTHS.indexOf(lower.slice(0, 3)) + 1 : 0;
}

function day(year = "", month = 0, date = ""): string | undefined {
  const time = Date.UTC(Number(year), month - 1, Number(date));
  const read = new Date(time);
  const exists = read.getUTCMonth() === month - 1 && read.getUTCDate() === Number(date);
  const inReach = Number(year) >= EARLIEST_YEAR && Number(year) <= LATEST_YEAR;
  return exists && inReach ? read.toISOString().slice(0, 10) : undefined;
}
