import { wordSet } from "../word-set.js";
import { type NounPhrase, nounPhraseAt } from "./chunks.js";
import { bodyEnd } from "./clauses.js";
import { isFixed } from "./fixed-pairs.js";
import type { Grammar } from "./grammar.js";
import { isSaidInOrder, LEANING, STAGES } from "./list-order.js";
import { spaced, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { POSSESSIVES, THIRD_PERSON } from "./vocabulary.js";

/** "rent, the price of fuel, and repairs." becomes "rent, repairs, and the price of fuel.": marks show where both begin and end. */
export const lastMembers: Transformation = {
  kind: "pair order",
  strength: 0.4,
  apply(words, grammar) {
    if (words.some(({ low }) => TOLD_APART.test(low))) return [];
    const end = bodyEnd(words);
    return words.flatMap((and, index) => {
      if (!/^(?:and|or)$/u.test(and.low) || and.before + and.after !== "") return [];
      const last = memberEnd(words, index + 1);
      if (last === undefined || !closesList(words, last, end)) return [];
      const stop = words[index - 1]?.text === "," ? index - 1 : index;
      const mark = words.findLastIndex((item, place) => place < stop && /^[,:]$/u.test(item.text));
      if (mark < 1 || mark === stop - 1 || memberEnd(words, mark + 1) !== stop) return [];
      const [first, second] = [words.slice(mark + 1, stop), words.slice(index + 1, last)];
      // "The bed was ideal, offering comfort and rest": no list, and a participle that looks like a noun.
      if (words[mark]!.text === "," && !/^(?:NOUN|PROPN)$/u.test(words[mark - 1]!.tag)) return [];
      if ([first, second].some((part) => part.length > 1 && part[0]!.low.endsWith("ing"))) return [];
      // "the captain, a baker, and the guests": who the captain is.
      if (/^an?$/u.test(first[0]!.low) && !/^an?$/u.test(second[0]!.low)) return [];
      if ([...first, ...second].some(isUnfit)) return [];
      // "fuel tax, and harbour services": of the fuel tax as well.
      const isCompound = second.length > 1 && second.every(({ tag }) => tag === "NOUN");
      if (isCompound && grammar.plural(second.at(-1)!) === true && grammar.plural(first.at(-1)!) === false) return [];
      const [one, two] = [headOf(words, mark + 1), headOf(words, index + 1)];
      if (isFixed(one, two) || isSaidInOrder(one, two, grammar) || [one, two].some((noun) => STAGES.has(noun)))
        return [];
      if ([mark + 1, index + 1].some((start) => isTimed(words, start, grammar))) return [];
      // "bags, health and safety products", "city, state and federal rules": they tell of the last noun.
      if (stop === index && first.length < second.length && second[0]!.tag !== "DET") return [];
      // "tickets, boat tours and meals" is not "tickets, meals and boat tours", where both may be of boats.
      if (stop === index && second.length === 1 && first.length > 1 && first[0]!.tag !== "DET") return [];
      // "precision, speed, and efficiency demands": all of them may be demands.
      if (first.length === 1 && second.length === 2 && second[0]!.tag === "NOUN" && isSingle(words, mark)) return [];
      // "growth, sale, and use of corn": all of them are of corn.
      if (first[0]!.tag !== "DET" && second[0]!.tag !== "DET" && second.some(({ low }) => low === "of")) return [];
      // "upper-body, core, and lower-body workouts"
      if (first.length === 1 && /-/u.test(second[0]!.text + words[mark - 1]!.text)) return [];
      // "In the hall, the engine and wooden saw": both behind one article.
      if (stop === index && first[0]!.tag === "DET" && second[0]!.tag !== "DET") return [];
      // "fees, small boats and nets": of the boats or of both.
      if (stop === index && first[0]!.tag === "ADJ" && !/^(?:ADJ|DET)$/u.test(second[0]!.tag)) return [];
      // "hats, scarves and wool, and gloves": a list within a list.
      if (words.slice(mark + 1, stop).some(({ low }) => /^(?:and|or)$/u.test(low))) return [];
      return [
        replaced(words, mark + 1, last, [
          ...second,
          ...words.slice(stop, index + 1),
          spaced(first[0]!),
          ...first.slice(1),
        ]),
      ];
    });
  },
};

const TOLD_APART = /^(?:respectively|latter|former|first|then|finally|lastly|between)$/u;

/** Whether the member that ends at the mark is one noun alone. */
const isSingle = (words: Words, mark: number) => !/^(?:NOUN|ADJ|PROPN)$/u.test(words[mark - 2]?.tag ?? "");

/** The end of a noun phrase with at most one "of" phrase. */
function memberEnd(words: Words, start: number): number | undefined {
  const phrase = phraseAt(words, start);
  if (phrase === undefined || phrase.pronoun) return undefined;
  if (words[phrase.end]?.low !== "of") return phrase.end;
  const more = phraseAt(words, phrase.end + 1);
  return more === undefined || more.pronoun ? undefined : more.end;
}

/** A noun phrase, before whose noun a participle ("improved sound") or a compound ("long-term") may stand. */
function phraseAt(words: Words, start: number): NounPhrase | undefined {
  const first = words[start];
  const next = words[start + 1];
  if (first === undefined || next === undefined || !/^(?:NOUN|ADJ)$/u.test(next.tag)) return nounPhraseAt(words, start);
  return isModifier(first) ? nounPhraseAt(words, start + 1) : nounPhraseAt(words, start);
}

const isModifier = ({ low, tag }: Words[number]) =>
  (tag === "VERB" && /(?:ed|wn)$/u.test(low)) || (tag === "NOUN" && low.includes("-"));

const headOf = (words: Words, start: number) => words[phraseAt(words, start)!.head]!.low;

const isTimed = (words: Words, start: number, grammar: Grammar) =>
  grammar.category(words[phraseAt(words, start)!.head]!) === "time";

/** Whether nothing follows that could tell of the last member alone. */
function closesList(words: Words, last: number, end: number): boolean {
  const { tag, text } = words[last] ?? {};
  return last === end || tag === "AUX" || /^[;:]$/u.test(text ?? "");
}

/** What points elsewhere, is a name or a number, or is no part of a plain noun phrase. */
const isUnfit = ({ low, tag, text, before, after }: Words[number]) =>
  before + after !== "" ||
  (/^(?:PROPN|NUM|PRON|PUNCT|SYM|X|PART|ADV|VERB|AUX)$/u.test(tag) && !/^['’]s?$|(?:ed|wn)$/u.test(low)) ||
  THIRD_PERSON.has(low) ||
  (POSSESSIVES.has(low) && !/^(?:my|your|our)$/u.test(low)) ||
  LEANING.has(low) ||
  SUMMING.has(low) ||
  /\p{Lu}/u.test(text);

/** What closes a list for good. */
const SUMMING = wordSet("etc etcetera rest beyond others everything everyone anything things stuff something");
