import type { English } from "../english/types.js";
import { singularOf } from "./number.js";

const LONGEST = 3;

/** What the longest known phrase that ends before `end` stands for, as it is or in the singular. */
export function knownAt<Meaning>(
  words: readonly string[],
  end: number,
  known: ReadonlyMap<string, Meaning>,
  english: English,
): Meaning | undefined {
  for (let start = Math.max(0, end - LONGEST); start < end; start += 1) {
    const phrase = words.slice(start, end);
    const singular = [...phrase.slice(0, -1), singularOf(phrase.at(-1)!, english)];
    const found = known.get(phrase.join(" ")) ?? known.get(singular.join(" "));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What the longest known phrase at the end of the words stands for, or else the last one before it. */
export function longestKnown<Meaning>(
  words: readonly string[],
  known: ReadonlyMap<string, Meaning>,
  english: English,
): Meaning | undefined {
  for (let end = words.length; end > 0; end -= 1) {
    const found = knownAt(words, end, known, english);
    if (found !== undefined) return found;
  }
  return undefined;
}
