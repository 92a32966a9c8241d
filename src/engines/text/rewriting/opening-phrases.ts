import { wordSet } from "../word-set.js";
import { fullNounPhraseAt, verbGroups } from "./chunks.js";
import { bodyEnd, clauseAt, isQuestion, isSimple } from "./clauses.js";
import type { Grammar } from "./grammar.js";
import { isRequest, standsAlone } from "./main-clauses.js";
import { opened, withNameFirst } from "./pronouns.js";
import { comma, spaced, type Words } from "./sentence-reading.js";
import { timePhraseEnd } from "./time-and-place.js";
import type { Transformation } from "./transformation.js";
import { BE, THIRD_PERSON, WH } from "./vocabulary.js";

/** "With these tools, the guests can find the harbour" becomes "The guests can find the harbour with these tools". */
export const openingPhraseToEnd: Transformation = {
  kind: "phrase order",
  whole: true,
  strength: 0.7,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const further = furtherToEnd(words, grammar);
    if (further.length > 0) return further;
    const mark = openingPhraseEnd(words, grammar);
    if (mark === undefined) return [];
    const end = bodyEnd(words);
    const start = mark + 1;
    const main = words.slice(start, end);
    if (end - start > 16 || !standsAlone(main) || main.some(({ low }) => BINDING.has(low))) return [];
    if (!closes(words, start, end, grammar)) return [];
    const phrase = words.slice(0, mark);
    const named = withNameFirst(main, phrase, grammar);
    if (named === undefined || named[0] !== main) return [];
    return [[...main, ...opened([], phrase)[1], ...words.slice(end)]];
  },
};

/** "For more on tides, visit our harbour page" becomes "Visit our harbour page for more on tides". */
function furtherToEnd(words: Words, grammar: Grammar): readonly Words[] {
  const mark = words.findIndex(({ text }) => text === ",");
  const end = bodyEnd(words);
  if (words[0]!.low !== "for" || !/^(?:more|further|additional|help|details|questions)$/u.test(words[1]?.low ?? ""))
    return [];
  const start = /^(?:please|simply|just)$/u.test(words[mark + 1]?.low ?? "") ? mark + 2 : mark + 1;
  const main = words.slice(mark + 1, end);
  if (mark < 2 || main.length > 18 || !isRequest(words, start, grammar) || !standsAlone(main)) return [];
  const leans = ({ tag, low }: Words[number]) => WH.has(low) || THIRD_PERSON.has(low) || /^(?:SCONJ|AUX)$/u.test(tag);
  if (main.some(leans) || verbGroups(words, start, end, grammar).length > 1) return [];
  return [[...main, ...opened([], words.slice(0, mark))[1], ...words.slice(end)]];
}

/** "The pass saves money for families" becomes "For families, the pass saves money"; "through ...", "in many ..." likewise. */
export const closingPhraseToStart: Transformation = {
  kind: "phrase order",
  whole: true,
  strength: 0.6,
  apply(words, grammar) {
    if (isQuestion(words)) return [];
    const end = bodyEnd(words);
    const clause = clauseAt(words, 0, grammar);
    if (clause === undefined || !isSimple(words, 0, end, grammar) || !standsAlone(words.slice(0, end))) return [];
    if (clause.verb.negation !== undefined || clause.subject.start !== 0) return [];
    const place = words.findLastIndex(({ tag, low }, index) => index < end && tag === "ADP" && low !== "of");
    if (place <= clause.verb.end || end - place > 7 || !moves(words, place, end, grammar)) return [];
    const phrase = words.slice(place, end);
    const main = words.slice(0, place);
    // "Through Cargo, I build it": too little to begin with.
    if (clause.subject.pronoun && phrase.length < 3) return [];
    if (phrase.some(({ low, tag }) => THIRD_PERSON.has(low) || TAIL.has(low) || tag === "PART")) return [];
    // Behind another phrase or an adjective of its own it is part of what stands before it.
    const behind = main.slice(clause.verb.end);
    if (behind.some(({ tag, low }) => tag === "ADP" || BINDING.has(low))) return [];
    if (!/^(?:NOUN|ADJ|PROPN)$/u.test(main.at(-1)!.tag)) return [];
    return [[...phrase, comma(), spaced(words[0]!), ...main.slice(1), ...words.slice(end)]];
  },
};

const TAIL = wordSet(
  "example instance free sale now ever long once good same first least most this that these those and or",
);

/** Whether the phrase is one of those that are said of the whole sentence. */
function moves(words: Words, place: number, end: number, grammar: Grammar): boolean {
  const phrase = fullNounPhraseAt(words, place + 1);
  if (phrase === undefined || phrase.pronoun || phrase.end !== end) return false;
  const opener = words[place]!.low;
  const head = words[phrase.head]!;
  if (opener === "through" || opener === "via") return true;
  if (opener === "for") return grammar.category(head) === "person" && grammar.plural(head) === true;
  return opener === "in" && /^(?:many|most|some|certain|several|all)$/u.test(words[place + 1]!.low);
}

/** The comma behind a phrase that says with what, for whom, where or in what something holds. */
function openingPhraseEnd(words: Words, grammar: Grammar): number | undefined {
  if (!OPENERS.has(words[0]?.low ?? "") || timePhraseEnd(words, 0, grammar) !== undefined) return undefined;
  let end = 0;
  while (words[end]?.tag === "ADP" && end < 8) {
    const phrase = fullNounPhraseAt(words, end + 1);
    if (phrase === undefined || phrase.pronoun || phrase.end > 10) return undefined;
    end = phrase.end;
  }
  const phrase = words.slice(1, end);
  if (words[0]!.low === "from" && phrase.some(({ low }) => low === "to")) return undefined;
  if (end < 2 || words[end]?.text !== "," || phrase.some(({ low }) => THIRD_PERSON.has(low))) return undefined;
  // "In fact", "In short", "For this reason", "For example": said of what came before.
  if (phrase.some(({ low }) => LINKING.has(low))) return undefined;
  const named = phrase.length > 1 || phrase[0]!.tag === "PROPN" || grammar.plural(phrase[0]!) === true;
  return named ? end : undefined;
}

const OPENERS = wordSet("in at on with for from through among across under within throughout");

const LINKING = wordSet(
  "fact short reason reasons example instance addition contrast turn particular case cases other end same hand glance mind conclusion way ways point result one once sum words average general terms most beginning meantime first second top sense regard respect context light perspective",
);

/** What tells that the phrase would be taken for part of something else at the end, or that its scope would change. */
const BINDING = wordSet(
  "not n't never no only nobody nothing none to than as such if when also too even just then still that each every",
);

/** A statement or request of one verb, and behind the verb nothing that the phrase could hang on but the object. */
function closes(words: Words, start: number, end: number, grammar: Grammar): boolean {
  const clause = clauseAt(words, start, grammar);
  if (clause !== undefined) {
    if (!isSimple(words, start, end, grammar)) return false;
    const behind = words.slice(clause.verb.end, end);
    // "Ann is a good choice with ten rooms": at the end it would tell of the choice.
    const isBe = BE.has(words[clause.verb.head]!.low);
    if (isBe && (words[0]!.low === "with" || clause.verb.auxiliaries.length > 0)) return false;
    return behind.length > 0 && !behind.some(({ tag, low }) => tag === "ADP" && low !== "of");
  }
  if (!isRequest(words, start, grammar) || verbGroups(words, start, end, grammar).length !== 1) return false;
  const rest = words.slice(start + 1, end);
  return rest.length > 1 && !rest.some(({ tag, low }) => (tag === "ADP" && low !== "of") || WH.has(low));
}
