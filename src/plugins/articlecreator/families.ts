import type { Chosen } from "./chosen.js";
import { cleanHeading } from "./headings.js";
import type { Material, Paragraph } from "./material.js";
import { type Passage, trimmed, wordsOfPassages } from "./runs.js";
import { passagesOf, shareIn } from "./section-passages.js";
import { isInstruction } from "./templates/parts/imperatives.js";
import type { SourceSection, Topic } from "./topics.js";

/** Sections that their source has below one heading, such as the kinds of a thing: to be told together or not at all. */
export interface Family {
  readonly heading: string;
  /** Of the section of the heading. */
  readonly number: number;
  /** What stands right below the heading, where that may be used. */
  readonly own: SourceSection | undefined;
  /** In the order of their source. */
  readonly members: readonly SourceSection[];
  /** How many sections there are below the heading, those of which nothing may be used included. */
  readonly size: number;
}

/** A family that is in an article. */
export interface ToldFamily {
  readonly heading: string;
  /** Of the section of the heading. */
  readonly number: number;
  /** Numbers of the sections that are told. */
  readonly sections: ReadonlySet<number>;
}

/** Words of text below a heading that says something of its own, and does not only lead to the sections below it. */
const OWN_WORDS = 60;
/** Words that each member gets at least. */
const FEWEST_OF_MEMBER = 12;
/** Words of each member in turn, until all of them fit. */
const LIMITS = [Number.POSITIVE_INFINITY, 200, 150, 120, 100, 80];
/** Words of a member at least, by which it is known whether a family can be told at all. */
const LEAST_LIMIT = LIMITS.at(-1)!;
/** Times the words of a member that its first sentences may have, where they cannot end before. */
const LONGER = 1.5;
/** Share of a member without which it breaks off before its point. */
const GOOD_PART = 0.4;
/** A single sentence does not stand for a section of so many times its words. */
const MUCH_MORE = 2;
/** Share of its sections that may be missing because nothing of them may be used. */
const MAY_MISS = 0.25;

/** The families of the sources. */
export function familiesOf(topics: readonly Topic[], { paragraphs }: Material): Family[] {
  const sections = new Map(topics.flatMap((topic) => topic.sections.map((section) => [section.number, section])));
  const below = new Map<number, { heading: string; numbers: Set<number> }>();
  for (const { under, above, section } of paragraphs) {
    if (under === undefined) continue;
    const known = below.get(under) ?? { heading: above, numbers: new Set() };
    known.numbers.add(section);
    below.set(under, known);
  }
  return [...below].flatMap(([number, { heading, numbers }]) => {
    const members = [...numbers].flatMap((each) => sections.get(each) ?? []);
    const hasOwnFamily = [...numbers].some((each) => below.has(each));
    // Each question stands by itself.
    const asking = members.filter((member) => member.heading.endsWith("?")).length;
    if (numbers.size < 2 || members.length === 0 || hasOwnFamily || 2 * asking >= members.length) return [];
    if (asksWhat(heading) && 2 * members.filter((member) => isInstruction(member.heading)).length >= members.length)
      return [];
    return [{ heading: cleanHeading(heading), number, own: sections.get(number), members, size: numbers.size }];
  });
}

/** Whether a heading asks what something is or does: advice below it is no answer. */
const asksWhat = (heading: string) =>
  /^(?:what (?!to\b|(?:can|should|do|must) (?:you|i|we)\b)|why|who)\b.*\?$/i.test(heading.trim());

/** The families that there is room for in so many words. */
export function tellable(families: readonly Family[], words: number): Family[] {
  return families.filter(({ members }) => members.length * LEAST_LIMIT <= words);
}

/** Numbers of the sections that do nothing but lead to others below them. */
export function leadingOnly(families: readonly Family[]): ReadonlySet<number> {
  return new Set(families.flatMap(({ own }) => (own !== undefined && own.words < OWN_WORDS ? [own.number] : [])));
}

/** Numbers of the sections of families, without those of their headings. */
export function numbersOf(families: readonly Family[]): readonly number[] {
  return families.flatMap(({ members }) => members.map(({ number }) => number));
}

/** Takes a family into the article: all of its sections whole where there is room for that, or else the beginning of each. */
export function tellFamily(
  family: Family,
  room: number,
  chosen: Chosen,
): ReadonlyMap<SourceSection, readonly Passage[]> | undefined {
  const sections = [...(family.own === undefined ? [] : [family.own]), ...family.members];
  for (const limit of LIMITS) {
    const told = new Map(sections.map((section) => [section, beginningOf(section, limit, chosen)]));
    const all = [...told.values()].flat();
    const missing = family.size - family.members.filter((member) => wordsOfPassages(told.get(member)!) > 0).length;
    if (missing <= MAY_MISS * family.size && wordsOfPassages(all) <= room) return told;
    for (const passage of all) chosen.giveBack(passage);
    if (missing > MAY_MISS * family.size) return undefined;
  }
  return undefined;
}

/** What a section begins with, up to so many words; nothing where that is too little. */
function beginningOf(section: SourceSection, limit: number, chosen: Chosen): Passage[] {
  const taken: Passage[] = [];
  let words = 0;
  for (const passage of passagesOf(section, chosen)) {
    const first = trimmed(passage, limit) ?? trimmed(passage, LONGER * limit);
    const fitting = words === 0 ? first : words + passage.words <= limit ? passage : undefined;
    const allowed = fitting === undefined ? undefined : chosen.withinShare(fitting);
    if (allowed === undefined) {
      if (passage.list === undefined) break;
      continue;
    }
    chosen.take(allowed);
    taken.push(allowed);
    words += allowed.words;
    if (allowed.words < passage.words) break;
  }
  const sentences = taken.reduce((count, passage) => count + passage.sentences.length, 0);
  const isLone = sentences === 1 && section.words > MUCH_MORE * words;
  const isEnough = words >= FEWEST_OF_MEMBER && shareIn(section, taken, chosen) >= GOOD_PART;
  if (isEnough && !isLone) return taken;
  for (const passage of taken) chosen.giveBack(passage);
  return [];
}

/** The family in an article that a paragraph is of. */
export function familyOf(families: readonly ToldFamily[], { section }: Paragraph): ToldFamily | undefined {
  return families.find(({ sections }) => sections.has(section));
}
