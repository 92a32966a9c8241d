import { wordSet } from "../word-set.js";
import { verbGroups } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion } from "./clauses.js";
import { retext, spaced, type Words, word } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { REFLEXIVES, THIRD_PERSON, WH } from "./vocabulary.js";
import { PARTICLES, SCOPE } from "./voice.js";

/** "You can store the tent in the shed" becomes "The tent can be stored in the shed": what anybody can do. */
export const genericPassive: Transformation = {
  kind: "voice",
  whole: true,
  strength: 0.8,
  apply(words, grammar) {
    if (isQuestion(words) || words[0]?.low !== "you" || !MODAL.test(words[1]?.low ?? "")) return [];
    const end = bodyEnd(words);
    const clause = clauseAt(words, 0, grammar);
    if (clause === undefined || clause.object === undefined || clause.object.pronoun) return [];
    const { verb, object } = clause;
    const lemma = grammar.lemma(words[verb.head]!, "verb");
    if (lemma === undefined || !DONE.has(lemma) || verb.negation !== undefined || verb.auxiliaries.length !== 1)
      return [];
    const moved = words.slice(object.start, object.end);
    const rest = words.slice(object.end, end);
    if (!/^(?:the|this|these|that|those|most|all|your|\p{Lu}.*)$/u.test(moved[0]!.text) || moved.length > 6) return [];
    if (moved.some(({ low }) => SCOPE.has(low) || REFLEXIVES.has(low) || low === "own")) return [];
    // What is left behind has to belong to the verb, and not to the reader or the object.
    const leans = ({ low, tag, text }: Words[number]) =>
      THIRD_PERSON.has(low) ||
      WH.has(low) ||
      /^(?:SCONJ|CCONJ|VERB|AUX)$/u.test(tag) ||
      /^(?:you|your|yourself|that|to|for|of|about|with)$/u.test(low) ||
      text === ",";
    if (rest.length > 0 && (rest.some(leans) || !/^(?:ADP|ADV)$/u.test(rest[0]!.tag) || PARTICLES.has(rest[0]!.low)))
      return [];
    if (verbGroups(words, object.end, end, grammar).length > 0) return [];
    const group = words.slice(verb.start, verb.head);
    const participle = retext(words[verb.head]!, grammar.inflect(lemma, "participle"));
    return [
      [
        ...moved,
        ...group.map((item, index) => (index === 0 ? spaced(item) : item)),
        word("be", "AUX"),
        participle,
        ...rest,
        ...words.slice(end),
      ],
    ];
  },
};

const MODAL = /^(?:can|could|may|should|must)$/u;

/** Verbs of what is done with a thing, so that it does not matter who does it. */
const DONE = wordSet(
  "use add remove change adjust customize customise store save download install combine create order cancel return access configure control track edit view upload share clean wash replace connect attach select apply serve find place set open close book buy purchase rent reuse recycle freeze bake cook cut paint hang mount move import export print copy delete enable disable disconnect update upgrade filter sort schedule cover fold stack transfer reset test",
);
