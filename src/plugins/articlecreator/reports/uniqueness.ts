import { wordsOf } from "../../../engines/pages/terms.js";

/** A text to compare with, in words. */
export interface Compared {
  readonly name: string;
  readonly words: readonly string[];
}

export interface Uniqueness {
  /** Share of the runs of five words that stand in none of the other texts, from 0 to 1. */
  readonly distance: number;
  /** The longest run of words that stands in another text too. */
  readonly longest: { readonly words: number; readonly text: string; readonly name: string };
}

const RUN = 5;

export function comparedText(name: string, text: string): Compared {
  return { name, words: wordsOf(text) };
}

/** How much of a text is its own. Takes time in proportion to the other texts. */
export function uniquenessOf(text: string, others: readonly Compared[]): Uniqueness {
  const words = wordsOf(text);
  const places = new Map<string, number[]>();
  for (const [at, word] of words.entries()) {
    const known = places.get(word);
    if (known === undefined) places.set(word, [at]);
    else known.push(at);
  }
  const copied = new Uint8Array(Math.max(0, words.length - RUN + 1));
  let longest = { words: 0, end: -1, name: "" };
  const none: readonly number[] = [];
  for (const { name, words: other } of others) {
    // By place in the text: how long the run is that ends there and at the last word, and at the one before.
    let [now, before] = [new Uint16Array(words.length), new Uint16Array(words.length)];
    let [last, last2]: (readonly number[])[] = [none, none];
    for (const word of other) {
      [now, before] = [before, now];
      for (const at of last2!) now[at] = 0;
      const here = places.get(word) ?? none;
      for (const at of here) {
        const length = (before[at - 1] ?? 0) + 1;
        now[at] = length;
        if (length >= RUN) copied[at - RUN + 1] = 1;
        if (length > longest.words) longest = { words: length, end: at, name };
      }
      [last, last2] = [here, last];
    }
  }
  const shared = copied.reduce((sum, one) => sum + one, 0);
  const run = words.slice(longest.end - longest.words + 1, longest.end + 1).join(" ");
  return {
    distance: copied.length === 0 ? 1 : rounded(1 - shared / copied.length),
    longest: { words: longest.words, text: run, name: longest.name },
  };
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
