import type { Archive } from "./archive.js";
import { descending } from "./number-lists.js";

/** How sure a reader is to accept each of several candidates. */
export interface Ranker {
  /** What the features known without a sentence count in choosing which candidates are looked at. */
  readonly weights: Float32Array;
  /** From 0 to 1 for each row of features; 0 for all but the best 20. */
  scores(rows: Float32Array): Float32Array;
}

/** The first trees see every row, the others only so many as those like best, the network again only the best of these. */
const FIRST_TREES = 60;
const LONG_LIST = 30;
const SHORT_LIST = 20;

/** Two kinds of judges, trained on the same answers of people, and the middle of what they say. */
export function createRanker(archive: Archive, features: readonly string[]): Ranker {
  if (archive.lines("features").join() !== features.join()) {
    throw new Error("The ranker in data/english was trained for other features; run npm run train");
  }
  const floats = (name: string): Float32Array => {
    const bytes = archive.bytes(name);
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  };
  const width = features.length;
  const trees = createTrees(archive, floats, width);
  const network = createNetwork(archive, floats, width);
  const [share] = floats("share");
  return {
    weights: floats("weights"),
    scores(rows) {
      const scores = new Float32Array(rows.length / width);
      const sums = new Float32Array(scores.length);
      for (let row = 0; row < sums.length; row += 1) sums[row] = trees.sum(rows, row * width, 0, FIRST_TREES);
      const long = descending(sums).subarray(0, LONG_LIST);
      const whole = Float32Array.from(
        long,
        (row) => sums[row]! + trees.sum(rows, row * width, FIRST_TREES, trees.count),
      );
      for (const place of descending(whole).subarray(0, SHORT_LIST)) {
        const row = long[place]!;
        const sum = share! * network(rows, row * width) + (1 - share!) * (trees.base + whole[place]!);
        scores[row] = 1 / (1 + Math.exp(-sum));
      }
      return scores;
    },
  };
}

interface Trees {
  readonly count: number;
  /** What no tree has to say. */
  readonly base: number;
  /** What the trees from one to before another add for the row at the offset. */
  sum(rows: Float32Array, offset: number, from: number, to: number): number;
}

/**
 * Boosted trees in flat lists. A node tests one feature of a row: up to its value the way goes to the left child, above it to the
 * one behind; a leaf adds its value.
 */
function createTrees(archive: Archive, floats: (name: string) => Float32Array, width: number): Trees {
  const tested = Int16Array.from(archive.bytes("tested"), (feature) => feature - 1);
  const values = floats("values");
  const left = archive.numbers("left");
  const roots = archive.numbers("roots");
  const [base] = floats("base");
  if (tested.some((feature) => feature >= width)) throw new Error("The ranker in data/english tests unknown features");
  return {
    count: roots.length,
    base: base!,
    sum(rows, offset, from, to) {
      let sum = 0;
      for (let tree = from; tree < to; tree += 1) {
        let node = roots[tree]!;
        let feature = tested[node]!;
        while (feature >= 0) {
          node = left[node]! + (rows[offset + feature]! <= values[node]! ? 0 : 1);
          feature = tested[node]!;
        }
        sum += values[node]!;
      }
      return sum;
    },
  };
}

/** A network of one hidden layer over features that are first put on one scale by steps. */
function createNetwork(
  archive: Archive,
  floats: (name: string) => Float32Array,
  width: number,
): (rows: Float32Array, offset: number) => number {
  const cutCounts = archive.numbers("cutCounts");
  const cuts = floats("cuts");
  const levels = floats("levels");
  const hidden = floats("hidden");
  const out = floats("out");
  const straight = floats("straight");
  const [bias] = floats("bias");
  const units = out.length;
  const cutStarts = new Uint32Array(width + 1);
  for (let feature = 0; feature < width; feature += 1)
    cutStarts[feature + 1] = cutStarts[feature]! + cutCounts[feature]!;
  const sums = new Float32Array(units);

  return (rows, offset) => {
    let sum = bias!;
    // The row of each unit's own bias comes after those of the features.
    for (let unit = 0; unit < units; unit += 1) sums[unit] = hidden[width * units + unit]!;
    for (let feature = 0; feature < width; feature += 1) {
      const value = rows[offset + feature]!;
      let low = cutStarts[feature]!;
      let high = cutStarts[feature + 1]!;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (value <= cuts[middle]!) high = middle;
        else low = middle + 1;
      }
      // A feature with n cuts has n + 1 levels.
      const level = levels[low + feature]!;
      sum += level * straight[feature]!;
      const base = feature * units;
      for (let unit = 0; unit < units; unit += 1) sums[unit]! += level * hidden[base + unit]!;
    }
    for (let unit = 0; unit < units; unit += 1) if (sums[unit]! > 0) sum += sums[unit]! * out[unit]!;
    return sum;
  };
}
