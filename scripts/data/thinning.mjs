// Makes the trigram model small: fewer words, the pairs and triples that say most, probabilities in steps.

/** The step between two stored logarithms. */
export const LOG_STEP = 0.15;
/** Stored for a logarithm: `round(-value / LOG_STEP)`; a backoff may be above 0, so it is moved up by this many steps. */
export const BACKOFF_LIFT = 16;

/**
 * @param {import("./trigrams.mjs").Model} model
 * @param {{ keepWord: (word: string) => boolean, bigrams: number, trigrams: number }} limits
 */
export function thinned(model, limits) {
  const { words, unigrams, backoffs, bigrams, trigrams } = model;
  const order = [...words.keys()]
    .filter((word) => limits.keepWord(words[word]))
    .sort((a, b) => unigrams[b] - unigrams[a] || a - b);
  const number = new Int32Array(words.length).fill(-1);
  for (const [at, word] of order.entries()) number[word] = at;

  const known = (bigram) => number[bigrams.first[bigram]] >= 0 && number[bigrams.second[bigram]] >= 0;
  const chain = (bigram) => unigrams[bigrams.first[bigram]] + bigrams.value[bigram];

  // What is lost by leaving a triple out: its probability times how wrong the shorter history would be.
  const bigramNumber = new Map();
  for (let bigram = 0; bigram < bigrams.first.length; bigram++) {
    bigramNumber.set(bigrams.first[bigram] * words.length + bigrams.second[bigram], bigram);
  }
  const history = (trigram) =>
    bigramNumber.get(trigrams.first[trigram] * words.length + bigrams.first[trigrams.bigram[trigram]]);
  const trigramLoss = new Float64Array(trigrams.first.length).fill(-1);
  for (let trigram = 0; trigram < trigrams.first.length; trigram++) {
    const before = history(trigram);
    const last = trigrams.bigram[trigram];
    if (before === undefined || number[trigrams.first[trigram]] < 0 || !known(last) || !known(before)) continue;
    const shorter = bigrams.backoff[before] + bigrams.value[last];
    trigramLoss[trigram] =
      Math.exp(chain(before) + trigrams.value[trigram]) * Math.abs(trigrams.value[trigram] - shorter);
  }
  const keptTrigrams = largest(trigramLoss, limits.trigrams);

  const needed = new Set();
  for (const trigram of keptTrigrams) {
    needed.add(history(trigram));
    needed.add(trigrams.bigram[trigram]);
  }
  const bigramLoss = new Float64Array(bigrams.first.length).fill(-1);
  for (let bigram = 0; bigram < bigrams.first.length; bigram++) {
    if (!known(bigram)) continue;
    const shorter = backoffs[bigrams.first[bigram]] + unigrams[bigrams.second[bigram]];
    bigramLoss[bigram] = needed.has(bigram)
      ? Number.POSITIVE_INFINITY
      : Math.exp(chain(bigram)) * Math.abs(bigrams.value[bigram] - shorter);
  }
  const keptBigrams = largest(bigramLoss, limits.bigrams).sort(
    (a, b) =>
      number[bigrams.first[a]] - number[bigrams.first[b]] || number[bigrams.second[a]] - number[bigrams.second[b]],
  );
  const place = new Map(keptBigrams.map((bigram, at) => [bigram, at]));
  const triples = [...keptTrigrams]
    .map((trigram) => ({
      history: place.get(history(trigram)),
      last: number[bigrams.second[trigrams.bigram[trigram]]],
      value: trigrams.value[trigram],
    }))
    .sort((a, b) => a.history - b.history || a.last - b.last);

  return {
    order,
    words: order.map((word) => words[word]),
    unigrams: order.map((word) => stepped(unigrams[word])),
    backoffs: order.map((word) => stepped(backoffs[word]) + BACKOFF_LIFT),
    bigramCounts: countsBy(keptBigrams, order.length, (bigram) => number[bigrams.first[bigram]]),
    bigramGaps: gapsWithin(
      keptBigrams,
      (bigram) => number[bigrams.first[bigram]],
      (bigram) => number[bigrams.second[bigram]],
    ),
    bigramValues: keptBigrams.map((bigram) => stepped(bigrams.value[bigram])),
    bigramBackoffs: keptBigrams.map((bigram) => stepped(bigrams.backoff[bigram]) + BACKOFF_LIFT),
    trigramCounts: countsBy(triples, keptBigrams.length, (triple) => triple.history),
    trigramGaps: gapsWithin(
      triples,
      (triple) => triple.history,
      (triple) => triple.last,
    ),
    trigramValues: triples.map((triple) => stepped(triple.value)),
  };
}

/** @param {number} value */
const stepped = (value) => Math.max(-BACKOFF_LIFT, Math.min(127, Math.round(-value / LOG_STEP)));

/** Indices of the largest values of 0 and above. @param {Float64Array} values @param {number} most */
function largest(values, most) {
  const kept = [...values.keys()].filter((index) => values[index] >= 0);
  return kept.sort((a, b) => values[b] - values[a] || a - b).slice(0, most);
}

function countsBy(items, groups, groupOf) {
  const counts = new Array(groups).fill(0);
  for (const item of items) counts[groupOf(item)]++;
  return counts;
}

function gapsWithin(items, groupOf, numberOf) {
  let group = -1;
  let before = 0;
  return items.map((item) => {
    if (groupOf(item) !== group) {
      group = groupOf(item);
      before = 0;
    }
    const gap = numberOf(item) - before;
    before = numberOf(item);
    return gap;
  });
}
