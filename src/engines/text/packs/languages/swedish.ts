import synonyms from "../../../../../data/languages/synonyms/swedish.txt";
import { cells, FIXED, type LanguageRules } from "../language-rules.js";
import { reviewedWords } from "../reviewed-words.js";

const OBJECT = /^(?:|[.,;:!?]|en|ett|den|det|de|alla|varje|flera|många|sin|sitt|sina|din|ditt|dina)$/;

export const swedish: LanguageRules = {
  language: "sv",
  similarity: 0.6,
  shapes: [
    FIXED,
    {
      family: "adjective",
      pattern: /(?:lig|ig|sam|bar|isk|full|lös|ant|ent)$/,
      cells: cells("- t a"),
      reviewedOnly: true,
    },
    { family: "common", pattern: /ning$/, cells: cells("- en ar arna"), reviewedOnly: true },
    { family: "common", pattern: /(?:het|tion|itet)$/, cells: cells("- en er erna"), reviewedOnly: true },
    {
      family: "infinitive",
      pattern: /[^aeiouyåäö]a$/,
      cells: cells("-"),
      fits: ({ previous, next }) => previous === "att" && OBJECT.test(next),
    },
  ],
  reviewed: reviewedWords(
    { name: "languages/synonyms/swedish.txt", text: synonyms },
    "fixed adjective common infinitive",
  ),
};
