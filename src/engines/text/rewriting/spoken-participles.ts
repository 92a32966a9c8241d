import { wordSet } from "../word-set.js";
import { type NounPhrase, nounPhraseAt, verbGroups } from "./chunks.js";
import { bodyEnd, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { retext, type Word, type Words, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { WH } from "./vocabulary.js";

/** "damage caused by frost" becomes "damage that is caused by frost", and "jobs requiring a permit" "jobs that require a permit". */
export const spokenParticiple: Transformation = {
  kind: "participle clause",
  strength: 0.45,
  apply(words, grammar) {
    if (!words.some(({ low }) => PASSIVE.has(low) || LASTING.has(low) || ACTING.has(low))) return [];
    if (isQuestion(words) || isTold(words, grammar)) return [];
    const end = bodyEnd(words);
    return words.slice(0, end - 1).flatMap((item, index) => {
      const noun = words[index - 1];
      if (item.tag !== "VERB" || noun?.tag !== "NOUN" || noun.after + item.before + item.after !== "") return [];
      const phrase = phraseBefore(words, index);
      const isPlural = phrase && numberOf(words, phrase, grammar);
      if (phrase === undefined || isPlural === undefined || !isOpen(words, phrase, grammar)) return [];
      const shown = finite(words, index, isPlural, grammar);
      if (shown === undefined) return [];
      const category = grammar.category(noun);
      // A group is as much a thing as its people, and a firm can be called a partner.
      const acts = ACTING.has(item.low);
      if (acts && category !== "person" && category !== "group") return [];
      // "his hall managing duties": parts of one noun.
      if (acts && !isPlural && !/^(?:an?|any|each|every)$/u.test(words[phrase.start]!.low)) return [];
      if ((category === "group" && !acts) || category === undefined || (category === "person" && PASSIVE.has(item.low)))
        return [];
      return [replaced(words, index, index + 1, [word(category === "person" ? "who" : "that", "PRON"), ...shown])];
    });
  },
};

/** Whether something in the sentence is in the past, where the participle would have to be as well. */
const isTold = (words: Words, grammar: Grammar) =>
  verbGroups(words, 0, words.length, grammar).some(({ auxiliaries, head, form, finite }) => {
    const opener = words[auxiliaries[0] ?? head]!;
    return (
      finite &&
      (/^(?:was|were|had|did)$/u.test(opener.low) ||
        (auxiliaries.length === 0 && form === "past" && !PASSIVE.has(opener.low)))
    );
  });

/** Whether the noun is plural; undefined where another one before it, of the other number, may be meant as well. */
function numberOf(words: Words, phrase: NounPhrase, grammar: Grammar): boolean | undefined {
  const own = grammar.plural(words[phrase.head]!);
  const outside = words[phrase.start - 1];
  if (outside === undefined || outside.tag !== "ADP")
    return outside?.low === "and" || outside?.low === "or" ? undefined : own;
  const before = words[phrase.start - 2];
  if (before?.tag !== "NOUN") return own;
  return grammar.plural(before) === own ? own : undefined;
}

/** Whether the noun can be told more of: not "with a guard holding the lamp", "keep the door closed at night", "than any used in". */
function isOpen(words: Words, phrase: NounPhrase, grammar: Grammar): boolean {
  const outside = words[phrase.start - 1];
  // "the more boats built by it, the better"
  if (words[phrase.start]?.low === "the" && /^(?:more|less|fewer)$/u.test(words[phrase.start + 1]?.low ?? ""))
    return false;
  if (outside !== undefined && /^(?:with|without|than|as|by|not|,|see|saw|and|or)$/u.test(outside.low)) return false;
  const verb = outside?.tag === "VERB" ? (grammar.lemma(outside, "verb") ?? "") : "";
  if (RESULTING.has(verb)) return false;
  const before = words.slice(Math.max(0, phrase.start - 8), phrase.start);
  return !before.some(({ low }) => WH.has(low) || low === "that" || low === "with");
}

function finite(words: Words, index: number, isPlural: boolean, grammar: Grammar): readonly Word[] | undefined {
  const item = words[index]!;
  const next = words[index + 1]!;
  const lemma = grammar.lemma(item, "verb");
  if (lemma === undefined) return undefined;
  // "The mill used to be old"
  if (item.low === "used" && next.low === "to" && /^(?:be|have|do)$/u.test(words[index + 2]?.low ?? ""))
    return undefined;
  if (PASSIVE.has(item.low)) {
    // What was done at a certain time is in the past.
    const isDated = words.slice(index + 1, index + 8).some(({ tag, text }) => tag === "NUM" && /^\d{4}/u.test(text));
    const fits = /^(?:by|for|to|with|in|on|as|from)$/u.test(next.low);
    return fits && !isDated ? [word(isPlural ? "are" : "is", "AUX"), item] : undefined;
  }
  if (!(LASTING.has(item.low) || ACTING.has(item.low)) || !/^(?:DET|ADJ|NOUN|PRON|NUM|ADP|PROPN)$/u.test(next.tag))
    return undefined;
  return [retext(item, grammar.inflect(lemma, isPlural ? "base" : "third"))];
}

/** Participles of what lasts as long as the thing does. */
const PASSIVE = wordSet(
  "caused used offered provided required needed driven supported backed owned powered managed covered affected influenced shared associated connected linked designed intended tailored listed produced generated built made created written recommended located dedicated hosted stored equipped involved included attached approved governed mandated regulated licensed sold found filled",
);
const LASTING = wordSet(
  "requiring needing offering providing containing involving featuring covering seeking living facing showing describing explaining supporting holding wanting affecting spanning matching reflecting highlighting outlining detailing surrounding",
);
/** What people and firms do again and again. */
const ACTING = wordSet(
  "investing selling operating owning managing serving teaching wearing studying attending visiting practicing experiencing earning running",
);
/** Verbs behind whose object a participle tells what becomes of it. */
const RESULTING = wordSet(
  "have get see hear watch make keep leave find want need call consider feel set name like catch notice",
);

function phraseBefore(words: Words, end: number): NounPhrase | undefined {
  for (let start = Math.max(0, end - 6); start < end; start += 1) {
    const phrase = nounPhraseAt(words, start);
    if (phrase?.end === end) return phrase;
  }
  return undefined;
}
