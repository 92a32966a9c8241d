import type { Grammar } from "./grammar.js";
import type { Word, Words } from "./sentence-reading.js";

/** One way of saying a sentence differently. */
export interface Transformation {
  /** What it does, as a reader of the result would call it: `voice`, `clause order` ... */
  readonly kind: string;
  /** How much the result differs in the eye of a reader, from 0 to 1. */
  readonly strength: number;
  /** Whether it looks at the beginning and end of a sentence, so that each clause of several has to be shown to it alone. */
  readonly whole?: boolean;
  /** The sentences it makes of one; none when it has nothing to say. */
  apply(words: Words, grammar: Grammar): readonly Words[];
}

/** The list with the stretch from `start` to `end` replaced. */
export function replaced(words: Words, start: number, end: number, by: Words): Word[] {
  return [...words.slice(0, start), ...by, ...words.slice(end)];
}
