// Measures of generated text. docs/quality.md says what each is for.

/** Words in lower case; an apostrophe within a word belongs to it. */
export function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
}

/** Sentences of more than two words. Lines end sentences, for headings and list items have no full stop. */
export function sentencesOf(text) {
  return text
    .split(/(?<=[.!?]["”’)]*)\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => wordsOf(sentence).length > 2);
}

/** Every run of `size` words with the number of its occurrences. */
export function nGrams(words, size) {
  const counts = new Map();
  for (let start = 0; start + size <= words.length; start += 1) {
    const gram = words.slice(start, start + size).join(" ");
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

/** Share of the n-grams that occur in the text more than once (as Rae et al. 2021, Gopher, count repetition). */
export function duplicateNGrams(text, size) {
  const counts = [...nGrams(wordsOf(text), size).values()];
  return ratio(sum(counts.filter((count) => count > 1)), sum(counts));
}

/** Different n-grams by all n-grams (Li et al. 2016, distinct-n). */
export function distinctNGrams(text, size) {
  const counts = nGrams(wordsOf(text), size);
  return ratio(counts.size, sum([...counts.values()]));
}

/** Moving-average type-token ratio (Covington & McFall 2010): the mean share of different words in every window. */
export function movingTypeTokenRatio(text, window = 50) {
  const words = wordsOf(text);
  if (words.length <= window) return ratio(new Set(words).size, words.length);
  const counts = new Map();
  const add = (word, by) => {
    const count = (counts.get(word) ?? 0) + by;
    if (count === 0) counts.delete(word);
    else counts.set(word, count);
  };
  let total = 0;
  for (let end = 0; end < words.length; end += 1) {
    add(words[end], 1);
    if (end >= window) add(words[end - window], -1);
    if (end >= window - 1) total += counts.size / window;
  }
  return total / (words.length - window + 1);
}

/** Share of the sentences whose words occur in the text more than once. */
export function duplicateSentences(text) {
  const counts = tally(sentencesOf(text).map((sentence) => wordsOf(sentence).join(" ")));
  return ratio(sum(counts.filter((count) => count > 1)), sum(counts));
}

/** Share of the sentences that begin with the two words most sentences begin with. */
export function sameOpenings(text) {
  const counts = tally(sentencesOf(text).map((sentence) => wordsOf(sentence).slice(0, 2).join(" ")));
  return ratio(Math.max(0, ...counts), sum(counts));
}

/** Share of the text's shingles (runs of `size` words) that the source has as well (Broder 1997, containment). */
export function shinglesKept(text, source, size = 5) {
  const known = nGrams(wordsOf(source), size);
  let kept = 0;
  let all = 0;
  for (const [gram, count] of nGrams(wordsOf(text), size)) {
    all += count;
    if (known.has(gram)) kept += count;
  }
  return ratio(kept, all);
}

/** Words in the longest run that the text has in common with the source. */
export function longestCopiedRun(text, source) {
  const words = wordsOf(text);
  const sourceText = ` ${wordsOf(source).join(" ")} `;
  let longest = 0;
  for (let start = 0; start + longest < words.length; start += 1) {
    while (
      start + longest < words.length &&
      sourceText.includes(` ${words.slice(start, start + longest + 1).join(" ")} `)
    ) {
      longest += 1;
    }
  }
  return longest;
}

/**
 * BLEU of up to four words (Papineni et al. 2002) of one text; n-grams of two words and more are counted plus one, as Lin
 * & Och (2004) smooth it, so that a short text without a common run of four words is not simply zero.
 */
export function bleu(text, references) {
  const words = wordsOf(text);
  const others = references.map(wordsOf);
  let logarithms = 0;
  for (let size = 1; size <= 4; size += 1) {
    const counts = others.map((other) => nGrams(other, size));
    const smoothing = size > 1 ? 1 : 0;
    let matched = smoothing;
    let all = smoothing;
    for (const [gram, count] of nGrams(words, size)) {
      all += count;
      matched += Math.min(count, Math.max(...counts.map((known) => known.get(gram) ?? 0)));
    }
    if (matched === 0) return 0;
    logarithms += Math.log(matched / all) / 4;
  }
  const nearest = others
    .map((other) => other.length)
    .sort((a, b) => Math.abs(a - words.length) - Math.abs(b - words.length) || a - b)[0];
  const brevity = words.length >= nearest ? 1 : Math.exp(1 - nearest / words.length);
  return brevity * Math.exp(logarithms);
}

/** Mean BLEU of each text with the others as its references (Zhu et al. 2018, Texygen): 1 when all are the same. */
export function selfBleu(texts) {
  return mean(texts.map((text, index) => bleu(text, texts.toSpliced(index, 1))));
}

export function mean(values) {
  return values.length === 0 ? 0 : sum(values) / values.length;
}

export function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** Zero when there is nothing to divide by. */
export function ratio(part, whole) {
  return whole === 0 ? 0 : part / whole;
}

function tally(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts.values()];
}
