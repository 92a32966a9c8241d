import stems from "../../../data/pages/irregular-stems.txt";
import stopWordLists from "../../../data/pages/stop-words.txt";
import { madeOnce } from "../../kernel/values/made-once.js";
import { once, readLists, readTable } from "../tables.js";

const WORD = /[\p{L}\p{N}\p{M}]+(?:['\u2019.,\-\u2010\u2011][\p{L}\p{N}\p{M}]+)*/gu;
const PART = /[\p{L}\p{N}\p{M}]+(?:['\u2019][\p{L}\p{M}]+)*/gu;
/** Scripts that set no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const wordSegmenter = madeOnce(() => new Intl.Segmenter("en", { granularity: "word" }));

/** How many words a reader would count; `3.5` and `self-raising` are one. */
export function countWords(text: string): number {
  const count = countPlainWords(text);
  if (count !== undefined) return count;
  return UNSPACED.test(text) ? segments(text).length : (text.match(WORD) ?? []).length;
}

const LETTER = 1;
const DIGIT = 2;
/** Characters of the Latin alphabets, by their code: which belong to words. */
const LATIN = Uint8Array.from({ length: 0x250 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[\p{L}\p{M}]/u.test(character) ? LETTER : /\p{N}/u.test(character) ? DIGIT : 0;
});
const JOINS = new Set([..."'\u2019.,-\u2010\u2011"].map((mark) => mark.charCodeAt(0)));

/** The same count in a fraction of the time; undefined for a text that has letters of other alphabets. */
function countPlainWords(text: string): number | undefined {
  let count = 0;
  let isInWord = false;
  let isJoined = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x250 && (code < 0x2010 || code > 0x205f)) return undefined;
    if (code < 0x250 && LATIN[code] !== 0) {
      if (!isInWord && !isJoined) count += 1;
      isInWord = true;
      isJoined = false;
    } else {
      isJoined = isInWord && JOINS.has(code);
      isInWord = false;
    }
  }
  return count;
}

/** The words in lower case and reading order, parts of hyphenated ones apart. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  return plainWords(lower) ?? (UNSPACED.test(lower) ? segments(lower) : (lower.match(PART) ?? []));
}

/** What `PART` finds, in a fraction of the time; undefined for a text that has letters of other alphabets. */
function plainWords(text: string): string[] | undefined {
  const words: string[] = [];
  let from = -1;
  let hasApostrophe = false;
  const end = (at: number) => {
    words.push(text.slice(from, at));
    from = -1;
    hasApostrophe = false;
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x250 && (code < 0x2010 || code > 0x205f)) return undefined;
    const kind = code < 0x250 ? LATIN[code]! : 0;
    if (kind > 0) {
      // What stands behind an apostrophe has no digits.
      if (hasApostrophe && kind === DIGIT) end(at);
      if (from < 0) from = at;
    } else if (from >= 0) {
      if (APOSTROPHES.has(code) && LATIN[text.charCodeAt(at + 1)] === LETTER) hasApostrophe = true;
      else end(at);
    }
  }
  if (from >= 0) end(text.length);
  return words;
}

const APOSTROPHES = new Set([0x27, 0x2019]);

function segments(text: string): string[] {
  return [...wordSegmenter().segment(text)].filter((piece) => piece.isWordLike).map((piece) => piece.segment);
}

const stopWords = once((): ReadonlySet<string> => {
  const lists = readLists({ name: "pages/stop-words.txt", text: stopWordLists }, ["en", "de fr es"]);
  return new Set(Object.values(lists).flat());
});

export function isStopWord(word: string): boolean {
  return stopWords().has(word.includes("\u2019") ? word.replaceAll("\u2019", "'") : word);
}

/** Terms of words that were met, for texts mostly say the same ones; forgotten all at once when they are too many. */
const knownTerms = new Map<string, string>();
const MOST_KNOWN = 50_000;
const LONGEST_KNOWN = 30;

/** The stem of a word that carries meaning; empty for others. */
function termOf(word: string): string {
  const known = knownTerms.get(word);
  if (known !== undefined) return known;
  const term = isStopWord(word) || (word.length === 1 && !UNSPACED.test(word)) ? "" : stem(word);
  if (word.length > LONGEST_KNOWN) return term;
  if (knownTerms.size >= MOST_KNOWN) knownTerms.clear();
  knownTerms.set(word, term);
  return term;
}

/** The stems of the words that carry meaning, in reading order, repetitions included. */
export function termsOf(text: string): string[] {
  return wordsOf(text).map(termOf).filter(isTerm);
}

const isTerm = (term: string) => term !== "";

/** As `termsOf`; where every word is a stop word, those. */
export function queryTerms(text: string): string[] {
  const terms = termsOf(text);
  return [...new Set(terms.length > 0 ? terms : wordsOf(text))].slice(0, 40);
}

const VOWEL = /[aeiouy]/;
const irregularStems = once((): ReadonlyMap<string, string> => {
  const file = { name: "pages/irregular-stems.txt", text: stems };
  return new Map(readTable(file, { columns: { word: "text", stem: "text" } }).map(({ word, stem }) => [word, stem]));
});

/**
 * A word without its English endings, so that bake, bakes, baked and baking are one term. It serves comparison only and
 * is not always a word; words of other languages mostly stay as they are.
 */
export function stem(word: string): string {
  let form = word.replace(/['\u2019].*$/, "");
  const irregular = irregularStems().get(form);
  if (irregular !== undefined) return irregular;
  if (form.length < 3 || !/^[a-z]+$/.test(form)) return form === "" ? word : form;
  form = singular(form);
  for (const ending of ["ingly", "edly", "ing", "ed"]) {
    if (!form.endsWith(ending)) continue;
    const base = form.slice(0, -ending.length);
    if (
      base.length >= 2 &&
      VOWEL.test(base) &&
      !(ending === "ed" && base.endsWith("e")) &&
      !(base.length === 2 && !VOWEL.test(base[0]!))
    ) {
      form = base.length > 3 && /([^aeiouylsz])\1$/.test(base) ? base.slice(0, -1) : base;
    }
    break;
  }
  if (form.length > 5 && form.endsWith("ly")) form = form.slice(0, -2);
  if (form.length > 6 && form.endsWith("ness")) form = form.slice(0, -4);
  if (form.length > 3 && form.endsWith("e") && !form.endsWith("ee")) form = form.slice(0, -1);
  if (form.length > 2 && form.endsWith("y") && !/[aeiou]y$/.test(form)) form = `${form.slice(0, -1)}i`;
  return form;
}

/** Differs between two versions of `stem` that may give different stems: what was indexed by one is not found by the other. */
export function stemmerMark(): string {
  return [stems, stem, singular].join("\n");
}

function singular(word: string): string {
  if (!word.endsWith("s") || /(ss|us|is)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2);
  return word.length > 3 ? word.slice(0, -1) : word;
}
