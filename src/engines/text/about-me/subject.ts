import keywordSubjects from "../../../../data/english/about-me/keyword-subjects.txt";
import placeNames from "../../../../data/english/about-me/places.txt";
import { once, readList, readTable } from "../../tables.js";
import {
  indefiniteArticle,
  inflect,
  isPluralOnly,
  isUncountable,
  lemmasOf,
  matchCase,
} from "../english/inflection/index.js";
import type { English, NounKnowledge } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { FAMILIES, type FamilyName } from "./grammar.js";
import { isPersonName } from "./person-names.js";
import { type Gravity, gravityOf } from "./sensitive.js";

/** What a keyword is, and how it can be in an English sentence. */
export interface Subject {
  readonly keyword: string;
  readonly person: boolean;
  readonly gravity?: Gravity;
  readonly family: FamilyName;
  /** What fills the slots of the grammar that are about the keyword; a slot that is missing cannot be used. */
  readonly slots: ReadonlyMap<string, string>;
}

const PREPOSITIONS = wordSet(
  "of for in on at to with without from by under near between about against after before during into over",
);
const JOINING = wordSet("and or vs versus & + und y et e");
const TALKING = wordSet("i me my mine you your we us our it that this these those he she they a an is are not no");
const ASKING =
  /^(?:what|why|how|when|where|who|whose|which|is|are|am|was|can|could|do|does|did|should|would|will|has|have)\b/i;
// Verbs that often begin a keyword and are nouns as well, so that the dictionary alone does not tell.
const DOING = wordSet(`
  make buy get become lose earn learn save sell teach bake build cook grow improve fix repair write read find choose
  quit reduce avoid remove create start stop sew knit draw invest lower clean speak decorate organize`);
const SUPERLATIVE = /^(?:best|worst|top|most|least)$/;
const NUMBERED = /^(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)$/i;
// Abbreviations that are spoken letter by letter and want the article.
const WITH_ARTICLE = wordSet("FBI CIA NSA IRS EU UN UK US USA BBC NHS FDA EPA NBA NFL NHL IMF WTO DMV SEC WHO");

const FAMILY_OF_CATEGORY: Readonly<Record<string, FamilyName>> = {
  food: "food",
  artifact: "artifact",
  animal: "animal",
  plant: "plant",
  act: "activity",
  location: "place",
  person: "people",
  cognition: "knowledge",
  communication: "knowledge",
  possession: "money",
  substance: "nature",
  phenomenon: "nature",
  object: "nature",
};

// Names of places are not in the dictionary: those that people write about most.
const places = once(
  (): ReadonlySet<string> => new Set(readList({ name: "english/about-me/places.txt", text: placeNames })),
);

// Heads of keywords whose category in the dictionary is not what people look for under them.
const familyOfHead = once((): ReadonlyMap<string, FamilyName> => {
  const file = { name: "english/about-me/keyword-subjects.txt", text: keywordSubjects };
  const rows = readTable(file, { columns: { head: "text", family: "text" }, known: { family: FAMILIES } });
  return new Map(rows.map(({ head, family }) => [head, family as FamilyName]));
});

// Their plurals are in use and mean something else.
const MASS_HEADS = wordSet("history culture life nature art society music health beauty fashion business work time");
const ALWAYS_MASS = new Set(["substance", "feeling", "attribute", "state", "phenomenon", "process", "motive"]);
const ALWAYS_COUNTED = new Set([
  "artifact",
  "animal",
  "person",
  "plant",
  "body",
  "object",
  "location",
  "group",
  "time",
]);

/** Reads a clean keyword. */
export function subjectOf(keyword: string, english: English): Subject {
  const words = keyword.split(" ");
  const lower = words.map((word) => word.toLowerCase());
  const singular = (word: string) => singularOf(word, english);
  const isPluralNoun = (word: string) => singular(word) !== word && english.knows(singular(word), "noun");
  if (isPersonName(words, isPluralNoun)) {
    return { keyword, person: true, family: "anything", slots: new Map([["name", keyword]]) };
  }

  const headAt = headOf(lower);
  const head = lower[headAt]!;
  const lemma = singular(head);
  const knowledge = english.noun(singular(keyword.toLowerCase())) ?? english.noun(lemma);
  const gravity = gravityOf(words, knowledge);
  const ofHead = familyOf(lemma, knowledge);
  // "Mortgage rates": the dictionary sorts rates nowhere, but mortgages are money.
  const family =
    ofHead === "anything" ? (lower.map((word) => familyOfHead().get(word)).find(Boolean) ?? ofHead) : ofHead;
  // "Back to how to tie a tie" is no English: that sort of keyword has no goal.
  const howTo = /^how to \S/i.test(keyword) && plain(keyword);
  const is = (family: FamilyName, slots: Slots): Subject => ({
    keyword,
    person: false,
    ...(gravity && { gravity }),
    family,
    slots: new Map(Object.entries(howTo ? slots : { goal: slots.topic, ...slots })),
  });

  if (howTo) return is("activity", { topic: keyword });
  const asking = words.length > 1 && (ASKING.test(keyword) || keyword.endsWith("?"));
  if (asking || !plain(keyword) || words.length > 8 || lower.some((word) => TALKING.has(word))) {
    return is(asking ? "knowledge" : "anything", { topic: quoted(keyword) });
  }
  if (doing(lower, english)) {
    // A wish is not taken up where the subject is grave.
    if (gravity) return is("activity", { topic: quoted(keyword) });
    const gerund = [matchCase(words[0]!, inflect(lower[0]!, "gerund")), ...words.slice(1)].join(" ");
    return is("activity", { topic: gerund, thing: gerund, todo: keyword, ...agreeing(false) });
  }
  if (words.length === 1 && !knowledge && english.knows(head, "adjective")) {
    return is("anything", { topic: `all things ${keyword}`, thing: `all things ${keyword}`, ...agreeing(true) });
  }
  // In small letters "turkey" and "china" are what is eaten and eaten from.
  if (places().has(keyword.toLowerCase()) && !english.noun(keyword)) {
    return is("place", { ...sameEverywhere(keyword, false), tag: keyword });
  }
  const tag: Record<string, string> = words.length <= 3 && headAt === words.length - 1 ? { tag: keyword } : {};
  if (isName(words, headAt, english)) {
    const article = WITH_ARTICLE.has(keyword) ? "the " : "";
    return is(family, { ...sameEverywhere(article + keyword, false), ...tag });
  }
  if (lower.some((word) => JOINING.has(word)) || !words.every((word) => isEnglish(word, english))) {
    return is(family, { topic: words.length > 2 ? quoted(keyword) : keyword });
  }
  return is(family, { ...nounPhrase(words, headAt, lemma, knowledge, english), ...glossSlot(keyword, knowledge) });
}

/** The slots of a noun phrase of known words. */
function nounPhrase(
  words: readonly string[],
  headAt: number,
  lemma: string,
  knowledge: NounKnowledge | undefined,
  english: English,
): Slots {
  const keyword = words.join(" ");
  const lower = words.map((word) => word.toLowerCase());
  const head = lower[headAt]!;
  const last = headAt === words.length - 1;
  const isPlural = lemma !== head || (isPluralOnly(head) && head !== "people");
  const article = lower[0] === "the" ? "" : "the ";
  if (lower[0] === "the" || SUPERLATIVE.test(lower[0]!) || isSuperlative(lower[0]!, english)) {
    return sameEverywhere(article + keyword, isPlural);
  }
  const tag: Record<string, string> = last && words.length <= 3 ? { tag: keyword } : {};
  if (isPlural) {
    const numbered = NUMBERED.test(lower[0]!) && words.length > 1 && !/^\d{4}$/.test(lower[0]!);
    return sameEverywhere(numbered ? `the ${keyword}` : keyword, true);
  }
  if (isActivity(head, english) || familyOfHead().get(head) === "activity")
    return { topic: keyword, thing: keyword, ...tag, ...agreeing(false) };
  if (!counted(head, knowledge, english)) {
    return { ...sameEverywhere(keyword, false), ...tag };
  }
  const one = last || lower[headAt + 1] !== "of" ? `${indefiniteArticle(keyword)} ${keyword}` : `the ${keyword}`;
  if (!("tag" in tag)) return sameEverywhere(one, false);
  const plural = [...words.slice(0, -1), matchCase(words.at(-1)!, inflect(head, "plural"))].join(" ");
  return { topic: plural, thing: plural, one, "one-is": "is", ...tag, ...agreeing(true) };
}

type Slots = Record<string, string> & { readonly topic: string };

/** The slots of a phrase that reads the same wherever the keyword can be. */
function sameEverywhere(phrase: string, plural: boolean): Slots {
  return { topic: phrase, thing: phrase, one: phrase, "one-is": plural ? "are" : "is", ...agreeing(plural) };
}

function agreeing(plural: boolean): Record<string, string> {
  return plural ? { is: "are", does: "do", s: "" } : { is: "is", does: "does", s: "s" };
}

/** Letters, digits and the signs inside words; anything else is shown in quotation marks. */
function plain(keyword: string): boolean {
  return /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N} &+/#'’.-]*[\p{L}\p{M}\p{N}+#])?$/u.test(keyword);
}

function quoted(keyword: string): string {
  return `“${keyword}”`;
}

function headOf(lower: readonly string[]): number {
  const preposition = lower.findIndex((word, index) => index > 0 && PREPOSITIONS.has(word));
  return preposition > 0 ? preposition - 1 : lower.length - 1;
}

function singularOf(word: string, english: English): string {
  const lower = word.toLowerCase();
  if (isUncountable(lower) && !isPluralOnly(lower)) return lower;
  const singular = lemmasOf(lower, "noun").find((lemma) => lemma !== lower && english.knows(lemma, "noun"));
  if (singular === undefined || !/s$|[^s]$/.test(lower)) return lower;
  // "Bus" and "news" end in s and are no plurals: the dictionary has them, and no plural of its word reads like that.
  return inflect(singular, "plural") === lower && !/(?:ss|ics|news)$/.test(lower) ? singular : lower;
}

function familyOf(lemma: string, knowledge: NounKnowledge | undefined): FamilyName {
  return familyOfHead().get(lemma) ?? FAMILY_OF_CATEGORY[knowledge?.category ?? ""] ?? "anything";
}

function doing(lower: readonly string[], english: English): boolean {
  const first = lower[0]!;
  if (!english.knows(first, "verb") || english.lemmaOf(first, "verb") !== first) return false;
  if (lower.length > 1 && DOING.has(first)) return !english.knows(lower.join(" "), "noun");
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
  return [...lower.split("-"), lower].some((part) =>
    (["noun", "adjective", "verb", "adverb"] as const).some(
      (wordClass) => english.lemmaOf(part, wordClass) !== undefined,
    ),
  );
}

function isSuperlative(word: string, english: English): boolean {
  return (
    /est$/.test(word) &&
    lemmasOf(word, "adjective").some((lemma) => lemma !== word && english.knows(lemma, "adjective"))
  );
}

/** A gerund that is hardly ever counted: "running", but not "building". */
function isActivity(head: string, english: English): boolean {
  if (!/.ing$/.test(head) || !lemmasOf(head, "verb").some((verb) => verb !== head && english.knows(verb, "verb")))
    return false;
  return !common(inflect(head, "plural"), head, 3, english);
}

function counted(head: string, knowledge: NounKnowledge | undefined, english: English): boolean {
  if (isUncountable(head) || MASS_HEADS.has(head)) return false;
  const plural = inflect(head, "plural");
  if (knowledge === undefined) return common(plural, head, 2.5, english) || /(?:er|or|ist|ian|man)$/.test(head);
  if (ALWAYS_MASS.has(knowledge.category) || /\b(?:drug|narcotic|fabric)\b/.test(knowledge.gloss)) return false;
  if (ALWAYS_COUNTED.has(knowledge.category)) return true;
  return common(plural, head, knowledge.category === "food" ? 2.2 : 2, english);
}

/** Whether the plural is at most `distance` (in natural logarithms of the frequency) rarer than the singular. */
function common(plural: string, singular: string, distance: number, english: English): boolean {
  const frequency = english.frequency(plural);
  return frequency !== -14 && english.frequency(singular) - frequency < distance;
}

/** The definition, where it reads as the rest of a sentence: short, with an article, without signs and without doubts. */
function glossSlot(keyword: string, knowledge: NounKnowledge | undefined): Record<string, string> {
  if (knowledge?.lemma !== keyword.toLowerCase()) return {};
  if (!["artifact", "animal", "food", "plant", "substance"].includes(knowledge.category)) return {};
  const gloss = knowledge.gloss.split(";")[0]!.trim();
  const words = gloss.split(" ").length;
  return /^an? [a-z -]+$/.test(gloss) && words >= 5 && words <= 14 ? { gloss } : {};
}
