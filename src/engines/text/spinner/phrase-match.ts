import { formOf, inflect } from "../english/inflection/index.js";
import type { English, Form, Sentence, Tag } from "../english/types.js";
import { wordSet } from "../word-set.js";

type Tokens = Sentence["tokens"];

/** A phrase of the table that was found in a sentence. */
export interface PhraseMatch {
  readonly last: number;
  /** What stands in the places that the phrase leaves open, by the word of the table: first and last token. */
  readonly filled: ReadonlyMap<string, readonly [number, number]>;
}

const POSSESSIVES = wordSet("my your his her its our their");
const REFLEXIVES = wordSet("myself yourself himself herself itself ourselves yourselves themselves");
const OBJECTS = wordSet("me you him her it us them this that these those");
const IN_OBJECT: ReadonlySet<Tag> = new Set(["DET", "ADJ", "NUM", "NOUN", "PROPN"]);
/** The most words of an object between the parts of a phrase. */
const MOST_BETWEEN = 5;

/** Whether the words of the phrase stand from that token on. */
export function matchedAt(
  tokens: Tokens,
  first: number,
  words: readonly string[],
  english: English,
): PhraseMatch | undefined {
  // Nearly all phrases that begin like the sentence here end with the second word, so what fills them is collected later.
  const ends: number[] = [];
  let at = first;
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place]!;
    const end =
      word === "{noun}" ? objectEnd(tokens, at, words[place + 1]) : stands(tokens[at], word, english) ? at : -1;
    if (end < 0) return undefined;
    ends.push(end);
    at = end + 1;
  }
  const filled = new Map(
    words.map((word, place) => [placeOf(word), [place === 0 ? first : ends[place - 1]! + 1, ends[place]!]] as const),
  );
  return { last: at - 1, filled };
}

/** What a word of the table and the one that replaces it have in common: "V:" of "V:take". */
function placeOf(word: string): string {
  return word.startsWith("V:") || word.startsWith("N:") ? word.slice(0, 2) : word;
}

function stands(token: Tokens[number] | undefined, word: string, english: English): boolean {
  if (token === undefined) return false;
  const text = token.text.toLowerCase();
  if (word === "one's") return POSSESSIVES.has(text);
  if (word === "oneself") return REFLEXIVES.has(text);
  if (word === "{adverb}") return token.tag === "ADV" && /^[a-z]+$/.test(text);
  if (word.startsWith("V:"))
    return (token.tag === "VERB" || token.tag === "AUX") && verbOf(text, english) === word.slice(2);
  if (word.startsWith("N:")) return token.tag === "NOUN" && english.lemmaOf(text, "noun") === word.slice(2);
  return text === word;
}

/** Where the object that begins at the token ends, before the next word of the phrase; -1 when there is none. */
function objectEnd(tokens: Tokens, first: number, next: string | undefined): number {
  if (OBJECTS.has(tokens[first]?.text.toLowerCase() ?? "") && follows(tokens, first, next)) return first;
  // `Replace a Switch joystick on the left` has no object between the two, but a name.
  if (!isDetermined(tokens[first])) return -1;
  for (let at = first; at < first + MOST_BETWEEN; at += 1) {
    const token = tokens[at];
    if (token === undefined || !(IN_OBJECT.has(token.tag) || POSSESSIVES.has(token.text.toLowerCase()))) return -1;
    if ((token.tag === "NOUN" || token.tag === "PROPN") && follows(tokens, at, next)) return at;
  }
  return -1;
}

function isDetermined(token: Tokens[number] | undefined): boolean {
  return (
    token !== undefined && (token.tag === "DET" || token.tag === "NUM" || POSSESSIVES.has(token.text.toLowerCase()))
  );
}

function follows(tokens: Tokens, at: number, next: string | undefined): boolean {
  return next === undefined ? !/^(?:NOUN|PROPN)$/.test(tokens[at + 1]?.tag ?? "") : tokens[at + 1]?.text === next;
}

const FORMS_OF_BE: ReadonlyMap<string, Form> = new Map([
  ["be", "base"],
  ["am", "base"],
  ["are", "base"],
  ["is", "third"],
  ["was", "past"],
  ["were", "past"],
  ["been", "participle"],
  ["being", "gerund"],
]);

/** The dictionary form of a verb; empty when there is none. */
export function verbOf(word: string, english: English): string {
  return FORMS_OF_BE.has(word) ? "be" : (english.lemmaOf(word, "verb") ?? "");
}

/** Another phrase instead of the one that was found; undefined when its form there cannot be told. */
export function shown(
  words: readonly string[],
  { filled }: PhraseMatch,
  tokens: Tokens,
  english: English,
): string | undefined {
  const made = words.map((word) => {
    const place = filled.get(placeOf(word));
    if (place === undefined || !/^(?:[VN]:|one's$|oneself$|\{)/.test(word)) return word;
    const [first, last] = place;
    if (word.startsWith("V:")) return verbShown(word.slice(2), tokens, first, english);
    if (word.startsWith("N:")) {
      const text = tokens[first]!.text.toLowerCase();
      const form = formOf(text, english.lemmaOf(text, "noun") ?? text, "noun", []);
      return inflect(word.slice(2), form);
    }
    return tokens
      .slice(first, last + 1)
      .map(({ text }) => text)
      .join(" ");
  });
  return made.includes(undefined) ? undefined : made.join(" ");
}

const PLURAL_SUBJECTS = wordSet("you we they these those");
const BEFORE_BASE = wordSet("to will would can could shall should may might must please 'll 'd");
const BEFORE_DENIED = wordSet("do does did not n't don't doesn't didn't let lets help helps helped make makes made");
const PAST_SUBJECTS = wordSet("i you he she it we they who which that and");

/** The verb in the form of the one at that place. */
function verbShown(lemma: string, tokens: Tokens, at: number, english: English): string | undefined {
  const word = tokens[at]!.text.toLowerCase();
  const ofBe = FORMS_OF_BE.get(word);
  if (ofBe !== undefined) return lemma === "be" ? word : inflect(lemma, ofBe);
  const previous = tokens.slice(Math.max(0, at - 6), at).map(({ text }) => text.toLowerCase());
  const own = verbOf(word, english);
  const form = formOf(word, own, "verb", previous);
  const before = previous.at(-1)?.replace("’", "'") ?? "";
  // `How do you get paid?`: "are" does not stand behind "do".
  if (lemma === "be" && form === "base" && previous.slice(-2).some((other) => /^(?:do|does|did)$/.test(other)))
    return undefined;
  if (lemma === "be") return beShown(form, before, tokens[at - 1]?.tag, english);
  const isBase = word === own;
  // `The board set` may be of today or of yesterday.
  if (isBase && inflect(own, "past") === own && !BEFORE_BASE.has(before) && !BEFORE_DENIED.has(before)) {
    return inflect(lemma, "past") === lemma ? lemma : undefined;
  }
  // `The work carried out` may be what was done or who did it.
  const isUnclear = form === "past" && inflect(own, "participle") === word && !PAST_SUBJECTS.has(before);
  if (isUnclear && inflect(lemma, "past") !== inflect(lemma, "participle")) return undefined;
  return inflect(lemma, form);
}

function beShown(form: Form, before: string, tag: Tag | undefined, english: English): string | undefined {
  if (form === "third") return "is";
  // `A week consisting of days` is not "being made up of" them.
  if (form === "gerund") return undefined;
  if (form === "participle") return "been";
  if (form === "base" && BEFORE_BASE.has(before)) return "be";
  const isPlural =
    PLURAL_SUBJECTS.has(before) ||
    (tag === "NOUN" && (before === "people" || (english.lemmaOf(before, "noun") ?? before) !== before));
  if (form === "base") return isPlural ? "are" : undefined;
  const isSingular =
    /^(?:he|she|it|this)$/.test(before) || (tag === "NOUN" && english.lemmaOf(before, "noun") === before);
  return isPlural ? "were" : isSingular ? "was" : undefined;
}
