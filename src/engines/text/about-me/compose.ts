import { renderSpintax } from "../../../kernel/text/spintax.js";
import type { Random } from "../../../kernel/values/random.js";
import { wordSet } from "../word-set.js";
import { type Grammar, grammars, type Passages, sidesOf } from "./grammar.js";
import type { Subject } from "./subject.js";

const FEWEST_WORDS = 92;
const MOST_WORDS = 176;
const ATTEMPTS = 80;
/** The keyword is there once in 25 to once in 100 words; a little inside, so that other ways to count agree. */
const LOWEST_DENSITY = 0.0115;
const HIGHEST_DENSITY = 0.037;

/** A text whose passages fit the keyword and each other. */
export function composed(subject: Subject, random: Random): string {
  const material = materialFor(subject);
  let best = { text: "", fault: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < ATTEMPTS && best.fault > 0; attempt += 1) {
    const text = draft(material, subject.slots, random);
    const fault = faultOf(text, subject);
    if (fault < best.fault) best = { text, fault };
  }
  return best.text;
}

/** What a text about one subject can be made of: passages and structures whose slots the subject fills. */
interface Material extends Grammar {
  readonly sides: Passages;
}

/** What the parts for shops begin with that take the place of others. */
const SHOP = "shop ";
/** What the parts for things that last begin with that are added to others. */
const LASTING = "lasting ";

function materialFor({ keyword, form, family, practised, shop, lasting, slots }: Subject): Material {
  const { structures, passages } = grammars()[form];
  const fitting = Object.fromEntries(
    Object.entries(passages).map(([part, lines]) => [
      part,
      lines.filter((line) => slotsIn(line).every((slot) => slots.has(slot) || ORDINALS.includes(slot))),
    ]),
  );
  const { interest = [], practice = [] } = fitting;
  const withPrefix = (prefix: string) =>
    Object.entries(fitting)
      .filter(([part]) => part.startsWith(prefix))
      .map(([part, lines]) => [part.slice(prefix.length), lines] as const);
  const usable: Grammar["passages"] = {
    ...fitting,
    ...(practised && { interest: [...interest, ...practice] }),
    ...(shop && Object.fromEntries(withPrefix(SHOP))),
    ...(lasting &&
      Object.fromEntries(withPrefix(LASTING).map(([part, lines]) => [part, [...fitting[part]!, ...lines]]))),
  };
  return {
    structures: structures.filter((structure) => structure.flat().every((part) => usable[part]!.length > 0)),
    passages: usable,
    // "History" is no side of Roman history.
    sides: sidesOf(family).filter(
      (side) => !wordsOf(side).some((word) => wordsOf(keyword).includes(word) && word.length > 3),
    ),
  };
}

function draft({ structures, passages, sides }: Material, slots: Subject["slots"], random: Random): string {
  const shuffled = random.shuffled(sides).map((side) => renderSpintax(side, random));
  // Between other sides one has no "and" of its own.
  const plain = shuffled.filter((side) => !side.includes(" and "));
  const ordered = [...plain, ...shuffled.filter((side) => side.includes(" and "))];
  const filling = new Map([...slots, ...ORDINALS.map((ordinal, index) => [ordinal, ordered[index]!] as const)]);
  return random
    .pick(structures)
    .map((paragraph) =>
      paragraph.map((part) => filled(renderSpintax(random.pick(passages[part]!), random), filling)).join(" "),
    )
    .join("\n\n");
}

const ORDINALS = ["first", "second", "third"];
const SLOT = /\{([A-Za-z]+)\}/g;

function slotsIn(passage: string): string[] {
  return [...passage.matchAll(SLOT)].map((match) => match[1]!);
}

/** The passage with its slots filled. Words with capitals of their own keep them at the start of a sentence ("iPhone"). */
function filled(passage: string, slots: ReadonlyMap<string, string>): string {
  return passage.replace(SLOT, (_, slot: string, offset: number) => {
    const value = slots.get(slot)!;
    return /(?:^|[.?!] )$/.test(passage.slice(0, offset)) ? capitalized(value) : value;
  });
}

function capitalized(text: string): string {
  return text.replace(/^\p{Ll}[\p{Ll}\p{M}]*(?![\p{L}\p{N}])/u, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

/**
 * How far from the wanted length and density, and what comes twice: beginnings of sentences in a row, runs of words, words too often; 0 for a text that is as it
 * should be. The keyword counts as one word.
 */
function faultOf(text: string, { keyword, slots }: Subject): number {
  const topic = slots.get("topic")!;
  const exact = occurrences(text, [keyword]);
  const all = occurrences(text, [keyword, topic]);
  const words = wordsOf(text).length - all * (wordsOf(keyword).length - 1);
  // A reader who counts takes "guitars" for "guitar", but not "universities" for "university".
  const counted = topic.startsWith(keyword) || slots.has("todo") ? all : exact;
  const away = (value: number, low: number, high: number) => Math.max(0, low - value, value - high);
  return (
    (exact === 0 && !topic.startsWith(keyword) ? 1_000 : 0) +
    away(words, FEWEST_WORDS, MOST_WORDS) +
    (away(counted / words, LOWEST_DENSITY, 1) + away(all / words, 0, HIGHEST_DENSITY)) * 1_000 +
    alikeStarts(text) +
    repeatedPhrases(text, [keyword, topic]) +
    wornWords(text, [keyword, topic])
  );
}

function alikeStarts(text: string): number {
  const starts = sentencesOf(text).map((sentence) => wordsOf(sentence)[0]);
  return starts.filter((start, index) => index > 0 && start === starts[index - 1]).length;
}

/** How many runs of four words come twice; those with the keyword may. */
function repeatedPhrases(text: string, phrases: readonly string[]): number {
  const runs = new Set<string>();
  let repeated = 0;
  for (const stretch of text.split(occurrencePattern(phrases))) {
    const words = wordsOf(stretch);
    for (let start = 0; start + 4 <= words.length; start += 1) {
      const run = words.slice(start, start + 4).join(" ");
      if (runs.has(run)) repeated += 1;
      runs.add(run);
    }
  }
  return repeated;
}

/** Words that carry meaning and are there more than twice, in the singular or the plural; those of the keyword may. */
function wornWords(text: string, phrases: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text.replace(occurrencePattern(phrases), " "))) {
    const stem = word.replace(/s$/, "");
    if (stem.length >= 5 && !WORDS_OF_GRAMMAR.has(word)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count > 2).length;
}

const WORDS_OF_GRAMMAR = wordSet(
  "about after again before every everyone everything other others should something page pages text texts reader readers their there these those what when where which while would",
);

/** How often one of the phrases is there as whole words. */
function occurrences(text: string, phrases: readonly string[]): number {
  return text.match(occurrencePattern(phrases))?.length ?? 0;
}

function occurrencePattern(phrases: readonly string[]): RegExp {
  const longestFirst = phrases.map(escaped).sort((one, other) => other.length - one.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join("|")})(?![\\p{L}\\p{N}])`, "giu");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.?!])\s+/);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)?/gu) ?? [];
}
