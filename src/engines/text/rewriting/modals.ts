import { clauses, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { type Word, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";

/** "is able to lift" becomes "can lift". */
export const ability: Transformation = {
  kind: "modal",
  strength: 0.4,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    return clauses(words, grammar).flatMap(({ verb }) => {
      if (verb.auxiliaries.length > 0 || verb.negation !== undefined) return [];
      if (!/^(?:is|are|am)$/u.test(words[verb.head]!.low) || words[verb.end]?.low !== "able") return [];
      if (words[verb.end + 1]?.low !== "to" || !isPlainVerb(words[verb.end + 2], grammar)) return [];
      const end = verb.end + 2;
      return [replaced(words, verb.head, end, [word("can", "AUX", words.slice(verb.head, end))])];
    });
  },
};

const isPlainVerb = (item: Word | undefined, grammar: Grammar) =>
  item !== undefined && (item.low === "be" || grammar.lemma(item, "verb") === item.low);
