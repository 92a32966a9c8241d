import firmTable from "../../../../data/english/about-me/firms.txt";
import { once, readLists } from "../../tables.js";
import { indefiniteArticle, inflect, matchCase } from "../english/inflection/index.js";
import type { English } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { firmClass, worksAlone } from "./firm-classes.js";
import { isCounted, singularOf } from "./number.js";
import { isGivenName } from "./person-names.js";
import { isKnownPlace } from "./places.js";
import { isPubName } from "./pub-names.js";
import { isKnownWord, isProduct, type Reading, readingOf } from "./reading.js";
import type { Sort } from "./sorts.js";
import { isClassed, isNamedGoods } from "./topic-classes.js";

/** What a keyword that stands for a firm is: its name, a sort of firm, who works there, what is done there, or what it works in. */
export type FirmKind = "name" | "establishment" | "trade" | "service" | "field";

const SECTIONS = [
  "names",
  "trade names",
  "describing words",
  "fields",
  "establishments",
  "shops",
  "houses",
  "not hired",
  "trades",
  "agents",
  "not agents",
  "services",
  "local services",
  "worked on",
  "work",
] as const;

type Lists = Readonly<Record<(typeof SECTIONS)[number], ReadonlySet<string>>> & {
  readonly places: ReadonlySet<string>;
};

const table = once((): Lists => {
  const lists = readLists({ name: "english/about-me/firms.txt", text: firmTable }, SECTIONS);
  const sets = Object.fromEntries(SECTIONS.map((name) => [name, new Set(lists[name])])) as unknown as Lists;
  return { ...sets, places: new Set([...lists.establishments, ...lists.shops, ...lists.houses]) };
});

/** Houses that are called so before their name. */
const BEFORE_NAME = wordSet(
  "hotel café cafe restaurant bistro brasserie trattoria osteria pizzeria taverna studio atelier pension auberge hostel",
);
const WHERE = wordSet("in near at around");

/** Whether firms are called by the word, in small letters. */
export function isFirmWord(word: string): boolean {
  const { names, "trade names": tradeNames, places } = table();
  return names.has(word) || tradeNames.has(word) || places.has(word);
}

/** The words before the sort of house or firm that a keyword ends in: "oakwood" of "oakwood care home"; undefined without one. */
export function wordsBeforeEstablishment(reading: Reading): readonly string[] | undefined {
  const phrase = phrasesOf(reading).findLast((phrase) => table().places.has(phrase));
  return phrase === undefined ? undefined : reading.lower.slice(0, reading.headAt + 1 - phrase.split(" ").length);
}

/** Whether the word describes a trade or a house and names nobody: "local", "dental". */
export function isDescribing(word: string): boolean {
  return (
    table()["describing words"].has(word) || /^(?:village|town|local|independent|rural|friendly|good|near)$/.test(word)
  );
}

const CALLED_BY_WORDS = new Set<Sort>(["school", "faith", "care", "clinic"]);

/** Whether it is a house that is often called by words of every day: "beech tree primary school". */
export function isCalledByWords(reading: Reading, english: English): boolean {
  return CALLED_BY_WORDS.has(firmSort(reading, english));
}

/** What sort of firm the keyword stands for, or undefined for one that stands for none. */
export function firmKind(reading: Reading, english: English): FirmKind | undefined {
  const { words, lower, headAt, plural } = reading;
  if (/^\p{Lu}.* (?:&|and) (?:Sons?|Daughters?|Co|Company|Partners|Brothers|Associates)\.?$/u.test(words.join(" ")))
    return "name";
  const inCapitals = words.every(
    (word, index) => /^[\p{Lu}\p{N}&]/u.test(word) || (index > 0 ? SMALL.has(word) : word === "the"),
  );
  if (inCapitals && words.length > 1 && isNamedAfter(lower, english)) return "name";
  if (isOfTwoOwners(words, english) || isSign(words, english)) return "name";
  if (isPubName(words) || isOfOneOwner(reading)) return "name";
  // "Hotel Bellevue".
  if (inCapitals && words.length > 1 && BEFORE_NAME.has(lower[0]!)) return "name";
  // "Kiln & Clay Pottery": what a firm is called, and what it makes.
  if (inCapitals && words.length === 4 && words[1] === "&" && !isDescribing(lower[0]!)) return "name";
  // "Employment law" is what a site is about, "Mason Law" a firm.
  if (ranked(lower) || lower.at(-1) === "law") return undefined;
  // "Upholstery for beginners" is to be learned; lessons are offered.
  if (
    lower.at(-1) === "beginners" &&
    lower.at(-2) === "for" &&
    !/^(?:class|course|lesson|workshop|tuition|coaching)$/.test(reading.lemma)
  )
    return undefined;
  // "Become a nurse" is what somebody wants to do.
  if ("todo" in reading.slots && /^an?$/.test(lower[1] ?? "")) return undefined;
  const { places, trades, services, fields, "local services": local } = table();
  const phrases = phrasesOf(reading);
  // A vacuum cleaner is nobody who cleans.
  if (phrases.some((phrase) => phrase.includes(" ") && (isProduct(phrase) || isNamedGoods(phrase)))) return undefined;
  const called = inCapitals && headAt > 0;
  if (holds(fields, phrases)) return inCapitals ? "name" : "field";
  if (holds(places, phrases)) return called && !plural ? "name" : "establishment";
  // "Thornbury Town Band" is one of its kind.
  if (holds(trades, phrases) || isAgent(reading, english))
    return called && words.length > 2 && !plural && !isKnownWord(lower[0]!, english) ? "name" : "trade";
  if (holds(services, phrases) || isWorkOnThings(reading, english)) return "service";
  if (isHired(reading, english)) return "trade";
  if (/ for hire$/.test(lower.join(" "))) return isCalling(reading) ? "trade" : "service";
  // "Roofing and guttering", "mobile knife sharpening".
  const joint = lower.join(" ").split(/ (?:and|&) /);
  if (joint.length === 2 && joint.every((part) => firmKind(readingOf(part, english), english) === "service"))
    return "service";
  if (lower[0] === "mobile" && reading.practised) return "service";
  // "Damp proofing specialist".
  if (
    reading.lemma === "specialist" &&
    lower.length > 2 &&
    firmKind(readingOf(lower.slice(0, -1).join(" "), english), english) === "service"
  )
    return "trade";
  // "Fishing in Norway" is no trade, "photography in Leeds" is one.
  if (holds(local, phrases) && isWithPlace(reading)) return "service";
  // A thing in capitals with a word before it that is in no dictionary: "Oakwood Furniture".
  if (called && reading.sold && (plural || !reading.counts) && !isKnownWord(lower[0]!, english)) return "name";
  // "Tiverton Fencing and Sheds".
  if (
    called &&
    plural &&
    joint.length === 2 &&
    words.length > 3 &&
    !isKnownWord(lower[0]!, english) &&
    !isKnownPlace(lower[0]!)
  )
    return "name";
  // A single thing in capitals behind an article: "The Copper Kettle".
  if (called && words[0] === "The" && headAt > 1 && reading.sold && reading.counts && !plural) return "name";
  return undefined;
}

/** The head with up to three of the words before it, as it is and in the singular. */
function phrasesOf({ lower, headAt, lemma }: Reading): readonly string[] {
  const starts = [0, 1, 2, 3].map((count) => headAt - count).filter((start) => start >= 0);
  return starts.flatMap((start) => {
    const before = lower.slice(start, headAt);
    return [[...before, lemma].join(" "), [...before, lower[headAt]!].join(" ")];
  });
}

function holds(list: ReadonlySet<string>, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => list.has(phrase));
}

/** "Cake maker", "dog trainers": an agent with a noun before it that says of what. */
function isAgent({ lower, headAt, lemma }: Reading, english: English): boolean {
  const { agents, "not agents": notAgents } = table();
  const before = lower[headAt - 1];
  if (before === undefined || !agents.has(lemma) || notAgents.has(`${before} ${lemma}`)) return false;
  const singular = singularOf(before, english);
  return english.knows(singular, "noun") && (singular !== before || !english.knows(before, "adjective"));
}

/** "Boiler servicing", "garage conversions": work, and before it what tradespeople work on. */
function isWorkOnThings({ lower, headAt, lemma }: Reading, english: English): boolean {
  const { work, "worked on": things } = table();
  if (!work.has(lemma) && !work.has(lower[headAt]!)) return false;
  return [1, 2].some((count) => {
    const before = lower.slice(Math.max(0, headAt - count), headAt);
    return (
      before.length === count && things.has([...before.slice(0, -1), singularOf(before.at(-1)!, english)].join(" "))
    );
  });
}

const OWNED = wordSet(
  "kitchen table pantry garden workshop place corner wardrobe larder treats stitches crafts creations cuts",
);

/** "Emma's Cakes": what somebody sells, behind a given name. */
function isOfOneOwner({ words, lower, plural, sold }: Reading): boolean {
  const owner = /^(\p{Lu}\p{Ll}+)['’]s$/u.exec(words[0]!)?.[1];
  return (
    owner !== undefined &&
    words.length > 1 &&
    words.length < 4 &&
    (plural || sold || OWNED.has(lower.at(-1)!)) &&
    isGivenName(owner) &&
    words.every((word) => /^\p{Lu}/u.test(word))
  );
}

/** "Tanner & Fitch": two surnames, of which one at least is no other word. */
function isOfTwoOwners(words: readonly string[], english: English): boolean {
  const [first, and, second] = words;
  return (
    words.length === 3 &&
    and === "&" &&
    [first!, second!].every((word) => /^\p{Lu}\p{Ll}+$/u.test(word) && !isGivenName(word)) &&
    [first!, second!].some((word) => !isKnownWord(word.toLowerCase(), english))
  );
}

const ROOMS = wordSet(
  "kitchen shed barn loft attic cellar workshop hut shack den nook corner cupboard cabin parlour room rooms",
);

/** "Paws & Claws", "The Yarn Barn": what stands over a shop. */
function isSign(words: readonly string[], english: English): boolean {
  const lower = words.map((word) => word.toLowerCase());
  if (words.length !== 3 || ![words[0]!, words[2]!].every((word) => /^\p{Lu}\p{Ll}+$/u.test(word))) return false;
  if (lower[0] === "the")
    return ROOMS.has(lower[2]!) && /^\p{Lu}/u.test(words[1]!) && !english.noun(`${lower[1]} ${lower[2]}`);
  if (words[1] !== "&" || english.noun(`${lower[0]} and ${lower[2]}`)) return false;
  // "Fern & Fox" is over a shop, "Cats & Dogs" and "Tea & Cake" are subjects.
  return [lower[0]!, lower[2]!].every((word) => {
    const singular = singularOf(word, english);
    if (!english.knows(singular, "noun") || english.knows(word, "adjective") || isGivenName(word)) return false;
    const single = singular === word && isCounted(word, english.noun(word), false, english);
    return single || (!isClassed(singular) && !isClassed(word));
  });
}

/** Whether a place is named behind the head: "in Leeds". */
export function isWithPlace({ words, lower, headAt }: Reading): boolean {
  const where = words.slice(headAt + 2);
  return (
    WHERE.has(lower[headAt + 1] ?? "") && (where.some((word) => /^\p{Lu}/u.test(word)) || isKnownPlace(where.join(" ")))
  );
}

/** Somebody of a calling with a place, "piano teachers in Bristol": one who is looked for there to be hired. */
function isHired(reading: Reading, english: English): boolean {
  const { lemma, knowledge } = reading;
  if (!isCalling(reading) || !isWithPlace(reading) || table()["not hired"].has(lemma)) return false;
  if (knowledge !== undefined) return knowledge.category === "person";
  return english.noun(lemma) === undefined && isKnownWord(lemma, english);
}

function isCalling({ lower, headAt }: Reading): boolean {
  return /(?:er|or|ist|ian|smith|wright)s?$/.test(lower[headAt]!);
}

/**
 * Whether the words end as names of firms do. What is also a trade or a house is part of a name behind a word that describes
 * neither: "Oakfield Plumbing and Heating" and "Westfield Dental Care" are names, "Emergency Plumbing" is none.
 */
function isNamedAfter(lower: readonly string[], english: English): boolean {
  const { names, "trade names": tradeNames, "describing words": describing } = table();
  const endings = [1, 2, 3]
    .filter((count) => count < lower.length)
    .map((count) => lower.slice(-count).join(" ").replace(/ & /g, " and ").replace(/\.$/, ""));
  if (names.has(endings[0]!)) return true;
  const first = lower[0]!;
  if (ranked(lower)) return false;
  const { trades, services, places } = table();
  const isKind = (ending: string) => {
    const words = ending.split(" ");
    const singular = [...words.slice(0, -1), singularOf(words.at(-1)!, english)].join(" ");
    // "Lucy Baker" is somebody, "Pemberton Bakers" are a firm.
    return (
      [services, places].some((list) => list.has(ending) || list.has(singular)) ||
      (singular !== ending && trades.has(singular))
    );
  };
  // "Happy Paws Dog Walking", but not "Emergency Boiler Repair".
  const longName = endings.some((ending, index) => {
    const before = lower.slice(0, -1 - index);
    const isPart = (word: string) => describing.has(word) || tradeNames.has(word) || SMALL.has(word);
    return before.length > 1 && before.some((word) => !isPart(word)) && (tradeNames.has(ending) || isKind(ending));
  });
  if (longName) return true;
  if (describing.has(first)) return false;
  if (endings.some((ending) => tradeNames.has(ending)) && !tradeNames.has(first)) return true;
  // A trade or a service, behind a word that is in no dictionary or one with "'s".
  return (!isKnownWord(first, english) || /['’]s$/.test(first)) && endings.some(isKind);
}

const SMALL = wordSet("of and the for at in on by &");

/** "Best plumbers", "10 clinics", "how to choose a lawyer": keywords that look at firms from outside. */
function ranked([first]: readonly string[]): boolean {
  return /^(?:best|top|worst|cheapest|how|what|why|which|when|where|\d+)$/.test(first!);
}

/** Of which class it is, or whether one buys there or is a guest there, or none of these. */
export function firmSort(reading: Reading, english: English): Sort {
  const { shops, houses } = table();
  const phrases = phrasesOf(reading);
  const named = reading.lower.join(" ").replace(/ & /g, " and ");
  if (holds(houses, phrases) || HOUSE.test(named)) return "house";
  if (CLUB.test(` ${named}`)) return "club";
  if (holds(shops, phrases) || SHOP.test(named) || /^the .*kitchen$/.test(named)) return "shop";
  return firmClass(calledOf(reading), english) ?? "any";
}

/** Whether firms of a known class go by the words, or sell what they say. */
export function isOfFirm(reading: Reading, english: English): boolean {
  return firmClass(calledOf(reading), english) !== undefined;
}

/** The words in small letters without the place or the purpose behind them: "cake makers in York" are cake makers. */
export function calledOf({ lower, headAt }: Reading): readonly string[] {
  const called = /\b(?:in|near|at|around|for)$/.test(lower[headAt + 1] ?? "") ? lower.slice(0, headAt + 1) : lower;
  return called
    .map((word) => (word === "&" ? "and" : word).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""))
    .filter((word) => !ENDING.has(word));
}

/** What stands behind the trade in names of firms. */
const ENDING = wordSet("ltd limited llp inc llc plc co sons daughters services");

/** Whether it is somebody who works alone: one of a trade of which a single person can speak. */
export function isAlone(reading: Reading, kind: FirmKind | undefined, english: English): boolean {
  const { lower, lemma, plural } = reading;
  return kind === "trade" && !plural && lower[0] !== "the" && worksAlone(firmClass(calledOf(reading), english), lemma);
}

// What people join; a wedding band is hired.
const CLUB =
  / (?<!\b(?:wedding|covers|ceilidh|jazz|steel|building|housing|health|night|credit|school|breakfast|holiday) )(?:clubs?|choir|band|orchestra|society|association|union|federation|alliance|ensemble|pta|parish council|committee)$/;

// What names in the plural or of several words end in.
const HOUSE =
  / (?:bed and breakfast|b and b|(?:holiday )?(?:cottages|apartments|lets|homes)|caravan park|holiday park|glamping|hotels|inn|lodges|retreat|retreats)$/;
const SHOP =
  / (?:tearooms?|tea rooms?|restaurants|bakers|butchers|fishmongers|greengrocers|florists|jewell?ers|farm shop|vineyards|wine merchants|antiques|flowers|bridal|chocolates|cheeses|roasters|brewing company|books|bookshop|records)$/;

/** What is offered again and again and named in the plural: "eye tests". */
export const SINGLY = wordSet(
  "test check implant veneer crown denture headshot lesson class course workshop session tour treatment trip survey vaccination adoption alteration " +
    "cruise excursion party night masterclass exam sale conversion holiday break getaway charter",
);

/** What somebody does for others, who look for "a dressmaking service". Training and catering are looked for as such. */
function isWork({ lower, headAt, lemma, plural }: Reading): boolean {
  return (
    !plural &&
    headAt === lower.length - 1 &&
    /.{3}ing$/.test(lemma) &&
    !/\b(?:alpaca|llama|goat|donkey) walking$/.test(lower.join(" ")) &&
    !/^(?:training|coaching|tutoring|counsell?ing|mentoring|catering|parking|consulting|building|teaching|heating|flooring|lighting|bedding|servicing|climbing|lettering|swimming|riding|dancing|skating|bowling|karting|camping|glamping|sailing|skiing|surfing)$/.test(
      lemma,
    )
  );
}

/** What fills the slots of a firm's page. `topic` is what the keyword is called after a preposition. */
export function firmSlots(
  reading: Reading,
  kind: FirmKind | undefined,
  topic: string,
  alone = false,
): Record<string, string> {
  const { keyword, words, lower, headAt, lemma, plural, counts } = reading;
  const withHead = (head: string) => [...words.slice(0, headAt), head, ...words.slice(headAt + 1)].join(" ");
  const definite = lower[0] === "the";
  const one = definite ? keyword : `${indefiniteArticle(keyword)} ${keyword}`;
  const word = words[headAt]!;
  // "DJ" has the plural "DJs".
  const heads = /^\p{Lu}{2,}$/u.test(word) ? `${word}s` : matchCase(word, inflect(lemma, "plural"));
  const several = plural || definite ? keyword : withHead(heads);
  switch (kind) {
    case "name":
      return { topic: keyword, name: keyword, wedo: `are ${keyword}` };
    case "establishment":
      // "Dry cleaners" are people, and "stables" are none.
      return {
        topic,
        wedo: !plural ? `are ${one}` : /(?:er|or|ist|ian)s$/.test(lower[headAt]!) ? `are ${keyword}` : `run ${keyword}`,
        seek: plural ? keyword : one,
      };
    case "trade":
      return { topic: several, wedo: alone ? `am ${one}` : `are ${several}`, seek: plural ? keyword : one };
    case "field":
      return { topic: keyword, wedo: `work in ${keyword}`, seek: keyword };
    case "service": {
      const singly =
        SINGLY.has(lemma) ||
        (counts && reading.knowledge?.category === "artifact" && !/^(?:service|assembly|freight)$/.test(lemma));
      // "Man and van" is somebody with something, and what they do.
      if (lemma === "van") {
        const service = one.replace(/\bvan\b/i, (van) => `${van} service`);
        return { topic: keyword, wedo: `offer ${service}`, seek: service };
      }
      const offered = plural ? keyword : singly ? several : counts && lemma === "service" ? one : keyword;
      const isRide = !plural && /^(?:taxi|cab|minicab)$/.test(lemma);
      return {
        topic: offered,
        wedo: `offer ${offered}`,
        seek: isWork(reading) ? `${one} service` : isRide ? one : offered,
      };
    }
    default:
      // In capitals it is what the firm is called.
      if (!reading.common || (words.length > 1 && words.every((word) => /^\p{Lu}/u.test(word))))
        return { topic, name: keyword, wedo: `are ${keyword}` };
      if (reading.knowledge?.category === "person")
        return { topic: several, wedo: `are ${several}`, seek: plural ? keyword : one };
      return { topic, wedo: `work with ${topic}`, seek: reading.slots["one"] ?? topic };
  }
}
