import { clauses, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { type Word, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";

/** "can lift" and "is able to lift"; "has to wait" and "must wait". */
export const ability: Transformation = {
  kind: "modal",
  strength: 0.4,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    return clauses(words, grammar).flatMap((clause) => {
      const { subject, verb } = clause;
      const opener = verb.auxiliaries[0];
      const head = words[subject.head]!;
      const plural =
        subject.several || /^(?:they|we|you|these|those)$/u.test(head.low)
          ? true
          : subject.pronoun
            ? false
            : grammar.plural(head);
      const made: Word[][] = [];
      if (
        opener !== undefined &&
        verb.auxiliaries.length === 1 &&
        verb.negation === undefined &&
        plural !== undefined &&
        head.low !== "i"
      ) {
        const item = words[opener]!;
        const next = words[opener + 1];
        if (
          item.low === "can" &&
          opener === verb.start &&
          next !== undefined &&
          next === words[verb.head] &&
          ["person", "group", "animal"].includes(grammar.category(head) ?? (subject.pronoun ? "person" : "")) &&
          head.low !== "it" &&
          head.low !== "you" &&
          !verb.passive
        )
          made.push(
            replaced(words, opener, opener + 1, [
              word(plural ? "are" : "is", "AUX", [item]),
              word("able", "ADJ"),
              word("to", "PART"),
            ]),
          );
        if (
          item.low === "will" &&
          !subject.pronoun &&
          !words.some((other) => /^(?:if|unless|or|when|because|while)$/u.test(other.low)) &&
          next === words[verb.head] &&
          next?.tag === "VERB" &&
          opener === verb.start &&
          !verb.passive &&
          subject.end - subject.start <= 5
        ) {
          made.push(
            replaced(words, opener, opener + 1, [
              word(plural ? "are" : "is", "AUX", [item]),
              word("going", "VERB"),
              word("to", "PART"),
            ]),
          );
        }
        if (
          item.low === "must" &&
          next === words[verb.head] &&
          next?.low !== "be" &&
          next?.low !== "have" &&
          opener === verb.start
        )
          made.push(
            replaced(words, opener, opener + 1, [word(plural ? "have" : "has", "AUX", [item]), word("to", "PART")]),
          );
      }
      const main = words[verb.head]!;
      if (
        /^(?:have|has)$/u.test(main.low) &&
        verb.auxiliaries.length === 0 &&
        words[verb.end]?.low === "to" &&
        !words
          .slice(Math.max(0, clause.start - 1), clause.start)
          .some((item) => /^(?:that|which|what|whom)$/u.test(item.low)) &&
        verb.start === verb.head &&
        isPlainVerb(words[verb.end + 1], grammar)
      )
        made.push(
          replaced(words, verb.head, verb.end + 1, [word("must", "AUX", words.slice(verb.head, verb.end + 1))]),
        );
      const able = words[verb.end];
      if (
        /^(?:is|are|am)$/u.test(main.low) &&
        verb.auxiliaries.length === 0 &&
        able?.low === "able" &&
        words[verb.end + 1]?.low === "to" &&
        isPlainVerb(words[verb.end + 2], grammar)
      ) {
        const not = verb.negation !== undefined;
        if (!not)
          made.push(
            replaced(words, verb.head, verb.end + 2, [word("can", "AUX", words.slice(verb.head, verb.end + 2))]),
          );
      }
      return made;
    });
  },
};

const isPlainVerb = (item: Word | undefined, grammar: Grammar) =>
  item !== undefined && (item.low === "be" || grammar.lemma(item, "verb") === item.low);
