import timeZones from "../../../../data/pages/time-zones.txt";
import { once, readTable, refuseRow } from "../../tables.js";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Minutes from UTC. */
const zones = once((): ReadonlyMap<string, number> => {
  const file = { name: "pages/time-zones.txt", text: timeZones };
  return new Map(
    readTable(file, { columns: { zone: "text", minutes: "text" } }).map(({ zone, minutes, line }) => {
      if (!/^-?\d{1,3}$/.test(minutes)) refuseRow(file, line, `"${minutes}" is no number of minutes`);
      return [zone, Number(minutes)];
    }),
  );
});
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2100, 0, 1);

const ISO = /^(\d{4})-?(\d{2})(?:-?(\d{2}))?(?:[T\s]+(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?)?\s*(.*)$/i;
const WORDED =
  /^(?:[\p{L}.]+,?\s+)?(\d{1,2})(?:st|nd|rd|th)?[\s-]+(\p{L}{3})\p{L}*\.?,?[\s-]+(\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?\s*(.*)$/iu;
const AMERICAN =
  /^(?:\p{L}+,?\s+)?(\p{L}{3})\p{L}*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(?:(\d{1,2}):(\d{2})(?::(\d{2}))?\s+)?(?:([A-Z]{1,5}|[+-]\d{2}:?\d{2})\s+)?(\d{4})\s*(.*)$/iu;

/**
 * A date of a feed as ISO 8601 in UTC: RFC 822 with the usual slips, ISO 8601, seconds or milliseconds since 1970. Empty
 * for what is no date, or none between 1970 and 2100. A time without a zone is taken as UTC.
 */
export function feedDate(source: string | undefined): string {
  const text = (source ?? "").slice(0, 200).trim();
  if (/^\d{9,10}$/.test(text)) return whole(Number(text) * 1000);
  if (/^\d{12,13}$/.test(text)) return whole(Number(text));
  const iso = ISO.exec(text);
  if (iso !== null) {
    const [, year, month, day = "1", hour = "0", minute = "0", second = "0", zone = ""] = iso;
    return dated([year, Number(month) - 1, day, hour, minute, second].map(Number), zone);
  }
  const worded = WORDED.exec(text);
  if (worded !== null) {
    const [, day, month = "", year = "", hour = "0", minute = "0", second = "0", zone = ""] = worded;
    return dated([yearOf(year), MONTHS.indexOf(month.toLowerCase()), day, hour, minute, second].map(Number), zone);
  }
  const american = AMERICAN.exec(text);
  if (american === null) return "";
  const [, month = "", day, hour = "0", minute = "0", second = "0", zone, year, rest = ""] = american;
  return dated(
    [Number(year), MONTHS.indexOf(month.toLowerCase()), day, hour, minute, second].map(Number),
    zone ?? rest,
  );
}

/** RFC 822 wrote years with two digits. */
function yearOf(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function dated(parts: readonly number[], zone: string): string {
  const [year = 0, month = -1, day = 0, hour = 0, minute = 0, second = 0] = parts;
  if (month < 0 || month > 11 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return "";
  const time = Date.UTC(year, month, day, hour, minute, second);
  // The thirty-first of February is no day.
  if (new Date(Date.UTC(year, month, day)).getUTCDate() !== day) return "";
  return whole(time - minutesOf(zone) * 60_000);
}

function minutesOf(zone: string): number {
  const digits = /([+-])(\d{1,2}):?(\d{2})?/.exec(zone);
  if (digits !== null) {
    const minutes = Number(digits[2]) * 60 + Number(digits[3] ?? 0);
    return minutes > 14 * 60 ? 0 : digits[1] === "-" ? -minutes : minutes;
  }
  const name = /[a-z]+/i.exec(zone)?.[0].toLowerCase() ?? "";
  return zones().get(name) ?? 0;
}

function whole(time: number): string {
  return time >= EARLIEST && time < LATEST ? new Date(time).toISOString().replace(".000Z", "Z") : "";
}
