import { wordSet } from "../word-set.js";
import { verbGroups } from "./chunks.js";
import { bodyEnd, type Clause, clauseAt, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { mainStart } from "./result-clauses.js";
import { comma, spaced, type Word, type Words } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { BE, THIRD_PERSON, WH } from "./vocabulary.js";

/** "The firm can win new guests by lending boats to families" becomes "By lending boats to families, the firm can win new guests". */
export const meansToStart: Transformation = {
  kind: "phrase order",
  whole: true,
  strength: 0.8,
  apply(words, grammar) {
    if (isQuestion(words) || mainStart(words) > 0) return [];
    const clause = clauseAt(words, 0, grammar);
    if (clause === undefined || clause.verb.passive || BE.has(words[clause.verb.head]!.low)) return [];
    const end = bodyEnd(words);
    const by = words.findIndex(
      ({ low }, index) => low === "by" && index > clause.verb.end && isGerund(words[index + 1], grammar),
    );
    if (by === -1 || end - by > 18 || end - by < 3 || !isMain(words, clause, by, grammar)) return [];
    const phrase = words.slice(by, end);
    if (phrase.some(isLoose) || verbGroups(words, by, end, grammar).some(({ finite }) => finite)) return [];
    // "by cutting costs, saving time": what comes of it, and no second of several.
    const added = phrase.findLastIndex(({ text }) => text === ",");
    if (added !== -1 && isGerund(phrase[added + 1], grammar)) return [];
    if (phrase.some(({ low }) => low === "or")) return [];
    if (!standsFor(words, clause, by, end, grammar)) return [];
    return [[...phrase, comma(), spaced(words[0]!), ...words.slice(1, by), ...words.slice(end)]];
  },
};

const isGerund = (item: Word | undefined, grammar: Grammar) =>
  item?.tag === "VERB" && item.low.endsWith("ing") && grammar.verbForm(item, []) === "gerund";

/** What begins another clause, or ends what the phrase says. */
const isLoose = ({ tag, low, text }: Word) =>
  tag === "SCONJ" ||
  WH.has(low) ||
  /^(?:that|so|but|then|rather|instead|while)$/u.test(low) ||
  /^[;:—–("“]$|^--?$/u.test(text);

/** Whether one act is told, of which the phrase says how. */
function isMain(words: Words, { verb, subject }: Clause, by: number, grammar: Grammar): boolean {
  const main = words.slice(0, by);
  if (main.some((item) => isLoose(item) || item.text === "," || /^(?:not|n't|never|only|just|also)$/u.test(item.low)))
    return false;
  // "Some tools help by keeping it dry": too little without its means.
  if (by - verb.end < 2 || /^(?:ADV|CCONJ|ADP)$/u.test(words[by - 1]!.tag)) return false;
  if (/^(?:this|that|these|those)$/u.test(words[subject.start]!.low) && subject.pronoun) return false;
  if (FRAMING.has(grammar.lemma(words[verb.head]!, "verb") ?? "")) return false;
  const others = verbGroups(words, verb.end, by, grammar);
  return others.every(({ start, finite }) => !finite && words[start - 1]!.low === "to") && others.length < 2;
}

/** Verbs whose "by" says what is done, and not how. */
const FRAMING = wordSet("start begin end finish open close work go stand");

/** Whether each pronoun of the phrase can only stand for the subject, which comes next. */
function standsFor(words: Words, { subject }: Clause, by: number, end: number, grammar: Grammar): boolean {
  const plural = subject.several || grammar.plural(words[subject.head]!);
  return words.slice(by, end).every(({ low }, offset) => {
    if (!THIRD_PERSON.has(low)) return true;
    if (subject.pronoun) return THIRD_PERSON.has(words[subject.head]!.low);
    const nouns = words.slice(by, by + offset).some(({ tag }) => tag === "NOUN" || tag === "PROPN");
    return !nouns && (low === "their" ? plural === true : low === "its" && plural === false);
  });
}
