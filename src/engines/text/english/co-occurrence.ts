import type { Archive } from "./archive.js";

const DIMENSIONS = 64;

/**
 * What comes directly before and after words. Words are numbers of the trigram model. Unlike the other vectors, which show the
 * subject, these show which words fit a position, also where the trigram model has not met the pair.
 */
export interface CoOccurrence {
  /** How alike the places of two words are, from -1 to 1; 0 when one is not known. */
  similarity(word: number, other: number): number;
  /** How well a word follows another one, from -1 to 1; 0 when one is not known. */
  follows(word: number, before: number): number;
  /** How well a word precedes another one, from -1 to 1; 0 when one is not known. */
  precedes(word: number, behind: number): number;
}

export function createCoOccurrence(archive: Archive): CoOccurrence {
  const words = table(archive.bytes("words"));
  const before = table(archive.bytes("before"));
  const behind = table(archive.bytes("behind"));
  return {
    similarity: (word, other) => cosine(words, word, words, other),
    follows: (word, other) => cosine(words, word, before, other),
    precedes: (word, other) => cosine(words, word, behind, other),
  };
}

interface Table {
  readonly count: number;
  readonly values: Int8Array;
  /** One over the length of each row. */
  readonly scales: Float32Array;
}

function table(bytes: Uint8Array): Table {
  // In place: the bytes are not needed again.
  const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let index = 0; index < bytes.length; index += 1) values[index] = bytes[index]! - 128;
  const count = bytes.length / DIMENSIONS;
  const scales = new Float32Array(count);
  for (let row = 0; row < count; row += 1) {
    let squares = 0;
    for (let index = row * DIMENSIONS; index < (row + 1) * DIMENSIONS; index += 1) squares += values[index]! ** 2;
    scales[row] = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  }
  return { count, values, scales };
}

function cosine(a: Table, rowA: number, b: Table, rowB: number): number {
  if (rowA < 0 || rowB < 0 || rowA >= a.count || rowB >= b.count) return 0;
  const baseA = rowA * DIMENSIONS;
  const baseB = rowB * DIMENSIONS;
  let sum = 0;
  for (let d = 0; d < DIMENSIONS; d += 1) sum += a.values[baseA + d]! * b.values[baseB + d]!;
  return sum * a.scales[rowA]! * b.scales[rowB]!;
}
