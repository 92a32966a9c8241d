import type { English } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { hasDetails } from "./details.js";
import { firmKind, isCalledByWords, isDescribing, isFirmWord, wordsBeforeEstablishment } from "./firms.js";
import { isGivenName, isUsualSurname } from "./person-names.js";
import { isKnownPlace, isPartOfPlace, isPlaceName, isRegionWord } from "./places.js";
import { isKnownWord, readingOf } from "./reading.js";

/** Languages, peoples and times that are always in capitals. */
const ALWAYS = wordSet(`
  african american anglican arabic aramaic armenian asian australian austrian aztec babylonian baptist bavarian belgian bengali brazilian breton british
  buddhist bulgarian byzantine cambodian canadian cantonese catalan catholic celtic chinese christian cornish creole croatian cuban czech danish
  dutch egyptian elizabethan english estonian ethiopian european farsi filipino finnish flemish french gaelic georgian german greek
  gujarati hawaiian hebrew hindi hindu hungarian icelandic indian indonesian iranian irish islamic israeli italian jamaican japanese
  jewish korean latin latvian lithuanian lutheran malaysian mandarin maori mayan methodist mexican moroccan muslim nepali nigerian norman norse norwegian
  pakistani persian peruvian portuguese punjabi roman romanian russian sanskrit saxon scandinavian scottish serbian shakespeare sicilian sikh
  slovak slovenian spanish swahili swedish swiss syrian taiwanese tamil thai tibetan tudor tunisian turkish ukrainian urdu victorian
  vietnamese viking welsh yiddish yoruba christmas easter halloween hanukkah ramadan diwali nordic tuscan venetian parisian caribbean mediterranean bible pilates bluetooth lego minecraft iberian claddagh january february april june july september
  october november december monday tuesday wednesday thursday friday saturday sunday`);
const ACRONYMS = wordSet(
  "dj hvac crm ux ui rv b&b seo diy cctv tv uk usa gp mot adhd ivf ptsd ocd hiv copd ibs pcos nhs dna led usb gps vpn pta",
);
/** What stands behind "LED". */
const LIT = wordSet(
  "light lights lamp lamps strip strips bulb bulbs tv tvs lighting screen screens display displays candle candles torch torches downlight downlights mirror mirrors headlight headlights panel panels",
);
/** What "polish" stands before or behind where it is no shoe polish. */
const OF_POLAND = wordSet("cooking cuisine food recipes history language grammar pottery folk art literature cinema");
const LEARNED = wordSet("learn learning speak speaking teach teaching");
/** What stands behind "IT". */
const OF_COMPUTERS = wordSet(
  "support services consultant consultants company companies training security jobs careers",
);
const WHERE = wordSet("in near at around from to visit visiting");
const SMALL = wordSet("of the and for in on upon at by de la");
const SAINT = /^(?:st|saint)\.?$/;
const LONGEST_PLACE = 3;

/**
 * A keyword that was typed in small letters with the capitals that names have: places, languages, persons, and schools, churches
 * or homes of which there is one. Any other keyword as it is.
 */
export function withCapitals(keyword: string, english: English): string {
  // "Loire valley", as if only the first word were a name.
  if (
    /^\p{Lu}[\p{L}'’-]+(?: \p{Ll}[\p{Ll}'’-]+)+$/u.test(keyword) &&
    (isKnownPlace(keyword.toLowerCase()) || hasDetails("place", keyword.toLowerCase()))
  ) {
    return titled(keyword.split(" "));
  }
  if (/\p{Lu}/u.test(keyword) || !/^[\p{Ll}\p{N}'’.& -]+$/u.test(keyword)) return keyword;
  const words = keyword.split(" ");
  if (isTypedPlace(words, english)) return words.map((word) => (SMALL.has(word) ? word : capital(word))).join(" ");
  for (const count of [2, 3]) {
    const trade = words.slice(count).join(" ");
    // "Jake morrow guitar teacher".
    if (
      trade !== "" &&
      isTypedName(words.slice(0, count), english) &&
      firmKind(readingOf(trade, english), english) === "trade"
    )
      return `${titled(words.slice(0, count))} ${trade === "dj" ? "DJ" : trade}`;
  }
  if (isTypedName(words, english) || isOneOfItsKind(keyword, english)) return titled(words);
  const shown = words.map((word, index) => {
    // "Baby led weaning" has no lamps.
    if (word === "led" && !LIT.has(words[index + 1] ?? "")) return word;
    if (ACRONYMS.has(word) || (word === "it" && OF_COMPUTERS.has(words[index + 1] ?? ""))) return word.toUpperCase();
    const polish = word === "polish" && (OF_POLAND.has(words[index + 1] ?? "") || LEARNED.has(words[index - 1] ?? ""));
    return polish || ALWAYS.has(word) ? capital(word) : word;
  });
  for (let start = 0; start < words.length; start += 1) {
    for (let end = Math.min(words.length, start + LONGEST_PLACE); end > start; end -= 1) {
      if (!isPlaceInside(words, start, end, english)) continue;
      for (let at = start; at < end; at += 1) shown[at] = SMALL.has(words[at]!) ? words[at]! : capital(words[at]!);
      start = end - 1;
      break;
    }
  }
  return shown.join(" ");
}

/** "Aisha khan" in small letters: given names before a surname that is no other word, or a usual one. */
function isTypedName(words: readonly string[], english: English): boolean {
  const last = words.at(-1)!;
  const before = words.slice(0, -1);
  if (before.length < 1 || before.length > 2 || isKnownPlace(words.join(" ")) || isFirmWord(last)) return false;
  if (!isGivenName(before[0]!) || !before.every((word) => isGivenName(word) || isUsualSurname(word))) return false;
  return isUsualSurname(last) || (!isKnownWord(last, english) && !isKnownPlace(last));
}

/** "Lisbon", "norfolk coast". */
function isTypedPlace(words: readonly string[], english: English): boolean {
  const keyword = words.join(" ");
  if (isPartOfPlace(words) || /^(?:isles?|forest|vale|mull|bay|gulf|ring) of \p{Ll}{3,}$/u.test(keyword)) return true;
  if (isPlaceName(keyword, english)) return isKnownPlace(keyword) || !isKnownWord(words[0]!, english);
  return words.length > 1 && isRegionWord(words.at(-1)!) && isPlaceName(words.slice(0, -1).join(" "), english);
}

/** "Oakwood care home", "beech tree primary school": a house or a society behind words that only name it. */
function isOneOfItsKind(keyword: string, english: English): boolean {
  if (hasDetails("firm", keyword)) return false;
  const reading = readingOf(keyword, english);
  const first = reading.words[0]!;
  if (reading.plural || reading.headAt === 0 || reading.headAt < reading.words.length - 1) return false;
  const naming = wordsBeforeEstablishment(reading);
  if (naming === undefined || naming.length === 0) return false;
  if (SAINT.test(first)) return true;
  if (first === "the") return naming.slice(1).some((word) => !isDescribing(word)) && !/est$/.test(naming[1]!);
  if (isDescribing(first) || naming.some((word) => ALWAYS.has(word) || isKnownPlace(word))) return false;
  // Schools and churches are called by words of every day too, but by two of them.
  return !isKnownWord(first, english) || (naming.length > 1 && isCalledByWords(reading, english));
}

function isPlaceInside(words: readonly string[], start: number, end: number, english: English): boolean {
  const phrase = words.slice(start, end).join(" ");
  const alone = end - start === 1;
  const behind = WHERE.has(words[start - 1] ?? "") && end === words.length;
  // "Plumbers in bath" are in Bath, "relaxing bath oils" are not; "plumbers in totnes" are in a place that no list has.
  if (alone && isKnownWord(phrase, english)) return behind && isKnownPlace(phrase);
  return (
    isKnownPlace(phrase) || (alone && behind && /^\p{Ll}+$/u.test(phrase) && !/^(?:me|us|you|here|home)$/.test(phrase))
  );
}

function titled(words: readonly string[]): string {
  return words.map((word, index) => (index > 0 && SMALL.has(word) ? word : capital(word))).join(" ");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
