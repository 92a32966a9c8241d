import { wordSet } from "../word-set.js";
import { type NounPhrase, nounPhraseAt } from "./chunks.js";
import { goesWith, isOneOfMany } from "./collocations.js";
import { isRelative } from "./coordination.js";
import { isFixed } from "./fixed-pairs.js";
import type { Grammar } from "./grammar.js";
import { isSaidInOrder, LEANING, mayModify, STAGES } from "./list-order.js";
import { SUMMED } from "./noun-pairs.js";
import { closesPair, mayBeRequest } from "./pair-edges.js";
import { spaced, type Word, type Words } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { MONTHS, POSSESSIVES, THIRD_PERSON, WEEKDAYS } from "./vocabulary.js";

/** "a warm bed and a good meal" becomes "a good meal and a warm bed", and "warm rooms and good meals" likewise. */
export const phrasePairs: Transformation = {
  kind: "pair order",
  strength: 0.4,
  apply(words, grammar) {
    if (words.some(({ low }) => TOLD_APART.test(low))) return [];
    return words.flatMap((and, index) => {
      if (!/^(?:and|or)$/u.test(and.low) || and.before + and.after !== "") return [];
      const right = phraseAt(words, index + 1);
      if (right === undefined || right.end - right.start > 5) return [];
      for (let start = Math.max(0, index - 5); start < index; start += 1) {
        const left = phraseAt(words, start);
        if (left?.end !== index || !opens(words, left, right, grammar)) continue;
        if (!areEqual(words, left, right, grammar)) return [];
        if (mayBeRequest(words, index, words[index + 1]!, grammar) || !closesPair(words, right.end, start, grammar))
          return [];
        const [first, second] = [words.slice(start, index), words.slice(index + 1, right.end)];
        return [
          replaced(words, start, right.end, [
            { ...second[0]!, space: first[0]!.space },
            ...second.slice(1),
            and,
            spaced(first[0]!),
            ...first.slice(1),
          ]),
        ];
      }
      return [];
    });
  },
};

const TOLD_APART = /^(?:respectively|latter|former|either|neither|whether|between|then|first)$/u;

function phraseAt(words: Words, start: number): NounPhrase | undefined {
  const phrase = nounPhraseAt(words, start);
  return phrase === undefined || phrase.pronoun ? undefined : phrase;
}

/** What a phrase begins with, by which both are told to be of one kind. */
function kindOf(words: Words, { start, end }: NounPhrase): string {
  const first = words[start]!;
  if (/^an?$/u.test(first.low)) return "a";
  if (POSSESSIVES.has(first.low)) return first.low;
  if (first.tag === "DET") return first.low === "the" ? "the" : "";
  if (words.slice(start, end).every(({ tag, text }) => tag === "PROPN" && /^\p{Lu}/u.test(text))) return "name";
  if (first.tag === "ADJ" && end - start > 1) return "modified";
  return words.slice(start, end).every(({ tag }) => tag === "NOUN") ? "nouns" : "";
}

/** Whether the left phrase begins where the pair does. */
function opens(words: Words, left: NounPhrase, right: NounPhrase, grammar: Grammar): boolean {
  const before = words[left.start - 1];
  const kind = kindOf(words, left);
  if (before === undefined) return true;
  if (before.after !== "" || before.text.includes("-") || mayModify(words, left.start - 1)) return false;
  if (/^(?:between|per|to)$/u.test(before.low)) return false;
  if (before.tag === "DET" || POSSESSIVES.has(before.low))
    return kind === "modified" && !/^(?:an?|each|every|this|that|no)$/u.test(before.low);
  const noun = words[left.start - 2];
  // "the Ministry of Sport and Health", "Keep Out Zones and Clean Zones"
  if (kind === "name" && (/^\p{Lu}/u.test(before.text) || noun?.tag === "PROPN" || before.text === ":")) return false;
  if (before.tag === "ADP" && noun?.tag === "NOUN") {
    // "a view of the lake and the hills": what stands before "of" begins otherwise.
    const outer = outerKind(words, left.start - 2);
    if (/^(?:modified|nouns)$/u.test(kind))
      return outer !== "bare" && grammar.plural(noun) !== grammar.plural(words[right.head]!);
    return outer !== kindOf(words, right);
  }
  if (before.tag === "VERB" && before.low.endsWith("ing") && /^(?:ADJ|NOUN|DET)$/u.test(noun?.tag ?? "")) return false;
  return /^(?:ADP|VERB|AUX|SCONJ)$/u.test(before.tag) || /^[:;]$/u.test(before.text);
}

/** What the noun phrase that ends at this noun begins with. */
function outerKind(words: Words, noun: number): string {
  for (let start = Math.max(0, noun - 4); start <= noun; start += 1) {
    const phrase = phraseAt(words, start);
    if (phrase?.end === noun + 1) {
      const kind = kindOf(words, phrase);
      return /^(?:modified|nouns|)$/u.test(kind) ? "bare" : kind;
    }
  }
  return "bare";
}

function areEqual(words: Words, left: NounPhrase, right: NounPhrase, grammar: Grammar): boolean {
  const [one, two] = [words[left.head]!, words[right.head]!];
  const kind = kindOf(words, left);
  const both = [...words.slice(left.start, left.end), ...words.slice(right.start, right.end)];
  if (kind === "" || both.some((item, place) => isUnfit(item, place === 0 || place === left.end - left.start)))
    return false;
  if (isFixed(one.low, two.low) || isSaidInOrder(one.low, two.low, grammar)) return false;
  if ([one, two].some((noun) => STAGES.has(noun.low) || SUMMED.has(noun.low) || grammar.category(noun) === "time"))
    return false;
  const other = kindOf(words, right);
  if (kind === "nouns" && other === "nouns") return areCompounds(words, left, right, grammar);
  if (/^(?:modified|nouns)$/u.test(kind) && /^(?:modified|nouns)$/u.test(other) && kind !== other)
    return areKinds(words, left, right, grammar);
  if (kind !== other) return false;
  if (kind === "name") return areExamples(words, left) && areNames(words, left, right, grammar);
  if (one.low === two.low) return false;
  if (kind !== "modified") return true;
  // "new kitchen and home tools"
  if (isOneOfMany(one, grammar) || goesWith(one, two, grammar)) return false;
  // "fresh bread and cold milk": neither adjective goes with the other noun.
  return (
    !isRelative(words[left.start]!.low) &&
    !isRelative(words[right.start]!.low) &&
    right.end - right.start < 4 &&
    left.end - left.start < 4
  );
}

/** "trips and train tickets": the first cannot tell of the tickets. */
function areCompounds(words: Words, left: NounPhrase, right: NounPhrase, grammar: Grammar): boolean {
  const [one, two] = [words[left.head]!, words[right.head]!];
  const [length, other] = [left.end - left.start, right.end - right.start];
  if (length === 1 && other === 1) return false;
  if (grammar.plural(one) === undefined || grammar.plural(one) !== grammar.plural(two)) return false;
  if ([words[left.start]!, words[right.start]!].some(({ low }) => low.endsWith("ing"))) return false;
  if (length === other) return !goesWith(one, two, grammar);
  return length === 1 && other === 2 && grammar.plural(one) === true && !goesWith(one, two, grammar);
}

/** "small boats and fishing boats": neither first word goes with the other noun. */
function areKinds(words: Words, left: NounPhrase, right: NounPhrase, grammar: Grammar): boolean {
  const parts = [left, right];
  if (parts.some(({ start, end }) => end - start < 2 || end - start > 3 || isRelative(words[start]!.low))) return false;
  const [head, other] = [words[left.head]!, words[right.head]!];
  if (isOneOfMany(head, grammar) || head.low.endsWith("ing") || goesWith(head, other, grammar)) return false;
  // "great comfort and room service": the service may be great too.
  if (goesWith(words[left.start]!, other, grammar)) return false;
  const number = grammar.plural(words[left.head]!);
  return number !== undefined && number === grammar.plural(words[right.head]!);
}

/** Whether the order of the names says nothing: "towns like Oban and Mallaig", "in Oban or Mallaig". */
function areExamples(words: Words, { start, end }: NounPhrase): boolean {
  return words[end]!.low === "or" || /^(?:like|as|including|includes?|via|with)$/u.test(words[start - 1]?.low ?? "");
}

/** Whether they are two names, and no part of a longer one: "Food and Water Watch". */
function areNames(words: Words, left: NounPhrase, right: NounPhrase, grammar: Grammar): boolean {
  const first = words[left.head]!;
  const isWord = left.end - left.start === 1 && grammar.lemma(first, "noun") !== undefined;
  if (isWord && right.end - right.start > 1) return false;
  // "Kent and Essex Counties"
  const last = words[right.head]!;
  if (right.end - right.start > 1 && ![undefined, last.low].includes(grammar.lemma(last, "noun"))) return false;
  const both = [...words.slice(left.start, left.end), ...words.slice(right.start, right.end)];
  return !both.some(({ text, low }) => text.includes(".") || MONTHS.has(low) || WEEKDAYS.has(low));
}

const isUnfit = ({ low, tag, before, after, text }: Word, first: boolean) =>
  before + after !== "" ||
  /^(?:NUM|PUNCT|SYM|X|PART|AUX|ADV|VERB)$/u.test(tag) ||
  (tag === "PRON" && !first) ||
  (THIRD_PERSON.has(low) && !(first && POSSESSIVES.has(low))) ||
  (!first && LEANING.has(low)) ||
  (LEANING.has(low) && !/^an?$/u.test(low)) ||
  UNEQUAL.has(low) ||
  text.includes("&") ||
  (tag !== "PROPN" && /^\p{Lu}/u.test(text));

const UNEQUAL = wordSet(
  "right best half either neither both etc more thing things everything something anything one ones",
);
