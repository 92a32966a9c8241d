import { blockFeatures } from "./block-features.js";
import { type PageFacts, pageFacts } from "./page-facts.js";
import { type PageHints, pageFeatures, pageHints } from "./page-features.js";
import { firstElement, type PageElement, textOf } from "./page-tree.js";
import { placed } from "./surroundings.js";
import { textBlocks, type WalkedPage } from "./text-blocks.js";

/** A page taken apart, before anything is chosen from it. */
export interface Analysis {
  readonly walked: WalkedPage;
  readonly facts: PageFacts;
  readonly hints: PageHints;
}

/** Takes a page apart: its texts, what is around them, and what it says of its kind. */
export function analysed(tree: PageElement, html: string, url: string): Analysis {
  const title = firstElement(tree, "title");
  const named = title === undefined ? "" : textOf(title).slice(0, 500);
  const walked = textBlocks(tree);
  const facts = pageFacts(placed(walked.blocks), named);
  return { walked, facts, hints: pageHints(html, url, named) };
}

/** The features of a page for the classifiers and, row after row, of its blocks; `more` is room left in each row. */
export function rowsOf({ facts, hints }: Analysis, more: number): { page: Float32Array; blocks: Float32Array } {
  return { page: pageFeatures(facts, hints), blocks: blockFeatures(facts, more) };
}
