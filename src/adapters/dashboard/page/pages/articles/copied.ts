/** A stretch of a text, from `start` up to `end`. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface Copied {
  /** In the sentence, and in what it is made from. */
  readonly here: readonly Stretch[];
  readonly there: readonly Stretch[];
  /** Words of the sentence that are in such runs, and all of them. */
  readonly words: number;
  readonly of: number;
  /** The longest run in words. */
  readonly longest: number;
}

interface Word extends Stretch {
  readonly word: string;
}

/** The runs of at least so many words that stand in both texts the same, whatever the case and the marks between. */
export function copied(here: string, there: string, least: number): Copied {
  const own = wordsIn(here);
  const other = wordsIn(there);
  const mine = runsIn(own, new Set(grams(other, least)), least);
  return {
    here: mine.stretches,
    there: runsIn(other, new Set(grams(own, least)), least).stretches,
    words: mine.words,
    of: own.length,
    longest: mine.longest,
  };
}

function wordsIn(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase().replace(/’/g, "'"),
    start: index,
    end: index + word.length,
  }));
}

function grams(words: readonly Word[], size: number): string[] {
  const found: string[] = [];
  for (let from = 0; from + size <= words.length; from += 1) found.push(gram(words, from, size));
  return found;
}

const gram = (words: readonly Word[], from: number, size: number): string =>
  words
    .slice(from, from + size)
    .map(({ word }) => word)
    .join(" ");

function runsIn(words: readonly Word[], known: ReadonlySet<string>, size: number) {
  const stretches: Stretch[] = [];
  let count = 0;
  let longest = 0;
  for (let from = 0; from + size <= words.length; from += 1) {
    if (!known.has(gram(words, from, size))) continue;
    let last = from + size - 1;
    while (last + 1 < words.length && known.has(gram(words, last + 2 - size, size))) last += 1;
    stretches.push({ start: words[from]!.start, end: words[last]!.end });
    count += last - from + 1;
    longest = Math.max(longest, last - from + 1);
    from = last;
  }
  return { stretches, words: count, longest };
}
