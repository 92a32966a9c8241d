import { bodyEnd, clauseAt, isQuestion } from "./clauses.js";
import { comma, spaced, type Word, type Words } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { WH } from "./vocabulary.js";

/** "As mentioned above, the gate is shut" becomes "The gate is shut, as mentioned above". */
export const asMentioned: Transformation = {
  kind: "clause order",
  strength: 0.6,
  apply(words, grammar) {
    if (isQuestion(words) || words[0]?.low !== "as") return [];
    const mark = words.findIndex((item) => item.text === ",");
    if (mark < 2 || mark > 6 || !words.slice(1, mark).some(({ low }) => MENTIONED.test(low))) return [];
    const end = bodyEnd(words);
    if (clauseAt(words, mark + 1, grammar) === undefined) return [];
    const main = words.slice(mark + 1, end);
    if (
      main.length > 16 ||
      main.some(({ tag, low }) => tag === "PUNCT" || tag === "SCONJ" || WH.has(low) || low === "that")
    )
      return [];
    return [[...main, comma(), spaced(words[0]!), ...words.slice(1, mark), ...words.slice(end)]];
  },
};

const MENTIONED =
  /^(?:mentioned|noted|stated|said|explained|discussed|described|shown|expected|promised|planned|always|usual)$/u;

/** "Unlike the train, the ferry runs daily" becomes "The ferry, unlike the train, runs daily"; "As a doctor, Ann ..." likewise. */
export const phraseToMiddle: Transformation = {
  kind: "phrase order",
  whole: true,
  strength: 0.6,
  apply(words, grammar) {
    if (isQuestion(words) || !isOpener(words)) return [];
    const mark = words.findIndex((item) => item.text === ",");
    if (mark < 2 || mark > 8) return [];
    const phrase = words.slice(0, mark);
    // "The harbour, unlike the others, ...": as if it were one of them.
    if (phrase.some(({ low }) => /^(?:others?|like)$/u.test(low))) return [];
    if (phrase.some(({ tag, low }) => WH.has(low) || /^(?:VERB|AUX|PRON|SCONJ|PUNCT)$/u.test(tag))) return [];
    const clause = clauseAt(words, mark + 1, grammar);
    if (clause === undefined || clause.subject.pronoun) return [];
    const { end, head } = clause.subject;
    // "As a consultant, work becomes ...": the work is none.
    const person = (item: Word) => grammar.category(item) === "person";
    if (words[0]!.low === "as" && phrase.some(person) && words[head]!.tag !== "PROPN" && !person(words[head]!))
      return [];
    const subject = words.slice(mark + 1, end);
    if (subject.length > 5 || subject.some(({ tag, low }) => tag === "PUNCT" || WH.has(low) || low === "that"))
      return [];
    return [[...subject, comma(), spaced(phrase[0]!), ...phrase.slice(1), comma(), ...words.slice(end)]];
  },
};

const isOpener = ([first, second]: Words) =>
  /^(?:unlike|like)$/u.test(first?.low ?? "") || (first?.low === "as" && /^(?:a|an|one|the)$/u.test(second?.low ?? ""));
