import functionWordList from "../../../../data/english/function-words.txt";
import { once, readList } from "../../tables.js";
import type { EnglishWithExpressions } from "../english/english.js";
import { formOf } from "../english/inflection/index.js";
import { CLASS_OF_TAG } from "../english/substitution.js";
import type { English, Form, Sentence, Token, WordClass } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { isLeftAlone } from "./left-alone.js";

/** A word, or an expression of several, that may get alternatives. */
export interface Target {
  /** Places of its tokens in the sentence, both included. */
  readonly first: number;
  readonly last: number;
  readonly wordClass: WordClass;
  readonly lemma: string;
  readonly form: Form;
  /** What is opened where nothing is found for the whole: the verb of `look at`. */
  readonly orElse?: Target;
}

export type TokenState = "open" | "markup" | "quoted" | "protected" | "doubtful";

/** A sentence, with what of it may change. */
export interface OpenSentence {
  readonly sentence: Sentence;
  /** Parallel to the tokens: why they come through as they are, or `open`. */
  readonly states: readonly TokenState[];
}

/** What is known of the whole text when a word is looked at. */
export interface TextKnowledge {
  /** Words that stand with a capital where no sentence begins: names, with that capital. */
  readonly names: ReadonlySet<string>;
}

/** The words of a sentence that may change: no names, no numbers, no function words, expressions only as a whole. */
export function targetsOf(
  text: string,
  read: OpenSentence,
  english: EnglishWithExpressions,
  knowledge: TextKnowledge,
): Target[] {
  const { tokens } = read.sentence;
  const shouted = isShouted(tokens);
  const divided = dividedVerbs(tokens, english);
  const expressions = english.expressions(read.sentence);
  const targets: Target[] = [];
  let next = 0;
  for (let index = 0; index < tokens.length; index += 1) {
    const expression = expressions[next]?.first === index ? expressions[next] : undefined;
    if (expression === undefined) {
      const wordClass = CLASS_OF_TAG[tokens[index]!.tag];
      if (wordClass === undefined || divided.has(index) || isHelper(tokens, index, wordClass)) continue;
      const isFunctionWord = functionWords().has(tokens[index]!.text.toLowerCase()) && !isIntensifier(tokens, index);
      if (isFunctionWord || !isOpen(index) || isNominal(tokens, index) || isMeasured(tokens, index, english)) continue;
      const lemma = english.lemmaOf(tokens[index]!.text, wordClass);
      if (lemma === undefined || isLeftAlone({ text, tokens, first: index, last: index, wordClass, english })) continue;
      targets.push({ first: index, last: index, wordClass, lemma, form: shownForm(index, lemma, wordClass) });
      continue;
    }
    next += 1;
    const { first, last, lemma, wordClass } = expression;
    index = last;
    const isVerb = wordClass === "verb" && last === first + 1;
    if (
      SET.has(lemma) ||
      // In `it comes in August` and `let it stand for a night` the preposition belongs to the time.
      (isVerb && isTime(tokens, last + 1, english)) ||
      // `no more than ten` counts, and has nothing to do with `no more`.
      tokens[last + 1]?.text.toLowerCase() === "than" ||
      !allOpen(first, last) ||
      !tokens.slice(first, last + 1).some(({ tag }) => tag in CLASS_OF_TAG) ||
      isLeftAlone({ text, tokens, first, last, wordClass, english })
    )
      continue;
    const head = wordClass === "noun" ? last : first;
    const words = lemma.split(" ");
    const form = shownForm(head, (wordClass === "noun" ? words.at(-1) : words[0]) ?? lemma, wordClass);
    const verb = words[0]!;
    const orElse =
      isVerb && DIRECTIONS.has(words[1]!) ? { first, last: first, wordClass, lemma: verb, form } : undefined;
    // Who goes to a school attends it, who goes to the door does not.
    if (lemma === "go to" && orElse !== undefined) targets.push(orElse);
    else targets.push({ first, last, wordClass, lemma, form, ...(orElse === undefined ? {} : { orElse }) });
  }
  return targets;

  function isOpen(index: number): boolean {
    const token = tokens[index]!;
    if (read.states[index] !== "open" || !WORD.test(token.text) || isGlued(text, token)) return false;
    return shouted || token.text === token.text.toLowerCase() || isOnlyFirst(tokens, index, knowledge);
  }

  function allOpen(first: number, last: number): boolean {
    for (let index = first; index <= last; index += 1) {
      if (!isOpen(index)) return false;
      if (index > first && !/^\s+$/.test(text.slice(tokens[index - 1]!.end, tokens[index]!.start))) return false;
    }
    return true;
  }

  function shownForm(index: number, lemma: string, wordClass: WordClass): Form {
    const previous = tokens.slice(Math.max(0, index - 6), index).map(({ text }) => text.toLowerCase());
    return formOf(tokens[index]!.text.toLowerCase(), lemma, wordClass, previous);
  }
}

const WORD = /^[A-Za-zÀ-ɏ]{2,40}$/;

/** Words that hold a sentence together, deny, count or point; other words cannot replace them. */
const functionWords = once(
  (): ReadonlySet<string> => new Set(readList({ name: "english/function-words.txt", text: functionWordList })),
);

/** Prepositions that say where to; the verb before them means what it means elsewhere. */
const DIRECTIONS = new Set(["at", "to", "from"]);

/** Expressions without which the sentence says something else. */
const SET = new Set(
  "at least,at most,at best,at once,at the same time,at the time,live in,live on,sleep in,stand for,no longer,each other,one another,so far,as far,once more,at first,at last,all over,right now,and how".split(
    ",",
  ),
);

/** Whether the word is part of something longer that white space does not divide: a compound, a contraction, a path. */
function isGlued(text: string, { start, end }: Token): boolean {
  const before = text[start - 1];
  if (before !== undefined && /[\p{L}\p{M}\p{N}\-‐‑'’_/\\@#&$%.+=]/u.test(before)) return true;
  const after = text[end];
  if (after === undefined) return false;
  if (/[\p{L}\p{M}\p{N}\-‐‑_/\\@#&$%+=(]/u.test(after)) return true;
  if (after === "." || after === ":") return /[\p{L}\p{N}/]/u.test(text[end + 1] ?? "");
  // A possessive stays behind its word; any other apostrophe is a contraction.
  if (after === "'" || after === "’")
    return /^['’](?!s(?![\p{L}\p{N}])|\s|$)[\p{L}\p{N}]/iu.test(text.slice(end, end + 3));
  return false;
}

/** A capital that the beginning of the sentence explains. */
function isOnlyFirst(tokens: readonly Token[], index: number, { names }: TextKnowledge): boolean {
  const { text } = tokens[index]!;
  if (text.slice(1) !== text.slice(1).toLowerCase()) return false;
  if (tokens.slice(0, index).some(({ text }) => /[\p{L}\p{N}]/u.test(text))) return false;
  if (names.has(text)) return false;
  const next = tokens[index + 1]?.text ?? "";
  return !/^\p{Lu}/u.test(next) || next === "I";
}

/** A sentence in capitals, where they say nothing. */
function isShouted(tokens: readonly Token[]): boolean {
  const words = tokens.filter(({ text }) => /\p{L}{2}/u.test(text));
  return words.length >= 4 && words.every(({ text }) => text === text.toUpperCase());
}

/** `have to`, `used to`, `keep going`: verbs that only help another one. */
function isHelper(tokens: readonly Token[], index: number, wordClass: WordClass): boolean {
  if (wordClass !== "verb") return false;
  const lower = tokens[index]!.text.toLowerCase();
  const next = tokens[index + 1];
  if (next === undefined) return false;
  if (/^(?:get|gets|got|gotten|getting)$/.test(lower)) return true;
  if (/^(?:seem|seems|seemed|tend|tends|tended|happen|happens|happened|have|has|had)$/.test(lower)) {
    return next.text.toLowerCase() === "to";
  }
  return /^n['’]t$/i.test(next.text);
}

/** An adjective used as a noun, as in `the young leave` or `a terrible foul`, and a bare `little`. */
function isNominal(tokens: readonly Token[], index: number): boolean {
  const { tag, text } = tokens[index]!;
  const next = tokens[index + 1]?.tag;
  const attributive = next === "NOUN" || next === "PROPN" || next === "ADJ" || next === "NUM";
  if (text.toLowerCase() === "little") return !attributive;
  if (tag === "ADV") return text.toLowerCase() === "good";
  if (tag !== "ADJ" || attributive || next === "CCONJ" || next === "ADV" || tokens[index + 1]?.text === ",")
    return false;
  for (let at = index - 1; at >= 0; at -= 1) {
    const { tag, text } = tokens[at]!;
    if (tag === "DET") return /^(?:the|an?|this|that|these|those|every|each)$/i.test(text);
    if (tag !== "ADJ") return false;
  }
  return false;
}

/** `take` before an amount, and the word that says when an amount of time is: `two days later`. */
function isMeasured(tokens: readonly Token[], index: number, english: English): boolean {
  const lower = tokens[index]!.text.toLowerCase();
  if (/^(?:takes?|took|taken|taking)$/.test(lower)) {
    const after = tokens.slice(index + 1, index + 4);
    return after.some((token) => token.tag === "NUM" || isTimeNoun(token, english));
  }
  const before = tokens[index - 1];
  return /^(?:later?|early|earlier|before|after|old|long)$/.test(lower) && !!before && isTimeNoun(before, english);
}

const DATE = /^(?:\d{4}|(?:jan|febr)uary|march|april|may|june|july|august|(?:septem|octo|novem|decem)ber)$/i;

/** Whether a month, a year or a stretch of time comes next. */
function isTime(tokens: readonly Token[], index: number, english: English): boolean {
  let at = index;
  while (tokens[at]?.tag === "DET" || tokens[at]?.tag === "ADJ") at += 1;
  const token = tokens[at];
  return token !== undefined && (DATE.test(token.text) || isTimeNoun(token, english));
}

function isTimeNoun({ tag, text }: Token, english: English): boolean {
  if (tag !== "NOUN") return false;
  const lemma = english.lemmaOf(text, "noun");
  return lemma !== undefined && english.noun(lemma)?.category === "time";
}

/** `very` where it makes a word stronger; denied, it says something else. */
function isIntensifier(tokens: readonly Token[], index: number): boolean {
  if (tokens[index]!.text.toLowerCase() !== "very") return false;
  const next = tokens[index + 1];
  if (next === undefined || !(next.tag === "ADJ" || next.tag === "ADV" || /(?:ed|ing)$/.test(next.text))) return false;
  if (/^(?:much|many|well|few|little|same|first|last|next|best|worst|own|most|least)$/i.test(next.text)) return false;
  return !tokens
    .slice(Math.max(0, index - 3), index)
    .some(({ text }) =>
      /^(?:the|this|that|these|those|my|your|his|her|its|our|their|not|n['’]t|no|never|nor)$/i.test(text),
    );
}

/** The two words of phrasal verbs that have their object between them: `turn the light off`. */
function dividedVerbs(tokens: readonly Token[], english: English): Set<number> {
  const found = new Set<number>();
  for (let index = 0; index < tokens.length; index += 1) {
    if (tokens[index]!.tag !== "VERB") continue;
    for (let ahead = index + 2; ahead <= index + 5 && ahead < tokens.length; ahead += 1) {
      const { tag, text } = tokens[ahead]!;
      if (tag === "PUNCT" || tag === "VERB" || tag === "AUX") break;
      const particle = text.toLowerCase();
      if (!PARTICLES.has(particle)) continue;
      const after = tokens[ahead + 1]?.tag;
      const ends =
        after === undefined || after === "PUNCT" || after === "ADP" || after === "SCONJ" || after === "CCONJ";
      const lemma = english.lemmaOf(tokens[index]!.text, "verb");
      if (ends && lemma !== undefined && english.knows(`${lemma} ${particle}`, "verb")) found.add(index).add(ahead);
      break;
    }
  }
  return found;
}

/** Particles that make a verb another verb, wherever they stand. */
const PARTICLES = wordSet("up down out off over away back apart together forward aside along around");
