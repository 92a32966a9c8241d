import { groupEnd, MARK_SIZE, marksOf } from "./marks.js";

/** A stretch of a text from `start` up to, not including, `end` (UTF-16 offsets). */
export interface SpintaxSegment {
  /**
   * `choice` is a whole group with its braces; `protected` one of the phrases that were named; `text` is what is between
   * them, escapes and all.
   */
  readonly kind: "text" | "choice" | "protected";
  readonly start: number;
  readonly end: number;
}

/**
 * The text in its outermost groups, the protected phrases and what is between, in order, without gaps or empty
 * segments. Code that works on a text that may be spun already changes the `text` segments (unescaped, and escaped again) and
 * copies the others.
 *
 * Phrases are protected wherever they are whole words outside groups, in any letter case; of several that begin at one
 * place, the longest.
 */
export function splitSpintax(text: string, phrases: readonly string[] = []): SpintaxSegment[] {
  const { marks } = marksOf(text);
  const segments: SpintaxSegment[] = [];
  const split = phrases.length === 0 ? undefined : splitterAt(phrases);
  const addText = (start: number, end: number) => {
    if (split !== undefined) segments.push(...split(text, start, end));
    else if (end > start) segments.push({ kind: "text", start, end });
  };
  let from = 0;
  for (let mark = MARK_SIZE; marks[mark + 1] !== 0; mark += MARK_SIZE) {
    const start = marks[mark]!;
    mark = groupEnd(marks, mark);
    const end = marks[mark]! + 1;
    addText(from, start);
    segments.push({ kind: "choice", start, end });
    from = end;
  }
  addText(from, text.length);
  return segments;
}

const WORD = /[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}\s]/gu;

/** Cuts a stretch of text at the phrases. Spaces between the words of a phrase may be any white space, and any much of it. */
function splitterAt(phrases: readonly string[]) {
  // By first word, the longest first.
  const beginning = new Map<string, string[][]>();
  for (const phrase of phrases) {
    const words = phrase.toLowerCase().match(WORD);
    if (words === null) continue;
    const alike = beginning.get(words[0]!);
    if (alike === undefined) beginning.set(words[0]!, [words]);
    else alike.push(words);
  }
  for (const alike of beginning.values()) alike.sort((one, other) => other.length - one.length);

  return function* (text: string, start: number, end: number): Generator<SpintaxSegment> {
    const found = [...text.slice(start, end).matchAll(WORD)];
    const words = found.map(([word]) => word.toLowerCase());
    let from = start;
    for (let index = 0; index < words.length; index += 1) {
      const phrase = beginning.get(words[index]!)?.find((one) => one.every((word, at) => word === words[index + at]));
      if (phrase === undefined) continue;
      const last = found[index + phrase.length - 1]!;
      const at = start + found[index]!.index;
      if (at > from) yield { kind: "text", start: from, end: at };
      from = start + last.index + last[0].length;
      yield { kind: "protected", start: at, end: from };
      index += phrase.length - 1;
    }
    if (end > from) yield { kind: "text", start: from, end };
  };
}
