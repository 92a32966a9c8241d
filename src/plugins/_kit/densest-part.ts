import type { PageBlock } from "./page-blocks.js";

/** A block must bring more words than this to count for its part of the page. */
const COST_OF_A_BLOCK = 12;

/** The stretch of a page with the most prose for its blocks: what is read where no article could be recognised. */
export function densestPart(blocks: readonly PageBlock[]): PageBlock[] {
  let best = { value: 0, from: 0, to: 0 };
  let from = 0;
  let value = 0;
  for (const [index, block] of blocks.entries()) {
    if (value <= 0) {
      from = index;
      value = 0;
    }
    value += worth(block);
    if (value > best.value) best = { value, from, to: index + 1 };
  }
  return blocks.slice(best.from, best.to);
}

function worth(block: PageBlock): number {
  if (block.kind === "heading") return 0;
  const linked = block.linkCharacters / block.text.length;
  return linked > 0.5 ? -COST_OF_A_BLOCK : block.words * (1 - linked) - COST_OF_A_BLOCK;
}
