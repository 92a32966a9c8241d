import type { Archive } from "./archive.js";
import type { Lexicon } from "./lexicon.js";

export const DIMENSIONS = 100;

/** What words mean, as directions in space. */
export interface Vectors {
  /** Words with a number below this have a vector of their own. */
  readonly count: number;
  /**
   * Writes the vector of length 1 of a word, or of several words divided by blanks or hyphens (the middle of theirs).
   * False and zeros when no part has one.
   */
  write(word: number, into: Float32Array, offset?: number): boolean;
  /** Adds the vector of length 1 of a single word, times `weight`. */
  add(word: number, weight: number, into: Float32Array): void;
}

export function createVectors(archive: Archive, lexicon: Lexicon): Vectors {
  const bytes = archive.bytes("vectors");
  const count = bytes.length / DIMENSIONS;
  // In place: the bytes are not needed again.
  const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const scales = new Float32Array(count);
  for (let word = 0; word < count; word += 1) {
    let squares = 0;
    for (let index = word * DIMENSIONS; index < (word + 1) * DIMENSIONS; index += 1) {
      const value = bytes[index]! - 128;
      values[index] = value;
      squares += value * value;
    }
    scales[word] = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  }

  function add(word: number, weight: number, into: Float32Array, offset = 0): void {
    const scale = scales[word]! * weight;
    const base = word * DIMENSIONS;
    for (let d = 0; d < DIMENSIONS; d += 1) into[offset + d]! += values[base + d]! * scale;
  }

  return {
    count,
    add,
    write(word, into, offset = 0) {
      into.fill(0, offset, offset + DIMENSIONS);
      if (word < count) {
        add(word, 1, into, offset);
        return true;
      }
      let parts = 0;
      for (const part of lexicon.words[word]!.split(/[ -]/)) {
        const number = lexicon.numberOf(part);
        if (number === undefined || number >= count) continue;
        add(number, 1, into, offset);
        parts += 1;
      }
      normalise(into, offset);
      return parts > 0;
    },
  };
}

/** Makes the vector at the offset one of length 1; zeros stay. */
export function normalise(vector: Float32Array, offset = 0): void {
  const length = Math.sqrt(product(vector, offset, vector, offset));
  if (length === 0) return;
  for (let d = offset; d < offset + DIMENSIONS; d += 1) vector[d]! /= length;
}

/** The scalar product of two vectors; of vectors of length 1 their cosine. */
export function product(a: Float32Array, offsetA: number, b: Float32Array, offsetB: number): number {
  let sum = 0;
  for (let d = 0; d < DIMENSIONS; d += 1) sum += a[offsetA + d]! * b[offsetB + d]!;
  return sum;
}
