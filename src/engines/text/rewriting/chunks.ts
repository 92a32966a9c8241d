import type { Form } from "../english/types.js";
import { wordSet } from "../word-set.js";
import type { Grammar } from "./grammar.js";
import type { Word, Words } from "./sentence-reading.js";
import { BE, DETERMINERS, DO, HAVE, MODALS, OBJECT_PRONOUNS, POSSESSIVES, SUBJECT_PRONOUNS, WH } from "./vocabulary.js";

export interface NounPhrase {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly head: number;
  readonly pronoun: boolean;
  /** Joined from several by `and`. */
  readonly several: boolean;
}

const PREDETERMINERS = new Set(["all", "both", "half"]);
const DEMONSTRATIVES = new Set(["this", "that", "these", "those"]);
const INDEFINITE = /^(?:some|any|every|no)(?:one|body|thing)$|^others?$/u;

const DAYS = new Set(["today", "tomorrow", "yesterday", "tonight"]);
const ROUGHLY = wordSet("nearly almost about roughly around over approximately");
const QUANTITIES = new Set(["several", "some", "many", "most", "few", "none", "both"]);

const isNoun = (item: Word | undefined) => item !== undefined && (item.tag === "NOUN" || item.tag === "PROPN");
const isGenitive = (item: Word | undefined) => item !== undefined && item.tag === "PART" && /^['’]s?$/u.test(item.text);

/** The noun phrase that begins at `start`, without what `of` or another preposition hangs on it. */
export function nounPhraseAt(words: Words, start: number): NounPhrase | undefined {
  const first = words[start];
  if (first === undefined) return undefined;
  const pronoun = { start, end: start + 1, head: start, pronoun: true, several: false };
  const personal = SUBJECT_PRONOUNS.has(first.low) || OBJECT_PRONOUNS.has(first.low);
  if ((personal && !(first.low === "her" && startsNominal(words, start + 1))) || INDEFINITE.test(first.low))
    return pronoun;
  const next = words[start + 1];
  const alone = next !== undefined && (next.tag === "AUX" || next.tag === "VERB");
  if (alone && (first.low === "there" ? BE.has(next.low) || MODALS.has(next.low) : QUANTITIES.has(first.low)))
    return pronoun;
  if (WH.has(first.low)) return undefined;
  let index = start;
  if (ROUGHLY.has(first.low) && next?.tag === "NUM") index += 1;
  if (PREDETERMINERS.has(first.low) && words[index + 1]?.low !== "of") index += 1;
  const determined = words[index];
  const marked =
    determined !== undefined &&
    (DETERMINERS.has(determined.low) || POSSESSIVES.has(determined.low) || determined.low === "her");
  if (marked) index += 1;
  let head = -1;
  for (; index < words.length; index += 1) {
    const item = words[index]!;
    const next = words[index + 1];
    if (head !== -1 && DAYS.has(item.low)) break;
    if (isNoun(item)) head = index;
    else if (isGenitive(item) && head === index - 1 && startsNominal(words, index + 1)) head = -1;
    else if (item.tag === "NUM" || item.tag === "SYM")
      head = item.tag === "NUM" && (!isNoun(next) || head === index - 1) ? index : head;
    else if (head !== -1) break;
    else if (
      item.tag === "VERB" &&
      index === start &&
      /(?:ing|ed)$/u.test(item.low) &&
      isNoun(next) &&
      startsVerb(words[index + 2])
    )
      continue;
    else if (item.tag === "ADJ") continue;
    else if (
      item.tag === "ADV" &&
      (next?.tag === "ADJ" ||
        (marked && next?.tag === "VERB" && /(?:ed|ing|en|wn|ilt|ade)$/u.test(next.low) && isNoun(words[index + 2]))) &&
      item.low !== "when"
    )
      continue;
    else if (item.tag === "VERB" && marked && /(?:ed|ing|en|wn)$/u.test(item.low) && isNoun(next)) continue;
    else if (
      (item.text === "," || item.low === "and") &&
      words[index - 1]?.tag === "ADJ" &&
      next?.tag === "ADJ" &&
      nounFollows(words, index + 2)
    )
      continue;
    else break;
  }
  if (head === -1) return marked && index === start + 1 && DEMONSTRATIVES.has(first.low) ? pronoun : undefined;
  return { start, end: head + 1, head, pronoun: false, several: false };
}

function startsNominal(words: Words, index: number): boolean {
  const item = words[index];
  if (item === undefined) return false;
  if (isNoun(item) || item.tag === "NUM") return true;
  return (item.tag === "ADJ" || item.tag === "ADV") && nounFollows(words, index + 1);
}

function nounFollows(words: Words, from: number): boolean {
  for (let index = from; index < from + 4; index += 1) {
    const item = words[index];
    if (isNoun(item)) return true;
    if (item?.tag !== "ADJ" && item?.tag !== "ADV") return false;
  }
  return false;
}

/** A noun phrase with its `of` phrases, and with those `and` or `or` joins to it. */
export function fullNounPhraseAt(words: Words, start: number): NounPhrase | undefined {
  const first = nounPhraseAt(words, start);
  if (first === undefined) return undefined;
  let end = first.end;
  let several = false;
  for (;;) {
    const join = words[end]?.low;
    const listed = join === "," && isNoun(words[end - 1]) ? listEnd(words, end) : undefined;
    if (listed !== undefined) {
      end = listed;
      several = true;
      continue;
    }
    if (join !== "of" && join !== "and" && join !== "or") break;
    const next = nounPhraseAt(words, end + 1);
    if (next === undefined || (join !== "of" && (next.pronoun || startsVerb(words[next.end])))) break;
    if (join === "and") several = true;
    if (join === "or") return undefined;
    end = next.end;
  }
  return { ...first, end, several };
}

/** The end of `, b and c` or `, b, and c` behind the first part of a list. */
function listEnd(words: Words, from: number): number | undefined {
  let index = from;
  for (let parts = 0; parts < 6; parts += 1) {
    if (words[index]?.text === ",") index += 1;
    const closing = words[index]?.low === "and";
    if (closing) index += 1;
    const part = nounPhraseAt(words, index);
    if (part === undefined || part.pronoun) return undefined;
    index = part.end;
    if (closing) return startsVerb(words[index]) ? undefined : index;
    if (words[index]?.text !== "," && words[index]?.low !== "and") return undefined;
  }
  return undefined;
}

const startsVerb = (item: Word | undefined) => item !== undefined && (item.tag === "VERB" || item.tag === "AUX");

export interface VerbGroup {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** The verb that carries the meaning: the last of the group. */
  readonly head: number;
  /** Auxiliaries in order: modals, forms of have, be and do. */
  readonly auxiliaries: readonly number[];
  readonly negation: number | undefined;
  /** Shape of the head. */
  readonly form: Form;
  readonly finite: boolean;
  /** be and a participle. */
  readonly passive: boolean;
}

/** The verb group that begins at `start`, adverbs before and between its parts included. */
export function verbGroupAt(words: Words, start: number, grammar: Grammar): VerbGroup | undefined {
  const auxiliaries: number[] = [];
  let negation: number | undefined;
  let head = -1;
  let index = start;
  for (; index < words.length && index < start + 9; index += 1) {
    const item = words[index]!;
    if (isAuxiliary(item) && head === -1) auxiliaries.push(index);
    else if (item.low === "not" || item.low === "n't" || item.low === "never") {
      if (item.low !== "never" || auxiliaries.length > 0) negation = index;
    } else if (item.tag === "ADV" && /^\p{L}+$/u.test(item.low) && !WH.has(item.low)) continue;
    else if (item.tag === "VERB") {
      head = index;
      break;
    } else break;
  }
  if (head === -1) {
    // The last auxiliary is the verb itself: "was late", "has a roof".
    const last = auxiliaries.pop();
    if (last === undefined || MODALS.has(words[last]!.low)) return undefined;
    head = last;
    if (negation !== undefined && negation < head) negation = auxiliaries.length > 0 ? negation : undefined;
  }
  const form = grammar.verbForm(words[head]!, words.slice(Math.max(0, start), head));
  if (form === undefined) return undefined;
  const opener = auxiliaries[0];
  const led = words[start - 1]?.low === "to" && words[start - 1]?.tag === "PART";
  const finite =
    opener !== undefined
      ? !["be", "been", "being", "having"].includes(words[opener]!.low) && !led
      : !led && form !== "gerund" && form !== "participle";
  const lastAuxiliary = auxiliaries.at(-1);
  const passive =
    lastAuxiliary !== undefined && BE.has(words[lastAuxiliary]!.low) && (form === "participle" || form === "past");
  const end = head === index ? head + 1 : Math.max(head + 1, negation === undefined ? 0 : negation + 1);
  return { start, end, head, auxiliaries, negation, form, finite, passive };
}

const isAuxiliary = (item: Word) =>
  item.tag === "AUX" ||
  (item.tag === "VERB" && (MODALS.has(item.low) || BE.has(item.low) || HAVE.has(item.low) || DO.has(item.low)));

/** Every verb group from `start` to `end`. */
export function verbGroups(words: Words, start: number, end: number, grammar: Grammar): VerbGroup[] {
  const groups: VerbGroup[] = [];
  let index = start;
  while (index < end) {
    const item = words[index]!;
    const group = item.tag === "VERB" || item.tag === "AUX" ? verbGroupAt(words, index, grammar) : undefined;
    if (group === undefined) index += 1;
    else {
      if (!isPremodifier(words, group)) groups.push(group);
      index = Math.max(group.end, index + 1);
    }
  }
  return groups;
}

/** A participle inside a noun phrase: "the painted door". */
function isPremodifier(words: Words, group: VerbGroup): boolean {
  if (group.auxiliaries.length > 0 || group.start !== group.head) return false;
  const before = words[group.start - 1];
  const after = words[group.end];
  if (before === undefined || after === undefined) return false;
  return (
    /(?:ed|ing|en|wn)$/u.test(words[group.head]!.low) &&
    (before.tag === "DET" ||
      before.tag === "ADJ" ||
      before.tag === "NUM" ||
      POSSESSIVES.has(before.low) ||
      (before.tag === "ADP" && !words[group.head]!.low.endsWith("ing"))) &&
    (after.tag === "NOUN" || after.tag === "ADJ")
  );
}
