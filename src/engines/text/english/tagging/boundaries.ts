import { wordSet } from "../../word-set.js";
import { BEFORE_NUMBERS, CONNECTING, type RawToken, TITLES } from "./tokens.js";

const TERMINAL = /^(?:[.!?。！？]|\.{2,}|…+)/u;
const CLOSER = /^["'”’»)\]}]$/u;
const BLANK_LINE = /\n[^\S\n]*\n|\r[^\S\r\n]*\r|\r\n[^\S\n]*\r\n|\u2029/u;

/** Words that begin sentences and are not the second half of a name. */
const OPENERS = wordSet(`
  the a an this that these those it its he she they we you i his her their our my your there here in on at for from to
  as after before when while if although though because since but and or so yet however also then what who why how
  where not no most many some all both each every several one two by with without until during once now today`);

const MAX_MARKS = 20;

/** Where each sentence ends, as the index of the token after its last one. */
export function sentenceEnds(text: string, tokens: readonly RawToken[]): number[] {
  const ends: number[] = [];
  const breakBeforeSmall = writtenSmall(text, tokens);
  let first = 0;
  for (let index = 0; index < tokens.length; index += 1) {
    const end = endAfter(text, tokens, index, first, breakBeforeSmall);
    if (end === undefined) continue;
    ends.push(end);
    first = end;
    index = end - 1;
  }
  if (first < tokens.length) ends.push(tokens.length);
  return ends;
}

/** The end of the sentence when it ends with the token at `index` and the closing marks behind it. */
function endAfter(
  text: string,
  tokens: readonly RawToken[],
  index: number,
  first: number,
  breakBeforeSmall: boolean,
): number | undefined {
  const token = tokens[index]!;
  let after = index + 1;
  const next = tokens[after];
  if (!next) return after;
  if (next.start - token.end > 1 && BLANK_LINE.test(text.slice(token.end, next.start))) return after;
  const terminal =
    token.kind === "punctuation" && TERMINAL.test(text.slice(token.start, Math.min(token.end, token.start + 3)));
  const shortened = token.kind === "word" && text[token.end - 1] === ".";
  if (!terminal && !shortened) return undefined;
  // The number of a list item: "1." or "a)."
  if (
    index - first === 1 &&
    (tokens[first]!.kind === "number" || tokens[first]!.end - tokens[first]!.start === 1) &&
    text[token.start] === "."
  )
    return undefined;
  let closed = false;
  for (; after < tokens.length; after += 1) {
    const closing = tokens[after]!;
    if (closing.start !== tokens[after - 1]!.end) break;
    // The marks of a longer run are looked at from a later one of them.
    if (after - index > MAX_MARKS) return undefined;
    const mark = text.slice(closing.start, Math.min(closing.end, closing.start + 2));
    if (CLOSER.test(mark)) closed = true;
    else if (closing.kind !== "punctuation" || !TERMINAL.test(mark)) break;
  }
  const following = tokens[after];
  if (!following) return after;
  const gap = text.slice(tokens[after - 1]!.end, Math.min(following.start, tokens[after - 1]!.end + 200));
  if (BLANK_LINE.test(gap)) return after;
  let opening = after;
  while (opening < tokens.length - 1 && opening < after + 4 && tokens[opening]!.kind === "punctuation") opening += 1;
  const word = text.slice(tokens[opening]!.start, Math.min(tokens[opening]!.end, tokens[opening]!.start + 40));
  const small = /^\p{Ll}/u.test(word);
  if (gap === "") {
    // "end.Next": a blank is missing, unless this is part of an address or a file name.
    const before =
      index > first
        ? text.slice(tokens[index - 1]!.start, Math.min(tokens[index - 1]!.end, tokens[index - 1]!.start + 40))
        : "";
    return terminal && text[token.start] === "." && /^\p{Ll}{3,}$/u.test(before) && /^\p{Lu}\p{Ll}/u.test(word)
      ? after
      : undefined;
  }
  if (shortened) {
    const abbreviation = text.slice(token.start, token.end - 1).toLowerCase();
    if (small || CONNECTING.has(abbreviation) || TITLES.has(abbreviation)) return undefined;
    if (BEFORE_NUMBERS.has(abbreviation)) return undefined;
    if (closed) return after;
    return OPENERS.has(word.toLowerCase()) ? after : undefined;
  }
  if (small)
    return breakBeforeSmall && !closed && text[token.start] !== "…" && token.end - token.start === 1
      ? after
      : undefined;
  // "He said “Stop!” (loudly)" and "Yahoo!, Inc." go on.
  return /^[,;:—–-]/u.test(text.slice(following.start, following.start + 1)) &&
    following.start === tokens[after - 1]!.end
    ? undefined
    : after;
}

/** Whether this writer begins sentences with small letters more often than with capitals. */
function writtenSmall(text: string, tokens: readonly RawToken[]): boolean {
  let small = 0;
  let capital = 0;
  for (let index = 1; index < tokens.length; index += 1) {
    const before = tokens[index - 1]!;
    if (before.kind !== "punctuation" || before.end - before.start !== 1 || !/[.!?]/u.test(text[before.start]!))
      continue;
    if (tokens[index]!.start === before.end) continue;
    const letter = text.slice(tokens[index]!.start, tokens[index]!.start + 2);
    if (/^\p{Ll}/u.test(letter)) small += 1;
    else if (/^\p{Lu}/u.test(letter)) capital += 1;
  }
  return small > capital && small > 2;
}
