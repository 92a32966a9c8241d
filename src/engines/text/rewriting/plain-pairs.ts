import { wordSet } from "../word-set.js";
import { goesWith } from "./collocations.js";
import { isRelative } from "./coordination.js";
import { isFixed } from "./fixed-pairs.js";
import type { Grammar } from "./grammar.js";
import { isSaidInOrder, mayModify, STAGES } from "./list-order.js";
import { SUMMED } from "./noun-pairs.js";
import { closesPair, mayBeRequest } from "./pair-edges.js";
import { spaced, type Word, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { POSSESSIVES } from "./vocabulary.js";

/** "You get bread and milk when it opens" becomes "You get milk and bread when it opens": two nouns of which the same is said. */
export const plainPairs: Transformation = {
  kind: "pair order",
  strength: 0.4,
  apply(words, grammar) {
    if (words.some(({ low }) => TOLD_APART.test(low))) return [];
    return words.flatMap((and, index) => {
      const [one, two] = [words[index - 1], words[index + 1]];
      if (!/^(?:and|or)$/u.test(and.low) || and.before + and.after !== "") return [];
      if (one === undefined || two === undefined || !areEqual(one, two, grammar)) return [];
      const start = startOf(words, index, grammar);
      if (start === undefined || !mayShare(words, start, one, two, grammar) || mayBeRequest(words, index, two, grammar))
        return [];
      if (!closesPair(words, index + 2, start, grammar)) return [];
      return [replaced(words, index - 1, index + 2, [{ ...two, space: one.space }, and, spaced(one)])];
    });
  },
};

const TOLD_APART = /^(?:respectively|latter|former|either|neither|whether)$/u;

function areEqual(one: Word, two: Word, grammar: Grammar): boolean {
  if (![one, two].every(isPlainNoun) || isFixed(one.low, two.low) || isSaidInOrder(one.low, two.low, grammar))
    return false;
  if ([one, two].some((noun) => STAGES.has(noun.low) || SUMMED.has(noun.low) || grammar.category(noun) === "time"))
    return false;
  if (grammar.lemma(one, "noun") === undefined || grammar.lemma(two, "noun") === undefined) return false;
  if ([one, two].some(({ low }) => low.endsWith("ing"))) return false;
  return grammar.plural(one) !== undefined && grammar.plural(two) !== undefined;
}

/** Whether both are one or both several, or each can stand behind the article alone. */
function mayShare(words: Words, start: number, one: Word, two: Word, grammar: Grammar): boolean {
  if (grammar.plural(one) === grammar.plural(two)) return true;
  const { low } = words[start]!;
  return words[start + 1] === one && (low === "the" || POSSESSIVES.has(low));
}

const isPlainNoun = ({ tag, text, before, after }: Word) =>
  tag === "NOUN" && /^\p{Ll}+$/u.test(text) && before + after === "";

/** Where the pair begins with what tells of both; undefined when something before it may tell of the first alone. */
function startOf(words: Words, and: number, grammar: Grammar): number | undefined {
  let start = and - 1;
  const two = words[and + 1]!;
  const one = words[and - 1]!;
  while (start > 0 && /^(?:ADJ|NOUN)$/u.test(words[start - 1]!.tag)) {
    const modifier = words[start - 1]!;
    if (![one, two].every((noun) => isSharedBy(modifier, noun, grammar))) return undefined;
    start -= 1;
    if (and - start > 3) return undefined;
  }
  const before = words[start - 1];
  if (before === undefined) return start;
  if (before.after !== "" || before.text.includes("-") || mayModify(words, start - 1)) return undefined;
  if (SHARED.has(before.low) || POSSESSIVES.has(before.low)) return sharedFrom(words, start - 1, and, grammar);
  if (/^(?:a|an)$/u.test(before.low))
    return start < and - 1 || !/^[aeiou]/u.test(one.low + two.low)
      ? sharedFrom(words, start - 1, and, grammar)
      : undefined;
  if (before.low === "between" || before.low === "per") return undefined;
  if (before.tag === "VERB" && before.low.endsWith("ing") && /^(?:ADJ|NOUN|DET)$/u.test(words[start - 2]?.tag ?? ""))
    return undefined;
  // "the price of fuel and repairs": of both, or the price and the repairs.
  if (
    before.tag === "ADP" &&
    words[start - 2]?.tag === "NOUN" &&
    grammar.plural(words[start - 2]!) === grammar.plural(two) &&
    !isDetermined(words, start - 2)
  )
    return undefined;
  return /^(?:ADP|VERB|AUX|SCONJ)$/u.test(before.tag) || before.text === ":" ? start : undefined;
}

function isSharedBy(modifier: Word, noun: Word, grammar: Grammar): boolean {
  if (modifier.before + modifier.after !== "" || modifier.low === "such") return false;
  return isRelative(modifier.low) || /\p{L}{2}(?:er|est)$/u.test(modifier.low) || goesWith(modifier, noun, grammar);
}

/** "the roof of the house and barn": the second may be joined to what stands before the article. */
function sharedFrom(words: Words, article: number, and: number, grammar: Grammar): number | undefined {
  const [outside, noun] = [words[article - 1], words[article - 2]];
  if (outside?.low === "between" || outside?.low === "from") return undefined;
  if (
    outside?.tag === "ADP" &&
    noun?.tag === "NOUN" &&
    !isDetermined(words, article - 2) &&
    grammar.plural(noun) === grammar.plural(words[and + 1]!)
  )
    return undefined;
  return article;
}

/** Whether an article stands before the noun, so that a second one would have its own. */
const isDetermined = (words: Words, noun: number) =>
  words.slice(Math.max(0, noun - 3), noun).some(({ tag, low }) => tag === "DET" || POSSESSIVES.has(low));

const SHARED = wordSet("the any some more less enough this these those no all both many several various");
