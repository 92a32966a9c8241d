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
  let longest = { words: 0, text: "", name: "" };
  for (const { name, words: other } of others) {
    // By the place in the text where it ends: how long the run is that ends at the word before.
    let before = new Map<number, number>();
    for (const word of other) {
      const now = new Map<number, number>();
      for (const at of places.get(word) ?? []) {
        const length = (before.get(at - 1) ?? 0) + 1;
        now.set(at, length);
        if (length >= RUN) copied[at - RUN + 1] = 1;
        if (length > longest.words) {
          longest = { words: length, text: words.slice(at - length + 1, at + 1).join(" "), name };
        }
      }
      before = now;
    }
  }
  const shared = copied.reduce((sum, one) => sum + one, 0);
  return { distance: copied.length === 0 ? 1 : rounded(1 - shared / copied.length), longest };
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
