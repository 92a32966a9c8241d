/** What the training and measuring scripts need of the inside of the English language data. */
export { MOST_CANDIDATES, STATIC_FEATURES } from "./candidates.js";
export { FEATURES } from "./features.js";
export { loadLanguageData } from "./language-data.js";
export { createSubstitution } from "./substitution.js";
export { loadTagger } from "./tagging/tagger.js";
