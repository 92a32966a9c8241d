import keywordHeads from "../../../../data/english/about-me/keyword-heads.txt";
import productNames from "../../../../data/english/about-me/products.txt";
import { once, readLists } from "../../tables.js";
import { indefiniteArticle, inflect, isPluralOnly, matchCase } from "../english/inflection/index.js";
import type { English, NounKnowledge } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { hasDetails, singularsOf } from "./details.js";
import { isActivity, isCounted, isSuperlative, singularOf } from "./number.js";
import { isNamedGoods } from "./topic-classes.js";

/** A keyword taken apart, and how it can be in an English sentence. */
export interface Reading {
  readonly keyword: string;
  readonly words: readonly string[];
  readonly lower: readonly string[];
  /** Where the word is that the others describe. */
  readonly headAt: number;
  /** That word in the singular, in small letters. */
  readonly lemma: string;
  readonly knowledge: NounKnowledge | undefined;
  readonly plural: boolean;
  /** Whether there can be one of it and several. */
  readonly counts: boolean;
  /** Whether it is known to be spoken of in the plural: "card games", and not "climate changes". */
  readonly spokenOfInPlural: boolean;
  /** Words of the dictionary with English grammar, and no name. */
  readonly common: boolean;
  /** Something that one does. */
  readonly practised: boolean;
  /** What one does to something: "pruning roses". */
  readonly treating: boolean;
  /** What is done to something as it is called among the details: "spoon carving" for "carving spoons". */
  readonly turned: string | undefined;
  /** Something that is made and sold. */
  readonly sold: boolean;
  /** Whether it is sold and not used up. */
  readonly lasting: boolean;
  /** What fills the slots of any page about it; one that is missing cannot be used. */
  readonly slots: Slots;
}

export type Slots = Readonly<Record<string, string>> & { readonly topic: string };

const PREPOSITIONS = wordSet(
  "of for in on at to with without from by under near between about against after before during into over around",
);
const JOINING = wordSet("and or vs versus & + und y et e");
const TALKING = wordSet("i me my mine you your we us our it that this these those he she they a an is are not no");
const ASKING =
  /^(?:what|why|how|when|where|who|whose|which|is|are|am|was|can|could|do|does|did|should|would|will|has|have)\b/i;
// Verbs that often begin a keyword and are nouns as well, so that the dictionary alone does not tell.
const DOING = wordSet(`
  make buy get become lose earn learn save sell teach bake build cook grow improve fix repair write read find choose
  quit reduce avoid remove create start stop sew knit draw invest lower clean speak decorate organize keep restore collect raise breed play paint carve brew`);
/** What is often called by what it is for: "repair café", "play therapy", "clean eating". */
const CALLED_BY_VERBS = wordSet(
  "shop cafe café centre center park area group therapy school kit tent bag bags motion beauty eating room garden club works day week",
);
// With a plural after them they are what somebody does to it: "knitting socks", but not "running shoes".
const WORKING = wordSet("knitting sewing making growing keeping collecting restoring raising breeding brewing carving");
// With a noun or an adjective after them the same: "making pesto", "getting married", "starting school".
const COMING_TO = wordSet("making going getting starting becoming being having");
// With what grows or is eaten after them the same: "pruning roses", but not "drying racks".
const TREATING = wordSet(
  `pruning training drying smoking curing pickling fermenting preserving freezing canning bottling filleting roasting grilling dehydrating
  photographing filming grafting propagating pressing`,
);
const GROWN = wordSet("plant animal food");
// What it is done with: "sewing patterns".
const WORKED_WITH = wordSet("pattern machine needle kit tool supply table idea tip book course class club box basket");
const SUPERLATIVE = /^(?:best|worst|top|most|least)$/;
const NUMBERED = /^(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)$/i;
// Abbreviations that are spoken letter by letter and want the article.
const WITH_ARTICLE = wordSet("FBI CIA NSA IRS EU UN UK US USA BBC NHS FDA EPA NBA NFL NHL IMF WTO DMV SEC WHO");

const heads = once(() => {
  const file = { name: "english/about-me/keyword-heads.txt", text: keywordHeads };
  const lists = readLists(file, [
    "activities",
    "pastimes",
    "instruments",
    "styles of music",
    "not sold",
    "not counted",
    "counted",
    "with the",
  ]);
  return {
    activities: new Set(lists.activities),
    pastimes: new Set(lists.pastimes),
    instruments: new Set(lists.instruments),
    styles: new Set(lists["styles of music"]),
    notSold: new Set(lists["not sold"]),
    notCounted: new Set(lists["not counted"]),
    counted: new Set(lists.counted),
    withThe: new Set(lists["with the"]),
  };
});

const usedUp = once((): ReadonlySet<string> => new Set(productLists()["used up"]));
const products = once((): ReadonlySet<string> => new Set(Object.values(productLists()).flat()));

/** Whether the words, in small letters and in the singular, are among the things known to be sold. */
export function isProduct(words: string): boolean {
  return products().has(words);
}

function productLists() {
  return readLists({ name: "english/about-me/products.txt", text: productNames }, ["lasting", "used up"]);
}

/** "Building my own PC". */
const OWN = /^\p{L}+ing (?:my|your) own \p{L}/u;

/** What says how or for whom something is done: "learning Spanish as an adult", "baking from scratch", "a mattress for a child". */
const TAIL =
  / (?:(?:on|with|for|as|in|from|without|at|after|by) (?:an?|the|your|my) [\p{L}' -]{2,30}|later in life|online|abroad|from scratch|at home|from home|by post|by hand|made to measure|supplied and fitted)$/u;

/** Reads a clean keyword. */
export function readingOf(keyword: string, english: English): Reading {
  const tail = TAIL.exec(keyword)?.[0];
  if (tail !== undefined && keyword.length > tail.length && !isNamedInDetails(keyword.toLowerCase())) {
    const own = readingOf(keyword.slice(0, -tail.length), english);
    if (!own.slots.topic.startsWith("“") && !("todo" in own.slots)) return withTail(own, keyword, tail);
  }
  const words = keyword.split(" ");
  const lower = words.map((word) => word.toLowerCase());
  const headAt = headOf(lower);
  const head = lower[headAt]!;
  const lemma = lemmaOf(head, english);
  const knowledge = english.noun(singularOf(keyword.toLowerCase(), english)) ?? english.noun(lemma);
  const style = isStyleOfPlaying(lower, headAt, lemma);
  // "Shed building" is what one does where there are details of it, and no shed.
  const built = head === "building" && hasDetails("hobby", lower.join(" "));
  const active =
    isActivity(head, english) ||
    heads().activities.has(head) ||
    heads().activities.has(keyword.toLowerCase()) ||
    style ||
    built;
  const pastime = heads().pastimes.has(lemma) || heads().pastimes.has(lower.slice(0, headAt).concat(lemma).join(" "));
  const parts = { keyword, words, lower, headAt, lemma, knowledge };
  const plural = lemma !== head || (isPluralOnly(head) && head !== "people") || isPairOfGoods(head);
  const { notCounted, counted } = heads();
  const names = [words[headAt]!, head, called(lower, headAt, head), lower.join(" ")];
  const mass = names.some((name) => notCounted.has(name));
  const isListed = names.some((name) => counted.has(name));
  const counts =
    plural || (!active && !mass && (isListed || isCounted(head, knowledge, products().has(lemma), english)));
  const of = (slots: Slots, rest: Partial<Reading> = {}): Reading => ({
    ...parts,
    plural,
    counts,
    spokenOfInPlural: isListed,
    common: true,
    practised: (active || pastime) && headAt === words.length - 1,
    treating: false,
    turned: undefined,
    sold: false,
    lasting: false,
    slots,
    ...rest,
  });

  if (/^how to \S/i.test(keyword) && isPlain(keyword)) {
    return of({ topic: keyword }, { common: false, practised: false });
  }
  // "Losing a parent", "living on a boat".
  if (
    words.length < 6 &&
    (BEFORE_ONE.test(keyword) || OWN.test(keyword)) &&
    isPlain(keyword) &&
    isGerund(lower[0]!, english)
  ) {
    const slots = { topic: keyword, ...agreeing(false) };
    return of(slots, { common: lower.filter((word) => TALKING.has(word)).length === 1, plural: false, counts: false });
  }
  // "Can opener", "grow your own".
  const known = isNamedInDetails(lower.join(" "));
  const asking = words.length > 1 && !known && (ASKING.test(keyword) || keyword.endsWith("?"));
  const talking = !known && lower.some((word) => TALKING.has(word)) && !isDoingToOne(words, english);
  if (asking || !isPlain(keyword) || words.length > 8 || talking) {
    return of({ topic: quoted(keyword) }, { common: false, practised: false });
  }
  // "Paint brush set".
  const thing = [lower.join(" "), ...singularsOf(lower.join(" "))].some((name) => hasDetails("thing", name));
  if (!thing && isDoing(words, english)) {
    const gerund = [matchCase(words[0]!, inflect(lower[0]!, "gerund")), ...words.slice(1)].join(" ");
    const slots = { topic: gerund, todo: keyword, ...agreeing(false) };
    return of(slots, { practised: true, plural: false, counts: false });
  }
  if (/.ing$/.test(lower[0]!) && lower[1] === "the" && isActivity(lower[0]!, english)) {
    const slots = { topic: keyword, ...agreeing(false) };
    return of(slots, { practised: true, plural: false, counts: false });
  }
  const turned = turnedRound(lower, english) ?? doneToSeveral(lower, plural, english);
  if (turned !== undefined) {
    const slots = { topic: keyword, ...agreeing(false) };
    return of(slots, { practised: true, treating: true, turned, plural: false, counts: false });
  }
  if (heads().withThe.has(lower.join(" "))) {
    return of(sameEverywhere(`the ${keyword}`, plural && lemma !== head), { counts: false });
  }
  if (words.length === 1 && !knowledge && !products().has(head) && english.knows(head, "adjective")) {
    const all = `all things ${keyword}`;
    return of({ topic: all, ...agreeing(true) }, { common: false, practised: false });
  }
  if (isName(words, headAt, english)) {
    const article = WITH_ARTICLE.has(keyword) ? "the " : "";
    return of(sameEverywhere(article + keyword, false), { common: false, plural: false });
  }
  const joined = lower.some((word) => JOINING.has(word));
  const strange = words.filter((word) => !JOINING.has(word.toLowerCase()) && !isEnglish(word, english));
  // One strange word makes no foreign language: "motor neurone disease", "bluetooth speaker".
  const named = products().has(lemma) || products().has(head) || isNamedGoods(called(lower, headAt, lemma));
  const certain = words.length > 2 ? isEnglish(head, english) : named;
  const foreign = strange.length > (certain ? 1 : 0);
  if (joined || foreign) {
    const shown = foreign && !known && words.length > 2 && strange.length > 1 ? quoted(keyword) : keyword;
    return of({ topic: shown }, { common: false });
  }
  const treating = TREATING.has(lower[0]!) && GROWN.has(english.noun(lemma)?.category ?? "");
  if (
    ((plural && WORKING.has(lower[0]!)) || (!plural && COMING_TO.has(lower[0]!)) || treating) &&
    words.length > 1 &&
    !WORKED_WITH.has(lemma) &&
    !english.knows(singularOf(keyword.toLowerCase(), english), "noun")
  ) {
    const slots = { topic: keyword, ...agreeing(false) };
    return of(slots, { practised: true, treating, plural: false, counts: false });
  }
  const slots = nounPhrase({ words, headAt, plural, counts, active }, english);
  const doing = pastime || (active && !isNamedGoods(called(lower, headAt, lemma)));
  const sold = !doing && isSold(lower, headAt, lemma, knowledge, english);
  const sorts = [lemma, head, called(lower, headAt, lemma)];
  return of(slots, { sold, lasting: sold && !sorts.some((name) => usedUp().has(name)) });
}

/** The reading of a keyword that goes on after what it is about. */
function withTail(own: Reading, keyword: string, tail: string): Reading {
  const words = keyword.split(" ");
  const { one, topic } = own.slots as Record<string, string>;
  if (one !== undefined && one !== topic) {
    const single = sameEverywhere(`${one}${tail}`, false);
    return { ...own, keyword, words, lower: words.map((word) => word.toLowerCase()), slots: single };
  }
  const slots = Object.fromEntries(
    Object.entries(own.slots).map(([slot, value]) => [slot, slot === "is" ? value : value + tail]),
  ) as Slots;
  return { ...own, keyword, words, lower: words.map((word) => word.toLowerCase()), slots };
}

/** The head with the word before it: "double glazing". */
function called(lower: readonly string[], headAt: number, lemma: string): string {
  return `${lower[headAt - 1] ?? ""} ${lemma}`.trim();
}

/** "Wellies": what only the list of products has, and in the plural. */
function isPairOfGoods(head: string): boolean {
  return products().has(head) && /(?:ies|ers|eurs|ears|ons|ggles|ds)$/.test(head);
}

/** The singular of a head, also of a thing that only the list of products has: "wetsuits". */
function lemmaOf(head: string, english: English): string {
  const singular = singularOf(head, english);
  if (singular !== head || products().has(head)) return singular;
  const bare = /^(.{3,})s$/.exec(head)?.[1];
  if (bare !== undefined && products().has(bare)) return bare;
  return [head, ...singularsOf(head)].find((word) => hasDetails("thing", word)) ?? singular;
}

/** Whether the words are the name of a thing or a subject of which there are details. */
function isNamedInDetails(words: string): boolean {
  return [words, ...singularsOf(words)].some((name) => hasDetails("thing", name) || hasDetails("hobby", name));
}

/** "Spoon carving" for "carving spoons", where there are details of it. */
function turnedRound(lower: readonly string[], english: English): string | undefined {
  const [doing, ...what] = lower;
  if (what.length === 0 || !isGerund(doing!, english) || isNamedInDetails(lower.join(" "))) return undefined;
  const of = what.filter((word, at) => at > 0 || !/^(?:old|vintage|antique|classic)$/.test(word));
  const noun = [...of.slice(0, -1), singularOf(of.at(-1)!, english)].join(" ");
  // "Restoring old furniture" is furniture restoration.
  const names = [`${noun} ${doing}`, ...(doing === "restoring" ? [`${doing} ${noun}`, `${noun} restoration`] : [])];
  return names.find((name) => hasDetails("hobby", name));
}

const DONE_TO = wordSet(
  `mending making drying building drawing photographing playing telling collecting lifting tying cooking framing saving sowing growing keeping
  pressing writing tuning decorating sewing throwing flying painting taking editing reading restoring baking hosting fermenting walking teaching
  pruning watching feeding training raising washing helping changing repairing polishing cleaning shining ironing folding sharpening sanding
  refinishing hanging laying plastering caning turning carving starting planting grafting chasing visiting interpreting knitting crocheting
  breeding freezing grilling showing fixing`,
);
/** "Painting techniques", "walking routes". */
const NOT_DONE_TO = wordSet(
  "tip idea technique recipe lesson trip route holiday course resource assistant page skill trade system plan bead pattern",
);

/** "Hanging pictures", of which there are details in the plural, is something that one does; "hiking trails" are those of a trail. */
function doneToSeveral(lower: readonly string[], plural: boolean, english: English): string | undefined {
  const name = lower.join(" ");
  const isWhole = plural && lower.length > 1 && hasDetails("hobby", name) && !hasDetails("thing", name);
  return isWhole && DONE_TO.has(lower[0]!) && !NOT_DONE_TO.has(singularOf(lower.at(-1)!, english)) ? name : undefined;
}

function isGerund(word: string, english: English): boolean {
  return /.{2}ing$/.test(word) && english.lemmaOf(word, "verb") !== undefined;
}

/** "Jazz piano", "blues harmonica": what one plays, behind the way in which one plays it. */
function isStyleOfPlaying(lower: readonly string[], headAt: number, lemma: string): boolean {
  const { instruments, styles } = heads();
  return (
    headAt === lower.length - 1 &&
    lemma === lower[headAt] &&
    instruments.has(lemma) &&
    styles.has(lower[headAt - 1] ?? "")
  );
}

const DEFINITE_OF =
  /^(?:history|art|science|philosophy|psychology|music|literature|architecture|culture|wildlife|beauty|food|folklore|geology|nature) of /;

interface Phrase {
  readonly words: readonly string[];
  readonly headAt: number;
  readonly plural: boolean;
  readonly counts: boolean;
  readonly active: boolean;
}

const MOST_BEFORE_HEAD = 3;

/** The slots of a noun phrase of known words. */
function nounPhrase({ words, headAt, plural, counts, active }: Phrase, english: English): Slots {
  const keyword = words.join(" ");
  const lower = words.map((word) => word.toLowerCase());
  const last = headAt === words.length - 1;
  const article = lower[0] === "the" ? "" : "the ";
  if (lower[0] === "the" || SUPERLATIVE.test(lower[0]!) || isSuperlative(lower[0]!, english)) {
    return sameEverywhere(article + keyword, plural);
  }
  // "Oakmere Hospital" is one of a kind.
  const named = words.length > 1 && words.every((word) => /^\p{Lu}/u.test(word)) && !isKnownWord(lower[0]!, english);
  if (named && !plural && !active) return sameEverywhere(keyword, false);
  if (plural) {
    const numbered = NUMBERED.test(lower[0]!) && words.length > 1 && !/^\d{4}$/.test(lower[0]!);
    return sameEverywhere(numbered ? `the ${keyword}` : keyword, true);
  }
  if (active) return { topic: keyword, ...agreeing(false) };
  // "The history of London", but "love of animals".
  if (!counts)
    return sameEverywhere(DEFINITE_OF.test(lower.slice(headAt).join(" ")) ? article + keyword : keyword, false);
  const one = last || lower[headAt + 1] !== "of" ? `${indefiniteArticle(keyword)} ${keyword}` : `the ${keyword}`;
  // "Dry robes for kids", and not "the history of London".
  const isFor = !last && /^\p{Ll}/u.test(words[headAt]!) && /^(?:for|with|without|under)$/.test(lower[headAt + 1]!);
  if (!(last || isFor) || headAt > MOST_BEFORE_HEAD) return sameEverywhere(one, false);
  const head = matchCase(words[headAt]!, inflect(lower[headAt]!, "plural"));
  const several = [...words.slice(0, headAt), head, ...words.slice(headAt + 1)].join(" ");
  const exact: Record<string, string> = several.includes(keyword) ? {} : { exact: keyword };
  return { topic: several, one, ...exact, ...agreeing(true) };
}

/** The slots of a phrase that reads the same wherever the keyword can be. */
export function sameEverywhere(phrase: string, plural: boolean): Slots {
  return { topic: phrase, one: phrase, ...agreeing(plural) };
}

function agreeing(plural: boolean): Record<string, string> {
  return { is: plural ? "are" : "is" };
}

/** Letters, digits and the signs inside words; anything else is shown in quotation marks. */
function isPlain(keyword: string): boolean {
  return /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N} &+/#'’.-]*[\p{L}\p{M}\p{N}+#])?$/u.test(keyword);
}

function quoted(keyword: string): string {
  return `“${keyword}”`;
}

function headOf(lower: readonly string[]): number {
  const preposition = lower.findIndex((word, index) => index > 0 && PREPOSITIONS.has(word));
  return preposition > 0 ? preposition - 1 : lower.length - 1;
}

const BEFORE_ONE = /^\p{L}+ (?:(?:on|in|with|without|for|from|at) )?an? /iu;

/** "Become a nurse", "buy a house". */
function isDoingToOne(words: readonly string[], english: English): boolean {
  const [first, article, ...behind] = words.map((word) => word.toLowerCase());
  return (
    DOING.has(first!) &&
    (article === "a" || article === "an") &&
    behind.length > 0 &&
    behind.length < 4 &&
    !behind.some((word) => TALKING.has(word)) &&
    isDoing(words, english)
  );
}

function isDoing(words: readonly string[], english: English): boolean {
  const lower = words.map((word) => word.toLowerCase());
  const first = lower[0]!;
  // "Welsh cakes" and "Bach" are nothing that one does, although there are such verbs.
  if (/^(?:Welsh|Polish|Swiss|Scotch)$/.test(words[0]!) || /^stop[ -]motion$/.test(lower.slice(0, 2).join(" ")))
    return false;
  if (words.length === 1 && /^\p{Lu}/u.test(words[0]!)) return false;
  if (!english.knows(first, "verb") || english.lemmaOf(first, "verb") !== first) return false;
  // "Kindle Paperwhite" is a name.
  if (words.length > 1 && words.every((word) => /^\p{Lu}/u.test(word))) return false;
  // "Play the ukulele".
  if (words.length > 2 && lower[1] === "the") return true;
  if (words.length > 1 && DOING.has(first)) {
    const goods = isNamedGoods([...lower.slice(0, -1), singularOf(lower.at(-1)!, english)].join(" "));
    return !goods && !CALLED_BY_VERBS.has(lower.at(-1)!) && !english.knows(lower.join(" "), "noun");
  }
  return (["noun", "adjective", "adverb"] as const).every((wordClass) => !english.knows(first, wordClass));
}

/** Brands, acronyms and codes: letters and digits as the owner writes them, singular, without an article. */
function isName(words: readonly string[], headAt: number, english: English): boolean {
  const head = words[headAt]!;
  if (/^\p{Lu}{2,6}$/u.test(head) && !words.some((word) => /^\p{Ll}{4,}$/u.test(word))) return true;
  if (/\p{Ll}\p{Lu}|\p{Lu}.*\p{N}|\p{N}\p{L}|[&+#/]/u.test(head) && !english.lemmaOf(head.toLowerCase(), "noun"))
    return true;
  return /^\p{Lu}[\p{Ll}\p{M}]/u.test(head) && !english.lemmaOf(head.toLowerCase(), "noun");
}

/** Known words, and those that are not expected in a dictionary: names, numbers, abbreviations. */
function isEnglish(word: string, english: English): boolean {
  const lower = word.toLowerCase();
  if (/\p{N}|^\p{Lu}/u.test(word) || PREPOSITIONS.has(lower) || lower === "the") return true;
  const bare = lower.replace(/['’]s?$/, "");
  return [...lower.split("-"), lower, bare].some(
    (part) => isKnownWord(part, english) || products().has(part) || products().has(part.replace(/s$/, "")),
  );
}

/** Whether the dictionary has the word, in any class and form. */
export function isKnownWord(word: string, english: English): boolean {
  const verb = /^(.{3,})ers?$/.exec(word)?.[1];
  // "Groomer" is in no dictionary, and neither is most of what ends so.
  if (verb !== undefined && (english.knows(verb, "verb") || english.knows(`${verb}e`, "verb"))) return true;
  return (["noun", "adjective", "verb", "adverb"] as const).some(
    (wordClass) => english.lemmaOf(word, wordClass) !== undefined,
  );
}

// What the dictionary says of things that are sold; houses, works of art and weapons are other things that people make.
const SOLD = wordSet(
  "tool implement furniture clothing footwear vehicle device machine container equipment appliance jewelry",
);
const NOT_SOLD = wordSet("weapon structure building art aircraft locomotive ship train spacecraft");

function isSold(
  lower: readonly string[],
  headAt: number,
  lemma: string,
  knowledge: NounKnowledge | undefined,
  english: English,
): boolean {
  const before = lower[headAt - 1];
  if (/^(?:old|antique|vintage|retro|classic|historic|historical|medieval|ancient)$/.test(lower[0]!)) return false;
  if (before !== undefined && heads().notSold.has(`${before} ${lemma}`)) return false;
  if (products().has(lemma) || products().has(lower[headAt]!)) return true;
  const names = [1, 2].map((count) => [...lower.slice(Math.max(0, headAt - count), headAt), lemma].join(" "));
  if (names.some((name) => products().has(name) || isNamedGoods(name))) return true;
  if (knowledge?.category !== "artifact") return false;
  let general: NounKnowledge | undefined = knowledge;
  for (let step = 0; step < 8 && general !== undefined; step += 1) {
    if (NOT_SOLD.has(general.lemma)) return false;
    if (SOLD.has(general.lemma)) return true;
    general = general.hypernym === undefined ? undefined : english.noun(general.hypernym);
  }
  return false;
}
