import type { NounPhrase } from "./chunks.js";
import { type Clause, clauses, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { type Word, type Words, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";

/** "is able to lift" becomes "can lift"; "has to wait" and "must wait". */
export const ability: Transformation = {
  kind: "modal",
  strength: 0.4,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    return clauses(words, grammar).flatMap((clause) => {
      const { subject, verb } = clause;
      const [opener] = verb.auxiliaries;
      const head = words[subject.head]!;
      const main = words[verb.head]!;
      if (opener === undefined) return withoutModal(words, clause, grammar);
      const plural = isPlural(words, subject, grammar);
      if (verb.auxiliaries.length > 1 || verb.negation !== undefined || plural === undefined || head.low === "i")
        return [];
      const item = words[opener]!;
      if (opener !== verb.start || words[opener + 1] !== main) return [];
      if (item.low !== "must" || main.low === "be" || main.low === "have") return [];
      const haveTo = [word(plural ? "have" : "has", "AUX", [item]), word("to", "PART")];
      return [replaced(words, opener, opener + 1, haveTo)];
    });
  },
};

/** "has to wait" as "must wait", and "is able to lift" as "can lift". */
function withoutModal(words: Words, { start, verb }: Clause, grammar: Grammar): readonly Words[] {
  const by = (end: number, modal: string) => [
    replaced(words, verb.head, end, [word(modal, "AUX", words.slice(verb.head, end))]),
  ];
  const main = words[verb.head]!;
  const next = words[verb.end];
  if (/^(?:have|has)$/u.test(main.low) && next?.low === "to") {
    const asked = /^(?:that|which|what|whom)$/u.test(words[start - 1]?.low ?? "");
    const plain = verb.start === verb.head && isPlainVerb(words[verb.end + 1], grammar);
    return asked || !plain ? [] : by(verb.end + 1, "must");
  }
  if (!/^(?:is|are|am)$/u.test(main.low) || next?.low !== "able" || verb.negation !== undefined) return [];
  const plain = words[verb.end + 1]?.low === "to" && isPlainVerb(words[verb.end + 2], grammar);
  return plain ? by(verb.end + 2, "can") : [];
}

function isPlural(words: Words, subject: NounPhrase, grammar: Grammar): boolean | undefined {
  const head = words[subject.head]!;
  if (subject.several || /^(?:they|we|you|these|those)$/u.test(head.low)) return true;
  return subject.pronoun ? false : grammar.plural(head);
}

const isPlainVerb = (item: Word | undefined, grammar: Grammar) =>
  item !== undefined && (item.low === "be" || grammar.lemma(item, "verb") === item.low);
