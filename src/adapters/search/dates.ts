const UNIT_MS: Readonly<Record<string, number>> = {
  second: 1000,
  sec: 1000,
  minute: 60_000,
  min: 60_000,
  hour: 3_600_000,
  hr: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  wk: 7 * 86_400_000,
};

/**
 * A date as engines write it (ISO 8601, `3 days ago`, `Yesterday`, `Mar 4, 2026`, `4 March 2026`, seconds since 1970) in ISO
 * 8601: a time where one is known, else a day; as it is where it is not understood.
 */
export function dateOf(text: string, now: Date): string {
  const given = text.trim();
  if (given === "" || given.length > 100) return "";
  return iso(given) ?? ago(given, now) ?? named(given) ?? given;
}

function iso(text: string): string | undefined {
  if (/^\d{9,10}$/.test(text)) return time(Number(text) * 1000);
  if (/^\d{12,13}$/.test(text)) return time(Number(text));
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : text;
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text)) return undefined;
  // Without a zone engines mean universal time.
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text.replace(" ", "T")}Z`;
  return time(Date.parse(zoned));
}

function time(milliseconds: number): string | undefined {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace(".000Z", "Z");
}

function ago(text: string, now: Date): string | undefined {
  if (/^(?:just now|now)$/i.test(text)) return time(now.getTime());
  if (/^today$/i.test(text)) return day(now);
  if (/^yesterday$/i.test(text)) return day(new Date(now.getTime() - 86_400_000));
  const [, number = "", unit = ""] =
    /^(?:about |over )?(\d{1,4}|an?|one)\s*(sec(?:ond)?|min(?:ute)?|hr|hour|day|week|wk|month|mo|year|yr)s?\.? ago$/i.exec(
      text,
    ) ?? [];
  if (unit === "") return undefined;
  const count = /^\d/.test(number) ? Number(number) : 1;
  const milliseconds = UNIT_MS[unit.toLowerCase()];
  if (milliseconds !== undefined) {
    const at = new Date(now.getTime() - count * milliseconds);
    return milliseconds >= 86_400_000 ? day(at) : time(at.getTime());
  }
  const at = new Date(now);
  if (/^mo/i.test(unit)) at.setUTCMonth(at.getUTCMonth() - count);
  else at.setUTCFullYear(at.getUTCFullYear() - count);
  return day(at);
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

function named(text: string): string | undefined {
  const [, month, date, year] = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:$|[ ,])/i.exec(text) ?? [];
  const [, ofDate, ofMonth, ofYear] =
    /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?\.? ([a-z]{3,9})\.?,? (\d{4})(?:$|[ ,])/i.exec(text) ?? [];
  const at = MONTHS.indexOf((month ?? ofMonth ?? "").slice(0, 3).toLowerCase());
  const number = Number(date ?? ofDate);
  const inYear = Number(year ?? ofYear);
  if (at < 0 || !(number >= 1 && number <= 31)) return undefined;
  const found = new Date(Date.UTC(inYear, at, number));
  return found.getUTCMonth() === at ? day(found) : undefined;
}

function day(date: Date): string | undefined {
  return time(date.getTime())?.slice(0, 10);
}
