import firms from "../../../../data/english/about-me/details/firms.txt";
import lands from "../../../../data/english/about-me/details/lands.txt";
import places from "../../../../data/english/about-me/details/places.txt";
import subjects from "../../../../data/english/about-me/details/subjects.txt";
import things from "../../../../data/english/about-me/details/things.txt";
import { seededRandom } from "../../../kernel/values/random.js";
import { once, refuseRow, type TableFile } from "../../tables.js";
import { wordSet } from "../word-set.js";

/** What nouns there are details of: things that are made and sold, what people do or are fond of, firms, places, and kinds of places. */
export const DETAILED = ["thing", "hobby", "firm", "place", "land"] as const;
export type Detailed = (typeof DETAILED)[number];

/** What is true of a noun, whatever words stand before it. */
export interface Details {
  readonly kind: Detailed;
  /** What the noun goes by, in small letters. */
  readonly names: readonly string[];
  /** What it is about: "the width of the slots". */
  readonly points: readonly string[];
  /** Indirect questions that people ask: "whether thick slices fit". */
  readonly ask: readonly string[];
  /** What a customer of a firm would write first: "the height of the tree". */
  readonly tell: readonly string[];
  /** Sentences that each stand alone. */
  readonly facts: readonly string[];
}

const FILES: readonly TableFile[] = [
  { name: "english/about-me/details/things.txt", text: things },
  { name: "english/about-me/details/subjects.txt", text: subjects },
  { name: "english/about-me/details/firms.txt", text: firms },
  { name: "english/about-me/details/places.txt", text: places },
  { name: "english/about-me/details/lands.txt", text: lands },
];

const KINDS = DETAILED.join("|");
const HEADING = new RegExp(`^\\[(${KINDS}): (\\S.*)\\]\\r?$`);
const LIST = /^(points|ask|tell): (.+)$/;
type Part = Exclude<keyof Details, "kind" | "names">;
const FEWEST: Readonly<Record<Part, number>> = { points: 4, ask: 3, tell: 0, facts: 3 };

/** A noun whose lines are read when it is asked for: there are thousands, and a text is about one. */
interface Noun {
  readonly file: TableFile;
  readonly from: number;
  read?: Details;
}

export type Nouns = Readonly<Record<Detailed, Map<string, Noun>>>;

export const noNouns = (): Nouns => ({
  thing: new Map(),
  hobby: new Map(),
  firm: new Map(),
  place: new Map(),
  land: new Map(),
});

const nouns = once(() => {
  const all = noNouns();
  for (const file of FILES) addNouns(file, all);
  return all;
});

/** Whether there are details of the noun by this name, in small letters. */
export const hasDetails = (kind: Detailed, name: string) => nouns()[kind].has(name);

/** The details of the noun by this name, in small letters. */
export function detailsOf(kind: Detailed, name: string): Details | undefined {
  const noun = nouns()[kind].get(name);
  return noun && detailsAt(noun);
}

/** The names of all nouns of the kind. */
export const namesOf = (kind: Detailed): Iterable<string> => nouns()[kind].keys();

/**
 * Adds the nouns of a file, whose form `data/README.md` describes.
 *
 * @throws ScriptoriumError CONFIG_INVALID for a heading that is none and for a name that is there already.
 */
export function addNouns(file: TableFile, all: Nouns): void {
  for (const { 0: line, index } of file.text.matchAll(/^\[.*$/gm)) {
    const noun: Noun = { file, from: index };
    const [, kind, names] =
      HEADING.exec(line) ?? refuse(noun, `${line} is no heading; write [${DETAILED.join(", ")}: names]`);
    for (const name of namesIn(names!)) {
      if (all[kind as Detailed].has(name))
        refuse(noun, `"${name}" has details as a ${kind} already; remove it from one of the two headings`);
      all[kind as Detailed].set(name, noun);
    }
  }
}

const namesIn = (heading: string) => heading.split(",").map((name) => name.trim().toLowerCase());

/**
 * What is written of a noun.
 *
 * @throws ScriptoriumError CONFIG_INVALID for one with too little to say.
 */
export function detailsAt(noun: Noun): Details {
  noun.read ??= readDetails(noun);
  return noun.read;
}

function readDetails(noun: Noun): Details {
  const { file, from } = noun;
  const next = file.text.indexOf("\n[", from);
  const [heading, ...lines] = file.text.slice(from, next < 0 ? undefined : next).split(/\r?\n/);
  const parts: Record<Part, string[]> = { points: [], ask: [], tell: [], facts: [] };
  for (const line of lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"))) {
    const [, list, items] = LIST.exec(line) ?? [];
    if (list === undefined) parts.facts.push(line);
    else parts[list as Part].push(...items!.split(";").map((item) => item.trim()));
  }
  const fewest = heading!.startsWith("[firm") ? { ...FEWEST, tell: FEWEST.ask } : FEWEST;
  for (const [part, count] of Object.entries(fewest) as [Part, number][]) {
    if (parts[part].length < count)
      refuse(noun, `${heading} has ${parts[part].length} ${part}; write ${count} or more`);
  }
  const [, kind, names] = HEADING.exec(heading!)!;
  return { kind: kind as Detailed, names: namesIn(names!), ...parts };
}

function refuse({ file, from }: Noun, reason: string): never {
  return refuseRow(file, file.text.slice(0, from).split("\n").length, reason);
}

/** What a word of which the dictionary knows no singular may be the plural of: "drysuits", "hoodies". */
export function singularsOf(word: string): readonly string[] {
  if (!/[^s]s$/.test(word)) return [];
  const bare = word.slice(0, -1);
  return [
    bare,
    ...(/(?:[sxz]|[cs]h)e$/.test(bare) ? [bare.slice(0, -1)] : []),
    ...(/ie$/.test(bare) ? [`${bare.slice(0, -2)}y`] : []),
  ];
}

const DRAWINGS = 36;
const DRAWINGS_OF_A_PAIR = 24;
/** Lists with more words than these have two items. */
const LONG_LIST = 9;

/**
 * Some of the details, as they fill the slots of a text: what speaks of the noun by a name that the keyword (in small letters, without the
 * ending of a plural) has not is left out, and of three dozen drawings the one with the fewest words twice is taken. The text names the noun, so
 * the details hardly do. Turns that follow one another tell different ones. Ample lists are as long as they may be.
 */
export function drawnSlots(
  details: Details,
  keyword: string,
  turn: number,
  ample: boolean,
): ReadonlyMap<string, string> {
  const { points, ask, tell, facts } = inItsName(details, keyword);
  const own = new Set([...stemsOf(keyword), ...commonStems([...points, ...ask, ...tell, ...facts])]);
  let best: { slots: ReadonlyMap<string, string>; cost: number } | undefined;
  for (let drawing = 0; drawing < DRAWINGS && best?.cost !== 0; drawing += 1) {
    const [fact, factb] = pairAt(facts, turn + Math.floor(drawing / DRAWINGS_OF_A_PAIR));
    // Two turns share an order: one takes the first items, the other the last.
    const seed = `${Math.floor(turn / 2)} ${drawing}`;
    const drawn = (items: readonly string[], count: number) => drawnFrom(items, count, turn, seed, ample);
    const lists = {
      points: openLast(drawn(points, 3)),
      asks: drawn(ask, ample ? 3 : 2),
      tells: openLast(drawn(tell, 3)),
    };
    const all = [...Object.values(lists).flat(), fact, ...(ample ? [factb] : [])];
    const cost =
      repetitions(all, own) +
      2 * Math.max(0, mentions(all, keyword) - 1) +
      (details.kind === "thing" && isMixed(lists.points, /^the /i) ? UNEVEN : 0) +
      (isMixed(lists.points, / of /) ? UNEVEN : 0) +
      (isMixed(lists.tells, /^(?:how|which|what|when|where|why|who|whose|whether) /) ? UNEVEN : 0);
    if (best !== undefined && best.cost <= cost) continue;
    const slots = new Map([
      ["fact", fact],
      ["factb", factb],
    ]);
    for (const [slot, items] of Object.entries(lists)) if (items.length > 0) slots.set(slot, listed(joined(items)));
    best = { slots, cost };
  }
  return best!.slots;
}

/** A list in which only some items have their article, "the warmth and flexibility", or only some are clauses. */
const UNEVEN = 0.5;

function isMixed(items: readonly string[], begins: RegExp): boolean {
  const some = items.filter((item) => begins.test(item)).length;
  return some > 0 && some < items.length;
}

/**
 * The items of a list with those last that could go on into the next one: "the lining and the height of the shaft" where "the height of
 * the shaft and the lining" may be one height of two things.
 */
function openLast(items: readonly string[]): readonly string[] {
  const openness = (item: string) => (GOES_ON.test(item) ? 100 : 0) + item.replace(/^the /, "").split(" ").length;
  return items.toSorted((one, other) => openness(one) - openness(other));
}

const GOES_ON =
  /^(?:how|which|what|when|where|why|who|whose|whether|any) | (?:of|for|in|on|at|to|from|with|without|by|and|or|that|than|after|before|during|between|under|as) /;

/** How many of each part are drawn at most. */
const MOST: Readonly<Record<Part, number>> = { points: 3, ask: 3, tell: 3, facts: 2 };

/**
 * The details without what only says the noun again and what names it otherwise: of a dressing gown nothing about bathrobes. All of a part
 * where too few remain.
 */
function inItsName(details: Details, keyword: string): Details {
  // A kind of places is what it is called in every text about one of them.
  const others =
    details.kind === "land" ? [] : details.names.map(withoutPlural).filter((name) => !keyword.includes(name));
  const names = String.raw`(?<!\p{L})(?:${others.map(literal).join("|")})(?:e?s|y|ies)?(?!\p{L})`;
  const other = others.length === 0 ? /(?!)/ : new RegExp(names, "iu");
  const settled = settledBy(keyword);
  const comes = /\bmobile\b/.test(keyword);
  const kept = ([part, most]: [Part, number]) => {
    const own = details[part].filter((phrase) => {
      const lower = phrase.toLowerCase();
      if (settled?.test(lower) || (comes && OF_THOSE_WHO_COME.test(lower))) return false;
      return withoutPlural(lower) !== keyword && (lower.includes(keyword) || !other.test(phrase));
    });
    return [part, own.length < most ? details[part] : own] as const;
  };
  return { ...details, ...Object.fromEntries((Object.entries(MOST) as [Part, number][]).map(kept)) };
}

/** What customers ask who come to a firm: a mobile groomer comes to them. */
const OF_THOSE_WHO_COME =
  /\b(?:how often to come|when to come|what to bring|parking|where to park|when you would like to come)\b/;

const MATERIALS =
  "beeswax|soy|leather|oak|pine|beech|walnut|teak|bamboo|rattan|wicker|willow|wooden|wood|silk|cotton|linen|wool|woollen|merino|cashmere|velvet|denim|canvas|steel|silver|gold|brass|copper|iron|aluminium|glass|ceramic|porcelain|stone|marble|slate|concrete|plastic|rubber|paper|felt|cork|seagrass";

/** What a keyword that names a material leaves no question about: of oak benches neither "the material" nor anything of teak. */
function settledBy(keyword: string): RegExp | undefined {
  const named = new RegExp(`\\b(?:${MATERIALS})\\b`, "g");
  const own = keyword.match(named);
  if (own === null) return undefined;
  const others = MATERIALS.split("|").filter(
    (material) => !own.includes(material) && !own.some((each) => each.includes(material) || material.includes(each)),
  );
  return new RegExp(`\\b(?:materials?|fabrics?|the wax|kinds? of wood|types? of wood|${others.join("|")})\\b`);
}

/** As it stands in a pattern: "c\\+\\+". */
const literal = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A name in small letters without the ending of a plural. */
export const withoutPlural = (name: string) => name.toLowerCase().replace(/(?<=[^s])s$|(?<=[^aeiou])y$/, "");

/** Two of the items: with each turn others, until every item has been with every other (the circle method of tournaments). */
function pairAt<Item>(items: readonly Item[], turn: number): readonly [Item, Item] {
  const circle = items.length - 1 + (items.length % 2);
  const each = (circle + 1) / 2;
  const round = Math.floor(turn / each) % circle;
  const place = turn % each;
  const one = (round - place + circle) % circle;
  const other = place === 0 ? circle : (round + place) % circle;
  return [items[one]!, items[other] ?? items[(one + 1) % items.length]!];
}

/** So many of the items, or two where they are long, in the order in which they are written. */
function drawnFrom(
  items: readonly string[],
  count: number,
  turn: number,
  seed: string,
  ample: boolean,
): readonly string[] {
  const shuffled = seededRandom(seed).shuffled(items);
  const offered = turn % 2 === 0 ? shuffled : shuffled.toReversed();
  const long = offered.slice(0, count).join(" ").split(" ").length > LONG_LIST;
  const chosen = new Set(offered.slice(0, long && !ample ? 2 : count));
  return items.filter((item) => chosen.has(item));
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)!}`;
}

/** "The breed and the age of your dog" for what has the same owner. */
function joined(items: readonly string[]): readonly string[] {
  const parts = items.map((item) => /^(the [\p{L}-]+)( of your [\p{L}-]+)$/u.exec(item));
  const owned = parts.filter((part) => part !== null && part[2] === parts.find((each) => each !== null)?.[2]);
  if (owned.length < 2) return items;
  const phrase = `${listed(owned.map((part) => part![1]!))}${owned[0]![2]!}`;
  return [...items.filter((_, at) => !owned.includes(parts[at]!)), phrase];
}

function mentions(phrases: readonly string[], noun: string): number {
  return phrases.join(" ").toLowerCase().split(noun).length - 1;
}

/** Words that questions and lists have in common, whatever they are about. */
const COMMON = wordSet(
  "what when where which whether whose with from into that than they them this your about most more best good much many long make made need needs should suit suits keep keeps first used last each other have does done well without before after between",
);

/** How many words of four letters and more, besides its own, are in several of the phrases, in whatever form. */
function repetitions(phrases: readonly string[], own: ReadonlySet<string>): number {
  const seen = new Set<string>();
  let repeated = 0;
  for (const phrase of phrases) {
    for (const stem of stemsOf(phrase)) {
      if (seen.has(stem) && !own.has(stem)) repeated += 1;
      seen.add(stem);
    }
  }
  return repeated;
}

/** Words in so many of the details are what the noun is about: the strings of a guitar. */
const COMMON_FROM = 4;

function commonStems(phrases: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const stem of phrases.flatMap((phrase) => [...stemsOf(phrase)])) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= COMMON_FROM).map(([stem]) => stem);
}

function stemsOf(phrase: string): ReadonlySet<string> {
  const words = (phrase.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !COMMON.has(word));
  return new Set(
    words.map((word) =>
      word
        .replace(ENDING, "")
        .replace(/([^aeiou])\1$/, "$1")
        .slice(0, 6),
    ),
  );
}

const ENDING = /(?<=\p{L}{3})(?:ings?|ed|ers?|es|e|s|y|ies)$/u;
