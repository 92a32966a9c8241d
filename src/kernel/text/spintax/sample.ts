import type { Random } from "../../values/random.js";
import { parsed, type Spintax, walk } from "./program.js";

/**
 * Up to `count` different variants. When the text has no more than `count`, all of them, in order: the last group changes
 * fastest, as in ac, ad, bc, bd. Otherwise every choice of options is equally likely (so a group with many variants within
 * it is met more often than by rendering), and the same seed gives the same list.
 *
 * Never looks at more than 4 times `count` variants, or 4,096 in a text of up to 4,096 characters and in proportion fewer in
 * a longer one, whichever is more. A text whose choices mostly come to the same few texts (`{a|a}` sixty times) can
 * therefore give fewer different ones than it has.
 *
 * Throws RangeError for a count that is not a whole number from 0.
 */
export function sampleVariants(spintax: Spintax | string, count: number, random: Random): string[] {
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new RangeError("The count of variants is not a whole number from 0. Give one, such as 10.");
  }
  const program = parsed(spintax);
  const { total, shares } = sharesOf(program);
  const variants = new Set<string>();
  const budget = Math.max(4 * count, Math.min(4096, 2 ** 24 / program.source.length));

  const ranked = (rank: number) =>
    walk(program, (first, last) => {
      const way = wayAt(shares, first, last, rank);
      if (way > first) rank -= shares[way - 1]!;
      return way;
    });
  if (total <= count) {
    for (let rank = 0; rank < total; rank += 1) variants.add(ranked(rank));
  } else if (total <= budget) {
    // A shuffle of all ranks, of which only as much is done and kept as is drawn.
    const moved = new Map<number, number>();
    for (let drawn = 0; drawn < total && variants.size < count; drawn += 1) {
      const place = random.integer(drawn, total - 1);
      variants.add(ranked(moved.get(place) ?? place));
      moved.set(place, moved.get(drawn) ?? drawn);
      moved.delete(drawn);
    }
  } else {
    const draw = () => walk(program, (first, last) => wayAt(shares, first, last, random.next() * shares[last]!));
    for (let drawn = 0; drawn < budget && variants.size < count; drawn += 1) variants.add(draw());
  }
  return [...variants];
}

const SCALE = 2 ** 500;

/**
 * Of every way: how many variants go by it or by the ways of the same step before it. Exact up to 2^53 variants of the
 * whole, which is `total`; beyond, numbers are comparable within a step only, and `total` may be Infinity.
 */
function sharesOf({ firsts, ways }: Spintax): { total: number; shares: Float64Array } {
  const shares = new Float64Array(ways.length);
  // The number of variants from each step on is count times SCALE to the power of scale.
  const end = firsts.length - 2;
  const counts = new Float64Array(end + 1);
  const scales = new Uint32Array(end + 1);
  counts[end] = 1;
  for (let step = end - 1; step >= 0; step -= 1) {
    const first = firsts[step]!;
    const past = firsts[step + 1]!;
    let scale = 0;
    for (let way = first; way < past; way += 1) scale = Math.max(scale, scales[ways[way]!]!);
    let sum = 0;
    for (let way = first; way < past; way += 1) {
      const below = scale - scales[ways[way]!]!;
      if (below < 3) sum += counts[ways[way]!]! / SCALE ** below;
      shares[way] = sum;
    }
    counts[step] = sum > SCALE ? sum / SCALE : sum;
    scales[step] = sum > SCALE ? scale + 1 : scale;
  }
  return { total: scales[0] === 0 ? counts[0]! : Number.POSITIVE_INFINITY, shares };
}

/** The first way whose share lies above the value; the last one if rounding left none. */
function wayAt(shares: Float64Array, first: number, last: number, value: number): number {
  while (first < last) {
    const middle = (first + last) >> 1;
    if (value < shares[middle]!) last = middle;
    else first = middle + 1;
  }
  return first;
}
