import { wordSet } from "../word-set.js";
import { verbGroupAt, verbGroups } from "./chunks.js";
import { bodyEnd, type Clause, clauseAt, isQuestion, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { comma, spaced, type Word, type Words, word } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { THIRD_PERSON } from "./vocabulary.js";

const REPORTED = wordSet(
  "said says added adds explained explains announced announces confirmed confirms reported reports noted notes claimed claims warned warns believes believe",
);
/** Verbs of studies and figures: "research shows". */
const SHOWING = wordSet(
  "shows show showed suggests suggest suggested finds found reveals revealed indicates indicate estimates estimate estimated",
);
const STUDIES = wordSet(
  "study research survey report data analysis poll expert scientist researcher analyst finding figure evidence review statistic",
);

/** "The port authority said on Tuesday that the bridge is closed" becomes "The bridge is closed, the port authority said on Tuesday", and back. */
export const reporting: Transformation = {
  kind: "reporting",
  strength: 0.8,
  apply(words, grammar) {
    if (isQuestion(words) || words.some((item) => /^["“”]$/u.test(item.text))) return [];
    const end = bodyEnd(words);
    const clause = clauseAt(words, 0, grammar);
    if (
      clause !== undefined &&
      (REPORTED.has(words[clause.verb.head]!.low) || isShown(words, clause, grammar)) &&
      clause.verb.auxiliaries.length === 0 &&
      clause.verb.head === clause.verb.start
    ) {
      const that = words.findIndex((item, index) => item.low === "that" && index >= clause.verb.end);
      const between = words.slice(clause.verb.end, that);
      if (that === -1 || between.length > 3 || (between.length > 0 && between[0]!.tag !== "ADP")) return [];
      if (!startsClause(words, that + 1, grammar)) return [];
      const reported = words.slice(that + 1, end);
      const speaker = words.slice(0, that);
      const joins = (item: Word, index: number) =>
        item.tag === "CCONJ" && verbGroupAt(reported, index + 1, grammar) !== undefined;
      // Behind a long one, who says it would come too late.
      if (reported.length < 4 || reported.length > 24 || reported.some(joins)) return [];
      if (isShown(words, clause, grammar) && reported.some(({ text }) => text === ",")) return [];
      if (reported.some((item) => THIRD_PERSON.has(item.low) || /^(?:;|that)$/u.test(item.low))) return [];
      return [[...reported, comma(), ...spacedFirst(speaker), ...words.slice(end)]];
    }
    const mark = words.findLastIndex((item) => item.text === ",");
    if (mark < 4 || end - mark > 10 || clause === undefined) return [];
    const speaker = clauseAt(words, mark + 1, grammar);
    if (speaker === undefined || speaker.subject.pronoun || !REPORTED.has(words[speaker.verb.head]!.low)) return [];
    if (verbGroups(words, mark + 1, end, grammar).length !== 1) return [];
    const behind = words.slice(speaker.verb.end, end);
    if (behind.length > 0 && behind[0]!.tag !== "ADP") return [];
    const reported = spacedFirst(words.slice(0, mark));
    return [[...words.slice(mark + 1, end), word("that", "SCONJ"), ...reported, ...words.slice(end)]];
  },
};

/** "Recent studies show that ...": of a study, and no thing that shows something else. */
function isShown(words: Words, { subject, verb }: Clause, grammar: Grammar): boolean {
  const noun = subject.pronoun ? undefined : grammar.lemma(words[subject.head]!, "noun");
  return noun !== undefined && STUDIES.has(noun) && SHOWING.has(words[verb.head]!.low);
}

const spacedFirst = (part: Words): Words => (part[0] === undefined ? part : [spaced(part[0]), ...part.slice(1)]);
