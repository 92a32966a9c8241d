// What the training of the classifier and the measuring of it need of the parts.

export { BLOCK_FEATURES } from "./block-features.js";
export { analysed, rowsOf } from "./classifier.js";
export { selectContent } from "./content-selection.js";
export { PAGE_TYPES } from "./page.js";
export { PAGE_FEATURES } from "./page-features.js";
export { pageTree } from "./page-tree.js";
