import { type Archive, risen, risenWithin, starts } from "./archive.js";
import type { WordClass } from "./types.js";

/** The order of the classes in the data. */
export const WORD_CLASSES = ["noun", "verb", "adjective", "adverb"] as const satisfies readonly WordClass[];
export const NOUN = 0;
export const VERB = 1;
export const ADJECTIVE = 2;
export const ADVERB = 3;

/** Kinds of relations between synsets. */
export const HYPERNYM = 0;
export const SIMILAR = 1;
export const ALSO = 2;

/** One stretch of a flat list per group. */
export interface Groups {
  /** Where each group begins; one more number closes the last. */
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

export function itemsOf(groups: Groups, group: number): Uint32Array {
  return groups.items.subarray(groups.starts[group]!, groups.starts[group + 1]!);
}

/**
 * WordNet in flat lists. Words, entries (a word in a class) and synsets are numbers. Words are numbered from the commonest
 * on, so that a number says how common a word is.
 */
export interface Lexicon {
  readonly words: readonly string[];
  numberOf(word: string): number | undefined;
  /** The entry of a word in a class, or -1. */
  entry(word: number, wordClass: number): number;
  entryOf(lemma: string, wordClass: WordClass): number;
  readonly entryWord: Uint32Array;
  readonly entryClass: Uint8Array;
  /** Synsets of an entry, the most used first. */
  readonly senses: Groups;
  /** Parallel to `senses.items`: how often the sense was met in tagged texts. */
  readonly tagCounts: Uint32Array;
  /** Parallel to `senses.items`: 1 when the word is not to be offered in this sense. */
  readonly unfit: Uint8Array;
  /** Entries of a synset. */
  readonly members: Groups;
  /** Synsets a synset points at, with `relationKinds` parallel to them. */
  readonly relations: Groups;
  readonly relationKinds: Uint8Array;
  readonly hyponyms: Groups;
  /** Lexicographer file of a synset. */
  readonly files: Uint8Array;
  /** Parallel to `senses.items`: what may follow a verb in that sense, a bit each. */
  readonly frames: Uint8Array;
  /** Entries opposite to an entry, derived from the same stem, and for an adverb its adjective. */
  readonly antonyms: Groups;
  readonly derivations: Groups;
  readonly adjectives: Groups;
  readonly adverbs: Groups;
  /** Nouns for what a verb does, the commonest first. */
  readonly acts: Groups;
  /** 1 for a word that is never offered. */
  readonly banned: Uint8Array;
  /** Words near an entry by their vectors. */
  readonly neighbours: Groups;
  /** Words of the definition and the examples of a synset that say most. */
  readonly signatures: Groups;
}

export function createLexicon(archive: Archive): Lexicon {
  const words = archive.lines("words");

  const byClass = WORD_CLASSES.map((name) => risen(archive.numbers(`${name}s`)));
  const entryCount = byClass.reduce((sum, list) => sum + list.length, 0);
  const entryWord = new Uint32Array(entryCount);
  const entryClass = new Uint8Array(entryCount);
  const entries = new Int32Array(words.length * WORD_CLASSES.length).fill(-1);
  let entry = 0;
  for (const [wordClass, list] of byClass.entries()) {
    for (const word of list) {
      entryWord[entry] = word;
      entryClass[entry] = wordClass;
      entries[word * WORD_CLASSES.length + wordClass] = entry;
      entry += 1;
    }
  }

  const files = archive.bytes("files");
  const senseStarts = starts(archive.numbers("senseCounts"));
  const senses = readSenses(archive.numbers("senseCodes"));
  const relationStarts = starts(archive.numbers("relationCounts"));
  const relationKinds = archive.bytes("relationKinds");
  const relationTargets = archive.numbers("relationTargets");
  for (let synset = 0; synset < files.length; synset += 1) {
    for (let index = relationStarts[synset]!; index < relationStarts[synset + 1]!; index += 1) {
      const code = relationTargets[index]!;
      relationTargets[index] = synset + (code % 2 === 1 ? -(code + 1) / 2 : code / 2);
    }
  }
  const hypernyms: number[] = [];
  const below: number[] = [];
  for (let synset = 0; synset < files.length; synset += 1) {
    for (let index = relationStarts[synset]!; index < relationStarts[synset + 1]!; index += 1) {
      if (relationKinds[index] !== HYPERNYM) continue;
      hypernyms.push(relationTargets[index]!);
      below.push(synset);
    }
  }
  const owners = new Uint32Array(senses.length);
  for (let owner = 0; owner < entryCount; owner += 1) {
    owners.fill(owner, senseStarts[owner], senseStarts[owner + 1]);
  }
  const banned = new Uint8Array(words.length);
  for (const word of risen(archive.numbers("banned"))) banned[word] = 1;
  const antonym = readPairs(archive, "antonym");
  const derivation = readPairs(archive, "derivation");
  const pertain = readPairs(archive, "pertain");
  const act = readPairs(archive, "act");
  const signatureStarts = starts(archive.numbers("signatureCounts"));
  const neighbourStarts = starts(archive.numbers("neighbourCounts"));

  const numberOf = wordNumbers(words);
  const entryOfWord = (word: number, wordClass: number) => entries[word * WORD_CLASSES.length + wordClass]!;

  return {
    words,
    numberOf,
    entry: entryOfWord,
    entryOf(lemma, wordClass) {
      const word = numberOf(lemma);
      return word === undefined ? -1 : entryOfWord(word, WORD_CLASSES.indexOf(wordClass));
    },
    entryWord,
    entryClass,
    senses: { starts: senseStarts, items: senses },
    tagCounts: archive.numbers("tagCounts"),
    unfit: archive.bytes("unfitFlags"),
    members: grouped(senses, owners, files.length),
    relations: { starts: relationStarts, items: relationTargets },
    relationKinds,
    hyponyms: grouped(hypernyms, below, files.length),
    files,
    frames: archive.bytes("frames"),
    antonyms: grouped(antonym.from, antonym.to, entryCount),
    derivations: grouped(
      Uint32Array.from([...derivation.from, ...derivation.to]),
      Uint32Array.from([...derivation.to, ...derivation.from]),
      entryCount,
    ),
    adjectives: grouped(pertain.from, pertain.to, entryCount),
    adverbs: grouped(pertain.to, pertain.from, entryCount),
    acts: grouped(act.from, act.to, entryCount),
    banned,
    neighbours: { starts: neighbourStarts, items: risenWithin(neighbourStarts, archive.numbers("neighbourGaps")) },
    signatures: { starts: signatureStarts, items: risenWithin(signatureStarts, archive.numbers("signatureGaps")) },
  };
}

/** 0 means the next synset not met before, another number for how far back a met one is. */
function readSenses(codes: Uint32Array): Uint32Array {
  const senses = new Uint32Array(codes.length);
  let met = 0;
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index]!;
    if (code === 0) {
      senses[index] = met;
      met += 1;
    } else {
      senses[index] = met - code;
    }
  }
  return senses;
}

function readPairs(archive: Archive, name: string): { readonly from: Uint32Array; readonly to: Uint32Array } {
  return { from: risen(archive.numbers(`${name}From`)), to: archive.numbers(`${name}To`) };
}

/** Items in groups by the number parallel to them, in the order they came. */
function grouped(keys: ArrayLike<number>, values: ArrayLike<number>, groups: number): Groups {
  const counts = new Uint32Array(groups);
  for (let index = 0; index < keys.length; index += 1) counts[keys[index]!]! += 1;
  const begin = starts(counts);
  const next = begin.slice(0, groups);
  const items = new Uint32Array(values.length);
  for (let index = 0; index < keys.length; index += 1) {
    const group = keys[index]!;
    items[next[group]!] = values[index]!;
    next[group]! += 1;
  }
  return { starts: begin, items };
}

/** Finds the number of a word: a hash table in one flat list, a fifth of the memory of a Map with so many words. */
export function wordNumbers(words: readonly string[]): (word: string) => number | undefined {
  const slots = 2 ** Math.ceil(Math.log2(words.length * 2 + 1));
  const table = new Int32Array(slots).fill(-1);
  const slotOf = (word: string): number => {
    let slot = hash(word) & (slots - 1);
    for (;;) {
      const number = table[slot]!;
      if (number < 0 || words[number] === word) return slot;
      slot = (slot + 1) & (slots - 1);
    }
  };
  for (const [number, word] of words.entries()) table[slotOf(word)] = number;
  return (word) => {
    const number = table[slotOf(word)]!;
    return number < 0 ? undefined : number;
  };
}

/** FNV-1a over UTF-16 units, stirred once more because near words differ in their last letters only. */
function hash(word: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) value = Math.imul(value ^ word.charCodeAt(index), 0x01000193);
  return value ^ (value >>> 15);
}
