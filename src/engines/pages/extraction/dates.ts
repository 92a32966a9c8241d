import monthNames from "../../../../data/pages/months.txt";
import { once, readTable, refuseRow } from "../../tables.js";
import { oneLine } from "../blocks.js";

/** Which comes first in 5/1/2024, the day or the month. */
export type DateOrder = "dmy" | "mdy";

export interface DateOptions {
  /** What is later, by more than two days, is no date of publication. */
  readonly now: Date;
  /** The page's language: in American English the month comes first in 5/1/2024. */
  readonly language?: string;
  /** Known from elsewhere; it goes before the language. */
  readonly order?: DateOrder;
}

/** Before there was no web to publish on. */
const FIRST_YEAR = 1990;
const DAY_MS = 86_400_000;
const MAX_LENGTH = 300;

const TIME = String.raw`(?:[t ,]{0,3}(?:at |um |\u00e0 |-\s?)?(\d{1,2})[:.h](\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(am|pm|a\.m\.|p\.m\.)?\s?(z\b|utc|gmt|(?:gmt|utc)?[+-]\d{2}:?\d{2})?)?`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th|\.|\u00ba|er)?`;
/** No digit on either side. */
const ALONE = [String.raw`(?<![\d.])`, String.raw`(?!\d)`] as const;
const rule = (pattern: string, order: string) =>
  [new RegExp(`${ALONE[0]}${pattern}${ALONE[1]}${TIME}`, "u"), order] as const;

// Classes of letters are large: without regard to case, or repeated by number, they take half a second to be made ready.
/** How dates are written in small letters, the plainest first. `n` is a month by number, `m` by name; `a` is one or the other. */
const RULES: readonly (readonly [RegExp, string])[] = [
  rule(String.raw`(\d{4})-(\d{1,2})-(\d{1,2})`, "ynd"),
  rule(String.raw`(\d{4})[/.](\d{1,2})[/.](\d{1,2})`, "ynd"),
  rule(String.raw`(\d{4})\s?[\u5e74\ub144]\s?(\d{1,2})\s?[\u6708\uc6d4]\s?(\d{1,2})\s?[\u65e5\uc77c]?`, "ynd"),
  rule(String.raw`${DAY}[\s\u00a0-]{0,2}(?:of |de |d')?(\p{L}+)\.?,?[\s\u00a0-]{0,2}(?:de |del )?(\d{4})`, "dmy"),
  rule(String.raw`(\d{4})\s(\p{L}+)\.?\s(\d{1,2})`, "ymd"),
  rule(String.raw`(\d{4})(\d{2})(\d{2})`, "ynd"),
  rule(String.raw`(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})`, "dny"),
  rule(String.raw`(\d{1,2})[/-](\d{1,2})[/-](\d{4})`, "aay"),
];
const BY_SLASHES = new RegExp(String.raw`${ALONE[0]}(\d{1,2})[/-](\d{1,2})[/-]\d{4}${ALONE[1]}`, "u");
const MONTH_FIRST = new RegExp(
  String.raw`(?<!\p{L})(\p{L}+)\.?[\s\u00a0]{1,2}${DAY},?[\s\u00a0]{1,2}(\d{4})${ALONE[1]}${TIME}`,
  "u",
);
/** `Fri May 03 10:11:12 +0200 2024`, as some programs print it. */
const PRINTED = /\b[a-z]{3} ([a-z]{3}) (\d{1,2}) \d{2}:\d{2}:\d{2} (?:\S{3,5} )?(\d{4})\b/;

/** What a text says of which comes first, as far as it writes its date so: `either` for 5/1/2024. */
export function orderIn(text: string, { now }: Pick<DateOptions, "now">): DateOrder | "either" | undefined {
  const date = dateIn(text, { now, order: "dmy" });
  if (date === "") return undefined;
  if (date !== dateIn(text, { now, order: "mdy" })) return "either";
  const [, first = "", second = ""] = BY_SLASHES.exec(oneLine(text.slice(0, MAX_LENGTH))) ?? [];
  if (Number(first) > 12) return "dmy";
  return Number(second) > 12 ? "mdy" : undefined;
}

/** Which of the two is usual in a language. The specification leaves open which way round 5/1/2024 is read. */
export function usualOrder(language: string): DateOrder {
  return /^en(?:[_-]us)?$/i.test(language) ? "mdy" : "dmy";
}

/** The first plausible date in a text, as ISO 8601: the day alone, or with the time where one follows it; "" when there is none. */
export function dateIn(text: string, options: DateOptions): string {
  return firstDate(text, options).date;
}

/** The same of a text with one date; "" also where another one follows, or a time that is none such as 25:00. */
export function oneDateIn(text: string, options: DateOptions): string {
  const { date, written, behind } = firstDate(text, options);
  if (!date.includes("T") && /\d:\d/.test(written)) return "";
  const other = dateIn(behind, options);
  return other === "" || other.slice(0, 10) === date.slice(0, 10) ? date : "";
}

function firstDate(text: string, options: DateOptions): { date: string; written: string; behind: string } {
  const plain = oneLine(text.slice(0, MAX_LENGTH)).toLowerCase();
  const none = { at: 0, date: "", written: "", behind: "" };
  if (!/\d/.test(plain)) return none;
  if (/^\d{10}(?:\d{3})?$/.test(plain)) return { ...none, date: ofSeconds(Number(plain.slice(0, 10)), options) };
  const found = [...RULES, [MONTH_FIRST, "mdy"] as const, [PRINTED, "mdy"] as const].flatMap(([pattern, order]) => {
    const match = pattern.exec(plain);
    const date = match === null ? "" : dateOf(match, order, options);
    if (match === null || date === "") return [];
    const [written] = match;
    return [{ at: match.index, date, written, behind: plain.slice(match.index + written.length) }];
  });
  return found.reduce((best, one) => (one.at < best.at ? one : best), found[0] ?? none);
}

/** The day in an address such as `/2024/05/01/title`, or "". */
export function dateInAddress(address: string, options: DateOptions): string {
  const path = URL.parse(address)?.pathname ?? "";
  const match =
    /\/(\d{4})\/(\d{1,2})\/(\d{1,2})(?=\/|$|[-_.])/.exec(path) ??
    /(?:^|[/_-])(\d{4})-(\d{2})-(\d{2})(?=$|[/_.-])/.exec(path) ??
    /[/_-](\d{4})(\d{2})(\d{2})(?=$|[/_.-])/.exec(path);
  return match === null ? "" : dateOf(match, "ynd", options);
}

function ofSeconds(seconds: number, options: DateOptions): string {
  const date = new Date(seconds * 1000);
  return isPlausible(date, options) ? `${date.toISOString().slice(0, 19)}Z` : "";
}

function dateOf(match: RegExpExecArray, order: string, options: DateOptions): string {
  const [, first = "", second = "", third = "", ...time] = match;
  const parts = [first, second, third];
  const part = (letter: string) => parts[order.indexOf(letter)] ?? "";
  const year = Number(part("y"));
  let month = order.includes("m") ? monthOf(part("m")) : Number(part("n"));
  let day = Number(part("d"));
  if (order.startsWith("aa")) {
    const usual = options.order ?? usualOrder(options.language ?? "");
    const monthFirst = Number(first) <= 12 && (Number(second) > 12 || usual === "mdy");
    [month, day] = monthFirst ? [Number(first), Number(second)] : [Number(second), Number(first)];
  }
  if (month === undefined || month < 1 || month > 12) return "";
  const date = new Date(Date.UTC(year, month - 1, day));
  // The 31st of a month of thirty days is none, and the calendar would make another day of it.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || !isPlausible(date, options)) return "";
  return date.toISOString().slice(0, 10) + timeOf(time);
}

function timeOf([hours = "", minutes = "", seconds = "00", half = "", zone = ""]: readonly (
  | string
  | undefined
)[]): string {
  if (hours === "") return "";
  const afternoon = /^p/i.test(half);
  const hour = half === "" ? Number(hours) : (Number(hours) % 12) + (afternoon ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return "";
  const offset = /([+-]\d{2}):?(\d{2})$/.exec(zone);
  const shift = offset === null ? (zone === "" ? "" : "Z") : `${offset[1]}:${offset[2]}`;
  return `T${String(hour).padStart(2, "0")}:${minutes}:${seconds}${shift.replace(/^[+-]00:00$/, "Z")}`;
}

function isPlausible(date: Date, { now }: DateOptions): boolean {
  return date.getUTCFullYear() >= FIRST_YEAR && date.getTime() < now.getTime() + 2 * DAY_MS;
}

const months = once((): ReadonlyMap<string, number> => {
  const file = { name: "pages/months.txt", text: monthNames };
  const found = new Map<string, number>();
  for (const { names, line } of readTable(file, { columns: { names: "list" } })) {
    if (names.length > 12) refuseRow(file, line, `a year has 12 months, and these are ${names.length}`);
    for (const [index, name] of names.entries()) {
      const stem = withoutAccents(name);
      if (!found.has(stem)) found.set(stem, index + 1);
    }
  }
  return found;
});

/** 1 to 12, or undefined for a word that is no month. */
function monthOf(word: string): number | undefined {
  const name = withoutAccents(word);
  for (let length = name.length; length >= 3; length -= 1) {
    const month = months().get(name.slice(0, length));
    // Words that only begin like a short name are others: "decided" is not December, "junction" not June.
    if (month !== undefined && (length === name.length || (length > 3 && name.length - length <= 3))) return month;
  }
  return undefined;
}

function withoutAccents(word: string): string {
  return word
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/\u0131/g, "i");
}
