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
export type Relation = (typeof RELATIONS)[number];

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
export const FEATURE = Object.fromEntries(STATIC_FEATURES.map((name, index) => [name, index])) as Record<
  (typeof STATIC_FEATURES)[number],
  number
>;
