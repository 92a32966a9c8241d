import { indefiniteArticle } from "../english/inflection/index.js";
import type { English } from "../english/types.js";
import { onceForEach } from "../remembering.js";
import { wordSet } from "../word-set.js";
import {
  firmOfPerson,
  isPartOfCity,
  type Meanings,
  nameAndTrade,
  type Search,
  type Signed,
  searchOf,
  withRegion,
} from "./as-meant.js";
import {
  detailedFirmKind,
  firmDetails,
  isDetailed,
  landDetails,
  nounDetails,
  placeDetails,
  tradeDetails,
} from "./detailed.js";
import type { Details } from "./details.js";
import { calledOf, type FirmKind, firmKind, firmSlots, firmSort, isAlone, isFirmWord, isOfFirm } from "./firms.js";
import { singularOf } from "./number.js";
import { isPersonName, isSurelyPersonName } from "./person-names.js";
import { isNamedLand, landOf } from "./place-kinds.js";
import { isKnownPlace, isPlaceName, placeInText } from "./places.js";
import { isPubName } from "./pub-names.js";
import { isKnownWord, type Reading, readingOf, sameEverywhere } from "./reading.js";
import { type Gravity, graveKind, gravityOf, isLegal } from "./sensitive.js";
import { FIRM_GROUPS, GOODS_GROUPS, PASTIME_GROUPS, type Sort, SPECIALISTS } from "./sorts.js";
import { specialistOf } from "./specialists.js";
import type { Form, Voice } from "./texts.js";
import { goodsClass, pastimeClass } from "./topic-classes.js";

/** What a keyword is, who speaks about it, and how it can be in an English sentence. */
export interface Subject {
  readonly keyword: string;
  readonly voice: Voice;
  /** Whose texts are taken: those of the voice, or sober ones. */
  readonly form: Form;
  /** The sorts of texts that suit it. */
  readonly sorts: readonly Sort[];
  /** What fills the slots of the texts; a slot that is missing cannot be used. */
  readonly slots: ReadonlyMap<string, string>;
  /** Whether a firm is one person, who says "I". */
  readonly alone: boolean;
  /** The animal that a firm is for, where the keyword names it. */
  readonly animal?: Animal;
  /** What is known of the very noun, and the sort of texts that have slots for it. */
  readonly detailed?: { readonly sort: Sort; readonly details: Details };
}

type Animal = "dog" | "cat" | "horse" | "rabbit";

/** "Dog walking", "catteries" and "puppy training" are for one kind of animal. */
const ANIMALS: readonly (readonly [Animal, RegExp])[] = [
  ["dog", /\b(?:dogs?|pupp(?:y|ies)|canine)\b/i],
  ["cat", /\b(?:cats?|kittens?|catter(?:y|ies)|feline)\b/i],
  ["horse", /\b(?:horses?|pon(?:y|ies)|equine|livery|farriers?|farriery)\b/i],
  ["rabbit", /\brabbits?\b/i],
];

function animalOf(keyword: string): { readonly animal?: Animal } {
  const named = ANIMALS.filter(([, pattern]) => pattern.test(keyword));
  return named.length === 1 ? { animal: named[0]![0] } : {};
}

/** Whether it is work that people can ask for: "piano teacher", but not "mother of three", "retired engineer" and "runner". */
function isTrade(words: string, english: English): boolean {
  if (NO_LONGER.test(words)) return false;
  const reading = readingOf(words, english);
  const { lemma, knowledge } = reading;
  if (PRIVATELY.has(lemma) || reading.plural) return false;
  return (
    firmKind(reading, english) === "trade" ||
    knowledge?.category === "person" ||
    (isKnownWord(lemma, english) && /(?:er|or|ist|ian|ant)$/.test(lemma))
  );
}

const NO_LONGER = /^(?:retired|former|ex-|aspiring|amateur|hobby|budding|late)\b/;
/** What people are without working for others. */
const PRIVATELY = wordSet(
  "mother father mum mom dad parent grandmother grandfather grandparent wife husband friend sister brother daughter son runner cyclist swimmer " +
    "climber walker hiker rambler traveller traveler reader student pupil learner collector fan lover enthusiast dreamer thinker wanderer " +
    "foodie bookworm optimist pensioner retiree citizen resident volunteer survivor patient human person man woman girl boy gamer birder",
);

/** Reads a clean keyword, in the voice asked for or in the one that suits it. */
export function subjectOf(given: string, english: English, asked?: Voice): Subject {
  const meanings = meaningsFor(english);
  const { nameWords } = meanings;
  // Prince Edward Island is no Edward of that trade.
  const mayBeSigned = (asked ?? "person") === "person" && !isKnownPlace(given.toLowerCase());
  const signed = mayBeSigned ? nameAndTrade(given, meanings) : undefined;
  if (signed !== undefined) return signedBy(signed, english);
  const search = (asked ?? "business") === "business" ? searchOf(given, english, meanings) : undefined;
  if (search !== undefined && (given.includes(",") || !isPlaceName(given, english))) return searched(search, english);
  const owned = (asked ?? "business") === "business" ? firmOfPerson(given, meanings) : undefined;
  const keyword = owned ?? ((asked ?? "place") === "place" ? withRegion(given, english) : given);
  const words = keyword.split(" ");
  const reading = readingOf(keyword, english);
  const surely = isSurelyPersonName(words) && !(words.length > 1 && isKnownPlace(keyword.toLowerCase()));
  const thing = isDetailed("thing", reading.lower, english);
  // "A cardigan" in small letters is no town in Wales.
  const place =
    owned === undefined &&
    !surely &&
    !isPubName(words) &&
    !(thing && keyword === keyword.toLowerCase()) &&
    (isNamedLand(words) ||
      isPlaceName(keyword, english) ||
      isPartOfCity(words, english) ||
      (/\p{Lu}/u.test(keyword) && placeDetails(keyword) !== undefined));
  const grave = gravityOf(words, reading.knowledge);
  const asDetailed = grave === undefined ? detailedFirmKind(reading, english) : undefined;
  const firm = owned !== undefined ? "name" : place ? undefined : (firmKind(reading, english) ?? asDetailed);
  // Lyme Regis is no illness, and neither are a rash vest and nature conservation; nobody starves in Starved Rock State Park.
  const told = thing || isDetailed("hobby", reading.lower, english);
  const harmless = place || told;
  const gravity = harmless && (grave !== "grave" || / park$/i.test(keyword)) ? undefined : grave;
  const person = !place && owned === undefined && isPersonName(words, nameWords);
  const voice = asked ?? (firm === "name" ? "business" : person ? "person" : voiceOf(reading, firm, place, english));
  const name = place ? placeInText(keyword) : person ? keyword : undefined;
  const kind = name === undefined ? firm : "name";
  const sober = isSober(voice, asked, gravity);
  const slots = slotsOf(voice, gravity ? soberly(reading) : reading, name, kind, gravity, english);
  // "Dry robe for kids" is said of several: "dry robes for kids".
  const isSeveral = slots["exact"] === keyword && reading.headAt < words.length - 1;
  const subject: Subject = {
    keyword: isSeveral ? slots["topic"]! : keyword,
    voice,
    form: sober ? "sober" : voice,
    sorts: sober
      ? soberSorts(words, gravity)
      : sortsOf(voice, reading, place ? "place" : person ? "person" : undefined, gravity, english),
    slots: new Map(Object.entries(slots)),
    alone: voice === "business" && isAlone(reading, kind, english),
    ...(voice === "business" && animalOf(keyword)),
  };
  if (sober || subject.sorts.includes("quiet")) return subject;
  return withDetailsOf(subject, reading, place, person, kind, english);
}

const meaningsFor = onceForEach((english: English): Meanings => {
  const kindOf = (words: string) => {
    const reading = readingOf(words, english);
    const kind = firmKind(reading, english) ?? detailedFirmKind(reading, english);
    // What is sold in a place is looked for there: "wedding cakes bristol".
    return kind ?? (reading.plural && (reading.sold || isOfFirm(reading, english)) ? "service" : undefined);
  };
  return {
    nameWords: {
      isPluralNoun: (word) => singularOf(word, english) !== word && english.knows(singularOf(word, english), "noun"),
      isWord: (word) => isKnownWord(word, english) || isKnownPlace(word),
      isOfFirms: isFirmWord,
    },
    isTrade: (words) => isTrade(words, english),
    isRole: (words) => isTrade(words, english) || PRIVATELY.has(words.split(" ").at(-1)!),
    isFirm: (words) => ![undefined, "name"].includes(kindOf(words)),
  };
});

/** A person who signs with name and trade. */
function signedBy({ name, trade, both }: Signed, english: English): Subject {
  const works = isTrade(trade, english);
  const slots = new Map(signedSlots(name, both));
  if (works) slots.set("trade", `${indefiniteArticle(trade)} ${trade}`);
  const person: Subject = {
    ...subjectOf(name, english, "person"),
    keyword: both,
    sorts: works ? ["signed"] : ["any"],
    slots,
  };
  return works ? withDetails(person, "knownsigned", tradeDetails(trade, english)) : person;
}

/** The sorts of texts with slots for details. */
const DETAILED_SORTS = { thing: "knownthing", hobby: "knownhobby", firm: "knownfirm", place: "knownplace" } as const;

/** The subject with what is known of its noun. */
function withDetailsOf(
  subject: Subject,
  reading: Reading,
  place: boolean,
  person: boolean,
  kind: FirmKind | undefined,
  english: English,
): Subject {
  const { voice, keyword } = subject;
  switch (voice) {
    case "business":
      return withFirmDetails(subject, firmDetails(reading, kind, english), english);
    case "place":
      return withDetails(subject, DETAILED_SORTS.place, placeDetails(keyword) ?? landDetails(subject.sorts[0]!));
    case "product":
    case "hobby": {
      if (place || person || isQuoted(reading) || isPair(reading)) return subject;
      const noun = voice === "product" ? "thing" : "hobby";
      const classOf = (words: string) => classIn(voice, words, english);
      const details = nounDetails(noun, reading, english, classOf);
      const detailed = withDetails(subject, DETAILED_SORTS[noun], details);
      // "Climate change" and "marriage" are spoken of as such, "a Labrador" as Labradors.
      return noun === "hobby" && details !== undefined && isIdea(reading, subject.slots)
        ? { ...detailed, slots: new Map(Object.entries(sameEverywhere(keyword, false))) }
        : detailed;
    }
    case "person":
      return subject;
  }
}

const SEEN = wordSet("animal plant artifact food object person group body");

/** Whether a subject in the singular is nothing that one sees, so that nobody speaks of several of it. */
function isIdea({ plural, knowledge, counts, spokenOfInPlural }: Reading, slots: Subject["slots"]): boolean {
  return (
    counts &&
    !spokenOfInPlural &&
    !plural &&
    /^an? /.test(slots.get("one") ?? "") &&
    !SEEN.has(knowledge?.category ?? "object")
  );
}

/** Firms that people go to without asking first. */
const VISITED = new Set<Sort>([
  "shop",
  "house",
  "culture",
  "pub",
  "eatery",
  "foodshop",
  "florist",
  "drinkshop",
  "gallery",
  "sweets",
  "laundry",
  "chemist",
]);

function withFirmDetails(subject: Subject, details: Details | undefined, english: English): Subject {
  // "Hotel Bellevue" is a hotel.
  const noun = details && readingOf(details.names[0]!, english);
  const sorts = noun ? [...subject.sorts, ...firmSorts(firmSort(noun, english), noun, english)] : [];
  const visited =
    sorts.some((sort) => VISITED.has(sort)) &&
    !/\b(?:online|mobile|dropshipping|delivery|etsy|for (?:parties|hire))\b/i.test(subject.keyword);
  return withDetails(subject, visited ? "knownvisit" : DETAILED_SORTS.firm, details);
}

function withDetails(subject: Subject, sort: Sort, details: Details | undefined): Subject {
  return details === undefined ? subject : { ...subject, detailed: { sort, details } };
}

function classIn(voice: "product" | "hobby", words: string, english: English): string | undefined {
  const reading = readingOf(words, english);
  return voice === "product" ? goodsClass(reading, english) : pastimeClass(reading, english);
}

// What happens to people is spoken of as such: "eviction", "hearing loss" and "miscarriage", and not "evictions".
const HAPPENS =
  /(?:tion|sion|ment|ncy|loss|crime|carriage|birth|closure|divorce|theft|murder|rape|reform|poverty|slavery|suicide|failure|violence|abuse)$/;

const ONE_BY_ONE = /(?:attack|accident|crash|injury|stroke|scam|fire|operation|transplant|scan)$/;

function soberly(reading: Reading): Reading {
  const { keyword, lower, headAt, plural } = reading;
  if (plural || headAt < lower.length - 1) return reading;
  const act = reading.knowledge?.category === "act" && !ONE_BY_ONE.test(lower[headAt]!);
  if (!act && !HAPPENS.test(lower[headAt]!)) return reading;
  return { ...reading, counts: false, slots: sameEverywhere(keyword, false) };
}

/** A firm that is looked for with "plumber near me" or "interior designer London". */
function searched({ base, inText }: Search, english: English): Subject {
  const reading = readingOf(inText, english);
  const own = readingOf(base, english);
  const kind = firmKind(own, english) ?? detailedFirmKind(own, english) ?? "service";
  const alone = isAlone(own, kind, english);
  const subject: Subject = {
    keyword: inText,
    voice: "business",
    form: "business",
    sorts: firmSorts(firmSort(reading, english), reading, english),
    slots: new Map(Object.entries(firmSlots(reading, kind, reading.slots.topic, alone))),
    alone,
    ...animalOf(inText),
  };
  return withFirmDetails(subject, firmDetails(own, kind, english), english);
}

function voiceOf(reading: Reading, firm: FirmKind | undefined, place: boolean, english: English): Voice {
  if (place) return "place";
  const [thing, hobby] = (["thing", "hobby"] as const).map((kind) => isDetailed(kind, reading.lower, english));
  if (firm !== undefined && ((!thing && !hobby) || isDetailed("firm", calledOf(reading), english))) return "business";
  // Where only one of the two is known of exactly this noun, it is that.
  return (thing === hobby ? reading.sold : thing) ? "product" : "hobby";
}

/** Nobody is fond of a grave subject, and nobody sells it unless the caller says so. */
function isSober(voice: Voice, asked: Voice | undefined, gravity: Gravity | undefined): boolean {
  if (gravity === undefined || voice === "business" || voice === "person") return false;
  return voice === "hobby" || asked === undefined;
}

/** Firms that have words of their own for hard times, or where a grave word means what they repair, guard or show. */
const OF_HARD_TIMES = new Set<Sort>([
  "talking",
  "charity",
  "faith",
  "care",
  "culture",
  "garage",
  "electrics",
  "movement",
]);

function sortsOf(
  voice: Voice,
  reading: Reading,
  named: "place" | "person" | undefined,
  gravity: Gravity | undefined,
  english: English,
): readonly Sort[] {
  switch (voice) {
    case "business": {
      const sort = firmSort(reading, english);
      const sorts = firmSorts(sort, reading, english);
      return gravity === "grave" && ![sort, ...sorts].some((own) => OF_HARD_TIMES.has(own)) ? ["quiet"] : sorts;
    }
    case "hobby": {
      const pastime = named || isQuoted(reading) || isPair(reading) ? undefined : pastimeClass(reading, english);
      if (pastime !== undefined) return withGroup(pastime, PASTIME_GROUPS);
      return reading.practised && !named ? ["any", "doing"] : ["any", "read"];
    }
    case "product": {
      const goods = named || isQuoted(reading) ? undefined : goodsClass(reading, english);
      if (goods !== undefined) return withGroup(goods, GOODS_GROUPS);
      return reading.lasting && !named ? ["any", "lasting"] : ["any"];
    }
    case "place": {
      return [named === "place" ? landOf(reading.keyword) : "any"];
    }
    case "person":
      return ["any"];
  }
}

/** The narrower class of a firm, or else its wider one, with the group that goes with it. */
function firmSorts(sort: Sort, reading: Reading, english: English): readonly Sort[] {
  const specialist = specialistOf(reading, sort, english);
  const group =
    specialist === undefined
      ? (Object.keys(FIRM_GROUPS) as (keyof typeof FIRM_GROUPS)[]).find((name) => FIRM_GROUPS[name] === sort)
      : SPECIALISTS[specialist].group;
  return group === undefined ? [specialist ?? sort] : [specialist ?? sort, group];
}

/** A class and the group it is in. */
function withGroup(name: Sort, groups: Readonly<Record<string, readonly Sort[]>>): readonly Sort[] {
  return [name, ...(Object.keys(groups) as Sort[]).filter((group) => groups[group]!.includes(name))];
}

/** "Thread & Thimble" in capitals may be a shop, a band or a book. */
function isPair({ words }: Reading): boolean {
  return words.length === 3 && words[1] === "&" && [words[0]!, words[2]!].every((word) => /^\p{Lu}\p{Ll}/u.test(word));
}

/** What is shown as it was typed is no thing and no subject of a class. */
function isQuoted({ slots }: Reading): boolean {
  return slots.topic.startsWith("“");
}

const ADDICTION =
  /\b(?:addict|alcoholi|rehab|sobriety|detox|overdos|(?:alcohol|drug|substance|solvent) (?:mis)?(?:abuse|use)\b)/i;

/** Illnesses, legal matters and some other kinds have texts of their own; the rest has those that suit any grave subject. */
function soberSorts(words: readonly string[], gravity: Gravity | undefined): readonly Sort[] {
  const kind = graveKind(words);
  if (kind !== undefined) return [kind];
  if (gravity === "health" || ADDICTION.test(words.join(" "))) return ["health"];
  // "Employment law" is a field, and an employment tribunal is somebody's case.
  if (/^laws?$/i.test(words.at(-1)!)) return ["lawfield"];
  return isLegal(words) ? ["law"] : ["any"];
}

function signedSlots(name: string, signed: string): ReadonlyMap<string, string> {
  return new Map(Object.entries({ topic: name, name, signed }));
}

function slotsOf(
  voice: Voice,
  reading: Reading,
  named: string | undefined,
  firm: FirmKind | undefined,
  gravity: Gravity | undefined,
  english: English,
): Readonly<Record<string, string>> {
  const { keyword } = reading;
  // Names of places and persons are read as such, whatever their words mean.
  const slots =
    named !== undefined
      ? sameEverywhere(named, false)
      : "todo" in reading.slots && (voice !== "hobby" || gravity)
        ? // A wish is taken up as a hobby alone, and not where the subject is grave.
          { topic: `“${keyword}”` }
        : reading.slots;
  switch (voice) {
    case "person":
      return Object.fromEntries(signedSlots(keyword, keyword));
    case "place":
      return { topic: isCountable(slots) ? `the ${keyword}` : slots.topic };
    case "business":
      return { ...slots, ...firmSlots(reading, firm, slots.topic, isAlone(reading, firm, english)) };
    case "product":
      return { ...sameEverywhere(slots.topic, false), ...slots };
    case "hobby":
      return isUnknownName(reading, english) ? sameEverywhere(keyword, false) : slots;
  }
}

/** "Borough Market": several words in capitals that mean nothing together, of which there is one. */
function isUnknownName(reading: Reading, english: English): boolean {
  const { words, plural, counts, lower } = reading;
  return (
    words.length > 1 &&
    counts &&
    !plural &&
    words.every((word) => /^\p{Lu}/u.test(word)) &&
    !english.knows(lower.join(" "), "noun") &&
    pastimeClass(reading, english) === undefined
  );
}

/** Whether there is one of the thing and several, so that a page about a single one says "the". */
function isCountable({ one, topic }: Readonly<Record<string, string>>): boolean {
  return one !== undefined && one !== topic && /^an? /.test(one);
}
