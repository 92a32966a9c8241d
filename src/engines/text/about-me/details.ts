import firms from "../../../../data/english/about-me/details/firms.txt";
import places from "../../../../data/english/about-me/details/places.txt";
import subjects from "../../../../data/english/about-me/details/subjects.txt";
import things from "../../../../data/english/about-me/details/things.txt";
import { seededRandom } from "../../../kernel/values/random.js";
import { once, refuseRow, type TableFile } from "../../tables.js";

/** What nouns there are details of: things that are made and sold, what people do or are fond of, firms, and places. */
export const DETAILED = ["thing", "hobby", "firm", "place"] as const;
export type Detailed = (typeof DETAILED)[number];

/** What is true of a noun, whatever words stand before it. */
export interface Details {
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
];

const KINDS = DETAILED.join("|");
const HEADING = new RegExp(`^\\[(${KINDS}): (\\S.*)\\]\\r?$`);
const LIST = /^(points|ask|tell): (.+)$/;
const FEWEST: Readonly<Record<keyof Details, number>> = { points: 4, ask: 3, tell: 0, facts: 3 };

/** A noun whose lines are read when it is asked for: there are thousands, and a text is about one. */
interface Noun {
  readonly file: TableFile;
  readonly from: number;
  read?: Details;
}

export type Nouns = Readonly<Record<Detailed, Map<string, Noun>>>;

export const noNouns = (): Nouns => ({ thing: new Map(), hobby: new Map(), firm: new Map(), place: new Map() });

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
    for (const name of names!.split(",").map((name) => name.trim().toLowerCase())) {
      if (all[kind as Detailed].has(name))
        refuse(noun, `"${name}" has details as a ${kind} already; remove it from one of the two headings`);
      all[kind as Detailed].set(name, noun);
    }
  }
}

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
  const details = { points: [] as string[], ask: [] as string[], tell: [] as string[], facts: [] as string[] };
  for (const line of lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"))) {
    const [, list, items] = LIST.exec(line) ?? [];
    if (list === undefined) details.facts.push(line);
    else details[list as keyof Details].push(...items!.split(";").map((item) => item.trim()));
  }
  const fewest = heading!.startsWith("[firm") ? { ...FEWEST, tell: FEWEST.ask } : FEWEST;
  for (const [part, count] of Object.entries(fewest) as [keyof Details, number][]) {
    if (details[part].length < count)
      refuse(noun, `${heading} has ${details[part].length} ${part}; write ${count} or more`);
  }
  return details;
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

const DRAWINGS = 12;
const DRAWINGS_OF_A_PAIR = 4;
/** Lists with more words than these have two items. */
const LONG_LIST = 9;

/**
 * Some of the details, as they fill the slots of a text, with as few words twice as a dozen drawings find, and its noun hardly ever, since
 * the text names it. Turns that follow one another tell different ones. Ample lists are as long as they may be.
 */
export function drawnSlots(details: Details, noun: string, turn: number, ample: boolean): ReadonlyMap<string, string> {
  let best: { slots: ReadonlyMap<string, string>; cost: number } | undefined;
  for (let drawing = 0; drawing < DRAWINGS && best?.cost !== 0; drawing += 1) {
    const [fact, factb] = pairAt(details.facts, turn + Math.floor(drawing / DRAWINGS_OF_A_PAIR));
    // Two turns share an order: one takes the first items, the other the last.
    const seed = `${Math.floor(turn / 2)} ${drawing}`;
    const drawn = (items: readonly string[], count: number) => drawnFrom(items, count, turn, seed, ample);
    const points = drawn(details.points, 3);
    const ask = drawn(details.ask, ample ? 3 : 2);
    const tell = drawn(details.tell, 3);
    const all = [...points, ...ask, ...tell, fact, ...(ample ? [factb] : [])];
    const cost = repetitions(all, noun) + 2 * Math.max(0, mentions(all, noun) - 1);
    if (best !== undefined && best.cost <= cost) continue;
    const slots = new Map([
      ["points", listed(points)],
      ["asks", listed(ask)],
      ["fact", fact],
      ["factb", factb],
    ]);
    if (tell.length > 0) slots.set("tells", listed(tell));
    best = { slots, cost };
  }
  return best!.slots;
}

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

function mentions(phrases: readonly string[], noun: string): number {
  return phrases.join(" ").toLowerCase().split(noun).length - 1;
}

/** How many words of five letters and more, besides the noun, are in several of the phrases. */
function repetitions(phrases: readonly string[], noun: string): number {
  const seen = new Set<string>();
  let repeated = 0;
  for (const phrase of phrases) {
    const stems = new Set((phrase.toLowerCase().match(/\p{L}{5,}/gu) ?? []).map((word) => word.slice(0, 6)));
    for (const stem of stems) {
      if (seen.has(stem) && !noun.startsWith(stem)) repeated += 1;
      seen.add(stem);
    }
  }
  return repeated;
}
