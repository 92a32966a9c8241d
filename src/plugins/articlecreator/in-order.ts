import { type ArticleBody, type BodyBlock, type BodyText, textsOf } from "../_kit/article-body/index.js";
import type { Choice } from "./least-copied.js";

/** What stands for a sentence of the article, by the sentence. */
export type Fresh = Map<string, Partial<BodyText> & { readonly text: string }>;

interface Place {
  readonly own: BodyText;
  readonly block: BodyBlock;
  /** Of the text in the block. */
  readonly index: number;
  readonly next: BodyBlock | undefined;
}

/** The texts of the article in their order, while headings and quotations pass by the choice as they are. */
export function* inOrder({ blocks }: ArticleBody, choice: Choice): Generator<Place> {
  for (const [at, block] of blocks.entries()) {
    if (block.kind === "heading") choice.pass(block.text);
    for (const [index, own] of textsOf(block).entries()) {
      if (block.kind === "quote") choice.pass(own.text);
      else yield { own, block, index, next: blocks[at + 1] };
    }
  }
}
