import { wordSet } from "../word-set.js";
import { verbGroupAt, verbGroups } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion, startsClause } from "./clauses.js";
import { comma, spaced, type Word, type Words, word } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { THIRD_PERSON } from "./vocabulary.js";

const REPORTED = wordSet(
  "said says added adds explained explains announced announces confirmed confirms reported reports noted notes claimed claims warned warns believes",
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
      REPORTED.has(words[clause.verb.head]!.low) &&
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
      if (reported.length < 4 || reported.some(joins)) return [];
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

const spacedFirst = (part: Words): Words => (part[0] === undefined ? part : [spaced(part[0]), ...part.slice(1)]);
