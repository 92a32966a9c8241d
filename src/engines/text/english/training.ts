/** What the training, measuring and packing scripts need of the inside of the English language data. */
export { STATIC_FEATURES } from "./candidate-features.js";
export { MOST_CANDIDATES } from "./candidates.js";
export { FEATURES } from "./features.js";
export { loadLanguageData } from "./language-data.js";
export { createSubstitution } from "./substitution.js";
export { loadTagger } from "./tagging/tagger.js";
export { createDictionary, verdictLines } from "./verdicts/verdict-tables.js";
