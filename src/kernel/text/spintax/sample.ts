import type { Random } from "../../values/random.js";
import { MARK_SIZE, type Marks, optionsOf } from "./marks.js";
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
  const { total, options, firsts, shares } = sharesOf(program.marks);
  const variants = new Set<string>();
  const budget = Math.max(4 * count, Math.min(4096, 2 ** 24 / program.source.length));

  const ranked = (rank: number) =>
    walk(program, (open, many) => {
      const first = firsts[open / MARK_SIZE]!;
      const option = optionAt(shares, first, first + many - 1, rank);
      if (option > first) rank -= shares[option - 1]!;
      return options[option]!;
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
    const draw = () =>
      walk(program, (open, many) => {
        const first = firsts[open / MARK_SIZE]!;
        const last = first + many - 1;
        return options[optionAt(shares, first, last, random.next() * shares[last]!)]!;
      });
    for (let drawn = 0; drawn < budget && variants.size < count; drawn += 1) variants.add(draw());
  }
  return [...variants];
}

const SCALE = 2 ** 500;

interface Shares {
  /** How many variants there are: exact up to 2^53, possibly Infinity beyond. */
  readonly total: number;
  /** The marks at which options begin, those of a group in a row and in order. */
  readonly options: Int32Array;
  /** By number of a mark: where in `options` those of its group begin. */
  readonly firsts: Int32Array;
  /**
   * Of every option: how many variants go by it or by those of its group before it. Exact up to 2^53 variants of the whole;
   * beyond, numbers are comparable within a group only.
   */
  readonly shares: Float64Array;
}

function sharesOf(marks: Marks): Shares {
  const end = marks.length / MARK_SIZE - 1;
  const options = new Int32Array(end);
  const firsts = new Int32Array(end);
  const shares = new Float64Array(end);
  // The number of variants of what follows each mark is count times SCALE to the power of scale.
  const counts = new Float64Array(end);
  const scales = new Uint32Array(end);
  counts[end - 1] = 1;
  let first = end;
  for (let mark = end - 1; mark > 0; mark -= 1) {
    const aim = marks[mark * MARK_SIZE + 1]!;
    let count = 0;
    let scale = 0;
    if (aim > 0) {
      count = counts[aim / MARK_SIZE]!;
      scale = scales[aim / MARK_SIZE]!;
    } else {
      first += aim;
      firsts[mark] = first;
      options.set(optionsOf(marks, mark * MARK_SIZE), first);
      const inGroup = options.subarray(first, first - aim);
      scale = inGroup.reduce((highest, option) => Math.max(highest, scales[option / MARK_SIZE]!), 0);
      for (const [index, option] of inGroup.entries()) {
        const below = scale - scales[option / MARK_SIZE]!;
        if (below < 3) count += counts[option / MARK_SIZE]! / SCALE ** below;
        shares[first + index] = count;
      }
    }
    counts[mark - 1] = count > SCALE ? count / SCALE : count;
    scales[mark - 1] = count > SCALE ? scale + 1 : scale;
  }
  return { total: scales[0] === 0 ? counts[0]! : Number.POSITIVE_INFINITY, options, firsts, shares };
}

/** The first option whose share is above the value; the last one if rounding left none. */
function optionAt(shares: Float64Array, first: number, last: number, value: number): number {
  while (first < last) {
    const middle = (first + last) >> 1;
    if (value < shares[middle]!) last = middle;
    else first = middle + 1;
  }
  return first;
}
