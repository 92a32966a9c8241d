import { matchCase } from "../english/inflection/index.js";
import { wordSet } from "../word-set.js";
import { nounPhraseAt, verbGroupAt, verbGroups } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion } from "./clauses.js";
import { comma, retext, spaced, word } from "./sentence-reading.js";
import { replaced, type Transformation } from "./transformation.js";
import { BE, THIRD_PERSON, WH } from "./vocabulary.js";

const CONTRACTED = wordSet("is are was were do does did has have had could would should");

/** "is not" becomes "isn't". */
export const contraction: Transformation = {
  kind: "contraction",
  strength: 0.1,
  apply(words) {
    if (isQuestion(words)) return [];
    return words.flatMap((item, index) => {
      const auxiliary = words[index - 1];
      if (item.text !== "not" || auxiliary === undefined || !CONTRACTED.has(auxiliary.low)) return [];
      if (/^(?:only|just|merely|simply|necessarily|yet|limited)$/u.test(words[index + 1]?.low ?? "")) return [];
      // What is denied for something else's sake is stressed.
      if (words.slice(index).some(({ low }) => low === "but")) return [];
      if (item.before + item.after + auxiliary.after !== "") return [];
      return [replaced(words, index, index + 1, [word("n't", "PART", [item], false)])];
    });
  },
};

/** Verbs whose object is a measure. */
const MEASURING = wordSet(
  "is are was were takes take took lasts last lasted weighs weigh weighed costs cost measures measure needs need be",
);

/** "takes 5 to 10 minutes" and "takes between 5 and 10 minutes"; "between 1890 and 1900" and "from 1890 to 1900". */
export const span: Transformation = {
  kind: "span",
  strength: 0.3,
  apply(words) {
    const isNumber = (index: number) => words[index]?.tag === "NUM";
    return words.flatMap((item, index) => {
      const measures = MEASURING.has(words[index - 1]?.low ?? "");
      if (item.low === "between" && isNumber(index + 1) && words[index + 2]?.low === "and" && isNumber(index + 3)) {
        const [from, to] = [words[index + 1]!, words[index + 3]!];
        const joined = [from, word("to", "ADP", [words[index + 2]!]), to];
        const years = [from, to].every(({ text }) => /^1[0-9]\d\d$|^20\d\d$/u.test(text));
        if (years) return [replaced(words, index, index + 4, [word("from", "ADP", [item]), ...joined])];
        return measures && words[index + 4]?.tag === "NOUN" ? [replaced(words, index, index + 4, joined)] : [];
      }
      if (!measures || !isNumber(index) || words[index + 1]?.low !== "to" || !isNumber(index + 2)) return [];
      if (words[index + 3]?.tag !== "NOUN") return [];
      const between = [word("between", "ADP"), spaced(item), word("and", "CCONJ", [words[index + 1]!])];
      return [replaced(words, index, index + 2, between)];
    });
  },
};

/** "in the 1890s" and "during the 1890s"; centuries likewise. */
export const era: Transformation = {
  kind: "era",
  strength: 0.2,
  apply(words) {
    return words.flatMap((item, index) => {
      if (!/^(?:in|during)$/u.test(item.low) || words[index + 1]?.low !== "the" || item.before + item.after !== "")
        return [];
      const first = /^(?:early|late|mid)$/u.test(words[index + 2]?.low ?? "") ? index + 3 : index + 2;
      const isDecade = /^1[0-9]\d0s$|^20\d0s$/u.test(words[first]?.low ?? "");
      const isCentury =
        words[first + 1]?.low === "century" &&
        /^(?:\d{1,2}(?:st|nd|rd|th)|\p{L}+(?:th|first|second|third))$/u.test(words[first]!.low);
      if (!isDecade && !isCentury) return [];
      if (/^(?:involved|interested|early|earlier|late|later|and|or)$/u.test(words[index - 1]?.low ?? "")) return [];
      const other = item.low === "in" ? "during" : "in";
      return [replaced(words, index, index + 1, [word(other, "ADP", [item])])];
    });
  },
};

/** "for at least two weeks" becomes "for two weeks or more". */
export const least: Transformation = {
  kind: "least",
  strength: 0.3,
  apply(words) {
    return words.flatMap((item, index) => {
      const [bound, number, unit, next] = words.slice(index + 1, index + 5);
      if (item.low !== "at" || bound?.low !== "least" || number?.tag !== "NUM" || unit?.tag !== "NOUN") return [];
      if (next !== undefined && next.tag !== "PUNCT") return [];
      if (index === 0 || words[index - 1]!.tag === "PUNCT") return [];
      return [replaced(words, index, index + 4, [number, unit, word("or", "CCONJ"), word("more", "ADJ", [bound])])];
    });
  },
};

/** "At most 40 of each" becomes "Up to 40 of each". */
export const atMost: Transformation = {
  kind: "most",
  strength: 0.3,
  apply(words) {
    return words.flatMap((item, index) => {
      if (item.low !== "at" || words[index + 1]?.low !== "most" || words[index + 2]?.tag !== "NUM") return [];
      const upTo = [retext(item, matchCase(item.text, "up")), word("to", "ADP", [words[index + 1]!])];
      return [replaced(words, index, index + 2, upTo)];
    });
  },
};

/** "is only opened if the level is made" becomes "is opened only if the level is made". */
export const onlyIf: Transformation = {
  kind: "only",
  strength: 0.3,
  apply(words) {
    return words.flatMap((only, index) => {
      const [verb, next] = words.slice(index + 1, index + 3);
      if (only.low !== "only" || !BE.has(words[index - 1]?.low ?? "") || verb?.tag !== "VERB") return [];
      if (!/ed$/u.test(verb.low) || !/^(?:if|when|after|once)$/u.test(next?.low ?? "")) return [];
      return [replaced(words, index, index + 2, [verb, only])];
    });
  },
};

/** "the hands of the baker and the air of the kitchen": the last two things, "as well as" between them. */
export const asWellAs: Transformation = {
  kind: "as well as",
  strength: 0.3,
  apply(words) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    return words.flatMap((item, index) => {
      if (item.low !== "and" || words.slice(Math.max(0, index - 8), index).some(({ low }) => NO_PAIR.has(low)))
        return [];
      const right = nounPhraseAt(words, index + 1);
      if (right === undefined || right.pronoun || right.end !== end || right.end - right.start < 2) return [];
      for (let start = Math.max(1, index - 4); start < index - 1; start += 1) {
        const left = nounPhraseAt(words, start);
        if (left?.end !== index || left.pronoun) continue;
        const before = words[start - 1]!;
        const determined = words[start]!.tag === "DET" && words[index + 1]!.tag === "DET";
        if (!determined || (before.tag !== "ADP" && before.tag !== "VERB")) return [];
        return [replaced(words, index, index + 1, [word("as", "ADP", [item]), word("well", "ADV"), word("as", "ADP")])];
      }
      return [];
    });
  },
};

const NO_PAIR = wordSet("both between either neither from , ; : of");

/** "is of oak and has two doors" becomes "is of oak and also has two doors". */
export const alsoHas: Transformation = {
  kind: "also",
  strength: 0.2,
  apply(words, grammar) {
    const clause = isQuestion(words) ? undefined : clauseAt(words, 0, grammar);
    if (clause === undefined || !STATES.has(words[clause.verb.start]?.low ?? "")) return [];
    if (words.some(({ low }) => /^(?:also|both|then|too|therefore|so|not|n't)$/u.test(low))) return [];
    return words.flatMap((item, index) => {
      if (item.low !== "and" || index < clause.verb.end + 1) return [];
      const group = verbGroupAt(words, index + 1, grammar);
      if (group?.finite !== true || group.start !== index + 1 || !STATES.has(words[group.start]!.low)) return [];
      const isMain = group.head === group.start && /^ha/u.test(words[group.start]!.low);
      const at = isMain ? index + 1 : index + 2;
      return [replaced(words, at, at, [word("also", "ADV")])];
    });
  },
};

const STATES = wordSet("is are has have");

/** "The lock, opened with the canal, was closed in 1890" becomes "In 1890, the lock, ...": a year at the end of a sentence of one verb. */
export const yearToStart: Transformation = {
  kind: "phrase order",
  whole: true,
  strength: 0.5,
  apply(words, grammar) {
    const end = bodyEnd(words);
    const place = end - 2;
    if (
      isQuestion(words) ||
      place < 6 ||
      words[place]!.low !== "in" ||
      !/^(?:1[0-9]|20)\d\d$/u.test(words[place + 1]!.text)
    )
      return [];
    const groups = verbGroups(words, 0, end, grammar);
    const [main] = groups;
    if (groups.length !== 1 || main?.finite !== true || main.start === 0) return [];
    const opener = words[main.auxiliaries[0] ?? main.head]!;
    const isPast = /^(?:was|were)$/u.test(opener.low) || (main.auxiliaries.length === 0 && main.form === "past");
    const before = words[place - 1]!.text === "," ? place - 1 : place;
    const rest = words.slice(0, before);
    // "It was approved in 2021": with nothing else behind it the verb would end the sentence.
    if (main.start < 3 && before - main.end < 2) return [];
    if (
      !isPast ||
      rest.some((item) => WH.has(item.low) || (/^(?:SCONJ|VERB)$/u.test(item.tag) && item !== words[main.head]))
    )
      return [];
    if (
      rest.some(
        (item) => /^\d{4}s?$/u.test(item.text) || item.tag === "CCONJ" || /^(?:that|than|to|until)$/u.test(item.low),
      )
    )
      return [];
    if (THIRD_PERSON.has(words[before - 1]!.low) || nounPhraseAt(words, 0) === undefined) return [];
    return [[...words.slice(place, end), comma(), spaced(words[0]!), ...rest.slice(1), ...words.slice(end)]];
  },
};
