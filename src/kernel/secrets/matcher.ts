export interface Matcher {
  /** The text with `mask` for every stretch that the needles cover. */
  replaced(text: string, mask: string): string;
}

/**
 * Looks for many texts at once, after Aho and Corasick (1975): one pass whose time grows with the text alone, whatever
 * the texts hold. Capitals of ASCII count as small letters, since host names and headers change them.
 */
export function createMatcher(needles: Iterable<string>): Matcher {
  const { isBeginning, stepped, longest } = linked(planted([...needles]));

  /** Stretches that needles cover, from left to right; those that meet are one. */
  const stretches = (text: string): [from: number, to: number][] => {
    const found: [number, number][] = [];
    let at = ROOT;
    for (let index = 0; index < text.length; index += 1) {
      const unit = unitAt(text, index);
      if (at === ROOT && isBeginning[unit & 255] === 0) continue;
      at = stepped(at, unit);
      const length = longest[at]!;
      if (length === 0) continue;
      let from = index + 1 - length;
      while (found.length > 0 && found.at(-1)![1] >= from) from = Math.min(from, found.pop()![0]);
      found.push([from, index + 1]);
    }
    return found;
  };

  return {
    replaced(text, mask) {
      let result = "";
      let done = 0;
      for (const [from, to] of stretches(text)) {
        result += text.slice(done, from) + mask;
        done = to;
      }
      return done === 0 ? text : result + text.slice(done);
    },
  };
}

const ROOT = 0;

/**
 * All needles as one tree of their characters. A node is a number; its members are at that place of typed arrays, which
 * take about 25 bytes per character where objects take hundreds.
 */
interface Tree {
  readonly count: number;
  readonly parents: Uint32Array;
  /** The character that leads from the parent to the node. */
  readonly units: Uint16Array;
  /** Length of the longest needle that ends at the node. */
  readonly longest: Uint32Array;
  /** The child for the character; the root when there is none. */
  readonly childOf: (node: number, unit: number) => number;
}

function planted(needles: readonly string[]): Tree {
  const most = needles.reduce((sum, { length }) => sum + length, 1);
  const parents = new Uint32Array(most);
  const units = new Uint16Array(most);
  const longest = new Uint32Array(most);
  // A hash table of the nodes by parent and character, with open addressing. It stays at most two thirds full.
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(most * 1.5 + 1)));
  const last = table.length - 1;
  /** The place in the table of the child, or the free one where it would be. */
  const placeOf = (node: number, unit: number): number => {
    let place = hashOf(node, unit) & last;
    for (;;) {
      const child = table[place]!;
      if (child === ROOT || (parents[child] === node && units[child] === unit)) return place;
      place = (place + 1) & last;
    }
  };
  let count = 1;
  for (const needle of needles) {
    let at = ROOT;
    for (let index = 0; index < needle.length; index += 1) {
      const unit = unitAt(needle, index);
      const place = placeOf(at, unit);
      if (table[place] === ROOT) {
        parents[count] = at;
        units[count] = unit;
        table[place] = count;
        count += 1;
      }
      at = table[place]!;
    }
    if (at !== ROOT) longest[at] = needle.length;
  }
  return { count, parents, units, longest, childOf: (node, unit) => table[placeOf(node, unit)]! };
}

interface Linked {
  /** By the low byte of a character: whether a needle may begin with it. */
  readonly isBeginning: Uint8Array;
  readonly stepped: (from: number, unit: number) => number;
  readonly longest: Uint32Array;
}

/** Gives every node the one at which the search goes on when no next character fits, nodes nearer to the root first. */
function linked({ count, parents, units, longest, childOf }: Tree): Linked {
  const fallbacks = new Uint32Array(count);
  const isBeginning = new Uint8Array(256);
  const stepped = (from: number, unit: number): number => {
    for (let at = from; ; at = fallbacks[at]!) {
      const next = childOf(at, unit);
      if (next !== ROOT || at === ROOT) return next;
    }
  };
  for (const node of byDepth(parents, count)) {
    const parent = parents[node]!;
    const unit = units[node]!;
    if (parent === ROOT) isBeginning[unit & 255] = 1;
    else fallbacks[node] = stepped(fallbacks[parent]!, unit);
    if (longest[node] === 0) longest[node] = longest[fallbacks[node]!]!;
  }
  return { isBeginning, stepped, longest };
}

/** The nodes but the root, nearest to it first. A parent has a smaller number than its children. */
function byDepth(parents: Uint32Array, count: number): Uint32Array {
  const depths = new Uint32Array(count);
  let deepest = 0;
  for (let node = 1; node < count; node += 1) {
    depths[node] = depths[parents[node]!]! + 1;
    deepest = Math.max(deepest, depths[node]!);
  }
  const places = new Uint32Array(deepest + 2);
  for (let node = 1; node < count; node += 1) places[depths[node]! + 1]! += 1;
  for (let depth = 1; depth < places.length; depth += 1) places[depth]! += places[depth - 1]!;
  const sorted = new Uint32Array(count - 1);
  for (let node = 1; node < count; node += 1) {
    const depth = depths[node]!;
    sorted[places[depth]!] = node;
    places[depth]! += 1;
  }
  return sorted;
}

function unitAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 65 && unit <= 90 ? unit + 32 : unit;
}

function hashOf(node: number, unit: number): number {
  let hash = Math.imul(node, 0x9e3779b1) ^ Math.imul(unit + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
