// WordNet in a small space: which lemmas are kept, their senses, the relations between them.
import { CLASSES } from "./wordnet.mjs";

/** Kinds of relations between synsets, by their place in the packed data. */
const RELATIONS = { "@": 0, "@i": 0, "&": 1, "^": 2, $: 2, "*": 3, ">": 3 };

/** Usage domains whose words are not for a text that somebody else signs. */
const UNFIT_DOMAINS = new Set([
  "archaism",
  "dialect",
  "disparagement",
  "ethnic slur",
  "obscenity",
  "slang",
  "trade name",
  "trademark",
  "Yiddish",
  "combining form",
]);
/** Of nouns and verbs also what is only said; as an adjective it is mostly no worse than its like ("all right"). */
const SPOKEN_DOMAIN = "colloquialism";
const UNFIT_GLOSS =
  /\b(?:archaic|obsolete|obscene|vulgar|offensive (?:term|name|word)|slur|disparaging|derogatory|slang|ethnic|taboo|sexual intercourse|Scottish dialect|nonstandard|informal terms)\b/i;

/** Words that insult whom they name. A definition that only speaks of offence or obscenity is none. */
const SLUR_DOMAINS = new Set(["disparagement", "ethnic slur", "obscenity"]);
const SLUR_GLOSS = /\boffensive (?:term|name|word)|\bethnic slur|\bdisparaging terms?|\bderogatory term/i;

/** Verb frames by what follows the verb, https://wordnet.princeton.edu/documentation/wninput5wn */
const FRAME_BITS = [
  [1, 2, 3, 23],
  [8, 11],
  [9, 10],
  [14, 15, 16, 17, 18, 19, 20, 21, 30, 31],
  [4, 12, 13, 22, 27],
  [26, 29, 34],
  [24, 25, 28, 32, 35],
  [5, 6, 7, 33],
];

/** Lemmas as they may be offered: lower case, letters, inner hyphens and apostrophes. */
const LEMMA = /^[a-z]+(?:['-][a-z]+)*(?: [a-z]+(?:['-][a-z]+)*)*$/;

/**
 * Lemmas of each class worth keeping: no proper names, no rare words.
 * @param {ReturnType<typeof import("./wordnet.mjs").readWordNet>} wordnet
 * @param {{ common: (word: string) => boolean, plain: (word: string) => boolean }} judge
 * `common` for a single word, `plain` for a part of several.
 */
export function keptLemmas({ synsets, counts }, judge) {
  const kept = CLASSES.map(() => new Set());
  for (const synset of synsets.values()) {
    for (const [index, lemma] of synset.words.entries()) {
      if (synset.spellings[index] !== lemma || !LEMMA.test(lemma) || lemma.length > 40) continue;
      const parts = lemma.split(/[ -]/);
      const offset = synset.key.slice(2);
      const used = counts.has(`${synset.wordClass}:${lemma}:${offset}`);
      const fits = parts.length > 1 ? parts.every(judge.plain) : used || judge.common(lemma);
      if (fits && parts.length <= 5) kept[synset.wordClass].add(lemma);
    }
  }
  return kept;
}

/**
 * @param {ReturnType<typeof import("./wordnet.mjs").readWordNet>} wordnet
 * @param {readonly Set<string>[]} lemmas per class
 * @param {Map<string, number>} wordNumber
 * @param {readonly string[]} unfitWords
 */
export function lexicon({ synsets, senses, counts }, lemmas, wordNumber, unfitWords) {
  const unfit = unfitSenses(synsets);
  /** Entries class by class, each by word number. */
  const entries = [];
  const entryNumber = new Map();
  for (const wordClass of CLASSES.keys()) {
    const rising = [...lemmas[wordClass]].map((lemma) => wordNumber.get(lemma)).sort((a, b) => a - b);
    const lemmaOf = new Map([...lemmas[wordClass]].map((lemma) => [wordNumber.get(lemma), lemma]));
    for (const word of rising) {
      entryNumber.set(`${wordClass}:${lemmaOf.get(word)}`, entries.length);
      entries.push({ wordClass, word, lemma: lemmaOf.get(word) });
    }
  }

  const synsetNumber = new Map();
  const kept = [];
  const senseCounts = [];
  const senseCodes = [];
  const tagCounts = [];
  const unfitFlags = [];
  const frames = [];
  for (const { wordClass, lemma } of entries) {
    // A proper sense (the god Mars) is no sense of the common noun.
    const own = senses
      .get(`${wordClass}:${lemma}`)
      .filter((key) => synsets.get(key).spellings.some((spelling) => spelling === lemma));
    senseCounts.push(own.length);
    for (const key of own) {
      const known = synsetNumber.get(key);
      if (known === undefined) {
        synsetNumber.set(key, kept.length);
        senseCodes.push(0);
        kept.push(synsets.get(key));
      } else {
        senseCodes.push(kept.length - known);
      }
      tagCounts.push(Math.min(counts.get(`${wordClass}:${lemma}:${key.slice(2)}`) ?? 0, 1000));
      unfitFlags.push(unfit.has(`${key}:${lemma}`) ? 1 : 0);
      frames.push(frameMask(synsets.get(key), lemma));
    }
  }

  const relationCounts = [];
  const relationKinds = [];
  const relationTargets = [];
  for (const [at, synset] of kept.entries()) {
    const own = synset.pointers
      .filter(({ symbol, target }) => symbol in RELATIONS && synsetNumber.has(target))
      .map(({ symbol, target }) => ({ kind: RELATIONS[symbol], target: synsetNumber.get(target) }))
      .sort((a, b) => a.target - b.target || a.kind - b.kind);
    relationCounts.push(own.length);
    for (const { kind, target } of own) {
      relationKinds.push(kind);
      relationTargets.push(zigzag(target - at));
    }
  }

  return {
    entries,
    entryNumber,
    entryWords: CLASSES.map((_, wordClass) =>
      entries.filter((entry) => entry.wordClass === wordClass).map(({ word }) => word),
    ),
    senseCounts,
    senseCodes,
    tagCounts,
    unfitFlags,
    files: kept.map((synset) => synset.file),
    frames,
    relationCounts,
    relationKinds,
    relationTargets,
    synsets: kept,
    antonyms: wordPairs("!"),
    derivations: wordPairs("+").filter(([from, to]) => from < to),
    pertains: wordPairs("\\").filter(([from]) => entries[from].wordClass === 3),
    banned: bannedWords(),
  };

  /** Pairs of entries that a pointer between single words joins, each once, in order. */
  function wordPairs(symbol) {
    const pairs = new Map();
    for (const synset of kept) {
      for (const pointer of synset.pointers) {
        if (pointer.symbol !== symbol || pointer.from === 0) continue;
        const other = synsets.get(pointer.target);
        const from = entryNumber.get(`${synset.wordClass}:${synset.words[pointer.from - 1]}`);
        const to = entryNumber.get(`${other.wordClass}:${other.words[pointer.to - 1]}`);
        if (from !== undefined && to !== undefined && from !== to) pairs.set(from * entries.length + to, [from, to]);
      }
    }
    return [...pairs.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }

  /** Words that are unfit in the sense they are used in most, or on our own list, or hold a word of it. */
  function bannedWords() {
    const coarse = new Set(unfitWords);
    const banned = new Set(
      entries
        .filter(({ lemma }) => coarse.has(lemma) || lemma.split(/[ -]/).some((part) => coarse.has(part)))
        .map(({ word }) => word),
    );
    const uses = new Map();
    let at = 0;
    for (const [index, { word }] of entries.entries()) {
      const use = uses.get(word) ?? { all: 0, bad: 0 };
      uses.set(word, use);
      for (let sense = 0; sense < senseCounts[index]; sense++, at++) {
        use.all += tagCounts[at] + 0.3;
        if (unfitFlags[at]) use.bad += tagCounts[at] + 0.3;
      }
    }
    for (const [word, { all, bad }] of uses) if (bad > all / 2) banned.add(word);
    return [...banned].sort((a, b) => a - b);
  }
}

/** Whether the word is a slur in this sense. */
export function isSlur(lemma, { gloss, words, pointers }, synsets) {
  if (SLUR_GLOSS.test(gloss)) return true;
  const place = words.indexOf(lemma) + 1;
  return pointers.some(
    ({ symbol, from, target }) =>
      symbol === ";u" && (from === 0 || from === place) && SLUR_DOMAINS.has(synsets.get(target).words[0]),
  );
}

/** Senses of words that must not be offered: `synset:word`. */
function unfitSenses(synsets) {
  const unfit = new Set();
  for (const synset of synsets.values()) {
    const mark = (index) => unfit.add(`${synset.key}:${synset.words[index]}`);
    if (UNFIT_GLOSS.test(synset.gloss)) for (const index of synset.words.keys()) mark(index);
    for (const pointer of synset.pointers) {
      if (pointer.symbol !== ";u") continue;
      const domain = synsets.get(pointer.target).words[0];
      if (!UNFIT_DOMAINS.has(domain) && !(domain === SPOKEN_DOMAIN && synset.wordClass < 2)) continue;
      if (pointer.from > 0) mark(pointer.from - 1);
      else for (const index of synset.words.keys()) mark(index);
    }
  }
  return unfit;
}

/** What may follow the word of the synset: some frames are for all its words, others for a single word. */
function frameMask({ words, frames }, lemma) {
  const place = words.indexOf(lemma) + 1;
  const own = frames.filter(({ word }) => word === 0 || word === place).map(({ frame }) => frame);
  return FRAME_BITS.reduce(
    (mask, numbers, bit) => (own.some((frame) => numbers.includes(frame)) ? mask | (1 << bit) : mask),
    0,
  );
}

/** @param {number} value Any whole number as one from 0 up. */
const zigzag = (value) => (value < 0 ? -2 * value - 1 : 2 * value);
