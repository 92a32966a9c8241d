import { remembering } from "../remembering.js";
import { createDrafts, type Drafts, MOST_SENSES } from "./candidate-drafts.js";
import { FEATURE, STATIC_FEATURES } from "./candidate-features.js";
import type { LanguageData } from "./language-data.js";
import { ADJECTIVE, itemsOf, VERB } from "./lexicon.js";
import { descending, workspace } from "./number-lists.js";
import { DIMENSIONS, normalise, product } from "./vectors.js";
import { createWordRelations } from "./word-relations.js";

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
  const { senses, members, tagCounts, relations } = lexicon;
  const wordRelations = createWordRelations(lexicon);
  const { tagsOf, usageOf, framesOf, participleOf, classShare } = wordRelations;
  const draftsOf = createDrafts(lexicon, wordRelations);
  const frequencies = remembering<number, number>(50_000);
  const scratch = new Float32Array(DIMENSIONS);
  const featureSpace = workspace();
  const vectorSpace = workspace();

  function frequency(word: number): number {
    const parts = () => lexicon.words[word]!.split(/[ -]/);
    const ofPart = (part: string) => trigrams.unigram(trigrams.numberOf(lexicon.numberOf(part)));
    return frequencies(word, () => Math.min(...parts().map(ofPart)));
  }

  function described(entry: number, { drafts, concrete }: Drafts): CandidateList {
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

  return (entry) => described(entry, draftsOf(entry));
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

function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
