import { wordSet } from "../word-set.js";
import { type NounPhrase, nounPhraseAt, verbGroupAt } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { retext, type Word, type Words, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { SUBJECT_PRONOUNS, WH } from "./vocabulary.js";

/** "the rules that they set in 1879" as "the rules they set in 1879". */
export const bareRelative: Transformation = {
  kind: "bare relative",
  strength: 0.2,
  apply(words, grammar) {
    if (isQuestion(words) || words[0]?.low === "it" || words.some((item) => /^(?:so|such|same)$/u.test(item.low)))
      return [];
    return words.flatMap((item, index) => {
      const noun = words[index - 1];
      if (!/^(?:that|which)$/u.test(item.low) || noun?.tag !== "NOUN" || item.before + item.after !== "") return [];
      // "the belief that he sold" tells what the belief is.
      if (CONTENT.has(grammar.category(noun) ?? "cognition")) return [];
      const clause = clauseAt(words, index + 1, grammar);
      if (clause === undefined || clause.object !== undefined || clause.verb.passive) return [];
      if (!SUBJECT_PRONOUNS.has(words[index + 1]!.low) || words[clause.verb.head]!.tag !== "VERB") return [];
      const next = words[clause.verb.end];
      return next === undefined || /^(?:PUNCT|ADP)$/u.test(next.tag) ? [replaced(words, index, index + 1, [])] : [];
    });
  },
};

const CONTENT = wordSet("communication cognition feeling state attribute event act phenomenon");

/** "the keeper, a carpenter from Leeds, built" as "the keeper, who was a carpenter from Leeds, built". */
export const fullApposition: Transformation = {
  kind: "apposition",
  strength: 0.4,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const mark = words.findIndex((item) => item.text === ",");
    const close = words.findIndex((item, index) => index > mark && item.text === ",");
    const subject = nounPhraseAt(words, 0);
    if (mark < 1 || close === -1 || subject?.end !== mark || subject.pronoun) return [];
    const inner = words.slice(mark + 1, close);
    if (!/^an?$/u.test(inner[0]?.low ?? "") || inner.length < 2) return [];
    if (inner.some((item) => /^(?:VERB|AUX|PUNCT|CCONJ|SCONJ)$/u.test(item.tag) || WH.has(item.low))) return [];
    const name = nounPhraseAt(words, mark + 1);
    const verb = verbGroupAt(words, close + 1, grammar);
    if (name === undefined || name.pronoun || verb?.finite !== true) return [];
    const category = grammar.category(words[name.head]!);
    if (category === undefined || category === "group" || words[subject.head]!.tag === "NUM") return [];
    // A name may be a person's, whatever the dictionary calls "an associate".
    if (category !== "person" && words[subject.head]!.tag === "PROPN") return [];
    // A firm can be a leader too, and is no "who".
    if (ROLES.has(grammar.lemma(words[name.head]!, "noun") ?? "")) return [];
    const isPast = tenseOf(words, close + 1, grammar) === "past";
    // What was a tower may be one still.
    if (isPast && category !== "person") return [];
    const relative = [word(category === "person" ? "who" : "which", "PRON"), word(isPast ? "was" : "is", "AUX")];
    return [replaced(words, mark + 1, mark + 1, relative)];
  },
};

/** "a box holding a lamp" as "a box that holds a lamp". */
export const fullParticiple: Transformation = {
  kind: "full participle",
  strength: 0.3,
  apply(words, grammar) {
    const clause = isQuestion(words) ? undefined : clauseAt(words, 0, grammar);
    if (clause === undefined || RESULTS.has(grammar.lemma(words[clause.verb.head]!, "verb") ?? "")) return [];
    const tense = tenseOf(words, clause.subject.end, grammar);
    const end = bodyEnd(words);
    for (let index = clause.verb.end; index < end - 1; index += 1) {
      const item = words[index]!;
      if (/^(?:PUNCT|CCONJ|SCONJ|PART)$/u.test(item.tag) || WH.has(item.low) || item.low === "that") return [];
      const noun = words[index - 1]!;
      if (item.tag !== "VERB" || noun.tag !== "NOUN" || item.low === "based") continue;
      const phrase = phraseBefore(words, index);
      const isPlural = grammar.plural(noun);
      if (phrase === undefined || isPlural === undefined) return [];
      // "with a keeper holding the lamp" tells what he does, and "the lamp of a keeper holding it" whose it is.
      const outside = words[phrase.start - 1]!;
      if (/^(?:with|without|of|than|as|like|before|after|by)$/u.test(outside.low) || outside.tag === "PRON") return [];
      const shown = finiteOf(words, index, isPlural, tense, grammar);
      return shown === undefined ? [] : [replaced(words, index, index + 1, [word("that", "PRON"), ...shown])];
    }
    return [];
  },
};

/** What both people and firms are called. */
const ROLES = wordSet(
  "leader pioneer giant provider maker producer supplier partner player competitor manufacturer retailer specialist developer publisher sponsor host rival owner operator distributor contractor vendor seller buyer member winner",
);

function finiteOf(
  words: Words,
  index: number,
  isPlural: boolean,
  tense: "past" | "present",
  grammar: Grammar,
): readonly Word[] | undefined {
  const item = words[index]!;
  const next = words[index + 1]!;
  const lemma = grammar.lemma(item, "verb");
  if (lemma === undefined || !STATIVE.has(item.low)) return undefined;
  const opens = /^(?:DET|NUM|ADP)$/u.test(next.tag) || next.low === "to";
  const form = tense === "past" ? "past" : isPlural ? "base" : "third";
  return opens ? [retext(item, grammar.inflect(lemma, form))] : undefined;
}

const STATIVE = wordSet("containing holding requiring involving consisting belonging connecting weighing lasting");
/** Verbs behind which a participle tells what becomes of the thing. */
const RESULTS = wordSet("have get see hear watch make keep leave find want need call consider feel set name like");

/** Whether the verb that begins there tells of the past. */
function tenseOf(words: Words, start: number, grammar: Grammar): "past" | "present" {
  const group = verbGroupAt(words, start, grammar);
  const opener = words[group?.auxiliaries[0] ?? group?.head ?? -1];
  if (opener === undefined) return "present";
  if (/^(?:was|were|had|did)$/u.test(opener.low)) return "past";
  return group!.auxiliaries.length === 0 && group!.form === "past" ? "past" : "present";
}

function phraseBefore(words: Words, end: number): NounPhrase | undefined {
  for (let start = Math.max(1, end - 6); start < end; start += 1) {
    const phrase = nounPhraseAt(words, start);
    if (phrase?.end === end) return phrase;
  }
  return undefined;
}
