import synonyms from "../../../../../data/languages/synonyms/polish.txt";
import { cells, FIXED, type LanguageRules } from "../language-rules.js";
import { reviewedWords } from "../reviewed-words.js";

// Of an adjective every ending but that of the masculine personal plural follows from the dictionary form, and so does
// every ending of the nouns with the suffixes below. All words of one shape decline alike.
export const polish: LanguageRules = {
  language: "pl",
  refused: /pojęcie|pot\.|przestarz|książk|żart|specjal|wulg|oficj|poet|obraźl|antonim|nadużyw|euf/,
  similarity: 0.65,
  shapes: [
    FIXED,
    { family: "adverb", pattern: /[^aeiouyóąę](?:[nw]o|ie)$/, cells: cells("-") },
    { family: "adjective", pattern: /[^kg]y$/, cells: cells("y a e ego emu ym ej ą ych ymi") },
    { family: "adjective", pattern: /[kg]i$/, cells: cells("i a ie iego iemu im iej ą ich imi") },
    { family: "quality", pattern: /ość$/, cells: cells("ć ci cią") },
    { family: "action", pattern: /[nc]ie$/, cells: cells("e a u em") },
  ],
  reviewed: reviewedWords({ name: "languages/synonyms/polish.txt", text: synonyms }, "fixed adjective quality action"),
};
