import type { Form } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { verbGroupAt, verbGroups } from "./chunks.js";
import { bodyEnd, type Clause, clauseAt, isQuestion, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { comma, retext, spaced, type Word, type Words, word } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { BE, MODALS, WH } from "./vocabulary.js";

/** "Built of oak, the boat lasts long" becomes "The boat is built of oak and lasts long"; "Offering ..., it ..." likewise. */
export const frontedParticiple: Transformation = {
  kind: "participle",
  strength: 0.75,
  apply(words, grammar) {
    const [first] = words;
    if (isQuestion(words) || first?.tag !== "VERB" || first.before + first.after !== "") return [];
    const mark = phraseEnd(words, grammar);
    const clause = mark === undefined ? undefined : clauseAt(words, mark + 1, grammar);
    if (mark === undefined || clause === undefined || !isOneStatement(words, clause, grammar)) return [];
    const shown = asVerb(words, clause, grammar);
    if (shown === undefined) return [];
    const subject = words.slice(mark + 1, clause.subject.end);
    const phrase = words.slice(1, mark);
    const many = phrase.length > 8 || phrase.some(({ tag, text }) => tag === "CCONJ" || text === ",");
    const join = [...(many ? [comma()] : []), word("and", "CCONJ")];
    return [[...subject, ...shown, ...phrase, ...join, ...words.slice(clause.subject.end)]];
  },
};

/** The comma behind the participle and what belongs to it. */
function phraseEnd(words: Words, grammar: Grammar): number | undefined {
  const mark = words.findIndex(({ text }, index) => text === "," && clauseAt(words, index + 1, grammar) !== undefined);
  if (mark < 2 || mark > 18) return undefined;
  const phrase = words.slice(1, mark);
  const listed = phrase.findLastIndex(({ text }) => text === ",");
  if (listed !== -1 && !/^(?:and|or)$/u.test(phrase[listed + 1]?.low ?? "")) return undefined;
  const loose = ({ tag, low, text }: Word) =>
    tag === "SCONJ" ||
    WH.has(low) ||
    /^(?:that|it|its|they|them|their|he|him|his|she|her)$/u.test(low) ||
    /^[;:—–("“]$/u.test(text);
  const finite = verbGroups(words, 1, mark, grammar).some((group) => group.finite && group.form !== "past");
  return phrase.some(loose) || finite ? undefined : mark;
}

/** One statement about the subject, without a second subject that the participle could be of. */
function isOneStatement(words: Words, { subject, verb }: Clause, grammar: Grammar): boolean {
  const rest = words.slice(verb.end, bodyEnd(words));
  if (verb.negation !== undefined || subject.end - subject.start > 8) return false;
  // "it's", and "our monitor mounts perform well": a subject that ends elsewhere.
  if (verb.start !== subject.end || !/^\p{L}+$/u.test(words[verb.start]!.text) || words[verb.end]?.tag === "VERB")
    return false;
  if (subject.pronoun && !/^(?:it|they|he|she)$/u.test(words[subject.head]!.low)) return false;
  return !rest.some(
    ({ tag, text }, index) =>
      /^[;:—]$/u.test(text) ||
      ((tag === "CCONJ" || text === ",") && startsClause(words, verb.end + index + 1, grammar)) ||
      // A third verb would make it a list.
      (tag === "CCONJ" && verbGroupAt(words, verb.end + index + 1, grammar)?.finite === true),
  );
}

/** The participle as a verb of the subject: "built" as "is built", "offering" as "offers". */
function asVerb(words: Words, clause: Clause, grammar: Grammar): readonly Word[] | undefined {
  const { subject, verb } = clause;
  const first = words[0]!;
  const head = words[subject.head]!;
  const plural = subject.several ? true : subject.pronoun ? /^(?:they|we)$/u.test(head.low) : grammar.plural(head);
  const lemma = grammar.lemma(first, "verb");
  if (plural === undefined || lemma === undefined) return undefined;
  const opener = words[verb.auxiliaries[0] ?? verb.head]!.low;
  const past =
    /^(?:was|were|had|did|could|would)$/u.test(opener) ||
    (verb.auxiliaries.length === 0 && verb.form === "past" && !BE.has(opener) && !MODALS.has(opener));
  if (first.low.endsWith("ing")) {
    if (!LASTING.has(lemma)) return undefined;
    const form: Form = past ? "past" : plural ? "base" : "third";
    return [retext(spaced(first), grammar.inflect(lemma, form))];
  }
  const told = ONCE.has(first.low) || (words[1]!.low === "by" && MADE.has(first.low));
  if (!told && !STATES.has(first.low) && !(first.low === "based" && words[1]!.low === "in")) return undefined;
  // "Filled with sand, they can stand in the wind": only if they are.
  if (!told && /^(?:can|could|may|might)$/u.test(opener)) return undefined;
  // "Founded in May, it had grown by June": which of the two came first would not be told.
  if (told && /^(?:had|has|have|will)$/u.test(opener) && verb.auxiliaries.length > 0) return undefined;
  const be = past || told ? (plural ? "were" : "was") : plural ? "are" : "is";
  return [word(be, "AUX"), spaced(retext(first, first.low))];
}

/** What has been done to a thing once. */
const ONCE = wordSet("founded established launched born released published opened introduced");
/** What somebody has done once. */
const MADE = wordSet("designed built made crafted developed named written directed created engineered");
/** What a thing is as long as it is there. */
const STATES = wordSet(
  "designed built located situated known powered equipped made crafted inspired developed named backed supported owned operated driven trained certified filled packed loaded surrounded nestled housed headquartered rooted engineered priced rated sourced tailored written directed created set",
);
/** What a thing does as long as it is there. */
const LASTING = wordSet(
  "offer provide combine feature boast deliver contain include measure weigh span serve specialize stand stretch blend mix range cover hold carry bring",
);
