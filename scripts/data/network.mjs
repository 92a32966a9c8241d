// A network of one hidden layer with direct connections besides, over features on one scale; for the mean of two opinions.
import { generator } from "./trees.mjs";

const SETTINGS = { units: 16, epochs: 14, batch: 256, rate: 3e-3, decay: 3e-4, drop: 0.3, blind: 0.1 };

/**
 * For every step of every feature its rank among all rows, drawn out to a bell curve of width 1.
 * @param {ReturnType<typeof import("./trees.mjs").binned>} table
 */
export function levelled({ bins, cuts, count, width }) {
  const levels = [];
  const rows = new Float32Array(count * width);
  for (let feature = 0; feature < width; feature++) {
    const own = bins.subarray(feature * count, (feature + 1) * count);
    const sizes = new Float64Array(cuts[feature].length + 1);
    for (const bin of own) sizes[bin]++;
    let below = 0;
    const drawn = Array.from(sizes, (size) => {
      const middle = (below + size / 2) / count;
      below += size;
      return Math.atanh(Math.max(-0.9999, Math.min(0.9999, 2 * middle - 1)));
    });
    const mean = drawn.reduce((sum, value, bin) => sum + (value * sizes[bin]) / count, 0);
    const spread =
      Math.sqrt(drawn.reduce((sum, value, bin) => sum + ((value - mean) ** 2 * sizes[bin]) / count, 0)) || 1;
    const scaled = drawn.map((value) => Math.max(-4, Math.min(4, (value - mean) / spread)));
    levels.push(scaled);
    for (let row = 0; row < count; row++) rows[row * width + feature] = scaled[own[row]];
  }
  return { levels, rows };
}

/**
 * @param {Float32Array} rows From `levelled`. @param {number} width @param {ArrayLike<number>} labels @param {ArrayLike<number>} weights
 * @param {Int32Array} chosen @param {number} seed
 */
export function trainedNetwork(rows, width, labels, weights, chosen, seed) {
  const { units, epochs, batch, rate, decay, drop, blind } = SETTINGS;
  const random = generator(seed);
  const bell = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  // One list for all: the hidden weights with a last row of biases, the weights out, the straight ones, the bias.
  const out = (width + 1) * units;
  const straight = out + units;
  const bias = straight + width;
  const size = bias + 1;
  const values = new Float64Array(size);
  for (let at = 0; at < width * units; at++) values[at] = bell() / Math.sqrt(width);
  for (let at = out; at < straight; at++) values[at] = bell() / Math.sqrt(units);
  values[bias] = -2.5;
  const slopes = new Float64Array(size);
  const first = new Float64Array(size);
  const second = new Float64Array(size);
  const order = Int32Array.from(chosen);
  const seen = new Float64Array(width);
  const sums = new Float64Array(units);
  const open = new Float64Array(units);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other], order[at]];
    }
    const pace = rate * (1 - epoch / epochs);
    for (let from = 0; from < order.length; from += batch) {
      const to = Math.min(order.length, from + batch);
      slopes.fill(0);
      for (let at = from; at < to; at++) learnFrom(order[at], to - from);
      step++;
      const firstScale = 1 / (1 - 0.9 ** step);
      const secondScale = 1 / (1 - 0.999 ** step);
      for (let at = 0; at < size; at++) {
        const slope = slopes[at] + (at < bias ? decay * values[at] : 0);
        first[at] = 0.9 * first[at] + 0.1 * slope;
        second[at] = 0.999 * second[at] + 0.001 * slope * slope;
        values[at] -= (pace * first[at] * firstScale) / (Math.sqrt(second[at] * secondScale) + 1e-8);
      }
    }
  }
  return { values, units, width };

  function learnFrom(row, size) {
    for (let unit = 0; unit < units; unit++) {
      sums[unit] = values[width * units + unit];
      open[unit] = random() < drop ? 0 : 1 / (1 - drop);
    }
    let sum = values[bias];
    for (let feature = 0; feature < width; feature++) {
      const value = random() < blind ? 0 : rows[row * width + feature];
      seen[feature] = value;
      if (value === 0) continue;
      sum += value * values[straight + feature];
      const base = feature * units;
      for (let unit = 0; unit < units; unit++) sums[unit] += value * values[base + unit];
    }
    for (let unit = 0; unit < units; unit++) if (sums[unit] > 0) sum += sums[unit] * open[unit] * values[out + unit];
    const wrong = ((1 / (1 + Math.exp(-sum)) - labels[row]) * weights[row]) / size;
    slopes[bias] += wrong;
    for (let unit = 0; unit < units; unit++) {
      if (sums[unit] <= 0 || open[unit] === 0) {
        sums[unit] = 0;
        continue;
      }
      slopes[out + unit] += wrong * sums[unit] * open[unit];
      sums[unit] = wrong * open[unit] * values[out + unit];
      slopes[width * units + unit] += sums[unit];
    }
    for (let feature = 0; feature < width; feature++) {
      const value = seen[feature];
      if (value === 0) continue;
      slopes[straight + feature] += wrong * value;
      const base = feature * units;
      for (let unit = 0; unit < units; unit++) slopes[base + unit] += sums[unit] * value;
    }
  }
}

/** @param {ReturnType<typeof trainedNetwork>} network @param {Float32Array} rows @param {number} row */
export function networkScore({ values, units, width }, rows, row) {
  const out = (width + 1) * units;
  const straight = out + units;
  let sum = values[straight + width];
  for (let unit = 0; unit < units; unit++) {
    let own = values[width * units + unit];
    for (let feature = 0; feature < width; feature++)
      own += rows[row * width + feature] * values[feature * units + unit];
    if (own > 0) sum += own * values[out + unit];
  }
  for (let feature = 0; feature < width; feature++) sum += rows[row * width + feature] * values[straight + feature];
  return sum;
}
