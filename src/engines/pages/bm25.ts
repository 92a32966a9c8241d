/** Okapi BM25 over documents given as lists of terms; `score` is 0 for a document without any of the query's terms. */
export interface Bm25 {
  /** How rare a term is: near 0 where all documents hold it. */
  weight(term: string): number;
  score(query: readonly string[], document: number): number;
}

const SATURATION = 1.2;
const LENGTH_EFFECT = 0.75;

export function bm25(documents: readonly (readonly string[])[]): Bm25 {
  const counts = documents.map((terms) => {
    const count = new Map<string, number>();
    for (const term of terms) count.set(term, (count.get(term) ?? 0) + 1);
    return count;
  });
  const holding = new Map<string, number>();
  for (const count of counts) {
    for (const term of count.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
  }
  const lengths = documents.map((terms) => terms.length);
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) || 1;
  const weight = (term: string) => {
    const found = holding.get(term) ?? 0;
    return Math.log(1 + (lengths.length - found + 0.5) / (found + 0.5));
  };
  return {
    weight,
    score(query, document) {
      const length = lengths[document]! / average;
      let score = 0;
      for (const term of query) {
        const count = counts[document]!.get(term) ?? 0;
        const damped = count + SATURATION * (1 - LENGTH_EFFECT + LENGTH_EFFECT * length);
        score += (weight(term) * count * (SATURATION + 1)) / damped;
      }
      return score;
    },
  };
}
