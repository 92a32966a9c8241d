import type { Source } from "./sources.js";

type Block = Source["blocks"][number];

/** Characters of the blocks of which results are kept; those of all pages of a large run would take too much memory. */
const MOST_CHARACTERS = 4_000_000;

/** What was made of blocks, so that the next keyword with the same sources has it. */
export class BlockShelf<Made> {
  private readonly made = new Map<Block, Made>();
  private characters = 0;

  /** What was made of the block, or is made now. */
  of(block: Block, make: () => Made): Made {
    const known = this.made.get(block);
    if (known !== undefined) return known;
    const fresh = make();
    if (this.characters + block.text.length > MOST_CHARACTERS) {
      this.made.clear();
      this.characters = 0;
    }
    this.made.set(block, fresh);
    this.characters += block.text.length;
    return fresh;
  }
}
