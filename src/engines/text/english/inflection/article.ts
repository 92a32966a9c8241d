import { wordSet } from "../../word-set.js";

// Letters whose names begin with a vowel sound: an F, an X-ray, an 8.
const VOWEL_NAMES = /^[aefhilmnorsx]/iu;
const SILENT_H = /^(?:hour|heir|honest|honou?r|herb(?!ert|iv|al ?ife)|homage|hors d|herbal|dishonest)/iu;
// Spelled with a vowel, spoken with a consonant: y as in unit, w as in one.
const CONSONANT_SOUND =
  /^(?:uni(?!n|m[^o]|d(?!i)|gn|r|ll|ss)|un(?:anim|esco)|u(?:[bcfgkqstv])[aeiou]|u(?:tah|tn)|u(?:ri|re|ra|ru)[a-z]|eu|ew|one(?:$|[^iru])|once|oui|ouija|u$|ubiq|ukr|uku|ula(?:n|m)|usu|ut[aeio]|yttr)/iu;
const VOWEL_DESPITE = /^(?:uni(?:n|m[^o]|d(?!ir)|gn)|ub(?:er|alt|untu)|ug(?:a[^n]|ol|l)|ut(?:ter)|us$|up|euler)/iu;
const VOWEL = /^[aeiou]/iu;
// Read as words, not letter by letter.
const WORD_ACRONYMS = wordSet(`
  nasa nato nafta laser radar scuba sonar unesco unicef opec aids sars fema fifa hiv/aids nasdaq nimby hud ram rom rem
  lan san mac lidar seal sim sox rico roth nics nascar hamas hepa hal hipaa laswa leed loran fica feta medicare mensa
  nest norad noaa scotus shape snafu solas swat swift`);

/** The article by the sound of the word it comes before, whatever quotes or brackets it begins with. */
export function indefiniteArticle(followingWord: string): "a" | "an" {
  return beginsWithVowelSound(followingWord) ? "an" : "a";
}

function beginsWithVowelSound(text: string): boolean {
  const word = /[\p{L}\p{N}][^\s]{0,60}/u.exec(text.slice(0, 200))?.[0].normalize("NFD").replace(/\p{M}/gu, "") ?? "";
  if (/^\p{N}/u.test(word)) return digitsBeginWithVowel(word);
  const letters = /^[\p{L}.&]+/u.exec(word)?.[0] ?? "";
  if (/^\p{L}(?:$|[-'’.\p{N}])/u.test(word) && !/^[Oo]['’]\p{L}/u.test(word)) return VOWEL_NAMES.test(word);
  if (isSpelledOut(letters)) return VOWEL_NAMES.test(word);
  if (SILENT_H.test(word)) return true;
  if (VOWEL_DESPITE.test(word)) return true;
  return VOWEL.test(word) && !CONSONANT_SOUND.test(word);
}

/** FBI, MBAs, U.S.: read letter by letter. */
function isSpelledOut(letters: string): boolean {
  if (/^(?:\p{L}\.){2,}/u.test(letters)) return true;
  const capitals = /^[\p{Lu}&]{2,}(?=s?$)/u.exec(letters)?.[0];
  if (capitals === undefined) return false;
  if (WORD_ACRONYMS.has(capitals.toLowerCase())) return false;
  // A heading in capitals is no acronym: longer ones with vowels in the usual places are words.
  return (
    capitals.length <= 3 ||
    !/[AEIOUY]/u.test(capitals) ||
    (capitals.length <= 4 && /^[^AEIOU]{2}/u.test(capitals)) ||
    /^[^AEIOUY]{4}/u.test(capitals)
  );
}

/** Eight, eleven, eighteen, eighty, and thousands that begin with them. */
function digitsBeginWithVowel(word: string): boolean {
  const number = /^[\p{N}]+(?:[,.'][\p{N}]{3}(?![\p{N}]))*/u.exec(word)?.[0] ?? "";
  const digits = number.replace(/[,.']/gu, "");
  if (/^8/u.test(digits)) return true;
  if (!/^1[18]/u.test(digits)) return false;
  // 11 and 18 at the head of a group of three, and years and model numbers read in pairs: 1800, 1100.
  return digits.length % 3 === 2 || (digits.length === 4 && !/[,.']/u.test(number));
}
