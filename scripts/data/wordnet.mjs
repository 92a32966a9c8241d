// Reads the WordNet 3.1 database files: https://wordnet.princeton.edu/documentation/wndb5wn
import { readFileSync } from "node:fs";
import path from "node:path";

/** The order of the four classes everywhere in the packed data. */
export const CLASSES = ["noun", "verb", "adjective", "adverb"];
const FILES = ["noun", "verb", "adj", "adv"];
const LETTERS = { n: 0, v: 1, a: 2, s: 2, r: 3 };

/**
 * @typedef {object} Synset
 * @property {string} key class and offset
 * @property {number} wordClass
 * @property {number} file lexicographer file, https://wordnet.princeton.edu/documentation/lexnames5wn
 * @property {string[]} words lower case, blanks between words; undefined letters kept
 * @property {string[]} spellings as printed
 * @property {{ symbol: string, target: string, from: number, to: number }[]} pointers `from` and `to` are 1-based words, 0 for the whole synset
 * @property {{ frame: number, word: number }[]} frames `word` is 1-based, 0 for the whole synset
 * @property {string} gloss definition
 * @property {string[]} examples
 */

/** @param {string} folder */
export function readWordNet(folder) {
  /** @type {Map<string, Synset>} */
  const synsets = new Map();
  /** Sense keys of a lemma in the order of use: `class:lemma`. @type {Map<string, string[]>} */
  const senses = new Map();
  /** How often a sense was met in the tagged texts: `class:lemma:offset`. @type {Map<string, number>} */
  const counts = new Map();
  for (const [wordClass, name] of FILES.entries()) {
    for (const line of lines(folder, `data.${name}`)) {
      const synset = readSynset(line, wordClass);
      synsets.set(synset.key, synset);
    }
    for (const line of lines(folder, `index.${name}`)) {
      const fields = line.trim().split(" ");
      const offsets = fields.slice(-Number(fields[2]));
      senses.set(
        `${wordClass}:${fields[0].replaceAll("_", " ")}`,
        offsets.map((offset) => `${wordClass}:${offset}`),
      );
    }
  }
  for (const line of lines(folder, "index.sense")) {
    const [sense, offset, , count] = line.split(" ");
    const [lemma, rest] = sense.split("%");
    const wordClass = [0, 0, 1, 2, 3, 2][Number(rest[0])];
    if (count !== "0") counts.set(`${wordClass}:${lemma.replaceAll("_", " ")}:${offset}`, Number(count));
  }
  return { synsets, senses, counts };
}

/** @param {string} line @param {number} wordClass @returns {Synset} */
function readSynset(line, wordClass) {
  const bar = line.indexOf(" | ");
  const fields = line.slice(0, bar).split(" ");
  let at = 3;
  const wordCount = Number.parseInt(fields[at++], 16);
  const spellings = [];
  for (let word = 0; word < wordCount; word++, at += 2) {
    spellings.push(fields[at].replace(/\((?:a|p|ip)\)$/, "").replaceAll("_", " "));
  }
  const pointers = [];
  const pointerCount = Number(fields[at++]);
  for (let pointer = 0; pointer < pointerCount; pointer++, at += 4) {
    pointers.push({
      symbol: fields[at],
      target: `${LETTERS[fields[at + 2]]}:${fields[at + 1]}`,
      from: Number.parseInt(fields[at + 3].slice(0, 2), 16),
      to: Number.parseInt(fields[at + 3].slice(2), 16),
    });
  }
  const frames = [];
  if (wordClass === 1) {
    const frameCount = Number(fields[at++]);
    for (let frame = 0; frame < frameCount; frame++, at += 3) {
      frames.push({ frame: Number(fields[at + 1]), word: Number.parseInt(fields[at + 2], 16) });
    }
  }
  const { definition, examples } = readGloss(line.slice(bar + 3));
  return {
    key: `${wordClass}:${fields[0]}`,
    wordClass,
    file: Number(fields[1]),
    words: spellings.map((word) => word.toLowerCase()),
    spellings,
    pointers,
    frames,
    gloss: definition,
    examples,
  };
}

/** @param {string} gloss */
function readGloss(gloss) {
  const examples = [...gloss.matchAll(/"([^"]+)"/g)].map((match) => match[1]);
  const definition = gloss
    .replace(/;?\s*"[^"]*"[^;]*/g, "")
    .replace(/\s+/g, " ")
    .replace(/[;:,\s]+$/, "")
    .trim();
  return { definition, examples };
}

/** @param {string} folder @param {string} file */
function lines(folder, file) {
  return readFileSync(path.join(folder, file), "latin1")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith(" "));
}
