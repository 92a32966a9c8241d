import synonyms from "../../../../../data/languages/synonyms/czech.txt";
import { cells, FIXED, type LanguageRules } from "../language-rules.js";
import { reviewedWords } from "../reviewed-words.js";

// Of an adjective every ending but that of the masculine animate plural follows from the dictionary form.
export const czech: LanguageRules = {
  language: "cs",
  refused: /angl|něm|be zonked/,
  similarity: 0.6,
  shapes: [
    FIXED,
    { family: "adverb", pattern: /[^aeiouyáéíóúůý]ě$|[sc]ky$/, cells: cells("-") },
    { family: "adjective", pattern: /ý$/, cells: cells("ý á é ého ému ém ým ou ých ými") },
    { family: "quality", pattern: /ost$/, cells: cells("- i í em ech mi") },
  ],
  reviewed: reviewedWords({ name: "languages/synonyms/czech.txt", text: synonyms }, "fixed adjective quality"),
};
