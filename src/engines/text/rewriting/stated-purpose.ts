import { wordSet } from "../word-set.js";
import { verbGroups } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { isRequest } from "./main-clauses.js";
import { comma, spaced, type Word, type Words } from "./sentence-reading.js";
import type { Transformation } from "./transformation.js";
import { BE, THIRD_PERSON } from "./vocabulary.js";

/** "We painted the signs to help guests find the pier" becomes "To help guests find the pier, we painted the signs". */
export const statedPurpose: Transformation = {
  kind: "phrase order",
  whole: true,
  strength: 0.8,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const places = words.flatMap((_, index) => (opens(words, index, grammar) ? [index] : []));
    const [place] = places;
    if (place === undefined || places.length > 1 || end - place > 18 || end - place < 4) return [];
    const main = words.slice(0, place);
    const phrase = words.slice(place, end);
    if (!isDone(words, place, grammar) || main.some(isUnfit) || phrase.some(leans)) return [];
    return [[...phrase, comma(), spaced(words[0]!), ...main.slice(1), ...words.slice(end)]];
  },
};

/** An infinitive of what is to come of what is done, behind the object or another phrase. */
function opens(words: Words, index: number, grammar: Grammar): boolean {
  const [before, to, verb] = [words[index - 1], words[index]!, words[index + 1]];
  if (to.low !== "to" || to.tag !== "PART" || before === undefined || verb?.tag !== "VERB") return false;
  if (grammar.lemma(verb, "verb") !== verb.low || !PURPOSES.has(verb.low)) return false;
  if (verb.low === "make" && words[index + 2]?.low !== "sure") return false;
  return /^(?:NOUN|PROPN|ADV|NUM)$/u.test(before.tag) || /^(?:them|it|you)$/u.test(before.low);
}

const PURPOSES = wordSet("help ensure make avoid prevent protect keep improve reduce increase maximize minimize");

/** Whether somebody does something, or is told to, in one clause before the place. */
function isDone(words: Words, place: number, grammar: Grammar): boolean {
  const verbs = verbGroups(words, 0, place, grammar);
  if (verbs.length !== 1) return false;
  const [verb] = verbs;
  const lemma = grammar.lemma(words[verb!.head]!, "verb") ?? "";
  if (BE.has(words[verb!.head]!.low) || verb!.passive || BOUND.has(lemma) || place - verb!.end < 1) return false;
  if (NAMING_MEANS.has(grammar.lemma(words[place - 1]!, "noun") ?? "")) return false;
  if (isRequest(words, 0, grammar)) return true;
  const clause = clauseAt(words, 0, grammar);
  if (clause === undefined || clause.verb.head !== verb!.head) return false;
  const { subject } = clause;
  if (subject.pronoun) return /^(?:we|i)$/u.test(words[0]!.low);
  return /^our$/u.test(words[0]!.low) && /^(?:person|group)$/u.test(grammar.category(words[subject.head]!) ?? "");
}

/** Verbs whose object does what the infinitive says, or that an infinitive goes on. */
const BOUND = wordSet(
  "ask tell want allow help get encourage need remind let teach invite enable require force expect advise train hire have find like love prefer keep leave cause lead push motivate inspire urge persuade permit try wait come continue start begin learn trust choose pick set work aim seek plan intend strive go be hope promise offer agree decide",
);

/** "a way to avoid it", "tools to help you": what for is said of the noun. */
const NAMING_MEANS = wordSet(
  "way ability chance opportunity need right plan decision effort attempt power potential capacity reason time place tip idea strategy advice tool guide step method approach solution program feature measure responsibility commitment goal aim mission team thing technique skill resource system",
);

const isUnfit = ({ low, tag, text }: Word) =>
  tag === "SCONJ" ||
  /^[,;:("“—–-]$/u.test(text) ||
  /^(?:not|n't|only|just|never|how|which|that|who|too|enough|so|what|and|or|but|please)$/u.test(low);

const leans = ({ low, tag, text }: Word) =>
  THIRD_PERSON.has(low) ||
  /^[;:("“—–]$/u.test(text) ||
  text === "," ||
  /^(?:this|these|those|such|while|because|but)$/u.test(low) ||
  tag === "SCONJ";
