import { beginsThought, goesOn } from "./breaths.js";
import { knownWords } from "./broken-words.js";
import type { Cue } from "./cue.js";
import { pieceOfBreaks } from "./part-breaks.js";
import { joined, type Piece, piecesOf, type ReadCue, wordsIn } from "./pieces.js";
import { endsSentence } from "./sentence-ends.js";

export interface Paragraph {
  /** Milliseconds. */
  readonly start: number;
  readonly end: number;
  /** Verses that are sung are its lines. */
  readonly text: string;
  /** How many of the breaks come before it. */
  readonly part: number;
}

/** A silence that ends a paragraph, after the last word, which takes some time itself. */
const PAUSE_MS = 2000;
const WORD_MS = 500;
/** A paragraph ends with the first sentence behind so many words, */
const WORDS = 80;
/** where there are no sentences with the next breath or thought behind these, */
const BREATH_WORDS = 100;
const BREATH_MS = 700;
/** and with the next cue behind these. */
const MOST_WORDS = 180;
/** A silence that ends even what looks like the middle of a sentence, when a capital letter or one of a script without them follows. */
const LONG_PAUSE_MS = 3500;
/** Text with fewer ends of sentences is taken to have none. */
const WORDS_OF_A_SENTENCE = 60;

/**
 * The words of captions as running text. Paragraphs end where somebody pauses, another begins to speak or one would grow long,
 * and not within a sentence where the captions have sentences; `breaks` are times, in milliseconds and order, near which one ends
 * in any case. Nothing is added to the words.
 */
export function paragraphsOf(cues: readonly ReadCue[], breaks: readonly number[] = []): Paragraph[] {
  const pieces = piecesOf(cues);
  const known = knownWords(cues.flatMap(({ lines }) => lines));
  const hasSentences = sentencesIn(pieces);
  const parts = pieceOfBreaks(pieces, breaks, hasSentences);
  const paragraphs: Paragraph[] = [];
  let open: { start: number; end: number; text: string; words: number } | undefined;
  let before: Piece | undefined;
  let part = 0;
  for (const [index, piece] of pieces.entries()) {
    let passed = part;
    while (passed < parts.length && index >= parts[passed]!) passed += 1;
    if (passed > part) close();
    part = passed;
    if (open !== undefined && before !== undefined && ends(open, before, piece, hasSentences)) close();
    if (open === undefined) open = { start: piece.start, end: piece.end, text: piece.text, words: 0 };
    else open.text = written(open.text, piece, hasSentences, known);
    open.end = Math.max(open.end, piece.end);
    open.words += wordsIn(piece.text);
    before = piece;
  }
  close();
  return paragraphs;

  function close(): void {
    if (open === undefined) return;
    paragraphs.push({ start: open.start, end: open.end, text: open.text, part });
    open = undefined;
  }
}

/** Each cue as a paragraph of its own. */
export function cueParagraphs(cues: readonly Cue[], breaks: readonly number[] = []): Paragraph[] {
  const whole = cues.map(({ start, end, lines }) => ({ start, end, text: joined(lines) }));
  const parts = pieceOfBreaks(whole, breaks, false);
  let part = 0;
  return whole.map((paragraph, index) => {
    while (part < parts.length && index >= parts[part]!) part += 1;
    return { ...paragraph, part };
  });
}

/** Without punctuation a space is all that shows where a line of a script without spaces ends. */
function written(before: string, { text, sung }: Piece, hasSentences: boolean, known: ReadonlySet<string>): string {
  if (sung) return `${before}\n${text}`;
  return hasSentences ? joined([before, text], known) : `${before} ${text}`;
}

function ends(
  open: { readonly text: string; readonly words: number },
  before: Piece,
  piece: Piece,
  hasSentences: boolean,
): boolean {
  const pause = piece.start - (before.lastWord === undefined ? before.end : before.lastWord + WORD_MS);
  if (before.sung !== piece.sung) return true;
  if (piece.sung) return pause >= PAUSE_MS;
  if (open.words >= 2 * MOST_WORDS || piece.turn) return true;
  if (hasSentences) {
    if (
      pause >= LONG_PAUSE_MS &&
      /^["'\u201c\u201e\u00ab\u00bf\u00a1(\u300c\u300e\uff08]*[\p{Lu}\p{Lo}]/u.test(piece.text)
    )
      return true;
    if (!endsSentence(open.text) || /^\p{Ll}/u.test(piece.text)) return false;
    return pause >= PAUSE_MS || open.words >= WORDS;
  }
  if (pause >= PAUSE_MS) return true;
  if (open.words < BREATH_WORDS || goesOn(open.text)) return false;
  return open.words >= MOST_WORDS || pause >= BREATH_MS || beginsThought(piece.text);
}

function sentencesIn(pieces: readonly Piece[]): boolean {
  const words = pieces.reduce((sum, { text }) => sum + wordsIn(text), 0);
  const sentences = pieces.filter(({ text }) => endsSentence(text)).length;
  return sentences > 0 && words / sentences <= WORDS_OF_A_SENTENCE;
}
