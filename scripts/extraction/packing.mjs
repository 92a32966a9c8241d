// Forests as bytes, read by src/engines/pages/extraction/forest.ts, which describes the format.
const LEAF = 255;

/** @param {readonly number[][]} cuts @param {readonly import("./boosting.mjs").Forest[]} forests */
export function packedForests(cuts, forests) {
  if (cuts.length >= LEAF) throw new Error(`There are ${cuts.length} features, and ${LEAF - 1} are the most`);
  const bytes = [cuts.length];
  for (const own of cuts) bytes.push(own.length, ...own.flatMap(float));
  for (const { base, trees } of forests) {
    const leaves = trees.flatMap(({ features, values }) => values.filter((_, node) => features[node] < 0));
    const step = leaves.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9) / 32767;
    bytes.push(...whole(trees.length), ...float(base), ...float(step));
    for (const tree of trees) add(bytes, tree, 0, step);
  }
  return Uint8Array.from(bytes);
}

function add(bytes, tree, node, step) {
  if (tree.features[node] < 0) {
    bytes.push(LEAF, ...whole(Math.round(tree.values[node] / step)));
    return;
  }
  bytes.push(tree.features[node], tree.cuts[node]);
  add(bytes, tree, tree.left[node], step);
  add(bytes, tree, tree.left[node] + 1, step);
}

function float(value) {
  return [...new Uint8Array(Float32Array.of(value).buffer)];
}

function whole(value) {
  return [...new Uint8Array(Int16Array.of(value).buffer)];
}
