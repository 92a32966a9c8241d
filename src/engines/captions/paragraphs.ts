import type { Cue } from "./cue.js";

export interface Paragraph {
  /** Milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface ReadCue extends Cue {
  readonly turns?: readonly number[];
}

/** Lines of a cue that one person speaks. */
interface Piece extends Cue {
  readonly turn: boolean;
}

/** A silence that ends a paragraph, after the last word, which takes some time itself. */
const PAUSE_MS = 2500;
const WORD_MS = 500;
/** A paragraph ends with the first sentence behind so many words, */
const WORDS = 80;
/** where there are no sentences with the next breath behind these, */
const BREATH_WORDS = 100;
const BREATH_MS = 700;
/** and with the next cue behind these. */
const MOST_WORDS = 180;
/** Text with fewer ends of sentences is taken to have none. */
const WORDS_OF_A_SENTENCE = 60;

const ENDED = /[.!?\u2026\u3002\uff01\uff1f]["'\u201d\u2019\u00bb)\]]*$/;
/** Scripts that set no space between words, with their punctuation. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\u3000-\u303f\uff00-\uffef]/u;

/**
 * The words of captions as running text. Paragraphs end where somebody pauses, another begins to speak or one would grow long,
 * and not within a sentence where the captions have sentences; `breaks` are times, in milliseconds and order, at which one ends
 * in any case. Nothing is added to the words.
 */
export function paragraphsOf(cues: readonly ReadCue[], breaks: readonly number[] = []): Paragraph[] {
  const hasSentences = sentencesIn(cues);
  const paragraphs: Paragraph[] = [];
  let open: { start: number; end: number; text: string; words: number } | undefined;
  let before: Piece | undefined;
  let nextBreak = 0;
  for (const cue of cues.flatMap(pieces)) {
    const text = joined(cue.lines);
    while (nextBreak < breaks.length && cue.start >= breaks[nextBreak]!) {
      nextBreak += 1;
      close();
    }
    if (open !== undefined && before !== undefined && ends(open, before, cue, hasSentences)) close();
    if (open === undefined) open = { start: cue.start, end: cue.end, text, words: 0 };
    else open.text = joined([open.text, text]);
    open.end = Math.max(open.end, cue.end);
    open.words += wordsIn(text);
    before = cue;
  }
  close();
  return paragraphs;

  function close(): void {
    if (open === undefined) return;
    paragraphs.push({ start: open.start, end: open.end, text: open.text });
    open = undefined;
  }
}

function pieces(cue: ReadCue): Piece[] {
  const turns = cue.turns ?? [];
  const starts = [...new Set([0, ...turns])];
  return starts.map((start, at) => ({
    ...cue,
    lines: cue.lines.slice(start, starts[at + 1]),
    turn: turns.includes(start),
  }));
}

function ends(
  open: { readonly text: string; readonly words: number },
  before: Piece,
  cue: Piece,
  hasSentences: boolean,
): boolean {
  const pause = cue.start - (before.lastWord === undefined ? before.end : before.lastWord + WORD_MS);
  if (open.words >= 2 * MOST_WORDS) return true;
  if (hasSentences && !ENDED.test(open.text)) return false;
  if (cue.turn || pause >= PAUSE_MS) return true;
  if (hasSentences) return open.words >= WORDS;
  return open.words >= MOST_WORDS || (open.words >= BREATH_WORDS && pause >= BREATH_MS);
}

function sentencesIn(cues: readonly ReadCue[]): boolean {
  let words = 0;
  let sentences = 0;
  for (const { lines } of cues) {
    for (const line of lines) {
      words += wordsIn(line);
      sentences +=
        line.match(/[.!?\u3002\uff01\uff1f](?=["'\u201d\u2019)\]]*(?:\s|$))|[\u3002\uff01\uff1f]/g)?.length ?? 0;
    }
  }
  return sentences > 0 && words / sentences <= WORDS_OF_A_SENTENCE;
}

function wordsIn(text: string): number {
  const spaced = text.split(" ").length;
  return UNSPACED.test(text) ? Math.max(spaced, Math.round(text.length / 2)) : spaced;
}

/** With a space between them, unless their script sets none. */
export function joined(texts: readonly string[]): string {
  return texts.reduce((whole, text) => {
    if (whole === "") return text;
    const isUnspaced = UNSPACED.test(whole.at(-1) ?? "") && UNSPACED.test(text[0] ?? "");
    return `${whole}${isUnspaced ? "" : " "}${text}`;
  }, "");
}
