import { wordSet } from "../word-set.js";
import { verbGroupAt } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion } from "./clauses.js";
import { word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { BE, SUBJECT_PRONOUNS, WH } from "./vocabulary.js";

/** "the boats we build" becomes "the boats that we build". */
export const fullRelative: Transformation = {
  kind: "relative clause",
  strength: 0.3,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    return words.slice(0, end).flatMap((subject, index) => {
      const noun = words[index - 1];
      if (!SUBJECT_PRONOUNS.has(subject.low) || noun?.tag !== "NOUN" || noun.after + subject.before !== "") return [];
      if (WITHOUT.has(grammar.lemma(noun, "noun") ?? noun.low)) return [];
      // "if a guest is on the boat he pays": the clause behind the condition, without its comma.
      const open = words.slice(words.slice(0, index).findLastIndex(({ text }) => /^[,;:]$/u.test(text)) + 1, index);
      if (open.some(({ low }) => /^(?:if|when|while|as|because|since|after|before|once|until)$/u.test(low))) return [];
      const before = words.slice(Math.max(0, index - 6), index);
      // "what things we", "the more boats we": no relative clause; a second "that" would be one too many.
      if (
        before.some(
          ({ low }) => WH.has(low) || /^(?:that|than|as|more|less|if|when|because|though|although|so|such)$/u.test(low),
        )
      )
        return [];
      // A clause tells more of a noun with an article or the like.
      if (!before.some(({ low }) => /^(?:the|a|an|any|every|all|some|each|many|most|these|those)$/u.test(low)))
        return [];
      const clause = clauseAt(words, index, grammar);
      if (clause === undefined || clause.object !== undefined || clause.verb.passive) return [];
      const { verb } = clause;
      if (words[verb.head]!.tag !== "VERB" || BE.has(words[verb.head]!.low)) return [];
      // "the day it rains": the clause has all it needs.
      const next = words[verb.end];
      if (
        next !== undefined &&
        verb.end < end &&
        !/^(?:ADP|AUX|CCONJ)$/u.test(next.tag) &&
        !/^(?:to|[.,;])$/u.test(next.low)
      )
        return [];
      // "The last time we met he ...": the first verb of the sentence has to be outside.
      const main = words.some(
        (item, place) =>
          (place < index - 1 || place >= verb.end) &&
          /^(?:VERB|AUX)$/u.test(item.tag) &&
          verbGroupAt(words, place, grammar)?.finite === true,
      );
      return main ? [replaced(words, index, index, [word("that", "PRON")])] : [];
    });
  },
};

/** Nouns behind which a clause says when, how or why. */
const WITHOUT = wordSet(
  "time day moment way year week month reason place minute second hour instant chance thing fact one more bit lot part everything anything something nothing",
);
