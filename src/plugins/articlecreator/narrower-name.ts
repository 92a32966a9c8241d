import { isStopWord, termsOf } from "../../engines/pages/terms.js";

/** Share of the places that name the keyword in which the same word stands next to it. */
const LEAST_SHARE = 0.65;
const FEWEST_PLACES = 4;
/** Words that judge or count, and tell no narrower thing. */
const JUDGING = new Set(
  "best good better great new right top perfect ideal popular many different various other own single whole first next last modern common typical average regular standard good-quality high-quality".split(
    " ",
  ),
);

/**
 * What the texts speak of nearly wherever they name the keyword: "standing desk converters" for "standing desk". An article of such
 * texts is about that, whatever it was asked for. Undefined where they speak of the keyword itself.
 */
export function narrowerName(query: readonly string[], texts: readonly string[]): string | undefined {
  if (query.length < 2) return undefined;
  const after = new Map<string, string[]>();
  const before = new Map<string, string[]>();
  /** What is behind the keyword as the head of a subject: "opens" in "a garden gate opens" is none. */
  const subjects = new Set<string>();
  let places = 0;
  for (const text of texts) {
    const words = text.split(/\s+/u);
    for (let at = 0; at + query.length <= words.length; at += 1) {
      const own = words.slice(at, at + query.length);
      if (!own.every((word, place) => isTerm(word, query[place]!))) continue;
      if (own.slice(0, -1).some((word) => /[.,;:!?)]$/u.test(word))) continue;
      places += 1;
      const next = /[.,;:!?)]$/u.test(own.at(-1)!) ? undefined : plainWord(words[at + query.length]);
      const previous = plainWord(words[at - 1]);
      if (next !== undefined) {
        noted(after, next, [...own, next].join(" "));
        if (OF_SUBJECTS.test(words[at + query.length + 1] ?? "")) subjects.add(termsOf(next).join() || next);
      }
      if (previous !== undefined && !JUDGING.has(previous)) noted(before, previous, [previous, ...own].join(" "));
    }
  }
  if (places < FEWEST_PLACES) return undefined;
  const nouns = [...after].filter(([word]) => subjects.has(word)).map(([, names]) => names);
  const [most] = [...before.values(), ...nouns].toSorted((one, other) => other.length - one.length);
  return most === undefined || most.length < LEAST_SHARE * places ? undefined : mostFrequent(most);
}

const OF_SUBJECTS = /^(?:is|are|was|were|can|could|has|have|had|will|would|may|might|should|must|that|which)$/u;

const isTerm = (word: string, term: string) => termsOf(word).join() === term;

/** The word in small letters, with what may follow its last one; undefined where it is no plain content word. */
function plainWord(word: string | undefined): string | undefined {
  const plain = /^[("\u201c]?(\p{L}[\p{L}-]+)[.,;:!?)]*$/u.exec(word ?? "")?.[1];
  return plain === undefined || isStopWord(plain.toLowerCase()) ? undefined : plain.toLowerCase();
}

function noted(places: Map<string, string[]>, word: string, name: string): void {
  const key = termsOf(word).join() || word;
  const clean = name.replace(/[.,;:!?)("\u201c]/gu, "").toLowerCase();
  const known = places.get(key);
  if (known === undefined) places.set(key, [clean]);
  else known.push(clean);
}

/** The form in which it is said most often; of equal ones the longer, which is the plural. */
function mostFrequent(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([one, count], [other, more]) => more - count || other.length - one.length)[0]![0];
}
