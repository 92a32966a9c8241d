// Reads the trigram model of Debian's pocketsphinx-en-us (the CMU Sphinx "Trie Language Model" format) and thins it out.
import { readFileSync } from "node:fs";

const MAGIC = "Trie Language Model";
const LOG_BASE = Math.log(1.0001);

/**
 * @typedef {object} Model
 * @property {string[]} words
 * @property {Float64Array} unigrams natural logarithms
 * @property {Float64Array} backoffs of the unigrams
 * @property {{ first: Uint32Array, second: Uint32Array, value: Float32Array, backoff: Float32Array }} bigrams
 * @property {{ bigram: Uint32Array, first: Uint32Array, value: Float32Array }} trigrams bigram: of the second and third word
 */

/** @param {string} file @returns {Model} */
export function readTrigrams(file) {
  const data = readFileSync(file);
  if (data.toString("latin1", 0, MAGIC.length) !== MAGIC) throw new Error(`${file} is no Sphinx trie model.`);
  let at = MAGIC.length + 1;
  const counts = [0, 1, 2].map((order) => data.readUInt32LE(at + 4 * order));
  at += 16;
  const table = () => {
    const values = new Float32Array(65536);
    for (let index = 0; index < 65536; index++) values[index] = data.readFloatLE(at + 4 * index) * LOG_BASE;
    at += 4 * 65536;
    return values;
  };
  const bigramValues = table();
  const bigramBackoffs = table();
  const trigramValues = table();
  const unigrams = new Float64Array(counts[0]);
  const backoffs = new Float64Array(counts[0]);
  const next = new Uint32Array(counts[0] + 1);
  for (let word = 0; word <= counts[0]; word++, at += 12) {
    if (word < counts[0]) {
      unigrams[word] = data.readFloatLE(at) * LOG_BASE;
      backoffs[word] = data.readFloatLE(at + 4) * LOG_BASE;
    }
    next[word] = data.readUInt32LE(at + 8);
  }
  const bits = (value) => (value ? 32 - Math.clz32(value) : 0);
  const wordBits = bits(counts[0]);
  const nextBits = bits(counts[2]);
  const bigramBits = wordBits + 32 + nextBits;
  const trigramBits = wordBits + 16;
  const field = (base, bit, width) =>
    Number(
      (BigInt(data.readUInt32LE(base + (bit >> 3))) | (BigInt(data[base + (bit >> 3) + 4] ?? 0) << 32n)) >>
        BigInt(bit & 7),
    ) &
    ((1 << width) - 1);
  // One entry more than counted closes the last range; the reader of the format keeps 8 bytes of room behind each table.
  const size = (count, width) => Math.floor(((1 + count) * width + 7) / 8) + 8;
  const bigramBase = at;
  at += size(counts[1], bigramBits);
  const trigramBase = at;
  at += size(counts[2], trigramBits);
  const textLength = data.readInt32LE(at);
  const words = data
    .toString("utf8", at + 4, at + 4 + textLength)
    .split("\0")
    .slice(0, counts[0]);

  // The file is a reversed trie: under each last word the words before it, and under those the words before them.
  const bigrams = {
    first: new Uint32Array(counts[1]),
    second: new Uint32Array(counts[1]),
    value: new Float32Array(counts[1]),
    backoff: new Float32Array(counts[1]),
  };
  const trigrams = {
    bigram: new Uint32Array(counts[2]),
    first: new Uint32Array(counts[2]),
    value: new Float32Array(counts[2]),
  };
  for (let word = 0; word < counts[0]; word++) {
    for (let index = next[word]; index < next[word + 1]; index++) {
      const bit = index * bigramBits;
      bigrams.first[index] = field(bigramBase, bit, wordBits);
      bigrams.second[index] = word;
      bigrams.backoff[index] = bigramBackoffs[field(bigramBase, bit + wordBits, 16)];
      bigrams.value[index] = bigramValues[field(bigramBase, bit + wordBits + 16, 16)];
      const from = field(bigramBase, bit + wordBits + 32, nextBits);
      const to = field(bigramBase, bit + bigramBits + wordBits + 32, nextBits);
      for (let trigram = from; trigram < to; trigram++) {
        trigrams.bigram[trigram] = index;
        trigrams.first[trigram] = field(trigramBase, trigram * trigramBits, wordBits);
        trigrams.value[trigram] = trigramValues[field(trigramBase, trigram * trigramBits + wordBits, 16)];
      }
    }
  }
  return { words, unigrams, backoffs, bigrams, trigrams };
}
