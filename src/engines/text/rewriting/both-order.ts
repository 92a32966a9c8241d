import { nounPhraseAt } from "./chunks.js";
import { isFixed } from "./fixed-pairs.js";
import { isSaidInOrder } from "./list-order.js";
import { spaced, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { POSSESSIVES, THIRD_PERSON } from "./vocabulary.js";

/** "both the speed and the price" becomes "both the price and the speed": the word before them shows where the first begins. */
export const bothOrder: Transformation = {
  kind: "pair order",
  strength: 0.4,
  apply(words, grammar) {
    if (words.some(({ low }) => /^(?:respectively|latter|former|first|then)$/u.test(low))) return [];
    return words.flatMap((both, index) => {
      if (!/^(?:both|either)$/u.test(both.low) || both.before + both.after !== "") return [];
      const joint = both.low === "both" ? "and" : "or";
      const and = words.findIndex((item, place) => place > index && place < index + 7 && item.low === joint);
      if (and === -1 || memberEnd(words, index + 1) !== and) return [];
      const end = memberEnd(words, and + 1);
      if (end === undefined || !closes(words, end)) return [];
      const [first, second] = [words.slice(index + 1, and), words.slice(and + 1, end)];
      if ([...first, ...second].some(isUnfit)) return [];
      // "both a lid and handles" would be as good, but "both teachers and a pupil" is not "both a pupil and teachers".
      if ((first[0]!.tag === "DET") !== (second[0]!.tag === "DET") || first[0]!.tag !== second[0]!.tag) return [];
      // "both hemp and cotton plants": plants, the one as well as the other.
      if (first.length < second.length && first[0]!.tag !== "DET") return [];
      const [one, other] = [first.at(-1)!.low, second.at(-1)!.low];
      if (isFixed(one, other) || isSaidInOrder(one, other, grammar)) return [];
      return [replaced(words, index + 1, end, [...second, words[and]!, spaced(first[0]!), ...first.slice(1)])];
    });
  },
};

/** The end of a noun phrase, or of one adjective. */
function memberEnd(words: Words, start: number): number | undefined {
  const phrase = nounPhraseAt(words, start);
  if (phrase !== undefined) return phrase.pronoun ? undefined : phrase.end;
  return words[start]?.tag === "ADJ" ? start + 1 : undefined;
}

const closes = (words: Words, end: number) => {
  const next = words[end];
  return next === undefined || /^[.,;:!]$/u.test(next.text) || /^(?:AUX|SCONJ)$/u.test(next.tag);
};

const isUnfit = ({ low, tag, before, after }: Words[number]) =>
  before + after !== "" ||
  (/^(?:PROPN|NUM|PRON|PUNCT|PART)$/u.test(tag) && !POSSESSIVES.has(low)) ||
  THIRD_PERSON.has(low);
