import { stem, wordsOf } from "../../engines/pages/terms.js";

const NUMBERS: Readonly<Record<string, string>> = {
  ...{ one: "1", two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7", eight: "8", nine: "9", ten: "10" },
  ...{ eleven: "11", twelve: "12", twenty: "20", thirty: "30", forty: "40", fifty: "50", sixty: "60", hundred: "100" },
};

/** What a sentence counts. */
export interface Figures {
  /** Shares such as one in ten, as `1/10`. */
  readonly shares: ReadonlySet<string>;
  readonly years: ReadonlySet<string>;
  /** Other numbers, each with the stem of what it counts: `12000 windmill`. */
  readonly counts: ReadonlyMap<string, string>;
}

export function figuresOf(text: string): Figures {
  const plain = text
    .toLowerCase()
    .replace(/(\d),(?=\d{3}\b)/g, "$1")
    .replace(/\b[a-z]+\b/g, (word) => NUMBERS[word] ?? word);
  const shares = new Set<string>();
  for (const [, some, of] of plain.matchAll(/\b(\d+) (?:\p{L}+ )?(?:in|out of) (?:every )?(\d+)\b/gu))
    shares.add(`${some}/${of}`);
  // With a comma in it a number is no year.
  const ungrouped = text.replace(/\d{1,3}(?:,\d{3})+/g, "#");
  const years = new Set([...ungrouped.matchAll(/\b(1\d{3}|20\d{2})\b(?! \p{L}+s\b)/gu)].map(([year]) => year));
  const counts = new Map<string, string>();
  for (const [, number, , words] of plain.matchAll(
    /\b(\d+(?:\.\d+)?)( (?:percent|per cent|million|billion|thousand))? ((?:\p{L}+ ?){1,3})/gu,
  )) {
    if (years.has(number!)) continue;
    const [first = "", second = ""] = wordsOf(words!);
    counts.set(stem(first), number!);
    if (second !== "") counts.set(stem(second), counts.get(stem(second)) ?? number!);
  }
  for (const [, number, unit] of plain.matchAll(/\b(\d+(?:\.\d+)?) ?(percent|per cent|%|million|billion)/g)) {
    counts.set(unit === "%" || unit === "per cent" ? "percent" : unit!, number!);
  }
  return { shares, years, counts };
}

/** Whether two sentences give the same figure for the same thing. */
export function shareFigure(one: Figures, other: Figures): boolean {
  if ([...one.shares].some((share) => other.shares.has(share))) return true;
  return [...one.counts].some(([unit, number]) => other.counts.get(unit) === number && number.length > 1);
}

/** The first year that a sentence names, before Christ as a negative number. */
export function yearOf(text: string): number | undefined {
  const ad = /\b(\d{1,4}) (?:AD|CE)\b|\bAD (\d{1,4})\b/.exec(text);
  if (ad !== null) return Number(ad[1] ?? ad[2]);
  const found =
    /\b(\d{1,4}) (BC|BCE)\b/.exec(text) ??
    /\b(?:in|by|since|until) (?:the )?(?:early |late )?(1\d{3}|20\d{2}|[3-9]\d{2})s?\b(?![,.]\d| \p{Ll}+s\b)/u.exec(
      text,
    );
  if (found !== null) return found[2] === undefined ? Number(found[1]) : -Number(found[1]);
  const bare = /\b(1\d{3}|20[0-4]\d)s?\b(?![,.]\d)/.exec(text);
  if (bare !== null) return Number(bare[1]);
  const century = /\b(\d{1,2})(?:st|nd|rd|th) centur(?:y|ies)\b( BC)?/.exec(text);
  if (century === null) return undefined;
  return century[2] === undefined ? 100 * Number(century[1]) - 50 : -100 * Number(century[1]) + 50;
}
