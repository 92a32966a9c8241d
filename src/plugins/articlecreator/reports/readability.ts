import { wordsOf } from "../../../engines/pages/terms.js";

/** Flesch's reading ease of English text: 100 is very easy, 0 very hard. */
export function readingEase(sentences: readonly string[]): number {
  const words = sentences.flatMap((sentence) => wordsOf(sentence));
  if (words.length === 0 || sentences.length === 0) return 0;
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return Math.round(206.835 - 1.015 * (words.length / sentences.length) - 84.6 * (syllables / words.length));
}

/** Groups of vowels, without the silent e at the end. */
function syllablesOf(word: string): number {
  const groups = word.match(/[aeiouy\u00e0-\u00ff]+/g)?.length ?? 1;
  const isSilent = groups > 1 && /[^aeiouyl]e$|[^aeiouy]es$|[^aeioutd]ed$/.test(word);
  return Math.max(1, groups - (isSilent ? 1 : 0));
}
