import { wordSet } from "../word-set.js";
import { fullNounPhraseAt, type NounPhrase, verbGroups } from "./chunks.js";
import { type Clause, clauses, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { retext, type Word, type Words } from "./sentence-reading.js";
import { timePhraseEnd } from "./time-and-place.js";
import type { Transformation } from "./transformation.js";
import { WH } from "./vocabulary.js";

/** A change of voice of each clause that allows it; `change` gives undefined for the others. */
export function inOtherVoice(
  change: (words: Words, clause: Clause, grammar: Grammar) => Words | undefined,
): Transformation {
  return {
    kind: "voice",
    strength: 1,
    apply(words, grammar) {
      if (isQuestion(words)) return [];
      return clauses(words, grammar)
        .filter((clause) => !isJoined(words, clause, grammar))
        .map((clause) => change(words, clause, grammar))
        .filter((made) => made !== undefined);
    },
  };
}

/** "All parts and tools are checked by us": the last of several subjects, and no clause of its own. */
function isJoined(words: Words, { start }: Clause, grammar: Grammar): boolean {
  if (words[start - 1]?.tag !== "CCONJ") return false;
  const end = words[start - 2]?.text === "," ? start - 2 : start - 1;
  const from = words.slice(0, end).findLastIndex(({ tag }) => tag === "PUNCT") + 1;
  return !verbGroups(words, from, end, grammar).some(({ finite }) => finite);
}

/** Particles that belong to the verb before them. */
export const PARTICLES = wordSet("up down off away back together apart over through around along forward aside");
/** Words that mean something else in another order. */
export const SCOPE = wordSet("any no neither either nobody nothing only even also each every");
/** Prepositions whose phrase may belong to the noun before them. */
export const BINDING = wordSet("for near in on at about");

/** How many words behind an indefinite object belong to it: "a house near the lake". */
export function attached(words: Words, object: NounPhrase, end: number, grammar: Grammar): number {
  const first = words[object.start]!;
  const preposition = words[object.end];
  if (
    preposition === undefined ||
    !BINDING.has(preposition.low) ||
    timePhraseEnd(words, object.end, grammar) !== undefined
  )
    return 0;
  if (!INDEFINITE.test(first.low) && first.tag !== "NUM" && first.tag !== "NOUN" && first.tag !== "ADJ") return 0;
  const phrase = fullNounPhraseAt(words, object.end + 1);
  return phrase === undefined || phrase.pronoun || phrase.end > end ? 0 : phrase.end - object.end;
}

const INDEFINITE = /^(?:a|an|some|several|many|new|\p{N}.*)$/u;

/** "Using a lens, she ...": what comes first has the subject for its own and would lose it. */
export function dangles(words: Words, clause: Clause, grammar: Grammar): boolean {
  if (clause.start === 0) return false;
  const first = verbGroups(words, 0, clause.start, grammar)[0];
  return first !== undefined && !first.finite && words[clause.start - 1]?.text === ",";
}

/** Whether a later "it" or "they" would find another noun nearer, or first. */
export function pronounLeans(words: Words, clause: Clause, object: NounPhrase, grammar: Grammar): boolean {
  const later = words.slice(clause.end).find((item) => /^(?:he|she|it|they|its|their|his|her|this)$/u.test(item.low));
  if (later === undefined) return false;
  const one = isPlural(words, clause.subject, grammar);
  const other = isPlural(words, object, grammar);
  return one === undefined || other === undefined || one === other;
}

/** Whether nothing behind the clause leans on its subject or object. */
export function endsCleanly(words: Words, clause: Clause, grammar: Grammar): boolean {
  const next = words[clause.end];
  const following = words[clause.end + 1];
  if (next === undefined) return true;
  if (WH.has(next.low) || next.low === "that" || next.low === "than") return false;
  if (next.text === ",") {
    if (following === undefined || WH.has(following.low) || following.tag === "VERB" || following.tag === "ADV")
      return false;
    if (following.tag === "CCONJ") return clauses(words, grammar).some((other) => other.start === clause.end + 2);
    return following.tag === "SCONJ";
  }
  if (next.tag === "CCONJ") return clauses(words, grammar).some((other) => other.start === clause.end + 1);
  return (
    /^[.;!…]/u.test(next.text) ||
    next.tag === "SCONJ" ||
    ["after", "before", "since", "until", "as", "while"].includes(next.low)
  );
}

export function isPlural(words: Words, phrase: NounPhrase, grammar: Grammar): boolean | undefined {
  if (phrase.several) return true;
  const head = words[phrase.head]!;
  if (head.low === "they" || head.low === "we" || head.low === "you" || head.low === "these" || head.low === "those")
    return true;
  if (phrase.pronoun) return false;
  if (head.tag === "NUM" || (head.tag === "PROPN" && words[phrase.start]?.low === "the")) return undefined;
  if (
    words[phrase.start]!.low === "a" &&
    words.slice(phrase.start, phrase.start + 3).some((item) => item.low === "number")
  )
    return true;
  return grammar.plural(head);
}

const AGREEING = [
  ["is", "are"],
  ["was", "were"],
  ["has", "have"],
  ["does", "do"],
] as const;

/** The first auxiliary in agreement with another subject; undefined for contracted ones, which do not show what they are. */
export function agreeing(item: Word, plural: boolean): Word | undefined {
  if (/['’]/u.test(item.text)) return undefined;
  const forms = AGREEING.find(
    ([one, many]) => item.low === one || item.low === many || (item.low === "am" && one === "is"),
  );
  return forms === undefined ? item : retext(item, forms[plural ? 1 : 0]);
}

export const pick = (plural: boolean, many: string, one: string) => (plural ? many : one);
