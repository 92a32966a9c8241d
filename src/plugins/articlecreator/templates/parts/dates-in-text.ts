const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const NAMES = MONTHS.map(
  (name) => `${name.slice(0, 3)}(?:${name.slice(3)})?${name === "september" ? "|sept" : ""}`,
).join("|");
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\.? (?:of )?(${NAMES})\\.?,? ((?:19|20)\\d\\d)\\b`, "i");
const MONTH_FIRST = new RegExp(`\\b(${NAMES})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? ((?:19|20)\\d\\d)\\b`, "i");
const MONTH_ONLY = new RegExp(`\\b(?:in|since|of) (${NAMES})\\.?,? ((?:19|20)\\d\\d)\\b`, "i");
const ISO = /\b((?:19|20)\d\d)[-/](0[1-9]|1[0-2])[-/](0[1-9]|[12]\d|3[01])\b/;

/** A day, or a month where the day is not said. */
export interface DateInText {
  /** `2026-03-01` or `2026-03`: sorts as time does. */
  readonly iso: string;
  /** `1 March 2026`. */
  readonly shown: string;
}

/** The first date that a text names; a year alone is none. */
export function dateIn(text: string): DateInText | undefined {
  const iso = ISO.exec(text);
  if (iso) return dated(iso[1]!, Number(iso[2]) - 1, Number(iso[3]));
  const day = DAY_FIRST.exec(text);
  if (day) return dated(day[3]!, monthOf(day[2]!), Number(day[1]));
  const month = MONTH_FIRST.exec(text);
  if (month) return dated(month[3]!, monthOf(month[1]!), Number(month[2]));
  const only = MONTH_ONLY.exec(text);
  return only ? dated(only[2]!, monthOf(only[1]!)) : undefined;
}

function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3)));
}

function dated(year: string, month: number, day?: number): DateInText | undefined {
  if (day !== undefined && (day < 1 || day > 31)) return undefined;
  const two = (number: number) => String(number).padStart(2, "0");
  const name = MONTHS[month]!.replace(/^./, (letter) => letter.toUpperCase());
  const iso = [year, two(month + 1), ...(day === undefined ? [] : [two(day)])].join("-");
  return { iso, shown: [...(day === undefined ? [] : [String(day)]), name, year].join(" ") };
}
