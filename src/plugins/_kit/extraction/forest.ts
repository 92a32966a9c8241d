/** Boosted trees as they are stored: a row of features goes down each of them, and what its leaves say is added up. */
export interface Forest {
  /** From 0 to 1 for the row at the offset. */
  chance(rows: Float32Array, offset: number): number;
}

const LEAF = 255;

/**
 * Forests packed one after the other, in bytes of lowest order first. Before them stand the places where features are
 * split: of each feature their number and they themselves. A forest is its number of trees, what no tree has to say, the
 * size of a step of its leaves and the trees. A node is the number of its feature and of the place where it splits, then
 * its lower child and what is below that, then its upper child; a leaf is 255 and its value in steps.
 */
export function unpackedForests(bytes: Uint8Array, width: number): Forest[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const byte = () => view.getUint8(at++);
  const float = () => {
    at += 4;
    return view.getFloat32(at - 4, true);
  };
  const stored = byte();
  if (stored !== width) throw new Error(`The weights are for ${stored} features, not for ${width}; train them again.`);
  const cuts = Array.from({ length: width }, () => Float32Array.from({ length: byte() }, float));
  const forests: Forest[] = [];
  while (at < bytes.length) {
    const trees = view.getUint16(at, true);
    at += 2;
    const base = float();
    const step = float();
    const features: number[] = [];
    const values: number[] = [];
    /** Where the upper child stands; the lower one follows its parent. */
    const upper: number[] = [];
    const roots: number[] = [];
    const node = () => {
      const own = features.length;
      const feature = byte();
      features.push(feature === LEAF ? -1 : feature);
      upper.push(0);
      if (feature === LEAF) {
        values.push(view.getInt16(at, true) * step);
        at += 2;
        return;
      }
      values.push(cuts[feature]![byte()]!);
      node();
      upper[own] = features.length;
      node();
    };
    for (let tree = 0; tree < trees; tree += 1) {
      roots.push(features.length);
      node();
    }
    forests.push(forest(base, Int16Array.from(features), Float32Array.from(values), Int32Array.from(upper), roots));
  }
  return forests;
}

function forest(
  base: number,
  features: Int16Array,
  values: Float32Array,
  upper: Int32Array,
  roots: readonly number[],
): Forest {
  return {
    chance(rows, offset) {
      let sum = base;
      for (const root of roots) {
        let node = root;
        let feature = features[node]!;
        while (feature >= 0) {
          node = rows[offset + feature]! <= values[node]! ? node + 1 : upper[node]!;
          feature = features[node]!;
        }
        sum += values[node]!;
      }
      return 1 / (1 + Math.exp(-sum));
    },
  };
}
