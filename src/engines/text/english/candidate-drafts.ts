import type { Relation } from "./candidate-features.js";
import { closedSetOf } from "./closed-sets.js";
import { ADJECTIVE, ADVERB, ALSO, HYPERNYM, itemsOf, type Lexicon, NOUN, SIMILAR, VERB } from "./lexicon.js";
import type { WordRelations } from "./word-relations.js";

/** Senses of a word that are distinguished by the context. */
export const MOST_SENSES = 10;

/**
 * WordNet's files of things that can be pointed at, measured or paid: animal, artifact, body, food, natural object, plant,
 * possession, quantity, substance, time. What is next to such a thing or below it is another thing.
 */
const CONCRETE: ReadonlySet<number> = new Set([5, 6, 8, 13, 17, 20, 21, 23, 27, 28]);
const PERSON = 18;
/** They say so little that they replace nothing else. */
const PLAINEST: ReadonlySet<string> = new Set(["be", "have"]);
/** A word of which less is in the class (`stretch` among the adjectives) reads as one of another class. */
const LEAST_CLASS_SHARE = 0.08;

const LINK_STRENGTH: Readonly<Partial<Record<Relation, number>>> = {
  synonym: 1,
  similar: 0.7,
  hypernym: 0.6,
  also: 0.5,
  hyponym: 0.4,
  similarTwice: 0.3,
  sister: 0.2,
};

/** What is gathered of one word that may replace another. */
export type Draft = ReturnType<typeof emptyDraft>;

function emptyDraft(sound: boolean, senseCount: number) {
  return {
    ranks: new Map<Relation, number>(),
    sense: 15,
    share: 0,
    links: 0,
    bridges: 0,
    ownSense: 25,
    ownShare: 0,
    inDefinition: false,
    sound,
    breadth: 0,
    frames: 0,
    senses: new Float32Array(senseCount),
  };
}

export interface Drafts {
  /** By the numbers of the words. */
  readonly drafts: ReadonlyMap<number, Draft>;
  /** How much of the use of the entry is for things that can be pointed at. */
  readonly concrete: number;
}

/** Finds the words that may replace an entry. */
export function createDrafts(lexicon: Lexicon, words: WordRelations): (entry: number) => Drafts {
  const { senses, members, tagCounts, unfit, relations, relationKinds, hyponyms, files } = lexicon;
  const { aboveOf, belowIt, isVague, opposites, relatedTo, usageOf, participleOf, classShare } = words;

  return function draftsOf(entry: number): Drafts {
    const wordClass = lexicon.entryClass[entry]!;
    const target = lexicon.entryWord[entry]!;
    const first = senses.starts[entry]!;
    const usage = usageOf(entry);
    const shareOf = (index: number) => (tagCounts[first + index]! + 0.3) / usage;
    const senseCount = Math.min(MOST_SENSES, senses.starts[entry + 1]! - first);
    const drafts = new Map<number, Draft>();
    let concrete = 0;
    if (wordClass === NOUN) {
      for (const [index, synset] of itemsOf(senses, entry).entries()) {
        if (CONCRETE.has(files[synset]!)) concrete += shareOf(index);
      }
    }

    /** Where the synset stands among the senses of the entry; undefined when the entry is unfit in it. */
    function ownSense(candidate: number, synset: number): number | undefined {
      const place = itemsOf(senses, candidate).indexOf(synset);
      const sense = senses.starts[candidate]! + place;
      return place < 0 || unfit[sense] ? undefined : sense;
    }

    function draft(word: number): Draft {
      let found = drafts.get(word);
      if (!found) {
        found = emptyDraft(wordClass !== NOUN, senseCount);
        drafts.set(word, found);
      }
      return found;
    }

    function link(candidate: number, relation: Relation, sense: number, synset: number): void {
      const word = lexicon.entryWord[candidate]!;
      if (word === target || lexicon.banned[word]) return;
      const own = ownSense(candidate, synset);
      if (own === undefined) return;
      const found = draft(word);
      found.ranks.set(relation, Math.min(sense, found.ranks.get(relation) ?? sense));
      found.sense = Math.min(found.sense, sense);
      found.share += shareOf(sense);
      found.links += 1;
      if (isSound(relation, sense, synset)) found.sound = true;
      if (relation === "hypernym") {
        const below = belowIt(synset);
        found.breadth = found.breadth === 0 ? Math.log1p(below) : Math.min(found.breadth, Math.log1p(below));
      }
      found.frames |= lexicon.frames[own]!;
      const place = own - senses.starts[candidate]!;
      found.ownSense = Math.min(found.ownSense, place + (relation === "synonym" ? 0 : 5));
      found.ownShare = Math.max(found.ownShare, (tagCounts[own]! + 0.3) / usageOf(candidate));
      const strength = LINK_STRENGTH[relation] ?? 0;
      if (sense < senseCount) found.senses[sense] = Math.max(found.senses[sense]!, strength);
      if (!found.inDefinition) found.inDefinition = itemsOf(lexicon.signatures, synset).includes(target);
    }

    function isSound(relation: Relation, sense: number, synset: number): boolean {
      if (relation === "synonym") return true;
      const file = files[senses.items[first + sense]!]!;
      if (relation === "hypernym" && (CONCRETE.has(file) || file === PERSON)) return !isVague(synset);
      return !CONCRETE.has(file);
    }

    function linkAll(synset: number, relation: Relation, sense: number): void {
      for (const member of itemsOf(members, synset)) {
        if (lexicon.entryClass[member] === wordClass) link(member, relation, sense, synset);
      }
    }

    for (const [index, synset] of itemsOf(senses, entry).entries()) {
      linkAll(synset, "synonym", index);
      for (let at = relations.starts[synset]!; at < relations.starts[synset + 1]!; at += 1) {
        const other = relations.items[at]!;
        const kind = relationKinds[at]!;
        if (kind === HYPERNYM) {
          linkAll(other, "hypernym", index);
          if (index < 3 && belowIt(other) < 40) {
            for (const sister of itemsOf(hyponyms, other)) if (sister !== synset) linkAll(sister, "sister", index);
          }
        } else if (kind === SIMILAR) {
          linkAll(other, "similar", index);
          for (const farther of relatedTo(other, SIMILAR)) {
            if (farther !== synset) linkAll(farther, "similarTwice", index);
          }
        } else if (kind === ALSO) {
          linkAll(other, "also", index);
        }
      }
      if (wordClass === NOUN || wordClass === VERB) {
        for (const below of itemsOf(hyponyms, synset)) linkAll(below, "hyponym", index);
      }
    }
    // Through a word of another class and back: quickly, quick, fast, fast; decide, decision, determination, determine.
    const through = wordClass === ADVERB ? lexicon.adjectives : lexicon.derivations;
    const back = wordClass === ADVERB ? lexicon.adverbs : lexicon.derivations;
    const relation: Relation = wordClass === ADVERB ? "throughAdjective" : "throughDerivation";
    for (const related of itemsOf(through, entry)) {
      for (const [sense, synset] of itemsOf(senses, related).entries()) {
        for (const other of wordClass === ADVERB ? [synset, ...relatedTo(synset, SIMILAR)] : [synset]) {
          for (const member of itemsOf(members, other)) {
            if (member === related || lexicon.entryClass[member] !== lexicon.entryClass[related]) continue;
            for (const candidate of itemsOf(back, member)) {
              const word = lexicon.entryWord[candidate]!;
              if (lexicon.entryClass[candidate] !== wordClass || word === target || lexicon.banned[word]) continue;
              const found = draft(word);
              found.ranks.set(relation, Math.min(sense, found.ranks.get(relation) ?? 99));
              found.bridges += 1;
            }
          }
        }
      }
    }
    for (const word of itemsOf(lexicon.neighbours, entry)) {
      if (!lexicon.banned[word]) draft(word).ranks.set("neighbour", 0);
    }
    // Synonyms of synonyms count for words that are candidates already.
    for (const synonym of [...drafts.keys()]) {
      if (!drafts.get(synonym)!.ranks.has("synonym")) continue;
      const middle = lexicon.entry(synonym, wordClass);
      for (const [sense, synset] of itemsOf(senses, middle).entries()) {
        for (const member of itemsOf(members, synset)) {
          const word = lexicon.entryWord[member]!;
          if (word === synonym || word === target || lexicon.entryClass[member] !== wordClass) continue;
          const found = drafts.get(word);
          if (!found) continue;
          found.ranks.set("synonymTwice", Math.min(sense, found.ranks.get("synonymTwice") ?? 99));
          found.bridges += 1;
        }
      }
    }
    if (concrete < 0.5) {
      for (const found of drafts.values()) if (found.links === 0) found.sound = true;
    }
    if (wordClass === NOUN) {
      for (const word of aboveOf(entry)) {
        const found = drafts.get(word);
        if (found) found.sound = true;
      }
    }
    for (const [word, found] of drafts) if (!found.sound || !keepsClass(entry, word, found)) drafts.delete(word);
    for (const opposite of opposites(entry)) drafts.delete(lexicon.entryWord[opposite]!);
    for (const member of closedSetOf(lexicon.words[target]!)) {
      const word = lexicon.numberOf(member);
      if (word !== undefined) drafts.delete(word);
    }
    return { drafts, concrete };
  };

  /** Whether the word is what it means in this class, and not the like of it in another. */
  function keepsClass(entry: number, word: number, found: Draft): boolean {
    const text = lexicon.words[word]!;
    if (PLAINEST.has(text)) return false;
    const target = lexicon.words[lexicon.entryWord[entry]!]!;
    const wordClass = lexicon.entryClass[entry]!;
    // "Slowly" is no place for "slow", though the dictionary has that as an adverb too.
    if (wordClass === ADVERB && target.endsWith("ly") && !text.endsWith("ly")) {
      const adjective = lexicon.entry(word, ADJECTIVE);
      if (adjective >= 0) {
        for (const adverb of itemsOf(lexicon.adverbs, adjective)) {
          if (lexicon.words[lexicon.entryWord[adverb]!]!.endsWith("ly")) return false;
        }
      }
    }
    if (wordClass === NOUN || found.ranks.has("synonym")) return true;
    if (classShare(word, wordClass) < LEAST_CLASS_SHARE) return false;
    // A hot plate was not heated by anybody.
    return wordClass !== ADJECTIVE || participleOf(text) < 1 || participleOf(target) > 0;
  }
}
