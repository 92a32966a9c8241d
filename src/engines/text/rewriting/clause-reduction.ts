import { wordSet } from "../word-set.js";
import { type VerbGroup, verbGroupAt, verbGroups } from "./chunks.js";
import { ASKING } from "./clause-order.js";
import { bodyEnd, clauseAt, hasSubordinate, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { isOneMain, isRequest, standsAlone } from "./main-clauses.js";
import { retext, spaced, type Word, type Words, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { BE, WH } from "./vocabulary.js";

/** "Before you paint the wall, you should wash it" becomes "Before painting the wall, you should wash it". */
export const shorterClause = inOtherForm((words, { start, end, doer }, grammar) => {
  const clause = clauseAt(words, start + 1, grammar);
  if (clause === undefined || words[start + 1]!.low !== doer.low || clause.subject.end !== start + 2) return undefined;
  if (!isOneVerb(words, clause.verb, end, grammar)) return undefined;
  const made = withoutSubject(words[start]!, words, clause.verb, grammar);
  return made === undefined ? undefined : replaced(words, start, clause.verb.end, made);
});

/** "Wash the wall before painting it" becomes "Wash the wall before you paint it". */
export const fullerClause = inOtherForm((words, { start, end, doer, isPast }, grammar) => {
  const verb = verbGroupAt(words, start + 1, grammar);
  if (verb === undefined || verb.form !== "gerund" || verb.head !== start + 1) return undefined;
  if (!isOneVerb(words, verb, end, grammar)) return undefined;
  const lemma = grammar.lemma(words[verb.head]!, "verb");
  if (lemma === undefined || BE.has(lemma) || lemma === "have") return undefined;
  // At the end "while keeping it short" is how something is done, and no time.
  if (words[start]!.low === "while" && (start > 0 || isPast === undefined)) return undefined;
  const shown = finite(words[start]!.low, lemma, { doer, isPast }, words[verb.head]!, grammar);
  return replaced(words, start + 1, verb.end, [doer, ...shown]);
});

/** A change of the clause of time; `change` gives undefined where it says nothing. */
function inOtherForm(change: (words: Words, found: Placed, grammar: Grammar) => Words | undefined): Transformation {
  return {
    kind: "clause form",
    whole: true,
    strength: 0.6,
    apply(words, grammar) {
      const found = placed(words, grammar);
      const made = found === undefined ? undefined : change(words, found, grammar);
      return made === undefined ? [] : [made];
    },
  };
}

interface Placed {
  /** Of the conjunction. */
  readonly start: number;
  /** Of its clause, exclusive. */
  readonly end: number;
  /** Who does what both clauses say, as a pronoun. */
  readonly doer: Word;
  /** Of the main clause; undefined where a modal leaves it open. */
  readonly isPast: boolean | undefined;
}

/** The one clause of time, first or last in the sentence, whose main clause has a speaker or a reader for its subject. */
function placed(words: Words, grammar: Grammar): Placed | undefined {
  if (isQuestion(words)) return undefined;
  const end = bodyEnd(words);
  if (CONJUNCTIONS.has(words[0]?.low ?? "")) {
    const mark = words.findIndex(({ text }) => text === ",");
    if (mark < 3) return undefined;
    const main = mainOf(words, mark + 1, grammar);
    return main === undefined ? undefined : { start: 0, end: mark, ...main };
  }
  const start = words.findLastIndex(({ low }, index) => index < end && CONJUNCTIONS.has(low));
  const before = words[start - 1];
  if (start < 2 || end - start < 3 || before === undefined) return undefined;
  // "tell them when", "the day after", "shortly before": the conjunction belongs to the word before it.
  if (!/^(?:NOUN|PROPN|ADJ)$/u.test(before.tag) && !/^(?:it|them|up|down|out|off)$/u.test(before.low)) return undefined;
  const main = mainOf(words, 0, grammar);
  if (main === undefined || !isOneMain(words, 0, start, grammar) || !standsAlone(words.slice(0, start)))
    return undefined;
  if (ASKING.has(grammar.lemma(words[main.verb]!, "verb") ?? "")) return undefined;
  return { start, end, ...main };
}

/** The subject of a main clause that is one of the speakers or readers. */
function mainOf(
  words: Words,
  start: number,
  grammar: Grammar,
): { readonly doer: Word; readonly isPast: boolean | undefined; readonly verb: number } | undefined {
  const subject = words[start];
  if (subject === undefined) return undefined;
  if (/^(?:i|you|we|they)$/u.test(subject.low)) {
    const clause = clauseAt(words, start, grammar);
    if (clause === undefined || clause.verb.passive) return undefined;
    const opener = words[clause.verb.auxiliaries[0] ?? clause.verb.head]!;
    const told = clause.verb.auxiliaries.length === 0 && clause.verb.form === "past";
    const isOpen = /^(?:could|would|might|should|'d)$/u.test(opener.low);
    const isPast = isOpen ? undefined : told || /^(?:was|were|had|did)$/u.test(opener.low);
    // "they" is as sure to be the same where both clauses have it as "you" is.
    const doer = word(subject.low === "i" ? "I" : subject.low, "PRON");
    return { doer, isPast, verb: clause.verb.head };
  }
  if (!isRequest(words, start, grammar) || words[start]!.tag !== "VERB" || subject.low === "let") return undefined;
  return { doer: word("you", "PRON"), isPast: false, verb: start };
}

/** Whether the verb is the only one of its clause, and no word of the clause looks elsewhere. */
function isOneVerb(words: Words, verb: VerbGroup, end: number, grammar: Grammar): boolean {
  if (verb.negation !== undefined || verb.end > end) return false;
  const parts = words.slice(verb.start, verb.end);
  if (parts.some(({ tag }, index) => tag === "ADV" && verb.start + index !== verb.head)) return false;
  const rest = words.slice(verb.end, end);
  const joins = rest.some((item, index) => item.tag === "CCONJ" && rest[index + 1]?.tag === "VERB");
  if (joins || rest.some(({ low, tag }) => WH.has(low) || tag === "SCONJ" || low === "that")) return false;
  if (rest.some((item) => item.before + item.after !== "") || hasSubordinate(words, verb.end, end, grammar))
    return false;
  return verbGroups(words, verb.end, end, grammar).every((group) => !group.finite);
}

/** The conjunction and the gerund for a clause; undefined where the two would say something else. */
function withoutSubject(
  conjunction: Word,
  words: Words,
  { auxiliaries, head, form, start }: VerbGroup,
  grammar: Grammar,
): readonly Word[] | undefined {
  const verb = words[head]!;
  const lemma = verb.tag === "VERB" ? grammar.lemma(verb, "verb") : undefined;
  if (lemma === undefined || BE.has(lemma) || lemma === "have") return undefined;
  const [opener, ...others] = auxiliaries;
  if (others.length > 0 || words[start - 1]!.before + words[start - 1]!.after !== "") return undefined;
  // "starting working"
  if (/ing$/u.test(words[head + 1]?.low ?? "")) return undefined;
  const gerund = retext(spaced(verb), grammar.inflect(lemma, "gerund"), "VERB");
  const after = /^(?:after|once)$/u.test(conjunction.low)
    ? retext(conjunction, matched(conjunction, "after"))
    : undefined;
  if (opener === undefined) {
    if (form !== "base" && (form !== "past" || !/^(?:before|after)$/u.test(conjunction.low))) return undefined;
    if (conjunction.low === "when" ? !DELIBERATE.has(lemma) : STATES.has(lemma)) return undefined;
    if (conjunction.low === "while") return undefined;
    return [after ?? conjunction, gerund];
  }
  const { low } = words[opener]!;
  if (BE.has(low))
    return form === "gerund" && /^(?:when|while)$/u.test(conjunction.low) ? [conjunction, verb] : undefined;
  if (!/^(?:have|had|'ve)$/u.test(low) || STATES.has(lemma)) return undefined;
  return after === undefined ? undefined : [after, gerund];
}

/** What the gerund says as a verb with its subject. */
function finite(
  conjunction: string,
  lemma: string,
  { doer, isPast }: Pick<Placed, "doer" | "isPast">,
  gerund: Word,
  grammar: Grammar,
): readonly Word[] {
  if (conjunction === "while") {
    const be = isPast ? (doer.low === "i" ? "was" : "were") : doer.low === "i" ? "am" : "are";
    return [word(be, "AUX"), gerund];
  }
  if (isPast) return [retext(gerund, grammar.inflect(lemma, "past"))];
  if (conjunction === "after" || conjunction === "once")
    return [word("have", "AUX"), retext(gerund, grammar.inflect(lemma, "participle"))];
  return [retext(gerund, lemma)];
}

const matched = (item: Word, text: string) =>
  /^\p{Lu}/u.test(item.text) ? text[0]!.toUpperCase() + text.slice(1) : text;

const CONJUNCTIONS = wordSet("when while before after once");

/** What nobody does at a time of his own choosing. */
const STATES = wordSet(
  "be have know understand believe need want wish like love hate seem appear belong own feel see hear think get come turn fall happen reach become die lose win grow notice realize realise care mean",
);

/** What somebody sets about doing, so that "when doing it" is the time of it. */
const DELIBERATE = wordSet(
  "choose select use buy plan build install create write work travel visit cook shop search design develop book make clean apply move compare drive ride walk look prepare open close sign order add edit change replace measure cut paint store wash read run play eat drink train teach test pay pack hire invest speak talk ask contact call send upload download log enter submit check consider deal handle set start pick purchase rent sell register configure define fill mix bake serve draw take switch connect remove collect upgrade print review evaluate",
);
