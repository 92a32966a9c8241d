import synonyms from "../../../../../data/languages/synonyms/ukrainian.txt";
import { cells, FIXED, type LanguageRules } from "../language-rules.js";
import { reviewedWords } from "../reviewed-words.js";

// All endings of these adjectives and nouns follow from the dictionary form, so words of one shape agree in every case.
export const ukrainian: LanguageRules = {
  language: "uk",
  refused:
    /див\.|пор\.|розм|рідк|рідше|обл|заст|підсил|фам|перен|поез|образ|сильн|лайл|знев|вульг|фольк|міф|пестл|ірон|книж|докон|кого|чого|чим|зрідка/,
  refusedMark: /розм|перен|лайл|заст|обл/,
  similarity: 0.6,
  shapes: [
    FIXED,
    { family: "adverb", pattern: /[^аеєиіїоуюя]о$/, cells: cells("-") },
    { family: "adjective", pattern: /[^ц]ий$/, cells: cells("ий а е і ого ому им ім ої ій у ою их ими") },
    { family: "quality", pattern: /ість$/, cells: cells("ість ості істю") },
    { family: "action", pattern: /[нт]тя$|ння$/, cells: cells("я ю ям і") },
  ],
  reviewed: reviewedWords(
    { name: "languages/synonyms/ukrainian.txt", text: synonyms },
    "fixed adjective quality action",
  ),
};
