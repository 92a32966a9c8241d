import { wordSet } from "../word-set.js";
import { fullNounPhraseAt, type NounPhrase, verbGroupAt } from "./chunks.js";
import { clauseAt } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { retext, spaced, type Word, type Words } from "./sentence-reading.js";
import { isTime } from "./time-and-place.js";
import { replaced } from "./transformation.js";
import { BE, MONTHS, SUBJECT_OF, THIRD_PERSON, WEEKDAYS } from "./vocabulary.js";

/**
 * Two clauses for their new order, `first` before `second`. Where a pronoun would come before the noun it stands for, the
 * two change places; undefined when nothing tells which noun that is.
 */
export function withNameFirst(first: Words, second: Words, grammar: Grammar): readonly [Words, Words] | undefined {
  const stands = (index: number) => THIRD_PERSON.has(first[index]!.low) && !isEmpty(first, index, grammar);
  const pronouns = [...first.keys()].filter(stands);
  if (pronouns.length === 0) return opened(first, second);
  if (!second.some((item) => item.tag === "NOUN" || item.tag === "PROPN")) return opened(first, second);
  const [place] = pronouns;
  if (pronouns.length > 1 || place === undefined) return undefined;
  const pronoun = first[place]!;
  const names = nounPhrasesOf(second).filter((phrase) => fits(second, phrase, pronoun, grammar));
  const [name] = names;
  if (names.length === 0) return opened(first, second);
  // "the shop closed its doors": the noun is in the same clause already.
  if (
    /^(?:his|her|its|their)$/u.test(pronoun.low) &&
    nounPhrasesOf(first.slice(0, place)).some((phrase) => fits(first, phrase, pronoun, grammar))
  )
    return opened(first, second);
  if (/^(?:his|her|its|their|hers|theirs|themselves|itself|himself|herself)$/u.test(pronoun.low)) return undefined;
  if (names.length !== 1 || name === undefined || name.end - name.start > 4) return undefined;
  const rival = ({ tag }: Word, index: number) => index !== place && (tag === "NOUN" || tag === "PROPN");
  if (first.some((item, index) => rival(item, index) && alike(item, pronoun, grammar))) return undefined;
  // A noun that is only being brought in would be another one the second time.
  if (/^(?:a|an|some|any|no|each|every)$/u.test(second[name.start]!.low)) return undefined;
  // "If you pick the right company, it ...": only the subjects of both clauses are sure to be the same.
  const asSubject = isSubject(second, name.start, grammar);
  if (!asSubject || !isSubject(first, place, grammar)) return undefined;
  const phrase = second.slice(name.start, name.end);
  const shown = SUBJECT_OF.get(pronoun.low) ?? pronoun.low;
  const named = replaced(first, place, place + 1, [spaced(phrase[0]!), ...phrase.slice(1)]);
  return opened(named, replaced(second, name.start, name.end, [retext(spaced(pronoun), shown)]));
}

/** The "it" of "it rained" and "it is hard to see", which stands for nothing. */
function isEmpty(words: Words, index: number, grammar: Grammar): boolean {
  if (words[index]!.low !== "it") return false;
  const verb = verbGroupAt(words, index + 1, grammar);
  if (verb === undefined) return false;
  if (EMPTY_VERBS.has(grammar.lemma(words[verb.head]!, "verb") ?? "")) return true;
  const next = words[verb.end];
  if (!BE.has(words[verb.head]!.low) || next?.tag !== "ADJ") return false;
  return /^(?:to|that|for|when|if)$/u.test(words[verb.end + 1]?.low ?? "");
}

const EMPTY_VERBS = wordSet("rain snow hail seem appear take matter happen turn");

const isSubject = (words: Words, start: number, grammar: Grammar) => {
  const clause = clauseAt(words, start, grammar);
  return clause !== undefined && (start === 0 || ["SCONJ", "ADV", "CCONJ"].includes(words[start - 1]!.tag));
};

/** The noun phrases of a clause, without those inside others. */
function nounPhrasesOf(words: Words): readonly NounPhrase[] {
  const phrases: NounPhrase[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const phrase = fullNounPhraseAt(words, index);
    if (phrase === undefined) continue;
    if (!phrase.pronoun) phrases.push(phrase);
    index = phrase.end - 1;
  }
  return phrases;
}

/** Whether the pronoun can stand for the noun phrase. */
function fits(words: Words, phrase: NounPhrase, pronoun: Word, grammar: Grammar): boolean {
  if (words.slice(phrase.start, phrase.end).some((item) => THIRD_PERSON.has(item.low))) return false;
  if (phrase.several) return pronoun.low === "they" || pronoun.low === "them";
  return alike(words[phrase.head]!, pronoun, grammar);
}

function alike(noun: Word, pronoun: Word, grammar: Grammar): boolean {
  if (MONTHS.has(noun.low) || WEEKDAYS.has(noun.low) || isTime(noun, grammar)) return false;
  const plural = grammar.plural(noun);
  const person = noun.tag === "PROPN" || grammar.category(noun) === "person";
  switch (pronoun.low) {
    case "they":
    case "them":
    case "their":
      return plural !== false || person;
    case "it":
    case "its":
      return plural !== true && !person;
    case "he":
    case "she":
    case "him":
    case "his":
    case "her":
      return plural !== true && (person || ["animal", undefined].includes(grammar.category(noun)));
    default:
      return true;
  }
}

export function opened(first: Words, second: Words): readonly [Words, Words] {
  const head = second[0];
  return [first, head === undefined ? second : [spaced(head), ...second.slice(1)]];
}
