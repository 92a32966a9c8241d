import { STATIC_FEATURES } from "./candidate-features.js";
import type { CandidateList } from "./candidates.js";
import type { LanguageData } from "./language-data.js";
import { descending } from "./number-lists.js";
import { type SentenceWords, topicWeight } from "./sentence-words.js";
import { TAGS, type Tag } from "./types.js";
import { DIMENSIONS, normalise, product } from "./vectors.js";

/** What the sentence says about a candidate. */
const CONTEXT_FEATURES = [
  "topic",
  "topicGain",
  "near",
  "nearGain",
  "before",
  "beforeGain",
  "after",
  "afterGain",
  "fluencyGain",
  "fluencyRank",
  "leftGain",
  "rightGain",
  "fitGain",
  "fitRank",
  "left",
  "leftPull",
  "rightPull",
  "unknown",
  "sensePosterior",
  "senseFit",
  "senseBehindBest",
  "topicRank",
  "product",
  "productRank",
  "frameFits",
  "nextTag",
  "previousTag",
  "place",
  "consensus",
  "consensusRank",
  "crowd",
  "likeness",
  "likenessRank",
  "follows",
  "followsGain",
  "precedes",
  "precedesGain",
  "fits",
  "fitsRank",
  "likenessFit",
] as const;
export const FEATURES = [...STATIC_FEATURES, ...CONTEXT_FEATURES] as const;
export type Feature = (typeof FEATURES)[number];
const FEATURE = Object.fromEntries(FEATURES.map((name, index) => [name, index])) as Record<Feature, number>;

/** A candidate in the form the sentence asks for, as numbers of the trigram model. */
export interface Surface {
  readonly text: string;
  /** Whether people say it: "someones" and "lotsest" follow the rules and are no words. */
  readonly attested: boolean;
  readonly modelNumbers: readonly number[];
}

const SHARPNESS = 6;
/** How many of the best by a rough guess are asked how like them a candidate is. */
const CROWD = 8;

/** Where the word to be replaced stands. */
export interface Position {
  /** The place of its first word in the words of the sentence, and how many words it has. */
  readonly place: number;
  readonly length: number;
  /** The tag of the token behind it. */
  readonly nextTag: Tag;
  /** Numbers of content words of the sentences around. */
  readonly around: readonly number[];
}

/** A row of `FEATURES` for every candidate of the list, written into the space. */
export function featureRows(
  list: CandidateList,
  surfaces: readonly Surface[],
  words: SentenceWords,
  { place, length, nextTag, around }: Position,
  data: LanguageData,
  space: (length: number) => Float32Array,
): Float32Array {
  const count = list.words.length;
  const width = FEATURES.length;
  const rows = space(count * width);
  const staticWidth = STATIC_FEATURES.length;
  const { trigrams, vectors, coOccurrence } = data;

  const topic = new Float32Array(DIMENSIONS);
  const near = new Float32Array(DIMENSIONS);
  for (const [index, number] of words.numbers.entries()) {
    const weight = words.weights[index]!;
    if ((index >= place && index < place + length) || weight === 0) continue;
    const distance = index < place ? place - index : index - place - length + 1;
    if (distance > 25) continue;
    vectors.add(number, weight, topic);
    if (distance <= 6) vectors.add(number, weight / distance, near);
  }
  for (const number of around) vectors.add(number, 0.5 * topicWeight(number, data), topic);
  normalise(topic);
  normalise(near);
  const before = neighbourVector(words, place, -1, data);
  const after = neighbourVector(words, place + length - 1, 1, data);

  const model = (index: number): number => {
    if (index < 0) return trigrams.sentenceStart;
    if (index >= words.modelNumbers.length) return trigrams.sentenceEnd;
    return words.modelNumbers[index]!;
  };
  const end = place + length;
  const ownNumber = model(place);
  const ownLeft = trigrams.trigram(model(place - 2), model(place - 1), ownNumber);
  const ownRight = trigrams.bigram(model(end - 1), model(end));
  let own = ownLeft;
  for (let index = place + 1; index < end + 2; index += 1) {
    own += trigrams.trigram(model(index - 2), model(index - 1), model(index));
  }

  const ownLast = model(end - 1);
  const ownFollows = coOccurrence.follows(ownNumber, model(place - 1));
  const ownPrecedes = coOccurrence.precedes(ownLast, model(end));

  const posterior = new Float32Array(list.senseCount);
  const fits = new Float32Array(list.senseCount);
  let all = 0;
  let bestFit = -1;
  for (let sense = 0; sense < list.senseCount; sense += 1) {
    const fit = product(topic, 0, list.senseVectors, sense * DIMENSIONS);
    fits[sense] = fit;
    bestFit = Math.max(bestFit, fit);
    posterior[sense] = list.priors[sense]! ** 0.7 * Math.exp(SHARPNESS * fit);
    all += posterior[sense]!;
  }

  const ownTopic = product(topic, 0, list.target, 0);
  const ownNear = product(near, 0, list.target, 0);
  const ownBefore = product(before, 0, list.target, 0);
  const ownAfter = product(after, 0, list.target, 0);
  const observed = observedFrame(nextTag, words.texts[end]);
  const next = TAGS.indexOf(nextTag);
  const previous = place > 0 ? TAGS.indexOf(words.tags[place - 1]!) : -1;
  const guesses = new Float32Array(count);

  for (let row = 0; row < count; row += 1) {
    const base = row * width;
    for (let index = 0; index < staticWidth; index += 1) rows[base + index] = list.features[row * staticWidth + index]!;
    const at = row * DIMENSIONS;
    const set = (name: Feature, value: number) => {
      rows[base + FEATURE[name]] = value;
    };
    const topicCosine = product(topic, 0, list.vectors, at);
    const nearCosine = product(near, 0, list.vectors, at);
    const beforeCosine = product(before, 0, list.vectors, at);
    const afterCosine = product(after, 0, list.vectors, at);
    set("topic", topicCosine);
    set("topicGain", topicCosine - ownTopic);
    set("near", nearCosine);
    set("nearGain", nearCosine - ownNear);
    set("before", beforeCosine);
    set("beforeGain", beforeCosine - ownBefore);
    set("after", afterCosine);
    set("afterGain", afterCosine - ownAfter);
    const { modelNumbers } = surfaces[row]!;
    const first = modelNumbers[0]!;
    const last = modelNumbers[modelNumbers.length - 1]!;
    const left = trigrams.trigram(model(place - 2), model(place - 1), first);
    let inner = 0;
    for (let index = 1; index < modelNumbers.length; index += 1) {
      inner += trigrams.trigram(
        index > 1 ? modelNumbers[index - 2]! : model(place - 1),
        modelNumbers[index - 1]!,
        modelNumbers[index]!,
      );
    }
    const farther = modelNumbers.length > 1 ? modelNumbers[modelNumbers.length - 2]! : model(place - 1);
    const nextLog = trigrams.trigram(farther, last, model(end));
    const secondLog = trigrams.trigram(last, model(end), model(end + 1));
    const fluency = left + inner + nextLog + secondLog;
    set("fluencyGain", fluency - own);
    set("leftGain", left - ownLeft);
    const right = trigrams.bigram(last, model(end));
    set("rightGain", right - ownRight);
    set("fitGain", fluency - own - (trigrams.unigram(first) - trigrams.unigram(ownNumber)));
    set("left", left);
    set("leftPull", left - trigrams.unigram(first));
    set("rightPull", right - trigrams.unigram(model(end)));
    set("unknown", modelNumbers.filter((number) => number < 0).length);

    // A word of several is known by its first word before and its last behind.
    const similarity =
      first === last
        ? coOccurrence.similarity(first, ownNumber)
        : 0.5 * (coOccurrence.similarity(first, ownNumber) + coOccurrence.similarity(last, ownLast));
    const follows = coOccurrence.follows(first, model(place - 1));
    const precedes = coOccurrence.precedes(last, model(end));
    set("likeness", similarity);
    set("follows", follows);
    set("followsGain", follows - ownFollows);
    set("precedes", precedes);
    set("precedesGain", precedes - ownPrecedes);
    set("fits", follows + precedes);

    let mass = 0;
    let bestLinked = -1;
    for (let sense = 0; sense < list.senseCount; sense += 1) {
      const strength = list.senseLinks[row * list.senseCount + sense]!;
      if (strength === 0) continue;
      mass += (strength * posterior[sense]!) / all;
      bestLinked = Math.max(bestLinked, fits[sense]!);
    }
    set("sensePosterior", mass);
    set("senseFit", bestLinked);
    set("senseBehindBest", bestFit - bestLinked);
    const cosine = list.features[row * staticWidth + FEATURE.cosine]!;
    set("product", Math.max(0, 1 + cosine) * Math.max(0, 1 + topicCosine) * Math.max(0, 1 + nearCosine));
    set("likenessFit", (1 + similarity) * (1 + cosine) * (1 + follows) * (1 + precedes));
    set("frameFits", observed === 0 ? 2 : (list.frames[row]! & observed) !== 0 ? 1 : 0);
    set("nextTag", next);
    set("previousTag", previous);
    set("place", place);
    guesses[row] =
      2 * cosine + topicCosine + mass + 0.1 * Math.max(-8, Math.min(2, fluency - own)) + 0.5 * rows[base]! + nearCosine;
  }
  rank(rows, count, "fluencyGain", "fluencyRank");
  rank(rows, count, "fitGain", "fitRank");
  rank(rows, count, "topic", "topicRank");
  rank(rows, count, "product", "productRank");
  rank(rows, count, "likeness", "likenessRank");
  rank(rows, count, "fits", "fitsRank");
  addConsensus(rows, list, guesses);
  rank(rows, count, "consensus", "consensusRank");
  return rows;
}

/** How like the candidates that look best each candidate is: a lone one is often of another sense. */
function addConsensus(rows: Float32Array, list: CandidateList, guesses: Float32Array): void {
  const width = FEATURES.length;
  const best = descending(guesses).subarray(0, CROWD);
  for (let row = 0; row < list.words.length; row += 1) {
    let sum = 0;
    let close = 0;
    let others = 0;
    for (const other of best) {
      if (other === row) continue;
      const cosine = product(list.vectors, row * DIMENSIONS, list.vectors, other * DIMENSIONS);
      sum += cosine;
      others += 1;
      if (cosine > 0.5) close += 1;
    }
    rows[row * width + FEATURE.consensus] = others > 0 ? sum / others : 0;
    rows[row * width + FEATURE.crowd] = close;
  }
}

/** Writes where each row stands by one feature, from 0 for the highest value to below 1. */
function rank(rows: Float32Array, count: number, by: Feature, into: Feature): void {
  const width = FEATURES.length;
  const values = new Float32Array(count);
  for (let row = 0; row < count; row += 1) values[row] = rows[row * width + FEATURE[by]]!;
  for (const [place, row] of descending(values).entries()) rows[row * width + FEATURE[into]] = place / count;
}

/** The vector of the nearest word on one side that says something; zeros without one within four words. */
function neighbourVector(words: SentenceWords, place: number, step: number, data: LanguageData): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (let index = place + step; Math.abs(index - place) <= 4; index += step) {
    if (index < 0 || index >= words.texts.length) break;
    if (words.weights[index]! > 0.2) {
      data.vectors.write(words.numbers[index]!, vector);
      break;
    }
  }
  return vector;
}

/** Which of the verb frames the next word speaks for, as a mask of the frames' bits; 0 when it says nothing. */
function observedFrame(nextTag: Tag, next: string | undefined): number {
  switch (nextTag) {
    case "PUNCT":
      return 0b1;
    case "DET":
    case "NOUN":
    case "PROPN":
    case "NUM":
      return 0b110;
    case "PRON":
      return 0b1110;
    case "ADP":
      return 0b10001;
    case "PART":
      return next === "to" ? 0b1000000 : 0;
    case "SCONJ":
      return 0b100000;
    case "ADJ":
      return 0b10000110;
    default:
      return 0;
  }
}
