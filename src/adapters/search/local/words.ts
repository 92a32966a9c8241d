import { createHash } from "node:crypto";
import { isStopWord, stem, stemmerMark } from "../../../engines/pages/terms.js";

/** Scripts that set no space between words: they are taken in pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u;
const UNSPACED_PIECES = new RegExp(`${UNSPACED.source}|[^]`, "gu");
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const ASCII_WORD = /[a-z0-9]+/g;
/** Accents, and the vowel signs of Hebrew and Arabic, which most people leave out. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
const ONLY_ASCII = /^[\0-\x7f]*$/;
/** Longer runs of letters are no words: keys, hashes, embedded data. */
const LONGEST = 64;
const MOST_GROUPS = 32;
const MOST_KNOWN = 50_000;

/** In lower case, full width and other forms of a character as the usual one, without accents. */
export function folded(text: string): string {
  return ONLY_ASCII.test(text)
    ? text.toLowerCase()
    : text.normalize("NFKD").replace(MARKS, "").normalize("NFC").toLowerCase();
}

const known = new Map<string, string>();

function stemOf(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  const made = stem(word);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(word, made);
  return made;
}

function rawWords(foldedText: string): readonly string[] {
  return foldedText.match(ONLY_ASCII.test(foldedText) ? ASCII_WORD : WORD) ?? [];
}

/**
 * What a text is indexed under, in its order: words without their endings, of scripts without spaces each character with the one
 * behind it, and the last one alone.
 */
export function indexTerms(text: string): string[] {
  const terms: string[] = [];
  const whole = folded(text);
  const hasUnspaced = UNSPACED.test(whole);
  for (const word of rawWords(whole)) {
    if (!hasUnspaced || !UNSPACED.test(word)) {
      if (word.length <= LONGEST) terms.push(stemOf(word));
      continue;
    }
    for (const { text: piece, isUnspaced } of piecesOf(word)) {
      if (!isUnspaced) terms.push(stemOf(piece));
      else terms.push(...pairsOf(piece), [...piece].at(-1)!);
    }
  }
  return terms;
}

/** Changes when the same text may be indexed under other terms. */
export function indexTermsMark(): string {
  const parts = [stemmerMark(), indexTerms, folded, rawWords, piecesOf, pairsOf, WORD, UNSPACED, MARKS, LONGEST];
  return createHash("sha256").update(parts.join("\n")).digest("hex");
}

/** Terms that stand next to each other in what is found. */
export interface Group {
  readonly terms: readonly string[];
  /** The only term is the beginning of one. */
  readonly isPrefix?: boolean;
}

export interface ReadQuery {
  readonly groups: readonly Group[];
  /** Something was in quotation marks: less than all of it will not do. */
  readonly isExact: boolean;
}

/**
 * The words of a query. Text in quotation marks, and words joined by marks such as hyphens, stand next to each other; all other
 * signs mean nothing. Words that every text has, such as `the`, count only where there are no others.
 */
export function readQuery(text: string): ReadQuery {
  const groups = new Map<string, Group & { readonly isStop: boolean }>();
  let isExact = false;
  const add = (given: Group, isStop = false) => {
    const key = given.terms.join(" ") + (given.isPrefix ? "*" : "");
    if (given.terms.length > 0 && groups.size < MOST_GROUPS && !groups.has(key)) groups.set(key, { ...given, isStop });
  };
  for (const [, quoted, chunk = ""] of folded(text).matchAll(
    /["\u201c\u201d]([^"\u201c\u201d]+)["\u201c\u201d]|([^\s"\u201c\u201d]+)/gu,
  )) {
    if (quoted !== undefined) {
      const words = rawWords(quoted);
      if (words.length > 1) isExact = true;
      add({ terms: words.flatMap(phraseTerms) });
      continue;
    }
    const words = rawWords(chunk);
    if (words.some((word) => UNSPACED.test(word))) {
      for (const word of words) for (const group of unspacedGroups(word)) add(group);
    } else add({ terms: words.flatMap(phraseTerms) }, words.length === 1 && isWeak(words[0]!));
  }
  const all = [...groups.values()];
  const strong = all.filter(({ isStop }) => !isStop);
  return { groups: strong.length > 0 ? strong : all, isExact };
}

function isWeak(word: string): boolean {
  return isStopWord(word) || /^[a-z]$/.test(word);
}

function phraseTerms(word: string): string[] {
  if (!UNSPACED.test(word)) return word.length <= LONGEST ? [stemOf(word)] : [];
  return piecesOf(word).flatMap(({ text, isUnspaced }) => {
    if (!isUnspaced) return [stemOf(text)];
    return [...text].length > 1 ? pairsOf(text) : [text];
  });
}

/** Runs of a script without spaces are several words, of which the pairs are looked for each by itself. */
function unspacedGroups(word: string): Group[] {
  return piecesOf(word).flatMap(({ text, isUnspaced }): Group[] => {
    if (!isUnspaced) return [{ terms: [stemOf(text)] }];
    if ([...text].length === 1) return [{ terms: [text], isPrefix: true }];
    const pairs = pairsOf(text);
    return pairs.length <= 3 ? [{ terms: pairs }] : pairs.map((pair) => ({ terms: [pair] }));
  });
}

function piecesOf(word: string): { readonly text: string; readonly isUnspaced: boolean }[] {
  const pieces: { text: string; isUnspaced: boolean }[] = [];
  for (const [text] of word.matchAll(UNSPACED_PIECES)) {
    const isUnspaced = UNSPACED.test(text);
    const last = pieces.at(-1);
    if (last !== undefined && !isUnspaced && !last.isUnspaced) last.text += text;
    else pieces.push({ text, isUnspaced });
  }
  return pieces;
}

function pairsOf(piece: string): string[] {
  const characters = [...piece];
  return characters.slice(1).map((character, index) => characters[index]! + character);
}

/** The query as FTS5 reads it, all groups or any; terms hold letters and digits alone, so nothing in it is an operator. */
export function matchOf(groups: readonly Group[], how: "AND" | "OR"): string {
  return groups.map(({ terms, isPrefix }) => `"${terms.join(" ")}"${isPrefix ? " *" : ""}`).join(` ${how} `);
}
