import classTable from "../../../../data/english/about-me/topic-classes.txt";
import { once, readLists } from "../../tables.js";
import type { English, NounKnowledge } from "../english/types.js";
import { wordSet } from "../word-set.js";
import { knownAt, longestKnown } from "./phrases.js";
import { GOODS, PASTIMES } from "./sorts.js";

export type Goods = (typeof GOODS)[number];
export type Pastime = (typeof PASTIMES)[number];

/** What is asked of a reading of a keyword: its words in small letters, and its head, with what the dictionary knows of it. */
interface Headed {
  readonly lower: readonly string[];
  readonly headAt: number;
  readonly lemma: string;
  readonly knowledge: NounKnowledge | undefined;
  readonly common: boolean;
  readonly treating: boolean;
}

interface Classes<Name extends string> {
  readonly byPhrase: ReadonlyMap<string, Name>;
  /** Those phrases that tell the class of a keyword that they only begin. */
  readonly telling: ReadonlyMap<string, Name>;
  /** Classes of everything that the dictionary counts among the word. */
  readonly byKind: ReadonlyMap<string, Name>;
}

const table = once(() => {
  const sections = [...GOODS.map((name) => `thing ${name}`), ...PASTIMES.map((name) => `subject ${name}`)];
  return readLists({ name: "english/about-me/topic-classes.txt", text: classTable }, sections);
});

const goods = once(() => classesOf("thing", GOODS));
const pastimes = once(() => classesOf("subject", PASTIMES));

function classesOf<Name extends string>(what: string, names: readonly Name[]): Classes<Name> {
  const entries = names.flatMap((name) => table()[`${what} ${name}`]!.map((entry) => [entry, name] as const));
  return {
    byPhrase: new Map(entries.filter(([entry]) => !entry.startsWith("~"))),
    telling: new Map(entries.filter(([entry]) => !entry.startsWith("~") && !GENERAL.has(entry))),
    byKind: new Map(entries.filter(([entry]) => entry.startsWith("~")).map(([entry, name]) => [entry.slice(1), name])),
  };
}

/** What the dictionary says of a head that no phrase names: whole categories of it. */
const GOODS_OF: Readonly<Record<string, Goods>> = { food: "food" };
const PASTIMES_OF: Readonly<Record<string, Pastime>> = { animal: "wildlife", plant: "garden", food: "cooking" };

const OF_COLLECTORS = /^(?:old|antique|vintage|retro)$/;

/** The class of a thing that is made and sold. */
export function goodsClass(reading: Headed, english: English): Goods | undefined {
  return classOf(reading, goods(), GOODS_OF, english);
}

/** Whether the words, in small letters and in the singular, are the name of a thing of several words: "casserole dish". */
export function isNamedGoods(words: string): boolean {
  return words.includes(" ") && goods().byPhrase.has(words);
}

/** Whether the word, in small letters and in the singular, is the name of a thing or a subject. */
export function isClassed(word: string): boolean {
  return goods().byPhrase.has(word) || pastimes().byPhrase.has(word);
}

/** What is done to food: "smoking fish" is not about the life of fish. */
const KEPT = wordSet(
  "smoking curing pickling fermenting preserving freezing canning bottling filleting roasting grilling dehydrating",
);

/** The class of a subject that somebody is fond of. */
export function pastimeClass(reading: Headed, english: English): Pastime | undefined {
  if (reading.treating && KEPT.has(reading.lower[0]!)) return "cooking";
  const found = classOf(reading, pastimes(), PASTIMES_OF, english);
  // "Japanese" is a language before "grammar" and not before a plant.
  if (found === "language" && pastimes().byPhrase.get(reading.lower[0]!) === found && !isOfLanguage(reading))
    return undefined;
  // "Vintage teapots", but "old houses" are a subject of their own.
  return found ?? (reading.common && OF_COLLECTORS.test(reading.lower[0]!) ? "collecting" : undefined);
}

const OF_LANGUAGES = wordSet(
  "grammar language vocabulary verb tense noun pronunciation spelling lesson course class phrase word idiom dictionary conversation alphabet " +
    "literature proverb slang accent dialect slogan exam tuition listening speaking reading writing beginner learner tutor teacher phonetics",
);

function isOfLanguage({ lower, headAt, lemma }: Headed): boolean {
  return headAt === 0 || OF_LANGUAGES.has(lemma) || pastimes().byPhrase.get(lower[headAt]!) === "language";
}

/** What says little of a thing or a subject when it stands before: a water fountain is no science. */
const GENERAL = wordSet(
  "water time rock star space light tide logic culture community charity peace truth share tax wage business learning play child school " +
    "baby flat kitchen home office bottle button map umbrella box basket bin tap switch cover case clip hook stand rack plate bar block ring card " +
    "paint wheel cup bag belt cap tie nut egg seed bulb stock salt sweet salad rice pie space bridge swift bear seal fox ash go western drama " +
    "book video hair match saint police plaster tissue fork lighter tandem barge engine car bus boat ship truck animal plant tree flower glass wood metal stone paper plastic steel air fire ice snow sea sun",
);

const MOST_GENERAL = 8;

function classOf<Name extends string>(
  { lower, headAt, lemma, knowledge }: Headed,
  { byPhrase, byKind, telling }: Classes<Name>,
  byCategory: Readonly<Record<string, Name>>,
  english: English,
): Name | undefined {
  const called = lower.slice(0, headAt + 1).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""));
  const named =
    // "Working from home", whose head is the first word.
    byPhrase.get(lower.join(" ")) ??
    knownAt(called, called.length, byPhrase, english) ??
    knownAt([...called.slice(0, -1), lemma], called.length, byPhrase, english);
  if (named !== undefined) return named;
  let general = knowledge;
  for (let step = 0; step < MOST_GENERAL && general !== undefined; step += 1) {
    const kind = byKind.get(general.lemma);
    if (kind !== undefined) return kind;
    general = general.hypernym === undefined ? undefined : english.noun(general.hypernym);
  }
  const known = knowledge && byCategory[knowledge.category];
  if (known !== undefined) return known;
  return longestKnown(called.slice(0, -1), telling, english);
}
