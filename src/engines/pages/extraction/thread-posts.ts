import type { PageElement } from "./page-tree.js";
import { kindOf, type PlacedBlock } from "./surroundings.js";

const LEAST_POSTS = 2;
/** Of the kinds of elements that hold so much of what the fullest holds, the one with the most elements is that of posts. */
const NEARLY_ALL = 0.8;
/** A post has more than its text: who wrote it and when, or a second paragraph. */
const LEAST_BLOCKS = 1.2;

interface Kind {
  words: number;
  blocks: number;
  readonly elements: Set<PageElement>;
}

/** The post that each kept block of a thread is in, the innermost where posts are in posts; undefined for blocks in none. */
export function threadPosts(
  blocks: readonly PlacedBlock[],
  kept: ArrayLike<number>,
): (block: PlacedBlock) => PageElement | undefined {
  const kinds = new Map<string, Kind>();
  for (const block of blocks) if (kept[block.index]) count(block, kinds);
  const several = [...kinds].filter(([, { elements }]) => elements.size >= LEAST_POSTS);
  const most = several.reduce((words, [, kind]) => Math.max(words, kind.words), 0);
  const full = several.filter(([, { words }]) => words >= NEARLY_ALL * most);
  const composed = full.filter(([, { blocks, elements }]) => blocks >= LEAST_BLOCKS * elements.size);
  const [posts] = (composed.length > 0 ? composed : full).sort(
    ([, one], [, other]) => other.elements.size - one.elements.size || other.words - one.words,
  );
  return ({ path }) => path.find((element) => kindOf(element) === posts?.[0]);
}

function count(block: PlacedBlock, kinds: Map<string, Kind>): void {
  const seen = new Set<string>();
  for (const element of block.path) {
    const name = kindOf(element);
    if (seen.has(name)) continue;
    seen.add(name);
    const own = kinds.get(name) ?? { words: 0, blocks: 0, elements: new Set() };
    kinds.set(name, own);
    own.words += block.words.length;
    own.blocks += 1;
    own.elements.add(element);
  }
}
