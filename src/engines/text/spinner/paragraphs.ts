import type { Paragraph } from "../substitution/conditions.js";
import type { ReadSentence } from "./read-sentences.js";

/** A longer paragraph speaks of several things. */
const MOST_SENTENCES = 12;

/**
 * For each sentence the paragraph it is in, or a part of a long one. A sentence that is a paragraph of its own, such as an item of
 * a list, is read with those before and behind it.
 */
export function paragraphsOf(sentences: readonly ReadSentence[]): readonly Paragraph[] {
  const found: Paragraph[] = [];
  for (let from = 0; from < sentences.length; ) {
    let to = from + 1;
    while (to - from < MOST_SENTENCES && sentences[to]?.paragraph === sentences[from]!.paragraph) to += 1;
    const [first, last] = to === from + 1 ? [Math.max(0, from - 1), to + 1] : [from, to];
    const paragraph = { sentences: sentences.slice(first, last).map(({ sentence }) => sentence) };
    for (; from < to; from += 1) found.push(paragraph);
  }
  return found;
}
