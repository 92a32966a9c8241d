import { isStopWord, termsOf, wordsOf } from "../../engines/pages/terms.js";

/** Paragraphs as lists of the terms of their sentences. */
interface TermParagraph {
  readonly source: number;
  readonly sentences: readonly (readonly string[])[];
}

const MOST_TERMS = 30;
const MOST_PHRASES = 10;

/** Terms that occur near those of the keyword more often than elsewhere, the strongest with weight 1. */
export function relatedTerms(
  query: readonly string[],
  paragraphs: readonly TermParagraph[],
): ReadonlyMap<string, number> {
  const asked = new Set(query);
  const near = new Map<string, number>();
  const everywhere = new Map<string, number>();
  const sources = new Map<string, Set<number>>();
  for (const { source, sentences } of paragraphs) {
    const naming = sentences.map((terms) => terms.some((term) => asked.has(term)));
    for (const [index, terms] of sentences.entries()) {
      const isNear = naming[index] || naming[index - 1] || naming[index + 1];
      for (const term of new Set(terms)) {
        if (asked.has(term) || /^\d/.test(term) || term.length < 3) continue;
        everywhere.set(term, (everywhere.get(term) ?? 0) + 1);
        if (isNear) near.set(term, (near.get(term) ?? 0) + 1);
        const held = sources.get(term) ?? new Set();
        sources.set(term, held.add(source));
      }
    }
  }
  const scored = [...near]
    .filter(([, count]) => count >= 2)
    .map(([term, count]): [string, number] => [
      term,
      count * (count / everywhere.get(term)!) * Math.log(1 + sources.get(term)!.size),
    ])
    .sort(([one, high], [other, low]) => low - high || (one < other ? -1 : 1))
    .slice(0, MOST_TERMS);
  const top = scored[0]?.[1] ?? 1;
  return new Map(scored.map(([term, score]) => [term, Math.sqrt(score / top)]));
}

/**
 * Phrases of the texts that go with the keyword, lower case, strongest first: runs of two or three words with a meaning of
 * their own, and single words that stand out.
 */
export function relatedPhrases(
  keyword: string,
  query: readonly string[],
  related: ReadonlyMap<string, number>,
  sentences: readonly string[],
): string[] {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    for (const run of contentRuns(sentence)) {
      for (let length = 1; length <= 3; length += 1) {
        for (let at = 0; at + length <= run.length; at += 1) {
          const phrase = run.slice(at, at + length).join(" ");
          counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
        }
      }
    }
  }
  const asked = new Set(query);
  const scored = [...counts].flatMap(([phrase, count]): { phrase: string; terms: string[]; score: number }[] => {
    const words = phrase.split(" ");
    const terms = termsOf(phrase);
    const weight =
      terms.reduce((sum, term) => sum + (related.get(term) ?? (asked.has(term) ? 0.5 : 0)), 0) / words.length;
    if (words.length === 1 && UNITS.has(phrase)) return [];
    if (count < 2 || weight === 0 || terms.every((term) => asked.has(term)) || words.some((word) => word.length < 3))
      return [];
    return [{ phrase, terms, score: count * weight * [0.3, 2, 2.4][words.length - 1]! }];
  });
  scored.sort((one, other) => other.score - one.score || (one.phrase < other.phrase ? -1 : 1));
  const chosen: { phrase: string; terms: string[] }[] = [];
  for (const candidate of scored) {
    if (chosen.length >= MOST_PHRASES) break;
    // "queen" adds nothing to "queen bee", nor "bee colony" to "honey bee colony".
    const said = chosen.some(
      ({ terms }) =>
        candidate.terms.every((term) => terms.includes(term)) || terms.every((term) => candidate.terms.includes(term)),
    );
    if (!said && candidate.phrase !== keyword.toLowerCase()) chosen.push(candidate);
  }
  return chosen.map(({ phrase }) => phrase);
}

/** Alone they measure something and are nothing. */
const UNITS = new Set(
  (
    "gram grams kilogram kilograms metre metres meter meters centimetre centimetres millimetres inch inches feet miles litre litres " +
    "cent percent per degrees minutes hours single century ratio size amount weight height level"
  ).split(" "),
);

/** Runs of words between stop words, figures and punctuation. */
function contentRuns(sentence: string): string[][] {
  const runs: string[][] = [];
  for (const piece of sentence.toLowerCase().split(/[.,;:!?()"\u201c\u201d\u2013\u2014]/)) {
    let run: string[] = [];
    for (const word of wordsOf(piece)) {
      if (isStopWord(word) || /^\d/.test(word) || word.endsWith("ly")) {
        if (run.length > 0) runs.push(run);
        run = [];
      } else run.push(word);
    }
    if (run.length > 0) runs.push(run);
  }
  return runs;
}
