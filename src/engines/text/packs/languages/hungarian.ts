import synonyms from "../../../../../data/languages/synonyms/hungarian.txt";
import { cells, FIXED, type LanguageRules } from "../language-rules.js";
import { reviewedWords } from "../reviewed-words.js";

const PREVERB = /^(?:meg|el|ki|be|fel|föl|le|át|össze|vissza|szét|rá|hozzá|oda|ide|haza|tovább|újra|körül|végig)/;

// There is no gender, and an attribute keeps its dictionary form: words without an ending may be exchanged freely. But the
// thesaurus gathers far too freely for that, so of its own words only the nouns in -ság and -ség are used.
export const hungarian: LanguageRules = {
  language: "hu",
  refused: /jel|kateg|nagybet|röv|kat\.|hely|u\+|név/,
  refusedMark: /névnap|u\+|jel|kat/,
  similarity: 0.75,
  // "a" comes before a consonant and "az" before a vowel; a preverb may be torn off, so words with and without one differ.
  onset: (word) => `${/^[aáeéiíoóöőuúüű]/.test(word) ? "vowel" : "consonant"}${PREVERB.test(word) ? "+" : ""}`,
  sensitive: new Set(["a", "az", "nem", "ne"]),
  shapes: [FIXED, { family: "quality", pattern: /s[áé]g$/, cells: cells("-") }],
  reviewed: reviewedWords({ name: "languages/synonyms/hungarian.txt", text: synonyms }, "fixed"),
};
