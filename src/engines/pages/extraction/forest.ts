/** Boosted trees as they are stored: a row of features goes down each of them, and what its leaves say is added up. */
export interface Forest {
  /** From 0 to 1 for each of so many rows of so many numbers. */
  chances(rows: Float32Array, width: number, count: number): Float64Array;
}

const LEAF = 255;
/** As many as there are bits to distinguish them. */
const MOST_LEAVES = 32;

/**
 * Forests packed one after the other, in bytes of lowest order first. Before them are the places where features are
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
    const splits: Split[] = [];
    const leaves: number[] = [];
    const firstLeaves: number[] = [];
    const node = (tree: number) => {
      const feature = byte();
      if (feature === LEAF) {
        leaves.push(view.getInt16(at, true) * step);
        at += 2;
        return;
      }
      const cut = cuts[feature]![byte()]!;
      const from = leaves.length - firstLeaves[tree]!;
      node(tree);
      const below = leaves.length - firstLeaves[tree]! - from;
      splits.push({ feature, cut, tree, left: ~(((1 << below) - 1) << from) });
      node(tree);
    };
    for (let tree = 0; tree < trees; tree += 1) {
      firstLeaves.push(leaves.length);
      node(tree);
      if (leaves.length - firstLeaves[tree]! > MOST_LEAVES)
        throw new Error(`A tree of the weights has more than ${MOST_LEAVES} leaves; train smaller ones.`);
    }
    forests.push(forest(base, splits, leaves, firstLeaves, width));
  }
  return forests;
}

/** A place where a tree is split, and as bits which of its leaves can be reached by what is above the cut. */
interface Split {
  readonly feature: number;
  readonly cut: number;
  readonly tree: number;
  readonly left: number;
}

/**
 * Instead of going down the trees, which a processor cannot foresee, all splits are taken feature after feature in the order
 * of their cuts: those below the row's value take leaves away from their trees, and the first leaf left is the tree's.
 */
function forest(
  base: number,
  splits: readonly Split[],
  leaves: readonly number[],
  firstLeaves: readonly number[],
  width: number,
): Forest {
  const sorted = splits.toSorted((a, b) => a.feature - b.feature || a.cut - b.cut);
  const cuts = Float32Array.from(sorted, ({ cut }) => cut);
  const trees = Int32Array.from(sorted, ({ tree }) => tree);
  const masks = Int32Array.from(sorted, ({ left }) => left);
  const ends = new Int32Array(width);
  for (const { feature } of sorted) ends[feature]! += 1;
  for (let feature = 1; feature < width; feature += 1) ends[feature]! += ends[feature - 1]!;
  const values = Float32Array.from(leaves);
  const first = Int32Array.from(firstLeaves);
  const reachable = new Int32Array(first.length);
  return {
    chances(rows, rowWidth, count) {
      const chances = new Float64Array(count);
      for (let row = 0; row < count; row += 1) {
        reachable.fill(-1);
        const start = row * rowWidth;
        let split = 0;
        for (let feature = 0; feature < width; feature += 1) {
          const value = rows[start + feature]!;
          const end = ends[feature]!;
          while (split < end && !(value <= cuts[split]!)) {
            reachable[trees[split]!]! &= masks[split]!;
            split += 1;
          }
          split = end;
        }
        let sum = base;
        for (let tree = 0; tree < first.length; tree += 1) {
          const left = reachable[tree]!;
          sum += values[first[tree]! + 31 - Math.clz32(left & -left)]!;
        }
        chances[row] = 1 / (1 + Math.exp(-sum));
      }
      return chances;
    },
  };
}
