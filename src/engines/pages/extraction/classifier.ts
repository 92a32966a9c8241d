import { BLOCK_FEATURES, blockFeatures, copy } from "./block-features.js";
import { type Forest, unpackedForests } from "./forest.js";
import { PAGE_TYPES, type PageType } from "./page.js";
import { type PageFacts, pageFacts } from "./page-facts.js";
import { PAGE_FEATURES, type PageHints, pageFeatures, pageHints } from "./page-features.js";
import { firstElement, type PageElement, textOf } from "./page-tree.js";
import { placed } from "./surroundings.js";
import { textBlocks, type WalkedPage } from "./text-blocks.js";

/** Determines the kind of a page, and of each of its blocks how sure it is to be content. */
export interface Classifier {
  opinion(analysis: Analysis): Opinion;
}

export interface Opinion {
  readonly type: PageType;
  /** From 0 to 1, in the order of the blocks. */
  readonly chances: Float32Array;
}

let loading: Promise<Classifier> | undefined;

/** The classifier as it was trained; its weights are unpacked at first use. */
export function loadClassifier(): Promise<Classifier> {
  loading ??= import("./weights.js").then(({ BLOCK_WEIGHTS, PAGE_WEIGHTS }) =>
    createClassifier(Buffer.from(PAGE_WEIGHTS, "base64"), Buffer.from(BLOCK_WEIGHTS, "base64")),
  );
  return loading;
}

export function createClassifier(pageWeights: Uint8Array, blockWeights: Uint8Array): Classifier {
  const kinds = unpackedForests(pageWeights, PAGE_FEATURES.length);
  const opinions = unpackedForests(blockWeights, BLOCK_FEATURES.length + PAGE_TYPES.length);
  return {
    opinion(analysis) {
      const { page, blocks: rows } = rowsOf(analysis, PAGE_TYPES.length);
      const types = typeChances(kinds, page);
      const width = BLOCK_FEATURES.length + PAGE_TYPES.length;
      const count = analysis.facts.blocks.length;
      for (let at = BLOCK_FEATURES.length; at < rows.length; at += width) copy(rows, at, types);
      const chances = new Float32Array(count);
      for (const forest of opinions) {
        const own = forest.chances(rows, width, count);
        for (let index = 0; index < count; index += 1) chances[index]! += own[index]! / opinions.length;
      }
      return { type: PAGE_TYPES[types.indexOf(Math.max(...types))]!, chances };
    },
  };
}

/** How sure a page is to be of each type, in the order of PAGE_TYPES; together 1. */
function typeChances(forests: readonly Forest[], page: Float32Array): Float32Array {
  const chances = Float32Array.from(forests, (forest) => forest.chances(page, page.length, 1)[0]!);
  const sum = chances.reduce((total, chance) => total + chance, 0);
  return chances.map((chance) => chance / sum);
}

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
