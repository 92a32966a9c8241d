import type { Form } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { verbGroupAt, verbGroups } from "./chunks.js";
import { bodyEnd, type Clause, clauseAt, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { mainStart, RESULTS } from "./result-clauses.js";
import { retext, spaced, type Word, type Words, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { BE, WH } from "./vocabulary.js";

/** "The box is a good choice, offering room for two" becomes "The box is a good choice and offers room for two". */
export const addedParticiple: Transformation = {
  kind: "participle",
  whole: true,
  strength: 0.55,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const mark = words.findIndex((_, index) => index > 3 && addedAt(words, index, grammar) !== undefined);
    const place = mark === -1 ? undefined : addedAt(words, mark, grammar);
    if (place === undefined || end - place < 3 || words[mark]!.before + words[mark]!.after !== "") return [];
    const clause = clauseAt(words, mainStart(words), grammar);
    if (clause === undefined || clause.verb.negation !== undefined || mark < clause.verb.end) return [];
    // What comes of all that was said comes of the subject alone only where nothing is said but what it is.
    if (RESULTS.has(words[place]!.low) && !isDescribed(words, clause)) return [];
    if (/^(?:it|them|and|or)$/u.test(words[place + 1]?.low ?? "")) return [];
    // "a warm, connecting door"
    if (
      words[mark - 1]!.tag === "ADJ" &&
      /^(?:NOUN|ADJ)$/u.test(words[place + 1]?.tag ?? "") &&
      words[clause.verb.end]?.tag === "DET"
    )
      return [];
    const form = formOf(words, clause, grammar);
    const lemma = grammar.lemma(words[place]!, "verb");
    if (form === undefined || lemma === undefined) return [];
    if (!isOneAct(words, clause, mark, grammar) || !isLast(words, place + 1, end, grammar)) return [];
    const adverb = words.slice(mark + 1, place).map(spaced);
    const shown = retext(spaced(words[place]!), grammar.inflect(lemma, form));
    return [replaced(words, mark, place + 1, [word("and", "CCONJ"), ...adverb, shown])];
  },
};

/** "The box is a good choice", "the box is made of oak": what a thing is. */
function isDescribed(words: Words, { subject, verb }: Clause): boolean {
  const opener = words[verb.auxiliaries[0] ?? verb.head]!.low;
  if (!/^(?:is|are|was|were)$/u.test(opener) || subject.pronoun) return false;
  // "The beauty of it is its shape": the shape does it.
  // "The bolts are small, and the nuts are light, making it easy": both of them do.
  if (!words.some(({ sources }) => sources.includes(0))) return false;
  const named = /^(?:the|its|their|his|her|our|your|my|that|this)$/u.test(words[verb.end]?.low ?? "");
  return verb.passive || !named;
}

/** Where the participle stands behind the comma at `mark`, if it is one of what the subject does besides. */
function addedAt(words: Words, mark: number, grammar: Grammar): number | undefined {
  if (words[mark]!.text !== ",") return undefined;
  const place = words[mark + 1]?.tag === "ADV" ? mark + 2 : mark + 1;
  const verb = words[place];
  if (verb?.tag !== "VERB" || !verb.low.endsWith("ing") || verb.low === "ruling") return undefined;
  return RESULTS.has(verb.low) || ADDED.has(grammar.lemma(verb, "verb") ?? "") ? place : undefined;
}

/** Verbs of what a thing does by being what it is. */
const ADDED = wordSet(
  "offer provide deliver serve cater showcase support combine bring draw attract appeal promote generate produce display blend incorporate integrate impact affect hurt require inspire protect maintain remove cover connect",
);

/** The form of a second verb of the clause. */
function formOf(words: Words, { subject, verb }: Clause, grammar: Grammar): Form | undefined {
  const opener = words[verb.auxiliaries[0] ?? verb.head]!.low;
  const head = words[subject.head]!;
  const plural = subject.several
    ? true
    : subject.pronoun
      ? /^(?:i|we|you|they|these|those)$/u.test(head.low)
      : grammar.plural(head);
  // "is growing, offering": he goes on doing the one in the other.
  if (verb.auxiliaries.length > 0 && verb.form === "gerund") return undefined;
  if (/^(?:is|are)$/u.test(opener)) return opener === "are" ? "base" : plural === true ? undefined : "third";
  if (/^(?:was|were)$/u.test(opener)) return "past";
  if (/^(?:can|could|will|may|might|would)$/u.test(opener)) return verb.auxiliaries.length === 1 ? "base" : undefined;
  if (verb.auxiliaries.length > 0 || words[verb.head]!.tag !== "VERB") return undefined;
  if (verb.form === "past") return "past";
  if (verb.form === "third") return plural === true ? undefined : "third";
  return verb.form === "base" && plural === true ? "base" : undefined;
}

/** Whether the clause before the comma says one thing of its subject, which nobody else could do. */
function isOneAct(words: Words, clause: Clause, mark: number, grammar: Grammar): boolean {
  const front = words.slice(clause.subject.end, mark);
  if (
    front.some(
      ({ low, tag, text }) => tag === "SCONJ" || tag === "CCONJ" || WH.has(low) || low === "that" || LOOSE.test(text),
    )
  )
    return false;
  if (words.slice(0, clause.subject.end).some(({ text }) => LOOSE.test(text) && text !== ",")) return false;
  const verb = words[clause.verb.head]!;
  // "It is easier for boats to pass": it stands for nothing.
  if (BE.has(verb.low) && /^(?:it|there|this|that|one|what)$/u.test(words[clause.subject.start]!.low)) return false;
  if (CAUSING.has(grammar.lemma(verb, "verb") ?? "")) return false;
  const groups = verbGroups(words, clause.verb.end, mark, grammar);
  // "built for guests staying over, offering": the guests may do it.
  return groups.every(({ finite, form }) => !finite && form !== "gerund") && !BE.has(words[mark - 1]!.low);
}

const LOOSE = /^(?:[;:—–("“,]|--?)$/u;
const CAUSING = wordSet(
  "allow enable let help make get ask want expect require cause force see watch hear find include mean",
);

/** Whether nothing behind the participle goes on with another one, or could be said of all that was said. */
function isLast(words: Words, start: number, end: number, grammar: Grammar): boolean {
  const tail = words.slice(start, end);
  if (tail.some(({ tag, text }) => tag === "SCONJ" || /^[;:—–]$/u.test(text))) return false;
  return !tail.some((item: Word, index) => {
    if (item.text !== "," && item.tag !== "CCONJ") return false;
    if (tail[index + 1]?.low.endsWith("ing")) return true;
    const next = verbGroupAt(words, start + index + 1, grammar);
    return next !== undefined || WH.has(tail[index + 1]?.low ?? "");
  });
}
