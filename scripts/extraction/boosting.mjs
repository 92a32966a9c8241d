// Gradient-boosted trees over soft labels for many rows: trees grow leaf by leaf, and of two children only the smaller is
// counted, the other being the rest of their parent.
import { generator } from "../data/trees.mjs";

/**
 * @typedef {object} Tree A leaf has feature -1 and its value in `values`. At any other node a row whose feature is at most
 * cut number `cuts` goes to `left`, others to the node behind that.
 * @property {number[]} features
 * @property {number[]} values
 * @property {number[]} cuts
 * @property {number[]} left
 *
 * @typedef {{ base: number, trees: Tree[] }} Forest
 * @typedef {{ rounds: number, leaves: number, depth: number, rate: number, leastRows: number, rows: number, columns: number, smoothing: number, seed: number }} Settings
 */

const BINS = 48;
/** Rows that are looked at to find the places of cuts. */
const SAMPLE = 60_000;
/** Sums kept for every bin: slopes, curves and rows. */
const SUMS = 3;

/** Values of every feature in steps, feature after feature. @param {Float32Array} rows @param {number} width */
export function binned(rows, width) {
  const count = rows.length / width;
  const stride = Math.max(1, Math.floor(count / SAMPLE));
  const bins = new Uint8Array(rows.length);
  const cuts = [];
  for (let feature = 0; feature < width; feature++) {
    const column = new Float32Array(Math.ceil(count / stride));
    for (let place = 0; place < column.length; place++) column[place] = rows[place * stride * width + feature];
    column.sort();
    const places = Array.from({ length: BINS - 1 }, (_, bin) => column[Math.floor(((bin + 1) * column.length) / BINS)]);
    const own = [...new Set(places)].filter((value) => value !== column.at(-1));
    cuts.push(own);
    for (let row = 0; row < count; row++) {
      const value = rows[row * width + feature];
      let low = 0;
      let high = own.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (value <= own[middle]) high = middle;
        else low = middle + 1;
      }
      bins[feature * count + row] = low;
    }
  }
  return { bins, cuts, count, width };
}

/**
 * @param {ReturnType<typeof binned>} table @param {ArrayLike<number>} labels From 0 to 1. @param {ArrayLike<number>} weights
 * @param {Int32Array} chosen Rows to learn from. @param {Settings} settings
 * @returns {Forest}
 */
export function grown({ bins, cuts, count }, labels, weights, chosen, settings) {
  const random = generator(settings.seed);
  let positive = 0;
  let total = 0;
  for (const row of chosen) {
    positive += labels[row] * weights[row];
    total += weights[row];
  }
  const base = Math.log(positive / (total - positive));
  const scores = new Float64Array(count).fill(base);
  const slopes = new Float32Array(count);
  const curves = new Float32Array(count);
  const order = new Int32Array(chosen.length);
  const aside = new Int32Array(chosen.length);
  const trees = [];
  for (let round = 0; round < settings.rounds; round++) {
    let sampled = 0;
    for (const row of chosen) {
      const chance = 1 / (1 + Math.exp(-scores[row]));
      slopes[row] = (labels[row] - chance) * weights[row];
      curves[row] = chance * (1 - chance) * weights[row];
      if (random() < settings.rows) order[sampled++] = row;
    }
    const columns = cuts.keys().filter((feature) => cuts[feature].length > 0 && random() < settings.columns);
    const tree = oneTree(sampled, [...columns]);
    trees.push(tree);
    for (const row of chosen) scores[row] += leafOf(tree, { bins, count }, row);
  }
  return { base, trees };

  function oneTree(sampled, columns) {
    const tree = { features: [], values: [], cuts: [], left: [] };
    const room = () => {
      tree.values.push(0);
      tree.cuts.push(0);
      tree.left.push(0);
      return tree.features.push(-1) - 1;
    };
    const open = [leaf(tree, room(), 0, sampled, counted(0, sampled, columns), 0, columns)];
    for (let leaves = 1; leaves < settings.leaves; leaves++) {
      const best = open.reduce((most, one) => (one.gain > most.gain ? one : most));
      if (best.gain === 0) break;
      open.splice(open.indexOf(best), 1);
      const { node, from, to, sums, depth, feature, bin } = best;
      const middle = parted(feature, bin, from, to);
      const left = room();
      room();
      tree.features[node] = feature;
      tree.values[node] = cuts[feature][bin];
      tree.cuts[node] = bin;
      tree.left[node] = left;
      const lowerIsSmaller = middle - from < to - middle;
      const smaller = lowerIsSmaller ? counted(from, middle, columns) : counted(middle, to, columns);
      for (let place = 0; place < sums.length; place++) sums[place] -= smaller[place];
      const [lower, upper] = lowerIsSmaller ? [smaller, sums] : [sums, smaller];
      open.push(leaf(tree, left, from, middle, lower, depth + 1, columns));
      open.push(leaf(tree, left + 1, middle, to, upper, depth + 1, columns));
    }
    return tree;
  }

  function counted(from, to, columns) {
    const sums = new Float64Array(columns.length * BINS * SUMS);
    for (const [place, feature] of columns.entries()) {
      const at = feature * count;
      const start = place * BINS * SUMS;
      for (let index = from; index < to; index++) {
        const row = order[index];
        const bin = start + bins[at + row] * SUMS;
        sums[bin] += slopes[row];
        sums[bin + 1] += curves[row];
        sums[bin + 2]++;
      }
    }
    return sums;
  }

  /** Moves the rows of the lower child before those of the upper; gives where these begin. */
  function parted(feature, bin, from, to) {
    const at = feature * count;
    let middle = from;
    let upper = 0;
    for (let index = from; index < to; index++) {
      const row = order[index];
      if (bins[at + row] <= bin) order[middle++] = row;
      else aside[upper++] = row;
    }
    order.set(aside.subarray(0, upper), middle);
    return middle;
  }

  /** A leaf with its value and the split that would gain most. */
  function leaf(tree, node, from, to, sums, depth, columns) {
    let slope = 0;
    let curve = 0;
    for (let bin = 0; bin < BINS && columns.length > 0; bin++) {
      slope += sums[bin * SUMS];
      curve += sums[bin * SUMS + 1];
    }
    tree.values[node] = (settings.rate * slope) / (curve + settings.smoothing);
    const found = { node, from, to, sums, depth, feature: -1, bin: -1, gain: 0 };
    const rows = to - from;
    if (depth >= settings.depth || rows < 2 * settings.leastRows) return found;
    const whole = (slope * slope) / (curve + settings.smoothing);
    for (const [place, feature] of columns.entries()) {
      let lowerSlope = 0;
      let lowerCurve = 0;
      let lowerRows = 0;
      for (let bin = 0; bin < cuts[feature].length; bin++) {
        const at = (place * BINS + bin) * SUMS;
        lowerSlope += sums[at];
        lowerCurve += sums[at + 1];
        lowerRows += sums[at + 2];
        if (lowerRows < settings.leastRows) continue;
        if (rows - lowerRows < settings.leastRows) break;
        const gain =
          lowerSlope ** 2 / (lowerCurve + settings.smoothing) +
          (slope - lowerSlope) ** 2 / (curve - lowerCurve + settings.smoothing) -
          whole;
        if (gain > Math.max(1e-3, found.gain)) Object.assign(found, { feature, bin, gain });
      }
    }
    return found;
  }
}

function leafOf(tree, { bins, count }, row) {
  let node = 0;
  while (tree.features[node] >= 0) {
    node = tree.left[node] + (bins[tree.features[node] * count + row] <= tree.cuts[node] ? 0 : 1);
  }
  return tree.values[node];
}

/** From 0 to 1 for a row of the table. @param {Forest} forest @param {ReturnType<typeof binned>} table @param {number} row */
export function chanceOf({ base, trees }, table, row) {
  let sum = base;
  for (const tree of trees) sum += leafOf(tree, table, row);
  return 1 / (1 + Math.exp(-sum));
}
