import { inflect, isUncountable } from "../english/inflection/index.js";
import type { English, Sentence, Tag } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { CLOSED_TAGS, MODALS } from "./vocabulary.js";

/** One word or mark of a sentence that is being rewritten. Rewriting makes new lists of them and changes none. */
export interface Word {
  /** As it stands within a sentence: the first word has lost the capital it had only for standing first. */
  readonly text: string;
  /** The same in lower case. */
  readonly low: string;
  readonly tag: Tag;
  /** Whether white space comes before it, unless it stands first. */
  readonly space: boolean;
  /** Which words of the original it represents. */
  readonly sources: readonly number[];
  /** Markup that sticks to the word and moves with it. */
  readonly before: string;
  readonly after: string;
  /** Whether a rewriting put it there. */
  readonly made: boolean;
}

export type Words = readonly Word[];

/** A sentence as words, with what is needed to write it down again. */
export interface Reading {
  readonly words: Words;
  /** Whether it began with a capital, so that a rewriting has to. */
  readonly capital: boolean;
  /** Whether nothing shows if the first word is a name, so that it cannot be moved. */
  readonly pinned: boolean;
}

/** A word that was not in the original, standing for some that were. */
export function word(text: string, tag: Tag, sources: Words = [], space = true): Word {
  const from = sources.flatMap((source) => source.sources);
  const before = sources.map((source) => source.before).join("");
  const after = sources.map((source) => source.after).join("");
  return { text, low: text.toLowerCase(), tag, space, sources: from, before, after, made: true };
}

/** Another text for a word. */
export function retext(original: Word, text: string, tag: Tag = original.tag): Word {
  return { ...original, text, low: text.toLowerCase(), tag };
}

/** The word for a place where something comes before it. */
export const spaced = (item: Word): Word => (item.space ? item : { ...item, space: true });

export const stop = (): Word => word(".", "PUNCT", [], false);
export const comma = (): Word => word(",", "PUNCT", [], false);

/**
 * The words of a sentence; what is between tokens and is not white space is markup and sticks to its neighbour.
 * Undefined when markup stands where it would tear a word apart.
 */
export function readSentence(sentence: Sentence, text: string, english: English): Reading | undefined {
  const words: Word[] = [];
  let end = sentence.start;
  let pending = "";
  for (const [index, token] of sentence.tokens.entries()) {
    const gap = text.slice(end, token.start);
    end = token.end;
    const raw = text.slice(token.start, token.end);
    const glue = /^(\S*)(\s*)([\s\S]*)$/u.exec(gap);
    const behind = glue?.[1] ?? "";
    const space = glue !== null && glue[2] !== "";
    let before = (glue?.[3] ?? "").trimEnd();
    if (/\s\S/u.test(gap.trim()) && before.length > 0 && /\s/u.test(before)) return undefined;
    const last = words.at(-1);
    let after = behind;
    if (!space && behind !== "") {
      // Markup without white space on either side belongs to the word it opens, or closes.
      const closes = behind.startsWith("</") || (last !== undefined && last.before !== "" && !/^[<[]/u.test(behind));
      if (!closes) {
        before = behind;
        after = "";
      }
    }
    if (last === undefined) pending = after;
    else if (after !== "") words[words.length - 1] = { ...last, after: last.after + after };
    if (pending !== "") {
      before = pending + before;
      pending = "";
    }
    const low = raw.toLowerCase().replace(/’/gu, "'");
    words.push({
      text: raw,
      low,
      tag: CLOSED_TAGS.get(low) ?? token.tag,
      space: space || index === 0,
      sources: [index],
      before,
      after: "",
      made: false,
    });
  }
  const rest = text.slice(end, sentence.end).trim();
  const last = words.at(-1);
  if (rest !== "" && last !== undefined) words[words.length - 1] = { ...last, after: last.after + rest };
  const joined = withCompounds(retagged(words, english));
  const first = joined[0];
  if (first === undefined) return undefined;
  const capital = /^[\p{Lu}\p{N}]/u.test(first.text);
  const nature = capital ? natureOf(first, joined[1], english) : "name";
  if (nature === "common") joined[0] = withoutCapital(first, joined[1], english);
  return { words: joined, capital, pinned: nature === "unknown" || /^[[(*#]/u.test(first.text) };
}

/** A word of a written sentence, from `start` up to `end`. */
export interface WrittenWord {
  readonly start: number;
  readonly end: number;
  readonly word: Word;
}

/** The sentence written down, with its capital, and where in it each word stands. */
export function writeSentence(
  words: Words,
  capital: boolean,
): { readonly text: string; readonly places: readonly WrittenWord[] } {
  let text = "";
  let started = false;
  const places: WrittenWord[] = [];
  for (const [index, item] of words.entries()) {
    let shown = item.text;
    if (!started && /[\p{L}\p{N}]/u.test(shown)) {
      started = true;
      if (capital) shown = shown[0]!.toUpperCase() + shown.slice(1);
    }
    text += (index > 0 && item.space ? " " : "") + item.before;
    places.push({ start: text.length, end: text.length + shown.length, word: item });
    text += shown + item.after;
  }
  return { text, places };
}

/** Tokens joined by hyphens without white space are one word, and so is `can` with `not` behind it. */
function withCompounds(words: Words): Word[] {
  const joined: Word[] = [];
  let index = 0;
  while (index < words.length) {
    let current = words[index]!;
    let next = index + 1;
    while (
      next + 1 < words.length &&
      /^[-‐‑/]$/u.test(words[next]!.text) &&
      !words[next]!.space &&
      !words[next + 1]!.space &&
      /^[\p{L}\p{N}]/u.test(words[next + 1]!.text) &&
      [current.after, words[next]!.before, words[next]!.after, words[next + 1]!.before].every((glue) => glue === "")
    ) {
      const tail = words[next + 1]!;
      const text = current.text + words[next]!.text + tail.text;
      const sources = [...current.sources, ...words[next]!.sources, ...tail.sources];
      current = {
        ...current,
        text,
        low: text.toLowerCase(),
        tag: compoundTag(current, tail, words[next + 2]),
        sources,
        after: tail.after,
      };
      next += 2;
    }
    joined.push(current);
    index = next;
  }
  return joined;
}

function compoundTag(head: Word, tail: Word, following: Word | undefined): Tag {
  if (head.tag === "PROPN" || tail.tag === "PROPN") return following?.tag === "NOUN" ? "ADJ" : "PROPN";
  if (following !== undefined && ["NOUN", "ADJ", "PROPN"].includes(following.tag)) return "ADJ";
  return tail.tag === "NOUN" ? "NOUN" : "ADJ";
}

/** The word that opens a sentence within another as it would stand inside one; undefined when it may be a name. */
export function asWithin(words: Words, index: number, english: English): Word | undefined {
  const first = words[index];
  if (first === undefined || natureOf(first, words[index + 1], english) !== "common") return undefined;
  return withoutCapital(first, words[index + 1], english);
}

const withoutCapital = (first: Word, next: Word | undefined, english: English) =>
  retext(first, first.text[0]!.toLowerCase() + first.text.slice(1), commonTag(first, next, english));

/** "Constable, by contrast, grew up": one thing of many has an article before it, so this may be somebody's name. */
function isBareCount({ low }: Word, next: Word | undefined, english: English): boolean {
  if (next === undefined || ["NOUN", "ADJ", "PROPN"].includes(next.tag) || next.low === "of") return false;
  if (english.lemmaOf(low, "noun") !== low || isUncountable(low) || ABSTRACT.test(low)) return false;
  return english.frequency(low) - english.frequency(inflect(low, "plural")) < RARE_PLURAL;
}

/** Endings of what nobody is named after. */
const ABSTRACT = /\p{L}{3}(?:tion|sion|ment|ness|ity|ance|ence|ism|ship)$/u;

/** Differences of frequency, as logarithms, from which on a noun is mostly said of a stuff: "water" and "waters". */
const RARE_PLURAL = 2.5;

/** Whether a first word with a capital is a name or has the capital only for standing first. */
function natureOf(first: Word, next: Word | undefined, english: English): "common" | "name" | "unknown" {
  if (first.low === "i" || first.low.startsWith("i'")) return "name";
  if (CLOSED_TAGS.has(first.low) || OPENERS.has(first.low)) return "common";
  if (/\p{Lu}|\p{N}/u.test(first.text.slice(1))) return "name";
  if (NAMES_AS_WELL.has(first.low)) return "unknown";
  if (first.tag === "NOUN" && isBareCount(first, next, english)) return "unknown";
  if (first.tag !== "PROPN") return "common";
  if (commonTag(first, next, english) !== "NOUN") return "common";
  const lemma = english.lemmaOf(first.low, "noun");
  if (lemma !== undefined && lemma !== first.low) return "common";
  // No entry: mostly a name, but "Smartwatches" is a plural that the lexicon lacks.
  return lemma === undefined && !/[^siu]s$/u.test(first.low) ? "name" : "unknown";
}

/** Common words under which firms and programs are known. */
const NAMES_AS_WELL = wordSet(
  "mac windows apple amazon word excel teams slack zoom meta chrome edge oracle shell target gap visa chase python java ruby rust swift notion square stripe indeed discover signal buffer",
);

/** What a first word is that the tagger took for a name, going by what follows. */
function commonTag(first: Word, next: Word | undefined, english: English): Tag {
  if (first.tag !== "PROPN") return first.tag;
  const object = next !== undefined && (next.tag === "DET" || /^(?:it|them|your|my|our|their)$/u.test(next.low));
  if (object && english.lemmaOf(first.low, "verb") === first.low) return "VERB";
  const noun = english.lemmaOf(first.low, "noun") !== undefined;
  if (next?.tag === "NOUN" && !noun && english.lemmaOf(first.low, "adjective") === first.low) return "ADJ";
  if (next?.tag === "NOUN" && first.low.endsWith("ing") && english.lemmaOf(first.low, "verb") !== undefined)
    return "ADJ";
  return "NOUN";
}

/** Verbs the tagger took for nouns, where what is around them leaves no doubt. */
function retagged(words: Words, english: English): Words {
  const isVerb = (item: Word) => item.tag === "VERB" || item.tag === "AUX";
  const mark = words.findIndex((item) => item.text === ",");
  const opens =
    words[0] !== undefined &&
    (words[0].tag === "SCONJ" || /^(?:when|if|while|after|before|as|since)$/u.test(words[0].low));
  const verbless = {
    whole: !words.some(isVerb),
    before: opens && !words.slice(0, mark).some(isVerb) ? mark : -1,
    first: firstVerb(words, mark, english),
  };
  let found = false;
  const request = opensRequest(words, english);
  return words.map((item, index) => {
    const before = words[index - 1];
    const next = words[index + 1];
    if (index === 0 && request) return { ...item, tag: "VERB" };
    if (item.low === "inside" && before?.tag === "DET" && next?.tag === "AUX") return { ...item, tag: "NOUN" };
    const base =
      (item.tag === "ADJ" || item.tag === "NOUN") &&
      before !== undefined &&
      (MODALS.has(before.low) || (before.low === "to" && before.tag === "PART"));
    if (base && english.lemmaOf(item.low, "verb") === item.low) return { ...item, tag: "VERB" };
    if (isGerundWithObject(item, before, next, english)) return { ...item, tag: "VERB" };
    if (item.tag !== "NOUN" || next === undefined) return item;
    if (
      isVerbOfPronoun(words, index, english) ||
      isOnlyVerb(words, index, english) ||
      (index === verbless.first && before?.tag === "NOUN")
    )
      return { ...item, tag: "VERB" };
    // "If the temperature rises, ...": the clause has no verb unless this is it.
    if (
      index === verbless.before - 1 &&
      before?.tag === "NOUN" &&
      ![undefined, item.low].includes(english.lemmaOf(item.low, "verb"))
    )
      return { ...item, tag: "VERB" };
    if (next.tag !== "DET" && !/^(?:it|them|him|me|us|my|your|our|their|its)$/u.test(next.low)) return item;
    const lemma = english.lemmaOf(item.low, "verb");
    if (lemma === undefined) return item;
    const requested = lemma === item.low && (before?.tag === "CCONJ" || before?.text === ",");
    const stated =
      lemma !== item.low && before?.tag === "PRON" && !/^(?:my|your|his|her|its|our|their|whose)$/u.test(before.low);
    const only = verbless.whole && !found && lemma !== item.low && before?.tag === "NOUN";
    if (only) found = true;
    return requested || stated || only ? { ...item, tag: "VERB" } : item;
  });
}

/** "The price matters, but ...": the last word of a first clause that has no other verb. */
function firstVerb(words: Words, mark: number, english: English): number {
  const [conjunction, next] = words.slice(mark + 1, mark + 3);
  if (
    mark < 2 ||
    !/^(?:but|and|so)$/u.test(conjunction?.low ?? "") ||
    !/^(?:it|they|he|she|we|i|you|there|this)$/u.test(next?.low ?? "")
  )
    return -1;
  const front = words.slice(0, mark);
  const last = front.at(-1)!;
  const verbal =
    last.tag === "NOUN" &&
    /[^s]s$/u.test(last.low) &&
    ![undefined, last.low].includes(english.lemmaOf(last.low, "verb"));
  return verbal && front.every(({ tag }) => /^(?:DET|ADJ|NOUN|PRON|ADV)$/u.test(tag)) ? mark - 1 : -1;
}

/** "but it really shines": behind a pronoun that opens a clause, with an adverb between them at most. */
function isVerbOfPronoun(words: Words, index: number, english: English): boolean {
  const at = words[index - 1]?.tag === "ADV" ? index - 2 : index - 1;
  const pronoun = words[at]?.low ?? "";
  const opens = at === 0 || /^(?:CCONJ|SCONJ)$/u.test(words[at - 1]?.tag ?? "") || words[at - 1]?.text === ",";
  const lemma = english.lemmaOf(words[index]!.low, "verb");
  if (!opens || lemma === undefined) return false;
  return /^(?:i|we|they)$/u.test(pronoun)
    ? lemma === words[index]!.low
    : /^(?:he|she|it)$/u.test(pronoun) && lemma !== words[index]!.low;
}

/** "The oven guides the baker": between a noun and an article, where nothing before it in its clause is a verb. */
function isOnlyVerb(words: Words, index: number, english: English): boolean {
  const { low } = words[index]!;
  const [before, next] = [words[index - 1], words[index + 1]];
  if (before?.tag !== "NOUN" || !/^(?:the|an?|its|their|your|our|it|them|you)$/u.test(next?.low ?? "")) return false;
  if (!low.endsWith("s") || [undefined, low].includes(english.lemmaOf(low, "verb"))) return false;
  const start = words.slice(0, index).findLastIndex(({ tag }) => /^(?:PUNCT|CCONJ|SCONJ)$/u.test(tag)) + 1;
  const front = words.slice(start, index);
  return (
    !front.some(({ tag }) => /^(?:VERB|AUX|ADP|PART)$/u.test(tag)) &&
    /^(?:DET|PRON|ADJ|NOUN|PROPN|NUM)$/u.test(front[0]!.tag)
  );
}

/** "Use quizzes to keep them awake": a verb that looks like a noun, where nothing else in the sentence is its verb. */
function opensRequest(words: Words, english: English): boolean {
  const [first, next] = words;
  if (first === undefined || next === undefined || first.before + first.after !== "") return false;
  if (!/^(?:NOUN|PROPN|ADJ)$/u.test(first.tag) || !REQUESTED.has(first.low)) return false;
  // "Use cases", "Plan details": with a noun behind it only what is several, or one kind of it, is an object.
  const many = next.tag === "NOUN" && ![undefined, next.low].includes(english.lemmaOf(next.low, "noun"));
  const kind = next.tag === "ADJ" && words.slice(2, 5).some(({ tag }) => tag === "NOUN");
  if (!(many || kind) || words.at(-1)?.text !== ".") return false;
  const verb = words.findIndex(({ tag }, index) => index > 0 && (tag === "VERB" || tag === "AUX"));
  if (verb === -1) return words.length > 5;
  const led = words[verb - 1]!;
  if (
    words
      .slice(1, verb)
      .some(({ low, tag }) => tag === "SCONJ" || /^(?:that|which|who|when|where|how|what)$/u.test(low))
  )
    return true;
  return (led.low === "to" && led.tag === "PART") || words[verb]!.low.endsWith("ing");
}

const REQUESTED = wordSet(
  "use choose mix check visit review compare track monitor combine test limit match plan design share add place store look keep pick select",
);

/** "by borrowing tools", "for washing the car": behind these a gerund that the tagger took for a noun. */
function isGerundWithObject(item: Word, before: Word | undefined, next: Word | undefined, english: English): boolean {
  if (!/^(?:NOUN|ADJ)$/u.test(item.tag) || !item.low.endsWith("ing") || next === undefined) return false;
  if (![undefined, item.low].includes(english.lemmaOf(item.low, "verb")) && next.tag === "DET")
    return /^(?:by|for|of|without|when|while|after|before|and|or|,)$/u.test(before?.low ?? "");
  const many = next.tag === "NOUN" && english.lemmaOf(next.low, "noun") !== next.low;
  return many && before?.low === "by" && ![undefined, item.low].includes(english.lemmaOf(item.low, "verb"));
}

const OPENERS = wordSet(
  "this that these those there here my your his her its our their all both each some any no one many several few most such how why what who when where while since after before once until as so then now however therefore",
);
