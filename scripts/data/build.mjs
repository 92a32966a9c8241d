// Builds data/english from the pinned packages: node scripts/data/build.mjs [--cache folder]
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { coOccurrenceVectors } from "./co-occurrence.mjs";
import { isSlur, keptLemmas, lexicon } from "./lexicon.mjs";
import { bytes, gaps, numbers, pack, text } from "./pack.mjs";
import { sources } from "./sources.mjs";
import { thinned } from "./thinning.mjs";
import { readTrigrams } from "./trigrams.mjs";
import { nearest, readVectors, rounded, steps } from "./vectors.mjs";
import { CLASSES, readWordNet } from "./wordnet.mjs";

/** What is kept. Together with the ranker it must stay under 8 MB. */
const LIMITS = {
  contextWords: 38_000,
  lemmaVectorRank: 90_000,
  lemmaRank: 160_000,
  partRank: 40_000,
  modelWords: 42_000,
  coOccurrenceWords: 26_000,
  coOccurrenceContexts: 7_000,
  bigrams: 560_000,
  trigrams: 420_000,
  neighbourRank: 26_000,
  neighbours: 20,
  leastCosine: 0.4,
  signatureRank: 20_000,
  signatureWords: 6,
  glossRank: 22_000,
};
const FILE_NAMES = [
  "tops act animal artifact attribute body cognition communication event feeling food group location motive object person",
  "phenomenon plant possession process quantity relation shape state substance time",
]
  .join(" ")
  .split(" ");
/** WordNet's files of persons and of groups. */
const PEOPLE = new Set([14, 18]);
/** What an act or result of a verb can be, of WordNet's noun categories. */
const ACT_CATEGORIES = new Set(
  "act attribute cognition communication event feeling phenomenon process state".split(" "),
);

const { values: options } = parseArgs({ options: { cache: { type: "string" } } });
const cache = path.resolve(options.cache ?? cacheFolder());
const target = path.resolve(import.meta.dirname, "../../data/english");

try {
  build();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function build() {
  const from = sources(cache);
  const wordnet = readWordNet(from.wordnet);
  const { words: vectorWords, vectors } = readVectors(from.vectors);
  const model = readTrigrams(from.trigrams);
  const rank = new Map(vectorWords.map((word, index) => [word, index]));
  const rankOf = (word) => rank.get(word) ?? Number.POSITIVE_INFINITY;
  const spoken = new Set(model.words);

  const lemmas = keptLemmas(wordnet, {
    common: (word) => rankOf(word) < LIMITS.lemmaRank || spoken.has(word),
    plain: (word) => rankOf(word) < LIMITS.partRank,
  });
  const lemmaSet = new Set(lemmas.flatMap((set) => [...set]));
  const context = vectorWords.filter((word) => /^[a-z]+$/.test(word)).slice(0, LIMITS.contextWords);
  const withVector = new Set([...context, ...[...lemmaSet].filter((lemma) => rankOf(lemma) < LIMITS.lemmaVectorRank)]);
  const commonest = model.words
    .map((word, index) => ({ word, value: model.unigrams[index] }))
    .filter(({ word }) => /^(?:[a-z]*'?[a-z]+|[a-z]+'|<\/?s>)$/.test(word))
    .sort((a, b) => b.value - a.value)
    .filter(({ word }, index) => index < LIMITS.modelWords || lemmaSet.has(word))
    .map(({ word }) => word);
  const modelWords = new Set([...commonest, "<s>", "</s>"]);

  const rankedWords = [...withVector].sort((a, b) => rankOf(a) - rankOf(b));
  const otherWords = [...new Set([...lemmaSet, ...modelWords])].filter((word) => !withVector.has(word)).sort();
  const words = [...rankedWords, ...otherWords];
  const wordNumber = new Map(words.map((word, index) => [word, index]));
  const unfitWords = readFileSync(path.join(import.meta.dirname, "unfit.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !/^[#[]/.test(line));

  const lexical = lexicon(wordnet, lemmas, wordNumber, unfitWords);
  const packedVectors = rounded(rankedWords, vectors);
  const small = thinned(model, {
    keepWord: (word) => modelWords.has(word),
    bigrams: LIMITS.bigrams,
    trigrams: LIMITS.trigrams,
  });

  mkdirSync(target, { recursive: true });
  write("lexicon.br", [
    text("words", words),
    ...CLASSES.map((name, wordClass) => numbers(`${name}s`, gaps(lexical.entryWords[wordClass]))),
    numbers("senseCounts", lexical.senseCounts),
    numbers("senseCodes", lexical.senseCodes),
    numbers("tagCounts", lexical.tagCounts),
    bytes("unfitFlags", lexical.unfitFlags),
    bytes("files", lexical.files),
    bytes("frames", lexical.frames),
    numbers("relationCounts", lexical.relationCounts),
    bytes("relationKinds", lexical.relationKinds),
    numbers("relationTargets", lexical.relationTargets),
    ...pairSections("antonym", lexical.antonyms),
    ...pairSections("derivation", lexical.derivations),
    ...pairSections("pertain", lexical.pertains),
    ...pairSections("act", acts(wordnet, lexical, model)),
    numbers("banned", gaps(lexical.banned)),
    ...neighbourSections(lexical, packedVectors, rankedWords.length),
    ...signatureSections(lexical, wordNumber, model),
  ]);
  write("vectors.br", [bytes("vectors", packedVectors)]);
  write("trigrams.br", [
    numbers(
      "words",
      small.words.map((word) => wordNumber.get(word)),
    ),
    bytes("unigrams", small.unigrams),
    bytes("backoffs", small.backoffs),
    numbers("bigramCounts", small.bigramCounts),
    numbers("bigramGaps", small.bigramGaps),
    bytes("bigramValues", small.bigramValues),
    bytes("bigramBackoffs", small.bigramBackoffs),
    numbers("trigramCounts", small.trigramCounts),
    numbers("trigramGaps", small.trigramGaps),
    bytes("trigramValues", small.trigramValues),
  ]);
  const coOccurrence = coOccurrenceVectors(model, small.order, {
    words: LIMITS.coOccurrenceWords,
    contexts: LIMITS.coOccurrenceContexts,
  });
  write("co-occurrence.br", [
    bytes("words", steps(coOccurrence.words)),
    bytes("before", steps(coOccurrence.before)),
    bytes("behind", steps(coOccurrence.behind)),
  ]);
  write("nouns.br", nounSections(wordnet, lexical, new Set(unfitWords)));
}

/** @param {string} name @param {readonly (readonly [number, number])[]} pairs */
function pairSections(name, pairs) {
  let before = 0;
  const from = [];
  const to = [];
  for (const [first, second] of pairs) {
    from.push(first - before);
    to.push(second);
    before = first;
  }
  return [numbers(`${name}From`, from), numbers(`${name}To`, to)];
}

/** Verb entries with the nouns for their act or result, commonest noun first. */
function acts({ synsets }, { entries, entryNumber }, model) {
  const said = new Map(model.words.map((word, index) => [word, model.unigrams[index]]));
  const pairs = new Map();
  for (const synset of synsets.values()) {
    if (synset.wordClass !== 1) continue;
    for (const { symbol, target, from, to } of synset.pointers) {
      const other = synsets.get(target);
      if (symbol !== "+" || other.wordClass !== 0 || !ACT_CATEGORIES.has(FILE_NAMES[other.file - 3])) continue;
      const verb = entryNumber.get(`1:${synset.words[from - 1]}`);
      const noun = entryNumber.get(`0:${other.words[to - 1]}`);
      if (verb !== undefined && noun !== undefined) pairs.set(verb * entries.length + noun, [verb, noun]);
    }
  }
  const value = (noun) => said.get(entries[noun].lemma) ?? -20;
  return [...pairs.values()].sort((a, b) => a[0] - b[0] || value(b[1]) - value(a[1]) || a[1] - b[1]);
}

/** For the commoner words of each class the nearest words of the same class. */
function neighbourSections({ entries }, packedVectors, vectorCount) {
  const counts = [];
  const near = [];
  for (const wordClass of CLASSES.keys()) {
    const rows = entries
      .filter((entry) => entry.wordClass === wordClass && entry.word < Math.min(vectorCount, LIMITS.neighbourRank))
      .map((entry) => entry.word)
      .filter((word) => word > 20);
    const found = nearest(rows, packedVectors, { most: LIMITS.neighbours, least: LIMITS.leastCosine });
    for (const entry of entries) {
      if (entry.wordClass !== wordClass) continue;
      const own = (found.get(entry.word) ?? []).sort((a, b) => a - b);
      counts.push(own.length);
      near.push(...gaps(own));
    }
  }
  return [numbers("neighbourCounts", counts), numbers("neighbourGaps", near)];
}

/** For senses of common words with several senses the words of the definition and the examples that say most. */
function signatureSections({ entries, senseCounts, senseCodes, synsets }, wordNumber, model) {
  const said = new Map(model.words.map((word, index) => [word, model.unigrams[index]]));
  const wanted = new Set();
  let sense = 0;
  let seen = 0;
  for (const [index, entry] of entries.entries()) {
    for (let count = 0; count < senseCounts[index]; count++, sense++) {
      const synset = senseCodes[sense] === 0 ? seen++ : seen - senseCodes[sense];
      if (entry.word < LIMITS.signatureRank && senseCounts[index] > 1) wanted.add(synset);
    }
  }
  const counts = [];
  const chosen = [];
  for (const [index, synset] of synsets.entries()) {
    const own = new Set();
    if (wanted.has(index)) {
      const candidates = `${synset.gloss} ${synset.examples.join(" ")}`.toLowerCase().match(/[a-z]+/g) ?? [];
      const weight = (word) => said.get(word) ?? -12;
      const useful = [...new Set(candidates)].filter(
        (word) =>
          (wordNumber.get(word) ?? LIMITS.contextWords) < LIMITS.contextWords &&
          weight(word) < -7 &&
          !synset.words.includes(word),
      );
      useful.sort((a, b) => weight(a) - weight(b) || (a < b ? -1 : 1));
      for (const word of useful.slice(0, LIMITS.signatureWords)) own.add(wordNumber.get(word));
    }
    counts.push(own.size);
    chosen.push(...gaps([...own].sort((a, b) => a - b)));
  }
  return [numbers("signatureCounts", counts), numbers("signatureGaps", chosen)];
}

/**
 * Definition, category and hypernym of the most usual sense of the commoner nouns. Texts quote the definition, so a sense
 * that is a slur is passed over, and with unfit words every sense that is about people.
 */
function nounSections({ synsets }, { entries, senseCounts, senseCodes, synsets: kept }, unfitWords) {
  const rows = { words: [], categories: [], glosses: [], hypernyms: [] };
  let sense = 0;
  let seen = 0;
  for (const [index, entry] of entries.entries()) {
    let first;
    for (let count = 0; count < senseCounts[index]; count++, sense++) {
      const synset = senseCodes[sense] === 0 ? seen++ : seen - senseCodes[sense];
      const about = kept[synset];
      const passed = isSlur(entry.lemma, about, synsets) || (unfitWords.has(entry.lemma) && PEOPLE.has(about.file));
      if (!passed) first ??= about;
    }
    if (entry.wordClass !== 0 || first === undefined) continue;
    const parts = entry.lemma.split(/[ -]/);
    if (parts.length === 1 && entry.word >= LIMITS.glossRank) continue;
    if (parts.length > 1 && first.file !== 6 && first.file !== 13) continue;
    const above = first.pointers.find(({ symbol }) => symbol === "@");
    rows.words.push(entry.word);
    rows.categories.push(first.file - 3);
    rows.glosses.push(first.gloss);
    rows.hypernyms.push(above ? synsets.get(above.target).spellings[0] : "");
  }
  return [
    numbers("words", gaps(rows.words)),
    bytes("categories", rows.categories),
    text("categoryNames", FILE_NAMES),
    text("glosses", rows.glosses),
    text("hypernyms", rows.hypernyms),
  ];
}

/** @param {string} name @param {readonly import("./pack.mjs").Section[]} sections */
function write(name, sections) {
  const packed = pack(sections);
  writeFileSync(path.join(target, name), packed);
  const parts = sections.map(({ name, bytes }) => `${name} ${bytes.length}`).join(", ");
  console.log(`${name}: ${packed.length} bytes (${parts})`);
}

function cacheFolder() {
  const base = process.env.XDG_CACHE_HOME ?? (existsSync(homedir()) ? path.join(homedir(), ".cache") : tmpdir());
  return path.join(base, "scriptorium-data");
}
