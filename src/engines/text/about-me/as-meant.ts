import type { English } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { isFirmWord } from "./firms.js";
import { isGivenName, isNameAndWord, isPersonName, isUsualSurname, type NameWords, TITLES } from "./person-names.js";
import { type Land, landOf } from "./place-kinds.js";
import {
  isKnownPlace,
  isLandmarkName,
  isLandmarkWord,
  isPartOfPlace,
  isPlaceName,
  isRegionOrState,
  placeInText,
  whereIn,
} from "./places.js";
import { isKnownWord } from "./reading.js";

/** What the forms of keywords are told by. */
export interface Meanings {
  readonly nameWords: NameWords;
  /** Whether the words, in small letters, are work that people can ask one person for: "tree surgeon". */
  isTrade(words: string): boolean;
  /** The same, or what somebody is without working for others: "student". */
  isRole(words: string): boolean;
  /** Whether the words, in small letters, stand for a firm, a trade or a service, and are no name. */
  isFirm(words: string): boolean;
}

const NAME_AND_TRADE = /^(\p{Lu}[^,(]+?)(?:, | [-–—] | \()(?:an? |the )?(\p{L}[\p{L}'’ -]{2,40})\)?$/u;
const MOST_OF_NAME = 4;

export interface Signed {
  readonly name: string;
  readonly trade: string;
  /** As it stands below a letter. */
  readonly both: string;
}

const signedWith = (words: readonly string[], trade: string): Signed => {
  const name = words.join(" ");
  return { name, trade, both: `${name}, ${trade}` };
};

/**
 * Somebody's name and trade, in whatever order they were typed: "Marit Solheim, illustrator", "Tom Pascoe carpenter", "photographer
 * Daniel Okafor". Undefined for anything else.
 */
export function nameAndTrade(keyword: string, { nameWords, isTrade, isRole }: Meanings): Signed | undefined {
  const [, called, work] = NAME_AND_TRADE.exec(keyword) ?? [];
  if (called !== undefined && isPersonName(called.split(" "), nameWords)) {
    const trade = inSmallLetters(work!);
    return { name: called, trade, both: keyword.startsWith(`${called}, `) ? keyword : `${called}, ${trade}` };
  }
  const words = keyword.split(" ");
  for (let count = 2; count < words.length && count <= MOST_OF_NAME; count += 1) {
    const [name, trade] = [words.slice(0, count), words.slice(count)];
    const small = inSmallLetters(trade.join(" "));
    const isTyped = trade.every((word) => word === word.toLowerCase());
    const isHeading = !isUsualSurname(trade.at(-1)!) && small.split(" ").every((word) => nameWords.isWord(word));
    if ((isTyped || isHeading) && !isKnownPlace(small) && isRole(small) && isPersonName(name, nameWords))
      return signedWith(name, small);
  }
  for (let count = Math.min(MOST_OF_NAME, words.length - 1); count >= 2; count -= 1) {
    const [trade, name] = [words.slice(0, -count), words.slice(-count)];
    const small = inSmallLetters(trade.join(" "));
    // "Pastor Ray Whitfield" is called so, and a chef in small letters is one.
    if ((TITLES.has(small) && trade[0] !== small) || isKnownPlace(name.join(" ").toLowerCase())) continue;
    if ((isOfPerson(name) || OF_ARTS.has(small)) && isTrade(small) && isPersonName(name, nameWords))
      return signedWith(name, small);
  }
  return undefined;
}

/**
 * The name of a firm that is called by somebody's name and what it does, "Ingrid Solberg ceramics", in capitals; undefined for anything
 * else.
 */
export function firmOfPerson(keyword: string, { nameWords, isTrade, isFirm }: Meanings): string | undefined {
  const words = keyword.split(" ");
  for (let count = 2; count < words.length && count <= MOST_OF_NAME; count += 1) {
    const [name, work] = [words.slice(0, count), words.slice(count)];
    const small = inSmallLetters(work.join(" "));
    if (isKnownPlace(small) || isTrade(small) || !isFirm(small) || !isPersonName(name, nameWords)) continue;
    return [
      ...name,
      ...work.map((word) => (word === "and" ? word : word.charAt(0).toUpperCase() + word.slice(1))),
    ].join(" ");
  }
  return undefined;
}

/** Nobody looks for them in a place. */
const OF_ARTS = wordSet(
  "storyteller author singer poet comedian actor musician illustrator artist writer novelist speaker blogger dancer composer conductor historian harpist violinist songwriter",
);

/** Whether the words are hardly a place behind a trade: "personal trainer Leanne Foster", but not "maths tutor Cheadle Hulme". */
function isOfPerson(name: readonly string[]): boolean {
  return (
    /^\p{Lu}\.$/u.test(name[0]!) || isGivenName(name[0]!) || isNameAndWord(name[0]!) || isUsualSurname(name.at(-1)!)
  );
}

/** A word without the capital of a heading; acronyms keep theirs. */
function inSmallLetters(words: string): string {
  return words
    .split(" ")
    .map((word) => (/^\p{Lu}[\p{Ll}'’-]+$/u.test(word) ? word.toLowerCase() : word))
    .join(" ");
}

/** What is typed into a search box to find a firm: "plumber near me", "interior designer London". */
export interface Search {
  /** What is looked for. */
  readonly base: string;
  /** The same with the place as it is in a sentence; without one for "near me". */
  readonly inText: string;
}

const MOST_OF_PLACE = 4;
const BEFORE_PLACE = wordSet("in near at around from to of for the and with by on");

/** Reads a keyword as a search for a firm, or gives undefined. */
export function searchOf(keyword: string, english: English, { isFirm }: Meanings): Search | undefined {
  const near = /^(.+?) (?:near me|nearby|close to me|in my area)$/i.exec(keyword)?.[1];
  if (near !== undefined) {
    const base = withoutFirstCapital(near, english);
    return isFirm(base) ? { base, inText: base } : undefined;
  }
  const words = keyword.split(" ");
  // A place that is known tells the rest better than one that is not.
  for (const known of [true, false]) {
    for (let count = Math.min(MOST_OF_PLACE, words.length - 1); count > 0; count -= 1) {
      const [before, place] = [words.slice(0, -count), words.slice(-count)];
      if (BEFORE_PLACE.has(place[0]!) || BEFORE_PLACE.has(before.at(-1)!) || before.at(-1)!.endsWith(",")) continue;
      if (isPlace(place, english) !== known || (!known && !mayBePlace(place, before, english))) continue;
      const base = basesOf(before, known, english).find((words) => !hasName(words) && isFirm(words));
      if (base === undefined) continue;
      const name = withComma(place);
      return { base, inText: `${base} ${known ? whereIn(placeInText(name)) : `in ${name}`}` };
    }
  }
  return undefined;
}

function isPlace(words: readonly string[], english: English): boolean {
  const name = words.join(" ");
  const lower = name.replace(/,/g, "").toLowerCase();
  return isKnownPlace(lower) || isPartOfPlace(lower.split(" ")) || isPlaceName(name, english);
}

/** Whether the words may be a place that no list has, behind what is looked for there. */
function mayBePlace(place: readonly string[], before: readonly string[], english: English): boolean {
  // "Church Stretton" is a town.
  if (TITLES.has(before.join(" ").toLowerCase()) || (before.length === 1 && /^\p{Lu}\p{Ll}/u.test(before[0]!)))
    return false;
  // "Oven cleaning Reading": the only word in capitals.
  const isOnlyName = place.length === 1 && /^\p{Lu}\p{Ll}{2,}$/u.test(place[0]!) && !hasName(before.join(" "));
  return isOnlyName ? before.length > 1 || isUnknownPlace(place, english) : isUnknownPlace(place, english);
}

/** What is looked for as it was typed, without the capital of a sentence or, where the place is known, without those of a heading. */
function basesOf(before: readonly string[], known: boolean, english: English): readonly string[] {
  const typed = before.join(" ");
  const small = inSmallLetters(before[0]!) + typed.slice(before[0]!.length);
  const isHeading = known && before.every((word) => /^\p{Lu}\p{Ll}/u.test(word));
  return [typed, withoutFirstCapital(typed, english), small, ...(isHeading ? [inSmallLetters(typed)] : [])];
}

/** Whether there is a word in capitals that is neither an acronym nor of a country: "Korean restaurant". */
function hasName(words: string): boolean {
  return words.split(" ").some((word) => /^\p{Lu}\p{Ll}/u.test(word) && !/(?:ish|ese|[ai]an|ean|ch)$/.test(word));
}

/** Capitalised words that no dictionary has, or that a state or a country follows: "Nuneaton", "Valdosta, GA", "Galena". */
function isUnknownPlace(words: readonly string[], english: English): boolean {
  if (!words.every((word) => /^\p{Lu}[\p{L}'’-]+,?$/u.test(word))) return false;
  const bare = words.map((word) => word.replace(/,$/, ""));
  const last = bare.at(-1)!;
  const rest = words.length > 1 && isRegionOrState(last) ? bare.slice(0, -1) : bare;
  if (rest.length > 2) return false;
  return rest.length < bare.length || rest.some((word) => !isKnownWord(word.toLowerCase(), english));
}

/** "Wausau, Wisconsin", as towns are written before their state. */
function withComma(words: readonly string[]): string {
  const bare = words.map((word) => word.replace(/,$/, ""));
  if (bare.length < 2 || !isRegionOrState(bare.at(-1)!) || isKnownPlace(bare.join(" ").toLowerCase()))
    return words.join(" ");
  return `${bare.slice(0, -1).join(" ")}, ${bare.at(-1)!}`;
}

/** What towns and quarters are a part of. */
const HOLDING = new Set<Land>(["town", "region", "country", "island"]);

/** A town or a quarter before what it is a part of, with the comma that was not typed: "Mousehole, Cornwall". Any other keyword as it is. */
export function withRegion(keyword: string, english: English): string {
  const words = keyword.split(" ");
  if (words.length < 2 || words.length > MOST_OF_PLACE || !words.every((word) => /^\p{Lu}[\p{L}'’.-]+$/u.test(word)))
    return keyword;
  if (isKnownPlace(keyword.toLowerCase()) || isPlaceName(keyword, english)) return keyword;
  for (let count = Math.min(2, words.length - 1); count > 0; count -= 1) {
    const region = words.slice(-count).join(" ");
    const town = words.slice(0, -count);
    const name = town.join(" ").toLowerCase();
    const isRegion = isKnownPlace(region.toLowerCase()) && HOLDING.has(landOf(region));
    if (!isRegion && !(count === 1 && isRegionOrState(region))) continue;
    const isTown =
      isKnownPlace(name) ||
      isLandmarkWord(name) ||
      isLandmarkName(town) ||
      (town.length === 1 && !isKnownWord(name, english));
    if (isTown && !(isGivenName(town[0]!) && !isKnownPlace(name))) return `${town.join(" ")}, ${region}`;
  }
  return keyword;
}

/** "Lisbon Alfama": a known city and a name that no dictionary has. */
export function isPartOfCity(words: readonly string[], english: English): boolean {
  const [last] = words.slice(-1);
  const city = words.slice(0, -1).join(" ");
  return (
    words.length > 1 &&
    /^\p{Lu}\p{Ll}{2,}$/u.test(last!) &&
    !isKnownWord(last!.toLowerCase(), english) &&
    !isFirmWord(last!.toLowerCase()) &&
    isKnownPlace(city.toLowerCase()) &&
    !isGivenName(words[0]!) &&
    !isNameAndWord(words[0]!)
  );
}

const APOSTROPHES: readonly (readonly [RegExp, string])[] = [
  [/\b(kids)(?= \p{L}{3})(?! (?:and|who|with|can|are)\b)/giu, "$1'"],
  [/\b((?:wo)?men|children)s(?= \p{L})/giu, "$1's"],
  [
    /\b(goat|shepherd|farmer|baker|artist|builder)s (?=(?:milk|cheese|huts?|markets?|aprons?|loft|merchants?)\b)/giu,
    "$1's ",
  ],
];

/** The keyword with the signs that were left out: "men's shoes", "plumber in Paducah, KY". */
export function withSigns(keyword: string): string {
  const owned = APOSTROPHES.reduce((text, [pattern, sign]) => text.replace(pattern, sign), keyword);
  return owned.replace(/(?<= (?:in|near) (?:\p{Lu}[\p{L}'’-]+ ?){1,3}) (?=[A-Z]{2}$)/u, (space, at: number) =>
    isRegionOrState(owned.slice(at + 1)) ? ", " : space,
  );
}

/** A keyword typed like the beginning of a sentence, "Cattery in Shrewsbury", without that capital. */
export function withoutFirstCapital(keyword: string, english: English): string {
  const [first, ...rest] = keyword.split(" ");
  if (
    rest.length === 0 ||
    !/^\p{Lu}\p{Ll}+$/u.test(first!) ||
    !/^(?!(?:of|the|and|on|upon|at|de|la|le)$)\p{Ll}/u.test(rest[0]!)
  )
    return keyword;
  const lower = first!.toLowerCase();
  const isProper =
    isKnownPlace(lower) ||
    isGivenName(lower) ||
    /(?:ish|ese|ian|ean)$/.test(lower) ||
    !(isKnownWord(lower, english) || isFirmWord(lower));
  return isProper ? keyword : [lower, ...rest].join(" ");
}
