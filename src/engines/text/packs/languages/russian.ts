import synonyms from "../../../../../data/languages/synonyms/russian.txt";
import { cells, FIXED, type LanguageRules } from "../language-rules.js";
import { reviewedWords } from "../reviewed-words.js";

// All endings of these adjectives and nouns follow from the dictionary form, so words of one shape agree in every case.
export const russian: LanguageRules = {
  language: "ru",
  refused: /прост|жен|муж|множ|ирон|шут|бран|сущ|что|кого/,
  refusedMark: /антоним|сходный|связанный/,
  similarity: 0.6,
  shapes: [
    FIXED,
    { family: "adverb", pattern: /[^аеёиоуыэюя]о$/, cells: cells("-") },
    { family: "adjective", pattern: /ый$/, cells: cells("ый ая ое ые ого ому ым ом ой ую ых ыми") },
    { family: "adjective", pattern: /[кгх]ий$/, cells: cells("ий ая ое ие ого ому им ом ой ую их ими") },
    { family: "quality", pattern: /ость$/, cells: cells("ь и ью ей ям ями ях") },
    { family: "action", pattern: /[нт]ие$/, cells: cells("ие ия ию ием ии ий иям иями иях") },
  ],
  reviewed: reviewedWords({ name: "languages/synonyms/russian.txt", text: synonyms }, "fixed adjective quality action"),
};
