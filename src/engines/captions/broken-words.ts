/** What often stands before a hyphen that belongs to a word. */
const FIRST_PARTS = new Set(
  (
    "well self ill ex non half all high low long short full part year first second third good hard brand so anti co pre mid " +
    "twenty thirty forty fifty sixty seventy eighty ninety one two three four five six seven eight nine ten " +
    "e t x grand vice north south east west old new open left right hand step"
  ).split(" "),
);
/** Words behind a hyphen that stands for a part left out: `two- and three-year`. */
const LINKS = /^(?:and|or|to|und|oder|bzw|bis|et|ou|y|o|u|e)(?![\p{L}\p{M}])/iu;
const CUT = /(?<![\p{L}\p{M}\p{N}-])((?:[\p{L}\p{M}]+-)*)([\p{L}\p{M}]{2,})[-\u2010\u00ad]$/u;
const REST = /^[\p{L}\p{M}]{2,}(?:-[\p{L}\p{M}]+)*/u;
const WORD = /[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu;

/** The words of lines, by which one that is broken at the end of a line is told. None where no line ends with a hyphen. */
export function knownWords(lines: readonly string[]): ReadonlySet<string> {
  if (!lines.some((line) => /[-\u2010\u00ad]$/.test(line))) return new Set();
  return new Set(lines.flatMap((line) => line.toLowerCase().match(WORD) ?? []));
}

/**
 * Two lines as one where a word was broken between them; undefined where none was. Its hyphen stays where the word has one
 * elsewhere among `known`, or begins as such words do.
 */
export function withWholeWord(line: string, next: string, known: ReadonlySet<string>): string | undefined {
  const [, parts = "", last = ""] = CUT.exec(line.slice(-80)) ?? [];
  const [rest = ""] = REST.exec(next) ?? [];
  // A speaker who stops in a word begins it once more: `b- but`, `the- the`.
  if (last === "" || rest === "" || LINKS.test(next) || rest.toLowerCase().startsWith(last.toLowerCase()))
    return undefined;
  const start = line.slice(0, -1);
  const whole = `${parts}${last}${rest}`.toLowerCase();
  const hyphened = `${parts}${last}-${rest}`.toLowerCase();
  // `Straßenbahn-` and `Haltestelle`; a capital behind another word begins a sentence.
  if (/^\p{Lu}/u.test(rest)) return /^\p{Lu}/u.test(`${parts}${last}`) ? `${start}-${next}` : undefined;
  if (known.has(hyphened)) return `${start}-${next}`;
  if (known.has(whole)) return `${start}${next}`;
  return parts !== "" || FIRST_PARTS.has(last.toLowerCase()) ? `${start}-${next}` : `${start}${next}`;
}
