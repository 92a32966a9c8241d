import type { English, Sentence } from "../english/types.js";
import type { Cue, Verdict } from "../english/verdicts/verdict-lines.js";
import { onceForEach, remembering } from "../remembering.js";
import type { Target } from "./substitution-targets.js";
import { wordKeys } from "./word-keys.js";

/** How near what makes a verdict hold is: nothing is needed, or a cue stands near the word, in its sentence, or around that only. */
export type Holding = "anywhere" | "near" | "sentence" | "around";

/** Sentences that speak of one thing. */
export interface Paragraph {
  readonly sentences: readonly Sentence[];
}

export interface Conditions {
  /** Whether the verdict holds in the place, which is in a sentence of the paragraph; undefined where it does not. */
  hold(verdict: Verdict, sentence: Sentence, target: Target, paragraph: Paragraph): Holding | undefined;
}

/** Blockers count up to so many words away. */
const BLOCKING_WORDS = 4;
/**
 * Cues up to so many words away tell the sense in nine of ten places that were read; those farther away in the sentence, and
 * in the sentences around, in two of three.
 */
const NEAR_WORDS = 3;

/** Judges conditions by stems, so that words count in whatever form they stand. */
export function createConditions(english: Pick<English, "lemmaOf">): Conditions {
  const keys = wordKeys(english);
  const known = remembering<string, readonly string[]>(20_000);
  const stems = (word: string) => known(word, () => [...new Set(keys(word).flatMap((key) => [key, stemOf(key)]))]);

  /** For each token of a sentence its stems, none for marks; and where each stem stands. */
  const read = onceForEach(({ tokens }: Sentence) => {
    const byToken = tokens.map(({ text }) => (WORD.test(text) ? stems(text.toLowerCase()) : []));
    const places = new Map<string, number[]>();
    for (const [index, own] of byToken.entries()) {
      for (const stem of own) {
        const list = places.get(stem);
        if (list === undefined) places.set(stem, [index]);
        else list.push(index);
      }
    }
    return { byToken, places };
  });

  /** In how many sentences each stem stands. */
  const readParagraph = onceForEach(({ sentences }: Paragraph) => {
    const counts = new Map<string, number>();
    for (const sentence of sentences)
      for (const stem of read(sentence).places.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    return counts;
  });

  function standsAround(word: string, sentence: Sentence, paragraph: Paragraph): boolean {
    const counts = readParagraph(paragraph);
    const { places } = read(sentence);
    return stems(word).some((stem) => (counts.get(stem) ?? 0) > (places.has(stem) ? 1 : 0));
  }

  function standsAt(word: string, sentence: Sentence, index: number): boolean {
    const token = sentence.tokens[index];
    if (token === undefined || !WORD.test(token.text)) return false;
    if (word === "ing") return /.ing$/i.test(token.text);
    const own = read(sentence).byToken[index]!;
    return own.includes(word) || stems(word).some((stem) => own.includes(stem));
  }

  /** The places of the word in the sentence, but for those of the target. */
  function placesOf(word: string, sentence: Sentence, { first, last }: Target): number[] {
    const { places } = read(sentence);
    return stems(word)
      .flatMap((stem) => places.get(stem) ?? [])
      .filter((index) => index < first || index > last);
  }

  function isBlocked(blocker: Cue, sentence: Sentence, target: Target): boolean {
    if (blocker.where !== "near") return isBeside(blocker, sentence, target);
    return placesOf(blocker.word, sentence, target).some(
      (index) => wordsBetween(index, sentence, target) < BLOCKING_WORDS,
    );
  }

  function isBeside({ where, word }: Cue, sentence: Sentence, { first, last }: Target): boolean {
    return standsAt(word, sentence, where === "before" ? first - 1 : last + 1);
  }

  return {
    hold({ cues, blockers }, sentence, target, paragraph) {
      if (blockers.some((blocker) => isBlocked(blocker, sentence, target))) return undefined;
      if (cues.length === 0) return "anywhere";
      const here = cues.flatMap(({ where, word }) =>
        where === "near" ? placesOf(word, sentence, target).map((index) => wordsBetween(index, sentence, target)) : [],
      );
      if (here.some((between) => between < NEAR_WORDS)) return "near";
      if (cues.some((cue) => cue.where !== "near" && isBeside(cue, sentence, target))) return "near";
      if (here.length > 0) return "sentence";
      const isAround = cues.some(({ where, word }) => where === "near" && standsAround(word, sentence, paragraph));
      return isAround ? "around" : undefined;
    },
  };
}

/** Words between the target and another place of its sentence. */
function wordsBetween(index: number, { tokens }: Sentence, { first, last }: Target): number {
  const [from, to] = index < first ? [index + 1, first] : [last + 1, index];
  let between = 0;
  for (let at = from; at < to; at += 1) if (WORD.test(tokens[at]!.text)) between += 1;
  return between;
}

const WORD = /[\p{L}\p{N}]/u;
const ENDING =
  /(?:i?ations?|ions?|at(?:e|es|ed|ing|ors?|ives?)|itions?|ments?|ness(?:es)?|ings?|[eo]rs?|ic(?:al(?:ly)?|s|ally)?|(?:i?al)(?:ly)?|ous(?:ly)?|ives?|abl[ey]|it(?:y|ies)|ies|ed|es|ly|s|y|e)$/;

/** A longer word without the ending that makes it a word of another class: `financ` for finance and financial. */
function stemOf(word: string): string {
  const stem = word.replace(ENDING, "");
  return stem.length >= 6 ? stem : word;
}
