import { type Analysis, rowsOf } from "./analysis.js";
import { BLOCK_FEATURES } from "./block-features.js";
import { type Forest, unpackedForests } from "./forest.js";
import { PAGE_TYPES, type PageType } from "./page.js";
import { PAGE_FEATURES } from "./page-features.js";

/** Tells what kind a page is of, and of each of its blocks how sure it is to be content. */
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
      for (let index = 0; index < count; index += 1) rows.set(types, index * width + BLOCK_FEATURES.length);
      const said = opinions.map((forest) => forest.chances(rows, width, count));
      const chances = new Float32Array(count);
      for (let index = 0; index < count; index += 1) {
        chances[index] = said.reduce((sum, own) => sum + own[index]!, 0) / said.length;
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
