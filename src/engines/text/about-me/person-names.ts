import givenNameList from "../../../../data/english/about-me/given-names.txt";
import { once, readList } from "../../tables.js";
import { wordSet } from "../word-set.js";

/** Titles before a name: whoever has one is a person. */
export const TITLES = wordSet(
  "mr mrs ms mx miss dr prof professor sir dame madam rev reverend captain judge senator councillor cllr pastor coach chef dj",
);

/** Those among them that are words for work as well. */
const OF_WORK = wordSet("pastor coach chef dj");

/** Given names that are hardly ever anything else. Names that are also places, plants or words are left out on purpose. */
const givenNames = once(
  (): ReadonlySet<string> => new Set(readList({ name: "english/about-me/given-names.txt", text: givenNameList })),
);

/** Surnames that look like the plural of a noun. */
const PLURAL_SURNAMES = wordSet(
  "brooks woods rivers banks fields waters stones jones hayes hughes adams evans parks rhodes mills wells bates yates " +
    "graves flowers summers winters parsons marks martins hicks combs lyons cairns burns weeks sands gomes ramos",
);

/** Given names that are words too: before a surname that is no word, or a usual one, they are names. */
const NAMES_AND_WORDS = wordSet(`
  adelaide alma amber angus april art ash aurora autumn basil bill blanche bob bonnie brandy brook carol chance charity chase chip christian clay clement
  colt coral crystal daisy dale dawn dean destiny don drew earl eve faith felicity fern flora florence forest frank gene ginger glen
  grace grant hazel heath heather holly hope hunter iona iris ivory ivy jack jade jasmine jewel joy june lance laurel lily marigold mark mason
  marina may melody mercy miles myrtle nick norm olive opal pat patience paris pearl penny piper poppy primrose prudence ray red reed
  rich robin rob rod rose rosemary royal ruby rusty sage sandy scarlet serenity sky skip sterling stone summer sue ted tiffany
  trinity tucker verity victor victoria viola violet virginia wade ward warren will willow winter wren`);
const USUAL_SURNAMES = wordSet(`
  anderson baker bell bennett bishop brown butler campbell carpenter carter clark cole coleman collins cook cooper cox davis
  edwards evans fisher fletcher foster fox gardener gardner harper harris harrison hawkins hunter jackson jenkins johnson kelly
  knight lee lewis martin mason miller mitchell moore morgan morris murphy murray nelson palmer parker patterson payne perry
  peterson phillips pope porter potter price reed reid reynolds richardson robinson rogers russell sanders shepherd simpson
  smith spencer stewart sullivan taylor thomas thompson thomson tucker turner walker wallace ward washington watson webb west
  white williams wilson wright young barber barker black bond booth bowman brewer bush butcher chandler chambers cross
  day drake farmer ford forester fowler frost gold green hart hunt king knowles lamb long love marsh mercer moss noble
  north pearce penn pike pollard powers rice rose savage sharp short singer slater small snow sparrow steel stone strong
  swift tanner thorn thorne turnbull tyler vine wainwright weaver webber webster wheeler wise wolf wolfe wood woodward
  khan singh ali shah ahmed hussain kumar das nair rao kim park chen wang cruz reyes silva costa`);

const NAME_WORD = /^\p{Lu}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*\.?$/u;
/** "al-Rashid" too. */
const SURNAME = new RegExp(`^(?:(?:al|el|ibn)-)?${NAME_WORD.source.slice(1)}`, "u");
const INITIAL = /^\p{Lu}\.?$/u;
const NOBLE = wordSet("van von der den ter bin ibn al");
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
 * Whether the keyword is somebody's name: a title or a usual given name before at least one more name, one that is a word
 * as well before a surname, or two words that are in no dictionary.
 */
export function isPersonName(words: readonly string[], { isPluralNoun, isWord, isOfFirms }: NameWords): boolean {
  const title = TITLES.has(bare(words[0] ?? ""));
  const names = title ? words.slice(1) : words;
  const [first, ...rest] = names;
  const last = names.at(-1);
  if (first === undefined || last === undefined || words.length > 6) return false;
  if (!SURNAME.test(last) || !names.every((word) => SURNAME.test(word) || PARTICLES.has(word))) return false;
  const surname = bare(last);
  if (isOfFirms(surname)) return false;
  // "Coach Tim Brannigan" has a given name, and "Coach Harbour" is no person.
  if (title && OF_WORK.has(bare(words[0]!)) && !(names.length > 1 && isGivenName(first))) return false;
  if (title) return words[0]!.charAt(0) !== words[0]!.charAt(0).toLowerCase();
  // Letters in a row of capitals are an acronym.
  if (rest.length === 0 || rest.every((word) => /^\p{Lu}{2,}$/u.test(word))) return false;
  if (givenNames().has(bare(first.split("-")[0]!))) return PLURAL_SURNAMES.has(surname) || !isPluralNoun(surname);
  // "T. J. Morrison".
  if (INITIAL.test(first) && first.endsWith("."))
    return !INITIAL.test(last) && !isPluralNoun(surname) && rest.slice(0, -1).every((word) => INITIAL.test(word));
  if (rest.some((word) => NOBLE.has(word)) && !isWord(bare(first)) && !isWord(surname)) return true;
  if (rest.length <= 2 && NAMES_AND_WORDS.has(bare(first)))
    return PLURAL_SURNAMES.has(surname) || USUAL_SURNAMES.has(surname) || !isWord(surname);
  if (rest.length === 1 && USUAL_SURNAMES.has(surname) && !isWord(bare(first))) return true;
  return rest.length === 1 && names.every((word) => !isWord(bare(word)));
}

/** Whether a title, or a given name before a usual surname, leaves no doubt: "Helen Marsh" is no marsh. */
export function isSurelyPersonName(words: readonly string[]): boolean {
  if (words.length < 2 || words.length > 6 || !words.every((word) => SURNAME.test(word) || PARTICLES.has(word)))
    return false;
  const surname = bare(words.at(-1)!);
  return (
    TITLES.has(bare(words[0]!)) ||
    (givenNames().has(bare(words[0]!)) && (USUAL_SURNAMES.has(surname) || PLURAL_SURNAMES.has(surname)))
  );
}

/** Whether it is a surname that many people have. */
export function isUsualSurname(word: string): boolean {
  return USUAL_SURNAMES.has(bare(word)) || PLURAL_SURNAMES.has(bare(word));
}

/** Whether it is a given name that is a word as well: "Ruby". */
export function isNameAndWord(word: string): boolean {
  return NAMES_AND_WORDS.has(bare(word));
}

/** Whether it is a given name and hardly ever anything else. */
export function isGivenName(word: string): boolean {
  return givenNames().has(bare(word));
}

function bare(word: string): string {
  return word.replace(/\.$/, "").toLowerCase();
}
