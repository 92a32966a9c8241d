import { bodyEnd, clauseAt, isQuestion, isSimple, startsClause } from "./clauses.js";
import { contrast } from "./connectives.js";
import { comma, type Words } from "./sentence-reading.js";
import { split } from "./sentence-splitting.js";
import type { Transformation } from "./transformation.js";

/** "The crew was kind but they had no boat", "... and they had a boat": two clauses that no comma parts, as two sentences. */
export const unmarkedClauses: Transformation = {
  kind: "split",
  strength: 0.5,
  apply(words, grammar) {
    if (isQuestion(words) || words.slice(0, bodyEnd(words)).some(({ text }) => /^[.;:—–("“]$/u.test(text))) return [];
    const places = [...words.keys()].filter(
      (index) => words[index]!.tag === "CCONJ" && startsClause(words, index + 1, grammar),
    );
    const [place] = places;
    if (place === undefined || places.length !== 1 || place < 6 || words.length - place < 7) return [];
    const conjunction = words[place]!;
    if (!/^(?:but|and)$/u.test(conjunction.low) || conjunction.before + conjunction.after !== "") return [];
    // "the guests who came and you": what begins there has to be a subject, and the clause before it whole.
    if (
      !/^(?:we|they|it|you|he|she|there)$/u.test(words[place + 1]!.low) ||
      /^(?:PUNCT|PART)$/u.test(words[place - 1]!.tag)
    )
      return [];
    if (clauseAt(words, 0, grammar) === undefined || !isSimple(words, 0, place, grammar)) return [];
    const marked: Words = [...words.slice(0, place), comma(), ...words.slice(place)];
    const parted = conjunction.low === "but" ? contrast : split;
    return parted.apply(marked, grammar);
  },
};
