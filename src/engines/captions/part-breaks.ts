import { endsSentence } from "./sentence-ends.js";

interface Timed {
  readonly start: number;
  readonly text: string;
}

/** How far from its time a break may be put, to stand between sentences. */
const REACH_MS = 8000;

/**
 * For each break, a time in milliseconds, the number of the piece that comes first behind it: the nearest, and where there
 * are sentences the nearest that begins one. As many as there are pieces for a break behind the last.
 */
export function pieceOfBreaks(pieces: readonly Timed[], breaks: readonly number[], hasSentences: boolean): number[] {
  const found: number[] = [];
  let from = 0;
  for (const time of breaks) {
    // The first that does not begin before the break is within reach in any case.
    while (from < pieces.length && pieces[from]!.start < time - REACH_MS) from += 1;
    let best = from;
    let least = Number.POSITIVE_INFINITY;
    for (let at = from; at < pieces.length; at += 1) {
      const distance = Math.abs(pieces[at]!.start - time);
      const isLate = pieces[at]!.start > time + REACH_MS;
      if (isLate && least < Number.POSITIVE_INFINITY) break;
      const begins = !hasSentences || at === 0 || endsSentence(pieces[at - 1]!.text);
      const cost = distance + (begins ? 0 : 2 * REACH_MS);
      if (cost < least) [least, best] = [cost, at];
      if (isLate) break;
    }
    const first = found.at(-1) ?? 0;
    found.push(Math.max(first, least === Number.POSITIVE_INFINITY ? pieces.length : best));
  }
  return found;
}
