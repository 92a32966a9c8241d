import { normalAddress } from "../../engines/pages/links/normal-address.js";
import type { SearchHit } from "../../kernel/providers.js";

/** A list of hits of one engine, the best first. */
export interface RankedHits {
  readonly engine: string;
  readonly hits: readonly SearchHit[];
}

// Of Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual rank learning methods", 2009.
const SMOOTHING = 60;

/**
 * One list of several, by reciprocal rank fusion: a page that several engines have, and have in front, comes first. A page is the
 * same under all spellings of its address. The words are those of the engine that has it furthest in front.
 */
export function mergedHits(lists: readonly RankedHits[]): SearchHit[] {
  const pages = new Map<string, { hit: SearchHit; best: number; score: number; ranks: Record<string, number> }>();
  for (const { engine, hits } of lists) {
    for (const [index, hit] of hits.entries()) {
      const rank = index + 1;
      const key = pageOf(hit.url);
      const page = pages.get(key) ?? { hit, best: rank, score: 0, ranks: {} };
      if (page.ranks[engine] !== undefined) continue;
      pages.set(key, {
        hit: rank < page.best ? hit : page.hit,
        best: Math.min(rank, page.best),
        score: page.score + 1 / (SMOOTHING + rank),
        ranks: { ...page.ranks, [engine]: rank },
      });
    }
  }
  return [...pages.values()]
    .sort((a, b) => b.score - a.score || a.best - b.best)
    .map(({ hit, ranks }) => ({ ...hit, ranks }));
}

function pageOf(url: string): string {
  return normalAddress(url, { stripTracking: true, ignoreHash: true, ignoreWww: true, sortQuery: true }) ?? url;
}
