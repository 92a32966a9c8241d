import { wordSet } from "../word-set.js";
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A text without its fixed parts, and its words sentence by sentence. */
export interface Prose {
  readonly text: string;
  readonly sentences: readonly (readonly Word[])[];
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’.&-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;

/** Words in reading order; hyphens, apostrophes and the points of U.S. belong to them. */
function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}

export function proseOf(text: string): Prose {
  return { text, sentences: sentencesOf(text) };
}

function sentencesOf(text: string): Word[][] {
  const sentences: Word[][] = [];
  let sentence: Word[] = [];
  let before: Word | undefined;
  for (const word of wordsOf(text)) {
    if (before && endsBetween(text, before, word)) {
      sentences.push(sentence);
      sentence = [];
    }
    sentence.push(word);
    before = word;
  }
  if (sentence.length > 0) sentences.push(sentence);
  return sentences;
}

const SHORTENED = wordSet(
  "mr mrs ms dr prof st no vs etc inc ltd co jr sr gen col sen gov rep e.g i.e u.s u.k a.m p.m fig dept",
);

function endsBetween(text: string, before: Word, word: Word): boolean {
  const gap = text.slice(before.end, Math.min(word.start, before.end + 200));
  if (/\n\s*\n|\u2029/u.test(gap)) return true;
  if (/[!?。！？]/u.test(gap)) return !/^\p{Ll}/u.test(word.text);
  if (!/[.…]/u.test(gap) || !/\s/u.test(gap)) return false;
  if (/^\p{Ll}/u.test(word.text)) return false;
  return !SHORTENED.has(before.text.toLowerCase()) && !/^\p{Lu}$/u.test(before.text);
}
