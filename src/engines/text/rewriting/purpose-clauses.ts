import { wordSet } from "../word-set.js";
import { type VerbGroup, verbGroupAt, verbGroups } from "./chunks.js";
import { bodyEnd, clauseAt, hasSubordinate, isQuestion, startsClause } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { isOneMain, isRequest, standsAlone, startsMain } from "./main-clauses.js";
import { opened, withNameFirst } from "./pronouns.js";
import { comma, spaced, type Word, type Words } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { BE, WH } from "./vocabulary.js";

/** "To save money, the firm closed two shops" becomes "The firm closed two shops to save money"; "Using ...", "By using ..." too. */
export const purposeToEnd: Transformation = {
  kind: "phrase order",
  whole: true,
  strength: 0.8,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const verb = nonFiniteVerb(words, grammar);
    const mark = words.findIndex((item, index) => item.text === "," && startsStatement(words, index + 1, grammar));
    if (verb === undefined || mark <= verb || mark > 24) return [];
    const start = mark + 1;
    const phrase = words.slice(0, mark);
    const main = words.slice(start, end);
    // "After learning the names, let us ...": not to be done later.
    if (main[0]?.low === "let") return [];
    const asked = POLITE.test(main[0]!.low) ? start + 1 : start;
    if (!isOneMain(words, asked, end, grammar) || !standsAlone(main)) return [];
    const clause = clauseAt(words, start, grammar);
    const bound = ({ tag, low }: Word, index: number) =>
      (tag === "CCONJ" &&
        (verbGroupAt(words, start + index + 1, grammar) !== undefined ||
          startsClause(words, start + index + 1, grammar))) ||
      (low === "to" && tag === "PART") ||
      (tag === "VERB" && low.endsWith("ing") && start + index !== clause?.verb.head);
    if (main.some(bound) || phrase.some((item) => item.tag === "SCONJ")) return [];
    // "To give you an idea, Northwind, the oldest firm, ...": only a list has commas of its own.
    const listed = phrase.findLastIndex(({ text }) => text === ",");
    if (listed !== -1 && !/^(?:and|or)$/u.test(phrase[listed + 1]?.low ?? "")) return [];
    // "To sum up, ...", "To give you an idea, ...": said of what is told, and no purpose.
    if (words[0]!.low === "to" && TELLING.has(words[1]!.low)) return [];
    // "call us or write for a form to join": of both or of the last.
    const joins = main.some(({ tag }) => tag === "CCONJ") && main.some(({ low }) => low === "for");
    if (words[0]!.low === "to" && joins) return [];
    if (verbGroups(words, 0, mark, grammar).length > 3) return [];
    if (BE.has(words[clause?.verb.head ?? mark]!.low)) return [];
    const named = withNameFirst(main, phrase, grammar);
    if (named === undefined || named[0] !== main) return [];
    return [[...main, ...opened([], phrase)[1], ...words.slice(end)]];
  },
};

/** Verbs of what a writer does with what he tells. */
const TELLING = wordSet(
  "find top sum conclude begin start clarify recap summarize be give put illustrate name say repeat",
);

/** What a request begins with before its verb. */
const POLITE = /^(?:please|simply|just)$/u;

const startsStatement = (words: Words, start: number, grammar: Grammar) =>
  startsMain(words, start, grammar) || (POLITE.test(words[start]?.low ?? "") && isRequest(words, start + 1, grammar));

/** "The firm closed two shops in order to save money" becomes "In order to save money, the firm closed two shops". */
export const purposeToStart: Transformation = {
  kind: "phrase order",
  whole: true,
  strength: 0.8,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const place = words.findIndex((_, index) => index > 1 && purposeOpens(words, index, grammar));
    if (place === -1 || !startsMain(words, 0, grammar)) return [];
    if (!isOneMain(words, 0, place, grammar) && !isSteps(words, place, grammar)) return [];
    const main = words.slice(0, place);
    const phrase = words.slice(place, end);
    // "Ask the guests to wait": what they are asked; "We use this list to plan": what it is has just been said.
    const first = verbGroups(words, 0, place, grammar)[0];
    if (first !== undefined && CAUSING.has(grammar.lemma(words[first.head]!, "verb") ?? "")) return [];
    if (main.slice(1).some(({ low }) => /^(?:this|these|that|those|such)$/u.test(low))) return [];
    if (!standsAlone(main) || !standsAlone(phrase) || verbGroups(words, place, end, grammar).length > 2) return [];
    if (phrase.some((item) => item.tag === "SCONJ" || WH.has(item.low))) return [];
    if (hasSubordinate(words, place, end, grammar)) return [];
    // "Use the map to find the lake and call us": two purposes where what is told to do is one thing.
    const steps =
      isRequest(words, 0, grammar) &&
      words[place]!.low === "to" &&
      phrase.every(({ low }) => !/^(?:me|us)$/u.test(low));
    const joins = (item: Word, index: number) => item.tag === "CCONJ" && phrase[index + 1]?.tag === "VERB";
    if (
      phrase.some(joins) &&
      !(steps && phrase.some((item, index) => joins(item, index) && isPurpose(phrase[index + 1]!, grammar)))
    )
      return [];
    if (main.some((item) => (item.tag === "CCONJ" && !steps) || /^(?:not|n't|only|just)$/u.test(item.low))) return [];
    const verbs = verbGroups(words, 0, place, grammar);
    // "think of it as building a frame before ...", "start by ...": the gerund belongs to the last verb.
    const bound = words[place]!.low !== "to" && words[place]!.low !== "in";
    if (bound && (verbs.length > 1 || verbs.some(({ head }) => /^(?:start|begin|end|finish)/u.test(words[head]!.low))))
      return [];
    // "It can be opened by turning the key": who turns it is not what is opened.
    if (words[place]!.low === "by" && verbs.some(({ passive }) => passive)) return [];
    if (phrase.some(({ text }) => /^[("“]$/u.test(text))) return [];
    const named = withNameFirst(phrase, main, grammar);
    if (named === undefined || named[0] !== phrase) return [];
    return [[...phrase, comma(), spaced(words[0]!), ...words.slice(1, place), ...words.slice(end)]];
  },
};

const CAUSING = wordSet(
  "ask tell instruct order direct request require advise encourage urge invite allow enable permit force compel persuade convince remind teach train help challenge expect want cause lead prompt inspire motivate authorize oblige empower",
);

/** A verb of what is to come of something, and hardly one of what to do next. */
const isPurpose = (item: Word, grammar: Grammar) => PURPOSES.has(grammar.lemma(item, "verb") ?? "");

const PURPOSES = wordSet(
  "improve reduce increase enhance support protect promote ensure save boost strengthen encourage foster lower raise streamline simplify minimize maximize optimize maintain prevent avoid keep attract retain relieve ease decrease limit make help stay get gain",
);

/** The verb of an opening "to save", "in order to save", "by saving" or "using". */
function nonFiniteVerb(words: Words, grammar: Grammar): number | undefined {
  const [first, second, third] = words;
  if (first?.low === "to" && isBase(second, grammar)) return 1;
  if (first?.low === "in" && second?.low === "order" && third?.low === "to") return 3;
  if (LEADING_GERUND.test(first?.low ?? "") && isGerund(second, grammar)) return 1;
  return isGerund(first, grammar) && first?.low === "using" ? 0 : undefined;
}

const LEADING_GERUND = /^(?:by|after|before|without|when|while)$/u;

function purposeOpens(words: Words, index: number, grammar: Grammar): boolean {
  const item = words[index]!;
  if (
    item.low === "to" &&
    item.tag === "PART" &&
    words[index - 1]!.tag === "NOUN" &&
    isBase(words[index + 1], grammar)
  ) {
    const [main, another] = verbGroups(words, 0, index, grammar);
    if (main === undefined || another !== undefined || main.passive) return false;
    const verb = grammar.lemma(words[main.head]!, "verb") ?? "";
    const means = isSteps(words, index, grammar) || (DELIBERATE.has(verb) && isDone(words, index, main, grammar));
    return main.end < index && (verb === "use" || means) && isMeans(words, index, verb, grammar);
  }
  if (item.low === "in") return words[index + 1]?.low === "order" && words[index + 2]?.low === "to";
  return LEADING_GERUND.test(item.low) && words[index - 1]!.tag !== "ADV" && isGerund(words[index + 1], grammar);
}

/** What somebody does, or has done, to a thing: "the engineers built a dam to store water". */
function isDone(words: Words, end: number, main: VerbGroup, grammar: Grammar): boolean {
  const clause = clauseAt(words, 0, grammar);
  if (clause === undefined || clause.verb.head !== main.head || clause.object === undefined) return false;
  return clause.object.end === end && !clause.object.pronoun && !BE.has(words[main.head]!.low);
}

/** What somebody is told to do, or can do: "visit the page to read more", "you can visit the page to read more". */
function isSteps(words: Words, end: number, grammar: Grammar): boolean {
  if (isRequest(words, 0, grammar)) return verbGroups(words, 0, end, grammar).length === 1;
  if (!/^(?:you|we)$/u.test(words[0]?.low ?? "")) return false;
  const clause = clauseAt(words, 0, grammar);
  return clause !== undefined && /^(?:can|could|may|should|must|'ll)$/u.test(words[clause.verb.start]!.low);
}

/** Whether the infinitive says what for, and not what the noun before it is, or what somebody is made to do. */
function isMeans(words: Words, index: number, verb: string, grammar: Grammar): boolean {
  const noun = grammar.lemma(words[index - 1]!, "noun") ?? words[index - 1]!.low;
  return (
    !CAUSATIVE.has(verb) &&
    !WITH_INFINITIVE.has(noun) &&
    !words.slice(0, index).some(({ low }) => /^(?:how|way|ways|enough|too|so|it|not|n't|no|nothing)$/u.test(low))
  );
}

/** Verbs of what somebody does to a thing for an end. */
const DELIBERATE = wordSet(
  "utilize utilise employ leverage apply build create develop design write add collect gather install buy purchase hire combine analyze analyse adopt introduce launch share conduct perform trim monitor track review invest expand modify adjust update organize organise establish remove install open close repair paint",
);

/** Verbs whose object does what the infinitive says, or is to have it done. */
const CAUSATIVE = wordSet(
  "ask tell want allow help get encourage need remind let teach invite enable require force expect advise train hire give have find like love prefer be keep leave cause lead push motivate inspire urge persuade permit send bring do make pay plan try wait take go come continue start begin learn trust choose select pick set offer",
);

/** "A place to eat", "the time to leave": the infinitive says what the noun is for. */
const WITH_INFINITIVE = wordSet(
  "place spot thing way time day year month week moment room reason chance option ability opportunity need right plan decision effort attempt power people person everything something nothing anything skill permission desire tendency willingness team someone anyone space money energy step tip idea strategy advice tool guide potential capacity authority freedom courage confidence order motivation system method approach solution program programme process project technique feature service policy law rule site advantage benefit incentive agreement deal pressure duty job task",
);

const isBase = (item: Word | undefined, grammar: Grammar) =>
  item?.tag === "VERB" && grammar.lemma(item, "verb") === item.low;

const isGerund = (item: Word | undefined, grammar: Grammar) =>
  item?.tag === "VERB" && item.low.endsWith("ing") && grammar.verbForm(item, []) === "gerund";
