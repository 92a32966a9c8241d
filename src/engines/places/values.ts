/** A text of a source on one line, without what no table can hold; empty for what is no text. */
export function cleanText(value: unknown, longest = 500): string {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
  if (text === "") return "";
  const clean = text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028\u2029\ufeff]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return clean.length > longest ? `${clean.slice(0, longest - 1).toWellFormed()}…` : clean;
}

/** A number, also one that is written as text; undefined for what is none. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** An address of the web with its scheme; the first one of several. Empty for what is none. */
export function webAddress(value: unknown): string {
  const [first = ""] = cleanText(value, 2000).split(/\s*;\s*|\s+/);
  if (!first.includes(".")) return "";
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(first) ? first : `https://${first.replace(/^\/\//, "")}`;
  const url = URL.parse(whole);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "") return "";
  return /\.[a-z\d-]{2,}$/i.test(url.hostname) || /^[\d.]+$/.test(url.hostname) ? url.href : "";
}

/** Telephone numbers, each once, as people read them: `+1 303 555 0101`. */
export function phoneNumbers(...values: readonly unknown[]): string {
  const seen = new Map<string, string>();
  for (const part of values.flatMap((value) => cleanText(value).split(/\s*[;,]\s*|\s+\/\s+/))) {
    const number = part.replace(/^(?:tel:|tel\.?|phone:?)\s*/i, "").trim();
    const digits = digitsOf(number);
    if (digits.length < 3 || seen.has(digits)) continue;
    seen.set(
      digits,
      number.startsWith("+") ? number.replace(/[-./\u2010-\u2014]+/g, " ").replace(/\s+/g, " ") : number,
    );
  }
  return [...seen.values()].join("; ");
}

/** What makes two ways to write a telephone number the same. */
export function digitsOf(phone: string): string {
  return phone.replace(/\(0\)/g, "").replace(/\D/g, "").replace(/^00/, "");
}

/** Mail addresses in small letters, each once. */
export function mailAddresses(...values: readonly unknown[]): string[] {
  const parts = values.flatMap((value) => cleanText(value, 2000).split(/[\s;,<>|]+/));
  const found = parts.map((part) =>
    part
      .replace(/^mailto:/i, "")
      .replace(/\?.*$/, "")
      .replace(/^[.'"(]+|[.'")]+$/g, ""),
  );
  return [...new Set(found.map((one) => one.toLowerCase()).filter((one) => MAIL.test(one)))];
}

const MAIL = /^[a-z\d](?:[\w.%+-]{0,62}[\w%+-])?@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}$/;

/** Whether a position is on the globe; 0, 0 stands for none in many sources. */
export function isPosition(latitude: number | undefined, longitude: number | undefined): boolean {
  if (latitude === undefined || longitude === undefined) return false;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && !(latitude === 0 && longitude === 0);
}
