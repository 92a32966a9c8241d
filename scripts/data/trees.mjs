// Gradient-boosted regression trees over soft labels, small enough to read: histograms, row and column sampling, shrinkage.

/**
 * @typedef {object} Forest
 * @property {number} base Logarithm of the odds before any tree.
 * @property {Tree[]} trees
 *
 * @typedef {object} Tree A flat tree: a leaf has feature -1 and its value in `values`; else values at most `values` go to `left`.
 * @property {number[]} features
 * @property {number[]} values
 * @property {number[]} left The right child follows the left one.
 */

/** @typedef {{ rounds: number, depth: number, rate: number, leastRows: number, rows: number, columns: number, smoothing: number, seed: number }} Settings */

const BINS = 48;

/** Values of every feature in steps, feature after feature. @param {Float32Array} rows @param {number} width */
export function binned(rows, width) {
  const count = rows.length / width;
  const cuts = [];
  const bins = new Uint8Array(rows.length);
  for (let feature = 0; feature < width; feature++) {
    const column = new Float32Array(count);
    for (let row = 0; row < count; row++) column[row] = rows[row * width + feature];
    const sorted = column.slice().sort();
    const own = new Set();
    for (let bin = 1; bin < BINS; bin++) own.add(sorted[Math.floor((bin * count) / BINS)]);
    const list = [...own].sort((a, b) => a - b);
    if (list.at(-1) === sorted[count - 1]) list.pop();
    cuts.push(list);
    for (let row = 0; row < count; row++) {
      let low = 0;
      let high = list.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (column[row] <= list[middle]) high = middle;
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
export function grown({ bins, cuts, count, width }, labels, weights, chosen, settings) {
  const random = generator(settings.seed);
  let positive = 0;
  let total = 0;
  for (const row of chosen) {
    positive += labels[row] * weights[row];
    total += weights[row];
  }
  const base = Math.log(positive / (total - positive));
  const scores = new Float64Array(count).fill(base);
  const slopes = new Float64Array(count);
  const curves = new Float64Array(count);
  const trees = [];
  for (let round = 0; round < settings.rounds; round++) {
    for (const row of chosen) {
      const chance = 1 / (1 + Math.exp(-scores[row]));
      slopes[row] = (labels[row] - chance) * weights[row];
      curves[row] = chance * (1 - chance) * weights[row];
    }
    const sample = chosen.filter(() => random() < settings.rows);
    const columns = Array.from({ length: width }, (_, feature) => feature).filter(
      (feature) => cuts[feature].length > 0 && random() < settings.columns,
    );
    const tree = oneTree(sample, columns);
    trees.push(tree.flat);
    for (const row of chosen) scores[row] += tree.valueOf(row);
  }
  return { base, trees };

  function oneTree(sample, columns) {
    const flat = { features: [], values: [], left: [] };
    const splitBins = [];
    const room = () => {
      flat.features.push(-1);
      flat.values.push(0);
      flat.left.push(0);
      splitBins.push(0);
      return flat.features.length - 1;
    };
    const waiting = [{ node: room(), rows: sample, depth: 0 }];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { node, rows, depth } = next;
      let slope = 0;
      let curve = 0;
      for (const row of rows) {
        slope += slopes[row];
        curve += curves[row];
      }
      flat.values[node] = (settings.rate * slope) / (curve + settings.smoothing);
      if (depth === settings.depth || rows.length < 2 * settings.leastRows) continue;
      const split = bestSplit(rows, columns, slope, curve);
      if (!split) continue;
      const lower = [];
      const upper = [];
      for (const row of rows) (bins[split.feature * count + row] <= split.bin ? lower : upper).push(row);
      const left = room();
      room();
      flat.features[node] = split.feature;
      flat.values[node] = cuts[split.feature][split.bin];
      flat.left[node] = left;
      splitBins[node] = split.bin;
      waiting.push(
        { node: left, rows: Int32Array.from(lower), depth: depth + 1 },
        { node: left + 1, rows: Int32Array.from(upper), depth: depth + 1 },
      );
    }
    return {
      flat,
      valueOf(row) {
        let node = 0;
        while (flat.features[node] >= 0) {
          node = flat.left[node] + (bins[flat.features[node] * count + row] <= splitBins[node] ? 0 : 1);
        }
        return flat.values[node];
      },
    };
  }

  function bestSplit(rows, columns, slope, curve) {
    let best;
    let bestGain = 1e-3;
    const whole = (slope * slope) / (curve + settings.smoothing);
    const slopeSums = new Float64Array(BINS);
    const curveSums = new Float64Array(BINS);
    const counts = new Int32Array(BINS);
    for (const feature of columns) {
      slopeSums.fill(0);
      curveSums.fill(0);
      counts.fill(0);
      const at = feature * count;
      for (const row of rows) {
        const bin = bins[at + row];
        slopeSums[bin] += slopes[row];
        curveSums[bin] += curves[row];
        counts[bin]++;
      }
      let lowerSlope = 0;
      let lowerCurve = 0;
      let lowerCount = 0;
      for (let bin = 0; bin < cuts[feature].length; bin++) {
        lowerSlope += slopeSums[bin];
        lowerCurve += curveSums[bin];
        lowerCount += counts[bin];
        if (lowerCount < settings.leastRows || rows.length - lowerCount < settings.leastRows) continue;
        const gain =
          lowerSlope ** 2 / (lowerCurve + settings.smoothing) +
          (slope - lowerSlope) ** 2 / (curve - lowerCurve + settings.smoothing) -
          whole;
        if (gain > bestGain) {
          bestGain = gain;
          best = { feature, bin };
        }
      }
    }
    return best;
  }
}

/** The sum of the trees for a row, before it is made a probability. @param {Forest} forest @param {Float32Array} rows @param {number} offset */
export function scoreOf({ base, trees }, rows, offset) {
  let sum = base;
  for (const { features, values, left } of trees) {
    let node = 0;
    while (features[node] >= 0) node = left[node] + (rows[offset + features[node]] <= values[node] ? 0 : 1);
    sum += values[node];
  }
  return sum;
}

/** Numbers from 0 to below 1, the same for the same seed. @param {number} seed */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
