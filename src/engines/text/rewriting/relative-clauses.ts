import { wordSet } from "../word-set.js";
import { fullNounPhraseAt, verbGroupAt } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion, startsClause } from "./clauses.js";
import { retext, type Words, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { BE, WH } from "./vocabulary.js";

/** "the bridge, which was built in 1890," as "the bridge, built in 1890,"; "that was built" likewise. */
export const shorterRelative: Transformation = {
  kind: "relative clause",
  strength: 0.5,
  apply(words, grammar) {
    return words.flatMap((item, index) => {
      if (!/^(?:which|that|who)$/u.test(item.low) || index < 2) return [];
      const before = words[index - 1]!;
      const noun = before.text === "," ? words[index - 2]! : before;
      if (noun.tag !== "NOUN" && noun.tag !== "PROPN") return [];
      const be = words[index + 1];
      if (be === undefined || !/^(?:is|are|was|were)$/u.test(be.low)) return [];
      const group = verbGroupAt(words, index + 1, grammar);
      if (isPlaced(words, index)) return [replaced(words, index, index + 2, [])];
      if (group?.passive !== true || group.negation !== undefined || group.auxiliaries.length !== 1) return [];
      // "which are born in May and are too light": the second verb would have no subject.
      const goesOn = words.some(
        (other, place) => place > group.end && other.tag === "CCONJ" && verbGroupAt(words, place + 1, grammar)?.finite,
      );
      if (goesOn) return [];
      if (words[group.end]?.tag !== "ADP" || item.before + item.after + be.before + be.after !== "") return [];
      return [replaced(words, index, index + 2, [])];
    });
  },
};

/** "people who are in pain", "tools that are for sale": the phrase says it alone. */
function isPlaced(words: Words, index: number): boolean {
  const [noun, pronoun, be, preposition, next] = words.slice(index - 1, index + 4);
  if (
    noun?.tag !== "NOUN" ||
    /^ones?$/u.test(noun.low) ||
    !/^(?:that|who)$/u.test(pronoun!.low) ||
    !/^(?:is|are)$/u.test(be!.low)
  )
    return false;
  if (pronoun!.before + pronoun!.after + be!.before + be!.after !== "") return false;
  const plain = /^(?:in|from|on|under|without|at)$/u.test(preposition?.low ?? "");
  return (
    plain &&
    /^(?:NOUN|DET|ADJ|PROPN)$/u.test(next?.tag ?? "") &&
    !words.slice(index + 3).some((item) => item.tag === "CCONJ")
  );
}

/** "the house which stands there" becomes "the house that stands there". */
export const relativePronoun = relativeWith("which", "that");

/** The other way round, which is no better and no worse. */
export const otherRelativePronoun = relativeWith("that", "which");

function relativeWith(from: "which" | "that", to: "which" | "that"): Transformation {
  return {
    kind: "pronoun",
    strength: 0.2,
    apply(words, grammar) {
      return words.flatMap((item, index) => {
        if (item.text !== from || index < 2) return [];
        const noun = words[index - 1]!;
        if (noun.tag !== "NOUN" || PEOPLE.has(grammar.category(noun) ?? "person")) return [];
        if (noun.low === "people") return [];
        const verb = words[index + 1];
        if ((verb?.tag !== "VERB" && verb?.tag !== "AUX") || !verb.space) return [];
        if (verbGroupAt(words, index + 1, grammar)?.finite !== true) return [];
        // Behind "evidence" and "result" the word may open a clause that says what the noun is.
        if (from === "that" && startsClause(words, index + 1, grammar)) return [];
        return [replaced(words, index, index + 1, [retext(item, to, "PRON")])];
      });
    },
  };
}

const PEOPLE = wordSet("person group animal");

/** Verbs whose clause may come with "that" or without. */
const REPORTING = wordSet(
  "say said says think thinks thought believe believes believed hope hopes hoped claim claims claimed",
);
const NEEDS_THAT_ONLY = wordSet(
  "show shows showed shown suggest suggests suggested argue argues argued find found explain explained know knew knows feel felt agree agreed note noted report reported announce announced decide decided",
);

/** "She said the shop was shut" and "She said that the shop was shut". */
export const thatClause: Transformation = {
  kind: "that clause",
  strength: 0.25,
  apply(words, grammar) {
    return words.flatMap((item, index) => {
      const next = words[index + 1];
      if (item.tag !== "VERB" || next === undefined) return [];
      if (next.low === "that") {
        const name = fullNounPhraseAt(words, index + 2);
        if (name === undefined || name.end - name.start > 3 || next.before + next.after !== "") return [];
        const reports = REPORTING.has(item.low) && startsClause(words, index + 2, grammar);
        return reports ? [replaced(words, index + 1, index + 2, [])] : [];
      }
      if (!REPORTING.has(item.low) && !NEEDS_THAT_ONLY.has(item.low)) return [];
      // "the newly announced product"
      const inside = words.slice(Math.max(0, index - 2), index).some(({ tag }) => tag === "DET");
      // "the way that I think I use it"
      if (words.slice(Math.max(0, index - 5), index).some(({ low }) => low === "that" || WH.has(low))) return [];
      if (inside || words[index - 1]?.tag === "PUNCT" || !startsClause(words, index + 1, grammar)) return [];
      // "found notes from guests that were not there": what was found, and no clause.
      const subject = clauseAt(words, index + 1, grammar)?.subject;
      if (
        subject === undefined ||
        words.slice(subject.start, subject.end + 1).some(({ low }) => low === "that" || WH.has(low))
      )
        return [];
      return [replaced(words, index + 1, index + 1, [word("that", "SCONJ")])];
    });
  },
};

/** "There are many people who like tea" becomes "Many people like tea". */
export const noThere: Transformation = {
  kind: "there is",
  whole: true,
  strength: 0.7,
  apply(words, grammar) {
    if (isQuestion(words) || words[0]?.low !== "there") return [];
    if (!/^(?:is|are|was|were)$/u.test(words[1]?.low ?? "")) return [];
    const phrase = fullNounPhraseAt(words, 2);
    if (phrase === undefined || phrase.pronoun) return [];
    if (!/^(?:many|several|some|few|\p{N}+|two|three|four|five|six)$/u.test(words[2]!.low) && words[2]!.tag !== "NUM")
      return [];
    if (!/^(?:who|that|which)$/u.test(words[phrase.end]?.low ?? "")) return [];
    const verb = verbGroupAt(words, phrase.end + 1, grammar);
    // "There are many who are at sea": that there are some is what is said.
    if (verb?.finite !== true || BE.has(words[verb.head]!.low)) return [];
    if (words.slice(phrase.end, bodyEnd(words)).some((item) => item.text === ",")) return [];
    return [[...words.slice(2, phrase.end), ...words.slice(phrase.end + 1)]];
  },
};
