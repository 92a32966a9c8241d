import { mistypedName } from "../values/nearest-name.js";

/** Other words for fields of every task type. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  schedule: "jobCron",
  timezone: "jobCronTimezone",
  tz: "jobCronTimezone",
};

/** Words that are part of so many names that they say too little of which is meant. */
const COMMON = new Set(
  "count data date file id input level limit list max min mode name number option output page path setting site source status text time type url user value".split(
    " ",
  ),
);

/**
 * The field that was probably meant: one mistyped, else one that is the same but for a last "File", else the only one that
 * has most of its words in common with the given name.
 */
export function nearestFieldName(given: string, known: readonly string[]): string | undefined {
  const mistyped = mistypedName(given, known);
  if (mistyped !== undefined) return mistyped;
  const other = ALSO_CALLED[given.toLowerCase()];
  if (other !== undefined && known.includes(other)) return other;
  const plain = known.map((name) => plainName(name));
  const same = mistypedName(plainName(given), plain);
  if (same !== undefined) return known[plain.indexOf(same)];
  return alikeName(given, known);
}

function plainName(name: string): string {
  return wordsOf(name).join("");
}

function alikeName(given: string, known: readonly string[]): string | undefined {
  const wanted = wordsOf(given);
  if (wanted.every((word) => COMMON.has(singular(word)))) return undefined;
  let best: string | undefined;
  let most = 0.5;
  let isOnly = true;
  for (const name of known) {
    const share = commonShare(wanted, wordsOf(name));
    if (share < most) continue;
    isOnly = best === undefined || share > most;
    [best, most] = [name, share];
  }
  return isOnly ? best : undefined;
}

/** The share of words that two names have in common where one holds all those of the other, else 0. */
function commonShare(one: readonly string[], other: readonly string[]): number {
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  const all = new Set(many.map(singular));
  return few.length > 0 && few.every((word) => all.has(singular(word))) ? few.length / many.length : 0;
}

/** `articleKeywordsFile`: article, keywords. */
function wordsOf(name: string): string[] {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
  return words.length > 1 && words.at(-1) === "file" ? words.slice(0, -1) : words;
}

function singular(word: string): string {
  return word.length > 3 ? word.replace(/s$/, "") : word;
}
