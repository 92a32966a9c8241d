/**
 * A date as archives write it: 4 to 14 digits, `2014` to `20140131235959`. Signs between the digits are passed over, so
 * that `2014-01-31` is read too. Undefined for anything else.
 */
export function readTimestamp(text: string): string | undefined {
  const digits = text.trim().replace(/(?<=\d)[-/:.T ]+(?=\d)|Z$/g, "");
  if (!/^\d{4,14}$/.test(digits)) return undefined;
  const parts = digits.slice(4);
  const month = parts.slice(0, 2);
  const day = parts.slice(2, 4);
  // A part may be cut short, as in 201 or 2014013.
  if (month.length === 2 && (month < "01" || month > "12")) return undefined;
  if (day.length === 2 && (day < "01" || day > "31")) return undefined;
  return digits;
}

/** The first moment of what a timestamp names. */
export function earliest(timestamp: string): string {
  return timestamp.padEnd(14, "0");
}

/** No copy of what a timestamp names is later; it is made for comparing and need not be a date. */
export function latest(timestamp: string): string {
  return timestamp.padEnd(14, "9");
}
