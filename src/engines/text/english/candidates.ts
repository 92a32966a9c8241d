import { remembering } from "../remembering.js";
import { closedSetOf } from "./closed-sets.js";
import { lemmasOf } from "./inflection/index.js";
import type { LanguageData } from "./language-data.js";
import { ALSO, type Groups, HYPERNYM, SIMILAR } from "./lexicon.js";
import { DIMENSIONS, normalise, product } from "./vectors.js";

/** How a word can come to replace another, each with the rank of the nearest sense of that kind as a feature. */
const RELATIONS = [
  "synonym",
  "hypernym",
  "hyponym",
  "similar",
  "similarTwice",
  "also",
  "sister",
  "throughAdjective",
  "throughDerivation",
  "neighbour",
  "synonymTwice",
] as const;
type Relation = (typeof RELATIONS)[number];

/** What is known of a candidate without the sentence. */
export const STATIC_FEATURES = [
  ...RELATIONS,
  "sense",
  "senseShare",
  "links",
  "bridges",
  "cosine",
  "cosineRank",
  "cosineBehindBest",
  "frequency",
  "targetFrequency",
  "frequencyGain",
  "rank",
  "senses",
  "targetSenses",
  "words",
  "ownSense",
  "ownShare",
  "samePrefix",
  "lengthGain",
  "wordClass",
  "framesShared",
  "framesExtra",
  "candidates",
  "neighboursShared",
  "inDefinition",
  "tagged",
  "targetFirstShare",
  "contains",
  "concrete",
  "breadth",
  "participle",
  "classShare",
] as const;
const FEATURE = Object.fromEntries(STATIC_FEATURES.map((name, index) => [name, index])) as Record<
  (typeof STATIC_FEATURES)[number],
  number
>;

/** Senses of a word that are distinguished by the context. */
const MOST_SENSES = 10;
const NOUN = 0;
const VERB = 1;
const ADJECTIVE = 2;
const ADVERB = 3;

/**
 * WordNet's files of things that can be pointed at, measured or paid: animal, artifact, body, food, natural object, plant,
 * possession, quantity, substance, time. What is next to such a thing or below it is another thing.
 */
const CONCRETE: ReadonlySet<number> = new Set([5, 6, 8, 13, 17, 20, 21, 23, 27, 28]);
const STEPS_UP = 3;
const MOST_BELOW = 70;
const PERSON = 18;
/** They say so little that they replace nothing else. */
const PLAINEST: ReadonlySet<string> = new Set(["be", "have"]);
/** A word of which less is in the class (`stretch` among the adjectives) reads as one of another class. */
const LEAST_CLASS_SHARE = 0.08;
/** The frames "somebody ----s somebody" and "something ----s somebody". */
const TO_SOMEBODY = 0b100;

/** All that may replace one word, with what is known without the sentence. */
export interface CandidateList {
  readonly entry: number;
  /** Numbers of the words, and for each its vector of length 1. */
  readonly words: Uint32Array;
  readonly vectors: Float32Array;
  readonly target: Float32Array;
  /** `STATIC_FEATURES` of each word. */
  readonly features: Float32Array;
  /** What may follow the verbs, a bit each. */
  readonly frames: Uint8Array;
  readonly targetFrames: number;
  readonly senseCount: number;
  /** Of each sense: how usual it is, and the direction of its definition and relatives. */
  readonly priors: Float32Array;
  readonly senseVectors: Float32Array;
  /** How strongly each candidate hangs on each sense, candidate after candidate. */
  readonly senseLinks: Float32Array;
}

const LINK_STRENGTH: Readonly<Partial<Record<Relation, number>>> = {
  synonym: 1,
  similar: 0.7,
  hypernym: 0.6,
  also: 0.5,
  hyponym: 0.4,
  similarTwice: 0.3,
  sister: 0.2,
};

type Draft = ReturnType<typeof emptyDraft>;

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

/** Of a longer list only so many are looked at in a sentence: those that the weights of `STATIC_FEATURES` put first. */
export const MOST_CANDIDATES = 56;

/**
 * Gives the list of an entry.
 *
 * @param weights What `STATIC_FEATURES` count in choosing the foremost; without weights all are kept.
 */
export function createCandidates(
  { lexicon, vectors, trigrams }: Pick<LanguageData, "lexicon" | "vectors" | "trigrams">,
  weights: Float32Array,
): (entry: number) => CandidateList {
  const { senses, members, tagCounts, unfit, relations, relationKinds, hyponyms, files } = lexicon;
  const frequencies = remembering<number, number>(50_000);
  const scratch = new Float32Array(DIMENSIONS);
  const featureSpace = workspace();
  const vectorSpace = workspace();

  function frequency(word: number): number {
    const parts = () => lexicon.words[word]!.split(/[ -]/);
    const ofPart = (part: string) => trigrams.unigram(trigrams.numberOf(lexicon.numberOf(part)));
    return frequencies(word, () => Math.min(...parts().map(ofPart)));
  }

  function of(entry: number): CandidateList {
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
    return described(entry, drafts, concrete);
  }

  /** Words for what the things of a noun all are, some steps up: true of them, though it may say less. */
  function aboveOf(entry: number): Set<number> {
    const words = new Set<number>();
    let level = itemsOf(senses, entry).slice(0, 2);
    for (let step = 0; step < STEPS_UP; step += 1) {
      const next = new Set<number>();
      for (const synset of level) for (const above of relatedTo(synset, HYPERNYM)) next.add(above);
      level = Uint32Array.from(next);
      for (const synset of level) {
        if (isVague(synset)) continue;
        for (const member of itemsOf(members, synset)) words.add(lexicon.entryWord[member]!);
      }
    }
    return words;
  }

  /** How many synsets are directly below the synset. */
  function belowIt(synset: number): number {
    return hyponyms.starts[synset + 1]! - hyponyms.starts[synset]!;
  }

  /** Whether the synset is true of so much that it says hardly anything: building, device, person. */
  function isVague(synset: number): boolean {
    return belowIt(synset) > MOST_BELOW;
  }

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

  /** Entries that say the contrary, directly or through a word that means the same. */
  function opposites(entry: number): Set<number> {
    const found = new Set<number>();
    if (lexicon.entryClass[entry] === ADVERB) {
      for (const adjective of itemsOf(lexicon.adjectives, entry)) {
        for (const contrary of opposites(adjective))
          for (const adverb of itemsOf(lexicon.adverbs, contrary)) found.add(adverb);
      }
    }
    const own = new Set<number>();
    for (const synset of itemsOf(senses, entry)) {
      own.add(synset);
      for (const other of relatedTo(synset, SIMILAR)) own.add(other);
    }
    for (const synset of own) {
      for (const member of itemsOf(members, synset)) {
        for (const contrary of itemsOf(lexicon.antonyms, member)) {
          if (!sharesSense(contrary, own)) found.add(contrary);
          if (member !== entry) continue;
          for (const far of itemsOf(senses, contrary)) {
            if (own.has(far)) continue;
            for (const like of [far, ...relatedTo(far, SIMILAR)]) {
              for (const word of itemsOf(members, like)) if (!sharesSense(word, own)) found.add(word);
            }
          }
        }
      }
    }
    for (const contrary of itemsOf(lexicon.antonyms, entry)) found.add(contrary);
    return found;
  }

  function relatedTo(synset: number, kind: number): number[] {
    const found: number[] = [];
    for (let at = relations.starts[synset]!; at < relations.starts[synset + 1]!; at += 1) {
      if (relationKinds[at] === kind) found.push(relations.items[at]!);
    }
    return found;
  }

  /** How often each sense of the entry was met. */
  function tagsOf(entry: number): Uint32Array {
    return tagCounts.subarray(senses.starts[entry]!, senses.starts[entry + 1]!);
  }

  /** How often the entry was met in all its senses, of which none counts for nothing. */
  function usageOf(entry: number): number {
    let usage = 0;
    for (const count of tagsOf(entry)) usage += count + 0.3;
    return usage;
  }

  function sharesSense(entry: number, synsets: ReadonlySet<number>): boolean {
    return itemsOf(senses, entry).some((synset) => synsets.has(synset));
  }

  function described(entry: number, drafts: ReadonlyMap<number, Draft>, concrete: number): CandidateList {
    const wordClass = lexicon.entryClass[entry]!;
    const targetWord = lexicon.entryWord[entry]!;
    const words = Uint32Array.from(drafts.keys());
    const count = words.length;
    const width = STATIC_FEATURES.length;
    const features = featureSpace(count * width);
    const vectorsOf = vectorSpace(count * DIMENSIONS);
    const target = new Float32Array(DIMENSIONS);
    vectors.write(targetWord, target);
    const frames = new Uint8Array(count);
    const targetFrames = framesOf(entry);
    const first = senses.starts[entry]!;
    const senseTotal = senses.starts[entry + 1]! - first;
    const senseCount = Math.min(MOST_SENSES, senseTotal);
    const senseLinks = new Float32Array(count * senseCount);
    const targetText = lexicon.words[targetWord]!;
    const targetFrequency = frequency(targetWord);
    const near = new Set(itemsOf(lexicon.neighbours, entry));
    const cosines = new Float32Array(count);

    const usage = usageOf(entry);

    let row = 0;
    for (const [word, found] of drafts) {
      const candidate = lexicon.entry(word, wordClass);
      vectors.write(word, vectorsOf, row * DIMENSIONS);
      const cosine = product(target, 0, vectorsOf, row * DIMENSIONS);
      cosines[row] = cosine;
      frames[row] = found.frames || framesOf(candidate);
      senseLinks.set(found.senses, row * senseCount);
      const text = lexicon.words[word]!;
      const set = (name: keyof typeof FEATURE, value: number) => {
        features[row * width + FEATURE[name]] = value;
      };
      for (const [relation, rank] of found.ranks) set(relation, 1 / (1 + rank));
      set("sense", found.sense);
      set("senseShare", found.share);
      set("links", found.links);
      set("bridges", found.bridges);
      set("cosine", cosine);
      set("frequency", frequency(word));
      set("targetFrequency", targetFrequency);
      set("frequencyGain", frequency(word) - targetFrequency);
      set("rank", Math.log(1 + word));
      set("senses", Math.log1p(senses.starts[candidate + 1]! - senses.starts[candidate]!));
      set("targetSenses", Math.log1p(senseTotal));
      set("words", text.split(" ").length);
      set("ownSense", found.ownSense);
      set("ownShare", found.ownShare);
      set("samePrefix", samePrefix(text, targetText));
      set("contains", contains(text, targetText));
      set("lengthGain", text.length - targetText.length);
      set("wordClass", wordClass);
      if (wordClass === VERB) {
        set("framesShared", bitCount(frames[row]! & targetFrames) / (bitCount(targetFrames) || 1));
        set("framesExtra", bitCount(frames[row]! & ~targetFrames));
      }
      set("candidates", Math.log1p(count));
      const ownNeighbours = itemsOf(lexicon.neighbours, candidate);
      let shared = 0;
      for (const neighbour of ownNeighbours) if (near.has(neighbour)) shared += 1;
      set("neighboursShared", shared / (near.size + ownNeighbours.length - shared || 1));
      set("inDefinition", found.inDefinition ? 1 : 0);
      set("tagged", Math.log1p(tagsOf(candidate).reduce((sum, count) => sum + count, 0)));
      set("targetFirstShare", (tagCounts[first]! + 0.3) / usage);
      set("concrete", concrete);
      set("breadth", found.breadth);
      set("participle", wordClass === ADJECTIVE ? participleOf(text) - participleOf(targetText) : 0);
      set("classShare", classShare(word, wordClass));
      row += 1;
    }
    const best = cosines.reduce((most, value) => Math.max(most, value), 0);
    for (const [place, index] of descending(cosines).entries()) {
      features[index * width + FEATURE.cosineRank] = place / count;
      features[index * width + FEATURE.cosineBehindBest] = best - cosines[index]!;
    }

    const priors = new Float32Array(senseCount);
    const senseVectors = new Float32Array(senseCount * DIMENSIONS);
    for (let index = 0; index < senseCount; index += 1) {
      priors[index] = (tagCounts[first + index]! + 0.5) / (usage + 0.2 * senseTotal);
      writeSense(senses.items[first + index]!, targetWord, senseVectors, index * DIMENSIONS);
    }
    const kept = foremost(features, count);
    const pick = <List extends Float32Array | Uint8Array | Uint32Array>(list: List, size: number): List => {
      const picked = list.slice(0, kept.length * size) as List;
      for (const [place, index] of kept.entries())
        picked.set(list.subarray(index * size, (index + 1) * size), place * size);
      return picked;
    };
    return {
      entry,
      words: pick(words, 1),
      vectors: pick(vectorsOf, DIMENSIONS),
      target,
      features: pick(features, width),
      frames: pick(frames, 1),
      targetFrames,
      senseCount,
      priors,
      senseVectors,
      senseLinks: pick(senseLinks, senseCount),
    };
  }

  /** The rows to keep, in their order. */
  function foremost(features: Float32Array, count: number): Uint32Array {
    if (weights.length === 0) return Uint32Array.from({ length: count }, (_, row) => row);
    const width = STATIC_FEATURES.length;
    const sums = new Float32Array(count);
    for (let row = 0; row < count; row += 1) {
      for (let index = 0; index < width; index += 1) sums[row]! += features[row * width + index]! * weights[index]!;
    }
    return descending(sums).subarray(0, MOST_CANDIDATES).sort();
  }

  /** The direction of a sense: its definition, the words that share it and those above it. */
  function writeSense(synset: number, except: number, into: Float32Array, offset: number): void {
    const add = (word: number, weight: number) => {
      if (word === except || !vectors.write(word, scratch)) return;
      for (let d = 0; d < DIMENSIONS; d += 1) into[offset + d]! += scratch[d]! * weight;
    };
    for (const word of itemsOf(lexicon.signatures, synset)) add(word, 1);
    for (const member of itemsOf(members, synset)) add(lexicon.entryWord[member]!, 1);
    for (const other of itemsOf(relations, synset)) {
      const related = itemsOf(members, other);
      for (const member of related) add(lexicon.entryWord[member]!, 0.5 / related.length);
    }
    normalise(into, offset);
  }

  function framesOf(entry: number): number {
    let mask = 0;
    for (let sense = senses.starts[entry]!; sense < senses.starts[entry + 1]!; sense += 1)
      mask |= lexicon.frames[sense]!;
    return mask;
  }

  /** 1 for the participle of a verb that moves nobody's mind (`heated`, unlike `annoyed`), 0.5 for that of one that does. */
  function participleOf(text: string): number {
    if (!/(?:ed|en)$/.test(text)) return 0;
    const verb = lemmasOf(text, "verb").find((lemma) => lemma !== text && lexicon.entryOf(lemma, "verb") >= 0);
    if (verb === undefined) return 0;
    return framesOf(lexicon.entryOf(verb, "verb")) & TO_SOMEBODY ? 0.5 : 1;
  }

  /** How much of the use of a word is in the class. */
  function classShare(word: number, wordClass: number): number {
    let own = 0.3;
    let all = 0.3;
    for (let other = NOUN; other <= ADVERB; other += 1) {
      const entry = lexicon.entry(word, other);
      if (entry < 0) continue;
      for (const count of tagsOf(entry)) {
        all += count;
        if (other === wordClass) own += count;
      }
    }
    return own / all;
  }

  return of;
}

/** Zeros to work in, of any length; the same memory serves every time, so that long texts leave no heap of garbage. */
export function workspace(): (length: number) => Float32Array {
  let space = new Float32Array(0);
  return (length) => {
    if (space.length < length) space = new Float32Array(2 * length);
    return space.subarray(0, length).fill(0);
  };
}

function itemsOf(groups: Groups, group: number): Uint32Array {
  return groups.items.subarray(groups.starts[group]!, groups.starts[group + 1]!);
}

/** Places of the values, the largest first. */
export function descending(values: Float32Array): Uint32Array {
  // Value and place in one number, because sorting numbers needs no call per comparison.
  const keys = new Float64Array(values.length);
  for (let place = 0; place < values.length; place += 1) keys[place] = Math.round(values[place]! * -1e6) * 8192 + place;
  keys.sort();
  return Uint32Array.from(keys, (key) => ((key % 8192) + 8192) % 8192);
}

/** The share of the shorter word that both begin with. */
function samePrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let same = 0;
  while (same < most && a[same] === b[same]) same += 1;
  return same / most;
}

/** 1 when the second text is a word of the first or begins or ends it (`potato salad`, `opened`), -1 the other way round. */
function contains(a: string, b: string): number {
  if (a.startsWith(b) || a.endsWith(b)) return 1;
  return b.startsWith(a) || b.endsWith(a) ? -1 : 0;
}

export function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
