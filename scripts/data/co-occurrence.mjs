// Co-occurrence vectors: which words come directly before and after a word, squeezed from the pairs of the trigram model into a
// few dimensions. Unlike the GloVe vectors, which show the subject, they show which words fit a position.
import { generator } from "./trees.mjs";

export const DIMENSIONS = 64;
const ROUNDS = 6;
/** Pairs hardly commoner than chance carry no information. */
const LEAST_PULL = 0.5;

/**
 * @param {import("./trigrams.mjs").Model} model
 * @param {readonly number[]} order Words of the model, commonest first.
 * @param {{ words: number, contexts: number }} limits
 * @returns {{ words: Float64Array[], before: Float64Array[], behind: Float64Array[] }} vectors of length 1: of the words, and of
 * the contexts "comes after this word" and "comes before this word"
 */
export function coOccurrenceVectors({ unigrams, bigrams }, order, limits) {
  const place = new Int32Array(unigrams.length).fill(-1);
  for (const [at, word] of order.entries()) place[word] = at;
  const rows = [];
  const columns = [];
  const values = [];
  for (let pair = 0; pair < bigrams.first.length; pair++) {
    const first = place[bigrams.first[pair]];
    const second = place[bigrams.second[pair]];
    if (first < 0 || second < 0) continue;
    const pull = bigrams.value[pair] - unigrams[bigrams.second[pair]];
    if (pull < LEAST_PULL) continue;
    if (second < limits.words && first < limits.contexts) {
      rows.push(second);
      columns.push(first);
      values.push(pull);
    }
    if (first < limits.words && second < limits.contexts) {
      rows.push(first);
      columns.push(limits.contexts + second);
      values.push(pull);
    }
  }
  const width = DIMENSIONS;
  const random = generator(17);
  let right = Float64Array.from({ length: 2 * limits.contexts * width }, () => random() - 0.5);
  let left = new Float64Array(0);
  for (let round = 0; round < ROUNDS; round++) {
    left = times(rows, columns, values, right, limits.words, width);
    orthonormalise(left, width);
    right = times(columns, rows, values, left, 2 * limits.contexts, width);
    if (round < ROUNDS - 1) orthonormalise(right, width);
  }
  // The lengths of the columns of `right` are the singular values; both sides get half of each.
  for (let d = 0; d < width; d++) {
    let squares = 0;
    for (let at = d; at < right.length; at += width) squares += right[at] ** 2;
    const half = squares ** 0.25;
    for (let at = d; at < right.length; at += width) right[at] /= half;
    for (let at = d; at < left.length; at += width) left[at] *= half;
  }
  const cut = (matrix, from, to) =>
    Array.from({ length: to - from }, (_, at) => unit(matrix.slice((from + at) * width, (from + at + 1) * width)));
  return {
    words: cut(left, 0, limits.words),
    before: cut(right, 0, limits.contexts),
    behind: cut(right, limits.contexts, 2 * limits.contexts),
  };
}

/** A sparse matrix times a dense one. */
function times(rows, columns, values, dense, height, width) {
  const out = new Float64Array(height * width);
  for (let at = 0; at < values.length; at++) {
    const to = rows[at] * width;
    const from = columns[at] * width;
    const value = values[at];
    for (let d = 0; d < width; d++) out[to + d] += value * dense[from + d];
  }
  return out;
}

/** Gram-Schmidt over the columns, in place. */
function orthonormalise(matrix, width) {
  for (let d = 0; d < width; d++) {
    for (let other = 0; other < d; other++) {
      let along = 0;
      for (let at = 0; at < matrix.length; at += width) along += matrix[at + d] * matrix[at + other];
      for (let at = 0; at < matrix.length; at += width) matrix[at + d] -= along * matrix[at + other];
    }
    let squares = 0;
    for (let at = 0; at < matrix.length; at += width) squares += matrix[at + d] ** 2;
    const length = Math.sqrt(squares) || 1;
    for (let at = 0; at < matrix.length; at += width) matrix[at + d] /= length;
  }
}

function unit(vector) {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  return vector.map((value) => value / length);
}
