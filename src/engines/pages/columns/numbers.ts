/** What stands behind a number and multiplies it, as a power of ten: letters at once behind it, words after a space as well. */
const FACTORS: readonly (readonly [RegExp, number])[] = [
  [/^k(?![\p{L}\d])/iu, 3],
  [/^m(?![\p{L}\d])/iu, 6],
  [/^\s?bn\b/i, 9],
  [/^\s?tsd\b/i, 3],
  [/^\s?mio\b/i, 6],
  [/^\s?mrd\b/i, 9],
];
/** Behind the first number of a range, its unit included: the sign or word between, and the second number. */
const TO_ANOTHER =
  /^\s?(?:[kKmM]|bn|Tsd\.?|Mio\.?|Mrd\.?)?\s?(?:[\p{Sc}%°]|\p{L}{1,3}\.?)?\s?(?:[-–—−‐‑‒]|(?<=\s)(?:to|bis)(?=\s))\s?(?:\p{Sc}|\p{L}{1,3}(?=[\s\d]))?\s?\d/u;

/** Digits with marks between thousands, in India also between hundreds before them. */
const IN_GROUPS = /^\d+(?:\.\d{3})*$|^\d+(?:,\d{3})*$|^\d{1,2}(?:,\d{2})*,\d{3}$/;
const EXPONENT = /^e([-+]?\d{1,3})(?![\p{L}\d])/iu;

/**
 * The first number in a text, whichever way it is written: `1,234.56`, `1.234,56 €`, `1 234`, `1.5k`, `3 Mio.`. A single mark before
 * three digits parts thousands, except behind a 0. A range such as `2–4` is no number, and neither is `12.5.3`.
 */
export function numberIn(text: string): number | undefined {
  const match = /([-−+]?)[^\d+\-−.,]{0,3}(\d(?:[\d.,'’\u00a0\u202f ]*\d)?)/.exec(text);
  if (match === null) return undefined;
  const [found, sign = "", digits = ""] = match;
  const behind = text.slice(match.index + found.length, match.index + found.length + 40);
  const exponent = EXPONENT.exec(behind)?.[1];
  if (exponent === undefined && TO_ANOTHER.test(behind)) return undefined;
  const compact = digits
    .replace(/['’\u00a0\u202f ](?=\d{3}(?:\D|$))/g, "")
    .split(/[\s'’\u00a0\u202f]/)[0]!
    .replace(/[.,]+$/, "");
  const marks = compact.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  const tail = last === undefined ? "" : compact.slice(compact.lastIndexOf(last) + 1);
  const isDecimal =
    last !== undefined &&
    marks.filter((mark) => mark === last).length === 1 &&
    (new Set(marks).size > 1 || tail.length !== 3 || /^0[.,]/.test(compact));
  const whole = isDecimal ? compact.slice(0, compact.lastIndexOf(last)) : compact;
  if (!IN_GROUPS.test(whole)) return undefined;
  const plain = `${whole.replace(/[.,]/g, "")}${isDecimal ? `.${tail}` : ""}`;
  const power = exponent ?? FACTORS.find(([pattern]) => pattern.test(behind))?.[1] ?? 0;
  // The power is written behind, as a product would not be exact.
  const number = Number(`${plain}e${power}`);
  return Number.isFinite(number) ? (sign === "-" || sign === "−" ? -number : number) : undefined;
}
