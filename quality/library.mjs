import { fromSource } from "./source.mjs";

/** What the package exports, from the sources: a build may be older, or not there. */
export const { createScriptorium, firstVariant, lintSpintax, renderSpintax, seededRandom, splitSpintax } =
  await fromSource("index.js");
