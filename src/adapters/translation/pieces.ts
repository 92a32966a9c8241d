import type { TranslatorProvider } from "../../kernel/providers.js";

/** The languages of a translation and the signal that ends it. */
export type TranslateCall = Parameters<TranslatorProvider["translate"]>[1];

/** What one call of a translation service may carry. */
export interface PieceLimits {
  /** Of one text, in UTF-16 units. */
  readonly maxLength: number;
  /** In one call. */
  readonly maxTexts: number;
  /** Of all texts of one call together. */
  readonly maxTotal: number;
}

/**
 * Translates a text line by line, as the services do themselves. White space around and between the pieces, control
 * characters and lines without a letter come through as they are.
 *
 * @param translate Gives as many translations as texts, in their order. The texts are lines or parts of lines without
 * white space around them; the signal of its call aborts when another one failed.
 */
export async function inPieces(
  text: string,
  call: TranslateCall,
  limits: PieceLimits,
  translate: (texts: readonly string[], call: TranslateCall) => Promise<readonly string[]>,
): Promise<string> {
  call.signal.throwIfAborted();
  const parts = partsOf(text, limits.maxLength, call.from);
  const wanted = parts.flatMap((part, index) => (translatable(part) ? [index] : []));
  const failed = new AbortController();
  const either = AbortSignal.any([call.signal, failed.signal]);
  try {
    await Promise.all(
      batches(wanted, parts, limits).map(async (batch) => {
        const texts = batch.map((index) => (parts[index] ?? "").toWellFormed());
        const translations = await translate(texts, { ...call, signal: either });
        batch.forEach((index, place) => {
          // A lone word may have no counterpart in the other language; it stays rather than vanish.
          parts[index] = oneLine(translations[place] ?? "") || (parts[index] ?? "");
        });
      }),
    );
  } catch (error) {
    failed.abort(error);
    throw error;
  }
  return parts.join("");
}

/** A `translate` that gives back as it is what has no letters or stays in its language. */
export function whereNeeded(translate: TranslatorProvider["translate"]): TranslatorProvider["translate"] {
  return async (text, call) => {
    call.signal.throwIfAborted();
    return call.from === call.to || !translatable(text) ? text : await translate(text, call);
  };
}

/** True for text with at least one letter: nothing else has a translation. */
export function translatable(text: string): boolean {
  return /\p{L}/u.test(text);
}

// Control characters among the white space: the NUL ends a text for Apertium, and no service has use for the others.
const GAP = /[\s\u0000-\u001f\u007f]+/g;
const LINE_BREAK = /[\u0000-\u001f\u007f\u2028\u2029]/;
const SENTENCE_END = /[.!?\u2026]["'\u201d\u2019\u00bb)\]]?$/;

/** The text in order: pieces to be translated, and what is between them. Nothing is lost. */
function partsOf(text: string, maxLength: number, language: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { 0: gap, index } of text.matchAll(GAP)) {
    const end = index + gap.length;
    const outside = index === 0 || end === text.length;
    if (!outside && !separates(gap, text.slice(Math.max(0, index - 2), index))) continue;
    parts.push(...cut(text.slice(start, index), maxLength, language), gap);
    start = end;
  }
  parts.push(...cut(text.slice(start), maxLength, language));
  return parts;
}

/** Line breaks and tabs, columns made of spaces, and wide spaces between two sentences. */
function separates(gap: string, before: string): boolean {
  return LINE_BREAK.test(gap) || gap.length > 3 || (gap.length > 1 && SENTENCE_END.test(before));
}

function oneLine(translation: string): string {
  return translation.trim().replace(GAP, (gap) => (LINE_BREAK.test(gap) ? " " : gap));
}

/** Parts of one line, none longer than the limit: at sentence ends, else between words, else between characters. */
function cut(line: string, maxLength: number, language: string): string[] {
  if (line.length <= maxLength) return [line];
  const parts: string[] = [];
  let piece = "";
  const close = () => {
    const end = piece.trimEnd();
    parts.push(end, piece.slice(end.length));
    piece = "";
  };
  for (const { segment } of new Intl.Segmenter(language, { granularity: "sentence" }).segment(line)) {
    for (let start = 0; start < segment.length; ) {
      // White space at either end of a piece is not sent.
      const space = piece === "" ? (/^\s+/.exec(segment.slice(start))?.[0] ?? "") : "";
      if (space !== "") parts.push(space);
      start += space.length;
      const room = segment.slice(start).trimEnd();
      if (piece.length + room.length <= maxLength) {
        piece += segment.slice(start);
        break;
      }
      if (piece !== "") {
        close();
        continue;
      }
      const end = start + lastCut(segment.slice(start, start + maxLength + 1), maxLength);
      piece = segment.slice(start, end);
      close();
      start = end;
    }
  }
  close();
  return parts;
}

/** Where to cut a text that is one character too long: behind its last white space, else where no character breaks. */
function lastCut(text: string, maxLength: number): number {
  const spaced = /^.*\s(?=\S)/su.exec(text.slice(0, maxLength + 1))?.[0].length ?? 0;
  if (spaced > 0) return spaced;
  let end = maxLength;
  while (end > 1 && maxLength - end < 64 && /^(?:[\udc00-\udfff]|\p{M}|\u200d)/u.test(text.slice(end, end + 2)))
    end -= 1;
  return end;
}

function batches(wanted: readonly number[], parts: readonly string[], limits: PieceLimits): number[][] {
  const all: number[][] = [];
  let total = 0;
  for (const index of wanted) {
    const { length } = parts[index] ?? "";
    const last = all.at(-1);
    if (last === undefined || last.length >= limits.maxTexts || total + length > limits.maxTotal) {
      all.push([index]);
      total = length;
    } else {
      last.push(index);
      total += length;
    }
  }
  return all;
}
