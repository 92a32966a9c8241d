import type { Random } from "../../kernel/index.js";
import { chosenFirst } from "./chosen-first.js";

/** The most words in a row that a reworded article has in common with its sources, where the variants allow it. */
const MOST_COPIED = 15;

/** How many variants of a sentence are looked at before the least copied of them is taken. */
const TRIES = 40;

type Chosen = ReturnType<typeof chosenFirst>;

/**
 * Chooses a variant of one sentence after the other, in the order in which they stand: the first that chance names and that
 * leaves no run of more than MOST_COPIED words of the sentence, nor of those before it and itself, or else the one with the shortest.
 */
export function createChoice(random: Random): (spintax: string, sentence: string) => Chosen {
  let ownBefore: readonly string[] = [];
  let freshBefore: readonly string[] = [];
  return (spintax, sentence) => {
    const own = [...ownBefore, ...wordsOf(sentence)];
    let best: { readonly chosen: Chosen; readonly words: readonly string[]; readonly run: number } | undefined;
    for (let tried = 0; tried < TRIES && (best === undefined || best.run > MOST_COPIED); tried += 1) {
      const chosen = chosenFirst(spintax, random);
      const words = [...freshBefore, ...wordsOf(chosen.text)];
      const run = longestRun(words, own);
      if (best === undefined || run < best.run) best = { chosen, words, run };
    }
    ownBefore = own.slice(-MOST_COPIED);
    freshBefore = best!.words.slice(-MOST_COPIED);
    return best!.chosen;
  };
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
}

/** Words in the longest run that both have. */
function longestRun(one: readonly string[], other: readonly string[]): number {
  let longest = 0;
  let above: readonly number[] = [];
  for (const word of one) {
    const row = other.map((known, at) => (known === word ? (above[at - 1] ?? 0) + 1 : 0));
    longest = Math.max(longest, ...row);
    above = row;
  }
  return longest;
}
