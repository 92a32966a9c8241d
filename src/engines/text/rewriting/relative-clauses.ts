import { fullNounPhraseAt, verbGroupAt } from "./chunks.js";
import { bodyEnd, isQuestion, startsClause } from "./clauses.js";
import { retext, type Word, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { words as list } from "./vocabulary.js";

/** "the bridge, which was built in 1890," as "the bridge, built in 1890,"; "that was built" likewise. */
export const shorterRelative: Transformation = {
  kind: "relative clause",
  strength: 0.5,
  apply(words, grammar) {
    const made: Word[][] = [];
    for (const [index, item] of words.entries()) {
      if (!/^(?:which|that|who)$/u.test(item.low) || index < 2) continue;
      const before = words[index - 1]!;
      const noun = before.text === "," ? words[index - 2]! : before;
      if (noun.tag !== "NOUN" && noun.tag !== "PROPN") continue;
      const be = words[index + 1];
      if (be === undefined || !/^(?:is|are|was|were)$/u.test(be.low)) continue;
      const group = verbGroupAt(words, index + 1, grammar);
      if (group === undefined || group.negation !== undefined || group.auxiliaries.length !== 1 || !group.passive)
        continue;
      if (words[group.end]?.tag !== "ADP" || item.before + item.after + be.before + be.after !== "") continue;
      made.push(replaced(words, index, index + 2, []));
    }
    return made;
  },
};

/** "the house that he built" and "the house which he built"; "people that" and "people who". */
export const relativePronoun: Transformation = {
  kind: "relative clause",
  strength: 0.2,
  apply(words, grammar) {
    const made: Word[][] = [];
    for (const [index, item] of words.entries()) {
      if ((item.low !== "which" && item.low !== "that") || index < 2) continue;
      const noun = words[index - 1]!;
      if (noun.tag !== "NOUN" || PEOPLE.has(grammar.category(noun) ?? "person")) continue;
      const verb = words[index + 1];
      const subject = verb?.tag === "VERB" || verb?.tag === "AUX" ? verbGroupAt(words, index + 1, grammar) : undefined;
      if (subject === undefined || !subject.finite) continue;
      // Behind "evidence" and "result" the word may open a clause that says what the noun is.
      if (item.low === "that" && startsClause(words, index + 1, grammar)) continue;
      made.push(replaced(words, index, index + 1, [retext(item, item.low === "that" ? "which" : "that", "PRON")]));
    }
    return made;
  },
};

const PEOPLE = list("person group animal");

/** Verbs whose clause may come with "that" or without. */
const REPORTING = list(
  "say said says think thinks thought believe believes believed hope hopes hoped claim claims claimed",
);
const NEEDS_THAT_ONLY = list(
  "show shows showed shown suggest suggests suggested argue argues argued find found explain explained know knew knows feel felt agree agreed note noted report reported announce announced decide decided",
);

/** "She said the shop was shut" and "She said that the shop was shut". */
export const thatClause: Transformation = {
  kind: "that clause",
  strength: 0.25,
  apply(words, grammar) {
    const made: Word[][] = [];
    for (const [index, item] of words.entries()) {
      if (item.tag !== "VERB") continue;
      const next = words[index + 1];
      if (next === undefined) continue;
      if (next.low === "that") {
        const name = fullNounPhraseAt(words, index + 2);
        const short = name !== undefined && name.end - name.start <= 3;
        if (
          REPORTING.has(item.low) &&
          short &&
          startsClause(words, index + 2, grammar) &&
          next.before + next.after === ""
        )
          made.push(replaced(words, index + 1, index + 2, []));
      } else if (
        (REPORTING.has(item.low) || NEEDS_THAT_ONLY.has(item.low)) &&
        words[index - 1]?.tag !== "PUNCT" &&
        startsClause(words, index + 1, grammar)
      ) {
        made.push(replaced(words, index + 1, index + 1, [word("that", "SCONJ")]));
      }
    }
    return made;
  },
};

/** "There are many people who like tea" becomes "Many people like tea". */
export const noThere: Transformation = {
  kind: "there is",
  whole: true,
  strength: 0.7,
  apply(words, grammar) {
    if (isQuestion(words) || words[0]?.low !== "there" || !/^(?:is|are|was|were)$/u.test(words[1]?.low ?? ""))
      return [];
    const phrase = fullNounPhraseAt(words, 2);
    if (phrase === undefined || phrase.pronoun) return [];
    if (!/^(?:many|several|some|few|\p{N}+|two|three|four|five|six)$/u.test(words[2]!.low) && words[2]!.tag !== "NUM")
      return [];
    const pronoun = words[phrase.end];
    if (pronoun === undefined || !/^(?:who|that|which)$/u.test(pronoun.low)) return [];
    const verb = verbGroupAt(words, phrase.end + 1, grammar);
    if (verb === undefined || !verb.finite || words.slice(phrase.end, bodyEnd(words)).some((item) => item.text === ","))
      return [];
    return [[...words.slice(2, phrase.end), ...words.slice(phrase.end + 1)]];
  },
};
