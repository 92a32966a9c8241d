import givenNameList from "../../../../data/english/about-me/given-names.txt";
import { once, readList } from "../../tables.js";
import { wordSet } from "../word-set.js";

/** Titles before a name: whoever has one is a person. */
const TITLES = wordSet("mr mrs ms mx miss dr prof professor sir dame madam rev reverend captain judge senator");

/** Given names that are hardly ever anything else. Names that are also places, plants or words are left out on purpose. */
const givenNames = once(
  (): ReadonlySet<string> => new Set(readList({ name: "english/about-me/given-names.txt", text: givenNameList })),
);

/** Surnames that look like the plural of a noun. */
const PLURAL_SURNAMES = wordSet(
  "brooks woods rivers banks fields waters stones jones hayes hughes adams evans parks rhodes mills wells bates yates",
);

const NAME_WORD = /^\p{Lu}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*\.?$/u;
const PARTICLES = wordSet("de da del della di von van der den la le bin ibn al dos ter");

/** What a name is told by. */
export interface NameWords {
  /** The plural of a noun: titles of things ("Paul Shoes") are told from surnames by it. */
  isPluralNoun(word: string): boolean;
  /** A word of the dictionary, whatever its class. */
  isWord(word: string): boolean;
  /** What firms are called after: "Studio", "Bakery", "Ltd". */
  isOfFirms(word: string): boolean;
}

/**
 * Whether the keyword is somebody's name: a title or a usual given name before at least one more name, or two words that are
 * in no dictionary.
 */
export function isPersonName(words: readonly string[], { isPluralNoun, isWord, isOfFirms }: NameWords): boolean {
  const title = TITLES.has(bare(words[0] ?? ""));
  const names = title ? words.slice(1) : words;
  const [first, ...rest] = names;
  const last = names.at(-1);
  if (first === undefined || last === undefined || words.length > 6) return false;
  if (!NAME_WORD.test(last) || !names.every((word) => NAME_WORD.test(word) || PARTICLES.has(word))) return false;
  const surname = bare(last);
  if (isOfFirms(surname)) return false;
  if (title) return words[0]!.charAt(0) !== words[0]!.charAt(0).toLowerCase();
  // Letters in a row of capitals are an acronym.
  if (rest.length === 0 || rest.every((word) => /^\p{Lu}{2,}$/u.test(word))) return false;
  if (givenNames().has(bare(first.split("-")[0]!))) return PLURAL_SURNAMES.has(surname) || !isPluralNoun(surname);
  return rest.length === 1 && names.every((word) => !isWord(bare(word)));
}

function bare(word: string): string {
  return word.replace(/\.$/, "").toLowerCase();
}
