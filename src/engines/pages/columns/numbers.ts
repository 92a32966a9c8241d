/** What stands behind a number and multiplies it, as a power of ten: letters at once behind it, words after a space as well. */
const FACTORS: readonly (readonly [RegExp, number])[] = [
  [/^k(?![\p{L}\d])/iu, 3],
  [/^m(?![\p{L}\d])/iu, 6],
  [/^\s?(?:tsd|tausend|thousand)\b/i, 3],
  [/^\s?lakhs?\b/i, 5],
  [/^\s?(?:mio|mln|millions?|millionen)\b/i, 6],
  [/^\s?crores?\b/i, 7],
  [/^\s?(?:bn|mrd|billions?|milliarden?|milliards?)\b/i, 9],
  [/^\s?trillions?\b/i, 12],
];
/** Digits that belong to a unit, as in `100 m2`. */
const POWERS = /\b(?:[cdkm]?m|ft|in|yd)[23]\b/gi;

/** Digits with marks between thousands, in India also between hundreds before them. */
const IN_GROUPS = /^\d+(?:\.\d{3})*$|^\d+(?:,\d{3})*$|^\d{1,2}(?:,\d{2})*,\d{3}$/;
const EXPONENT = /^e([-+]?\d{1,3})(?![\p{L}\d])/iu;
/** `(12.00)` may be a negative number or one that is remarked, and so may `5-`. */
const IN_BRACKETS = /^\p{Sc}?\s?\([^()]*\)\s?\p{Sc}?$/u;
const MINUS_BEHIND = /^\s?[-−–]\s?\p{Sc}?$/u;

/**
 * The number in a text, whichever way it is written: `1,234.56`, `1.234,56 €`, `1 234`, `.99`, `1.5k`, `3 Mio.`. A single mark before
 * three digits parts thousands, except at the beginning and behind a 0. Undefined where it may be another one: for several numbers, such
 * as `2–4` and `1/2`, for `12.5.3`, `(12.00)` and `5-`, and for an integer that a number would not hold digit by digit.
 */
export function numberIn(given: string): number | undefined {
  const text = given.replace(/\s+/g, " ").trim();
  const match = /([-−+]?)[^\d+\-−.,]{0,3}((?:(?<![\p{L}\d.,])[.,])?\d(?:[\d.,'’\u00a0\u202f ]*\d)?)/u.exec(text);
  if (match === null || IN_BRACKETS.test(text)) return undefined;
  const [found, sign = "", digits = ""] = match;
  const behind = text.slice(match.index + found.length);
  const [ofExponent = "", exponent] = EXPONENT.exec(behind) ?? [];
  const rest = behind.slice(ofExponent.length).replace(POWERS, "");
  if (/\d/.test(rest) || MINUS_BEHIND.test(rest)) return undefined;
  const compact = digits.replace(/['’\u00a0\u202f ](?=\d{3}(?:\D|$))/g, "").replace(/^[.,]/, "0$&");
  const marks = compact.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  const tail = last === undefined ? "" : compact.slice(compact.lastIndexOf(last) + 1);
  const isDecimal =
    last !== undefined &&
    marks.filter((mark) => mark === last).length === 1 &&
    (new Set(marks).size > 1 || tail.length !== 3 || /^0[.,]/.test(compact));
  const whole = isDecimal ? compact.slice(0, compact.lastIndexOf(last)) : compact;
  if (!IN_GROUPS.test(whole)) return undefined;
  const integer = whole.replace(/[.,]/g, "");
  if (!Number.isSafeInteger(Number(integer))) return undefined;
  const power = exponent ?? FACTORS.find(([pattern]) => pattern.test(behind))?.[1] ?? 0;
  // The power is written behind, as a product would not be exact.
  const number = Number(`${integer}${isDecimal ? `.${tail}` : ""}e${power}`);
  return Number.isFinite(number) ? (sign === "-" || sign === "−" ? -number : number) : undefined;
}
