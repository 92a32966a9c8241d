import { knownWords, withWholeWord } from "./broken-words.js";
import type { Cue } from "./cue.js";
import { cutBehindSentences, UNSPACED } from "./sentence-ends.js";

export interface ReadCue extends Cue {
  /** Numbers of the lines with which somebody else begins to speak. */
  readonly turns?: readonly number[];
  /** Whether its lines are verses. */
  readonly sung?: boolean;
}

/** What one person says in a cue, up to the end of a sentence. */
export interface Piece {
  /** Milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Somebody else begins to speak here. */
  readonly turn: boolean;
  readonly sung: boolean;
  readonly lastWord?: number;
}

/** The pieces of all cues; the times of those within a cue are shares of it. */
export function piecesOf(cues: readonly ReadCue[]): Piece[] {
  const known = knownWords(cues.flatMap(({ lines }) => lines));
  return cues.flatMap((cue) => ofCue(cue, known));
}

function ofCue(cue: ReadCue, known: ReadonlySet<string>): Piece[] {
  const { start, end, lines, turns = [], sung = false, lastWord } = cue;
  const starts = [...new Set([0, ...turns])];
  const texts = starts.flatMap((from, at) => {
    const own = lines.slice(from, starts[at + 1]);
    const parts = sung ? own : cutBehindSentences(joined(own, known));
    return parts.map((text, index) => ({ text, turn: index === 0 && turns.includes(from) }));
  });
  const length = texts.reduce((sum, { text }) => sum + text.length, 0);
  // Where the times of words are known, the cue was spoken by then, however long it stands.
  const spoken = Math.max(start, Math.min(end, lastWord ?? end));
  let before = 0;
  return texts.map(({ text, turn }, index) => {
    const from = start + Math.round(((spoken - start) * before) / length);
    before += text.length;
    const isLast = index === texts.length - 1;
    const to = isLast ? end : start + Math.round(((spoken - start) * before) / length);
    return { start: from, end: to, text, turn, sung, ...(isLast && lastWord !== undefined ? { lastWord } : {}) };
  });
}

/** With a space between them, unless their script sets none; words broken at the end of a line are whole again. */
export function joined(texts: readonly string[], known: ReadonlySet<string> = new Set()): string {
  return texts.reduce((whole, text) => {
    if (whole === "") return text;
    const one = withWholeWord(whole, text, known);
    if (one !== undefined) return one;
    const isUnspaced = UNSPACED.test(whole.at(-1) ?? "") && UNSPACED.test(text[0] ?? "");
    return `${whole}${isUnspaced ? "" : " "}${text}`;
  }, "");
}

/** Of a script without spaces two characters count for a word. */
export function wordsIn(text: string): number {
  const spaced = text.split(" ").length;
  return UNSPACED.test(text) ? Math.max(spaced, Math.round(text.length / 2)) : spaced;
}
