export interface Matcher {
  /** The text with `mask` for every stretch that the needles cover. */
  replaced(text: string, mask: string): string;
}

interface Node {
  /** Most nodes have one child, so the first stands here; a map for each would take several times the memory. */
  unit: number;
  child: Node | undefined;
  others: Map<number, Node> | undefined;
  /** Where the search goes on when no next character fits. */
  fallback: Node | undefined;
  /** Length of the longest needle that ends here. */
  longest: number;
}

/**
 * Looks for many texts at once, after Aho and Corasick (1975): one pass whose time grows with the text alone, whatever
 * the texts hold. Capitals of ASCII count as small letters, since host names and headers change them.
 */
export function createMatcher(needles: Iterable<string>): Matcher {
  const root = node();
  for (const needle of needles) plant(root, needle);
  link(root);

  /** Stretches that needles cover, from left to right; those that meet are one. */
  const stretches = (text: string): [from: number, to: number][] => {
    const found: [number, number][] = [];
    let at = root;
    for (let index = 0; index < text.length; index += 1) {
      at = step(root, at, unitAt(text, index));
      if (at.longest === 0) continue;
      let from = index + 1 - at.longest;
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

function node(): Node {
  return { unit: -1, child: undefined, others: undefined, fallback: undefined, longest: 0 };
}

function childOf(at: Node, unit: number): Node | undefined {
  return at.unit === unit ? at.child : at.others?.get(unit);
}

function grown(at: Node, unit: number): Node {
  const child = node();
  if (at.child === undefined) {
    at.unit = unit;
    at.child = child;
  } else {
    at.others ??= new Map();
    at.others.set(unit, child);
  }
  return child;
}

function plant(root: Node, needle: string): void {
  let at = root;
  for (let index = 0; index < needle.length; index += 1) {
    const unit = unitAt(needle, index);
    at = childOf(at, unit) ?? grown(at, unit);
  }
  if (at !== root) at.longest = needle.length;
}

function unitAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit >= 65 && unit <= 90 ? unit + 32 : unit;
}

/** Gives every node its fallback, nodes nearer to the root first. */
function link(root: Node): void {
  const queue: Node[] = [root];
  const settle = (parent: Node, unit: number, child: Node) => {
    child.fallback = parent === root ? root : step(root, parent.fallback ?? root, unit);
    if (child.longest === 0) child.longest = child.fallback.longest;
    queue.push(child);
  };
  for (const at of queue) {
    if (at.child !== undefined) settle(at, at.unit, at.child);
    for (const [unit, child] of at.others ?? []) settle(at, unit, child);
  }
}

function step(root: Node, from: Node, unit: number): Node {
  let at: Node | undefined = from;
  while (at !== undefined) {
    const next = childOf(at, unit);
    if (next !== undefined) return next;
    at = at.fallback;
  }
  return root;
}
