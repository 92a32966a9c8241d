import { type Archive, placeOf, risenWithin, starts } from "./archive.js";

// As scripts/data/thinning.mjs stores logarithms.
const LOG_STEP = 0.15;
const BACKOFF_LIFT = 16;

/** Natural logarithm of the probability of a word the model does not know. */
export const UNKNOWN_LOG = -14;

/** How likely words follow one another. Words are numbers of the model's own; -1 is a word it does not know. */
export interface Trigrams {
  readonly sentenceStart: number;
  readonly sentenceEnd: number;
  /** The model's number of a word of the lexicon, or -1. */
  numberOf(word: number | undefined): number;
  /** Natural logarithm of the probability of a word in any place. */
  unigram(word: number): number;
  /** Natural logarithm of the probability of a word after one other; -1 as the other says nothing. */
  bigram(before: number, word: number): number;
  /** Natural logarithm of the probability of a word after two others, the nearer one last. */
  trigram(farther: number, nearer: number, word: number): number;
}

export function createTrigrams(archive: Archive, wordCount: number, boundaries: readonly [number, number]): Trigrams {
  const lexiconNumbers = archive.numbers("words");
  const own = new Int32Array(wordCount).fill(-1);
  for (const [number, word] of lexiconNumbers.entries()) own[word] = number;
  const unigrams = logarithms(archive.bytes("unigrams"), 0);
  const backoffs = logarithms(archive.bytes("backoffs"), BACKOFF_LIFT);
  const bigramStarts = starts(archive.numbers("bigramCounts"));
  const bigramWords = new Uint16Array(risenWithin(bigramStarts, archive.numbers("bigramGaps")));
  const bigramValues = archive.bytes("bigramValues");
  const bigramBackoffs = archive.bytes("bigramBackoffs");
  const trigramStarts = starts(archive.numbers("trigramCounts"));
  const trigramWords = new Uint16Array(risenWithin(trigramStarts, archive.numbers("trigramGaps")));
  const trigramValues = archive.bytes("trigramValues");

  const pair = (before: number, word: number): number =>
    placeOf(word, bigramWords, bigramStarts[before]!, bigramStarts[before + 1]!);

  function bigram(before: number, word: number): number {
    if (word < 0) return UNKNOWN_LOG;
    if (before < 0) return unigrams[word]!;
    const place = pair(before, word);
    return place >= 0 ? -bigramValues[place]! * LOG_STEP : backoffs[before]! + unigrams[word]!;
  }

  return {
    sentenceStart: own[boundaries[0]]!,
    sentenceEnd: own[boundaries[1]]!,
    numberOf: (word) => (word === undefined ? -1 : own[word]!),
    unigram: (word) => (word < 0 ? UNKNOWN_LOG : unigrams[word]!),
    bigram,
    trigram(farther, nearer, word) {
      if (word < 0) return UNKNOWN_LOG;
      if (nearer < 0) return unigrams[word]!;
      if (farther < 0) return bigram(nearer, word);
      const history = pair(farther, nearer);
      if (history < 0) return bigram(nearer, word);
      const place = placeOf(word, trigramWords, trigramStarts[history]!, trigramStarts[history + 1]!);
      if (place >= 0) return -trigramValues[place]! * LOG_STEP;
      return (BACKOFF_LIFT - bigramBackoffs[history]!) * LOG_STEP + bigram(nearer, word);
    },
  };
}

function logarithms(steps: Uint8Array, lift: number): Float32Array {
  return Float32Array.from(steps, (step) => (lift - step) * LOG_STEP);
}
