import { verbGroupAt, verbGroups } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion, startsClause } from "./clauses.js";
import { comma, spaced, type Word, word } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { words as list, THIRD_PERSON } from "./vocabulary.js";

const REPORTED = list(
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
      if (
        that === -1 ||
        between.length > 3 ||
        (between.length > 0 && between[0]!.tag !== "ADP") ||
        !startsClause(words, that + 1, grammar)
      )
        return [];
      const reported = words.slice(that + 1, end);
      const speaker = words.slice(0, that);
      if (
        reported.some((item, index) => item.tag === "CCONJ" && verbGroupAt(reported, index + 1, grammar) !== undefined)
      )
        return [];
      if (
        reported.some((item) => THIRD_PERSON.has(item.low) || item.text === ";" || item.low === "that") ||
        reported.length < 4
      )
        return [];
      return [[...reported, comma(), ...spacedFirst(speaker), ...words.slice(end)]];
    }
    const mark = words.findLastIndex((item) => item.text === ",");
    if (mark < 4 || end - mark > 10 || clause === undefined) return [];
    const speaker = clauseAt(words, mark + 1, grammar);
    if (
      speaker === undefined ||
      !REPORTED.has(words[speaker.verb.head]!.low) ||
      speaker.subject.pronoun ||
      verbGroups(words, mark + 1, end, grammar).length !== 1
    )
      return [];
    const behind = words.slice(speaker.verb.end, end);
    if (behind.length > 0 && behind[0]!.tag !== "ADP") return [];
    return [
      [...words.slice(mark + 1, end), word("that", "SCONJ"), ...spacedFirst(words.slice(0, mark)), ...words.slice(end)],
    ];
  },
};

const spacedFirst = (part: readonly Word[]): readonly Word[] =>
  part[0] === undefined ? part : [spaced(part[0]), ...part.slice(1)];
