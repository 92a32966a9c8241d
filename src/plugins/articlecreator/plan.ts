import { termsOf } from "../../engines/pages/terms.js";
import { Chosen, OVERRUN, type Wish } from "./chosen.js";
import { type Family, familiesOf, leadingOnly, numbersOf, type ToldFamily, tellable, tellFamily } from "./families.js";
import { generalClosingOf } from "./general-closing.js";
import { likeness } from "./likeness.js";
import type { Material, Sentence } from "./material.js";
import { closingOf, openingOf } from "./opening.js";
import { WHAT } from "./roles.js";
import { type Passage, trimmed } from "./runs.js";
import { isWhole, isWholeWithin, passagesOf, shareIn, tellsWhatToDo } from "./section-passages.js";
import { isStory } from "./subject.js";
import { overlap, type Span, spanOf } from "./time-spans.js";
import { FEWEST_WORDS, type SourceSection, type Topic } from "./topics.js";

/** What an article is made of, in reading order. */
export interface Plan {
  readonly opening: Passage;
  readonly parts: readonly { readonly topic: Topic; readonly passages: readonly Passage[] }[];
  readonly families: readonly ToldFamily[];
  readonly closing: Passage | undefined;
  /** Whether the closing is a general statement and sums up nothing. */
  readonly closesGenerally: boolean;
  readonly words: number;
  /** Most sentences that one source gave. */
  readonly mostPerSource: number;
}

const WORDS_PER_PART = 110;
/** Share of an article that one family may take. */
const MOST_OF_FAMILY = 0.75;
const MOST_PARTS = 10;
/** Chance moves a topic's value by up to this share. */
const CHANCE = 0.12;
/** Share of the best score that a passage needs, and in need. */
const LEAST_SCORE = 0.4;
const LEAST_SCORE_IN_NEED = 0.2;

/** The outline first and then the sentences of each part. Undefined when nothing opens the article. */
export function planned(material: Material, topics: readonly Topic[], wish: Wish): Plan | undefined {
  const chosen = new Chosen(material, wish);
  const introduction = openingOf(material, Math.max(30, Math.min(110, wish.words * 0.3)), (sentence) =>
    chosen.allows(sentence),
  );
  const opening = introduction === undefined ? undefined : chosen.withinShare(introduction);
  if (opening === undefined) return undefined;
  chosen.take(opening);
  chosen.introducedBy = opening.paragraph.source;
  if (wish.least >= LONG_ARTICLE) chosen.mainSource = mainSourceOf(topics, chosen.introducedBy);
  const last = wish.words < CLOSED_WORDS ? undefined : closingOf(material, (sentence) => chosen.allows(sentence));
  const summing = last !== undefined && chosen.withinShare(last) === last ? last : undefined;
  const closing =
    summing === undefined && wish.words >= ENDED_WORDS && !isStory(material)
      ? generalClosingOf(material, (sentence) => chosen.allows(sentence))
      : summing;
  const isGeneral = closing !== summing;
  if (closing !== undefined) chosen.take(closing);

  const room = Math.max(0, wish.words - chosen.words);
  const wanted = Math.max(1, Math.min(MOST_PARTS, Math.round(room / WORDS_PER_PART)));
  const best = Math.max(0.01, ...topics.map(({ relevance }) => relevance));
  const values = new Map(
    topics.map((topic) => [
      topic,
      topicValue(topic, best, chosen.introducedBy) * (1 - CHANCE + 2 * CHANCE * (wish.luck.get(topic) ?? 0)),
    ]),
  );
  const ranked = topics.toSorted((one, other) => values.get(other)! - values.get(one)!);
  const parts = new Map<Topic, Passage[]>();
  const all = familiesOf(topics, material);
  const possible = tellable(all, MOST_OF_FAMILY * wish.words);
  // Without headings their sections run into each other.
  const families = wish.withHeadings ? possible : [];
  const leading = leadingOnly(all);
  chosen.toldTogether = new Set([...leading, ...numbersOf(possible)]);
  const told: ToldFamily[] = [];
  chosen.leastScore = LEAST_SCORE * best;
  const share = (room / wanted) * 1.15;
  const lead = ranked.find(({ sections }) => sections.some((section) => isOwnLead(section, chosen)));
  if (lead !== undefined) begin(lead, share, chosen, parts);
  // What can be told to its end first: a section that breaks off leaves its readers without the point.
  chosen.wholeOnly = true;
  const isShort = wish.least < SMALL_ARTICLE;
  chosen.takesFragments = isShort;
  // A life or an event that two sources tell is told twice.
  if (isStory(material)) chosen.admits = ({ source }) => source === chosen.introducedBy;
  const tellTogether = (family: Family, room: number) => {
    if (told.every(({ number }) => number !== family.number))
      told.push(...beginFamily(family, room, topics, chosen, parts));
  };
  const units = [
    ...ranked.map((topic) => ({
      value: values.get(topic)!,
      tell: () => {
        if (!parts.has(topic)) begin(topic, share, chosen, parts);
      },
    })),
    ...families.map((family) => ({
      value: familyValue(family, topics, values),
      tell: () => tellTogether(family, Math.min(chosen.room(), MOST_OF_FAMILY * wish.words)),
    })),
  ].toSorted((one, other) => other.value - one.value);
  for (const { tell } of units) {
    if (parts.size >= wanted || chosen.isFull()) break;
    tell();
  }
  let isSmall = false;
  /** Each step gives way a little more. */
  const steps: readonly (() => void)[] = [
    () => {},
    () => {
      chosen.admits = () => true;
    },
    () => {
      // A few words more are found before a source gives more than it may.
      if (isShort) return;
      chosen.liftShare();
      for (const family of families) if (!chosen.isFull()) tellTogether(family, chosen.mostRoom());
    },
    () => {
      chosen.wholeOnly = false;
    },
    () => {
      chosen.leastScore = LEAST_SCORE_IN_NEED * best;
      chosen.takesLeads = chosen.words < wish.least / 2;
    },
    () => {
      chosen.takesSecondTellers = true;
    },
    () => {
      chosen.takesLateStarts = true;
    },
    () => {
      chosen.liftShare();
      chosen.takesFragments = true;
    },
    () => {
      isSmall = chosen.words < SMALL_ARTICLE;
      chosen.goesOnAfterGaps = true;
    },
    () => {
      chosen.takesLeads = true;
    },
    () => {
      // What goes beyond its subject completes an article, and makes none.
      if (chosen.words >= wish.least / 3) chosen.farthest = 1;
    },
    () => {
      if (chosen.words >= wish.least / 2) chosen.farthest = 2;
    },
    () => {
      chosen.toldTogether = leading;
    },
    () => {
      chosen.reuse = true;
    },
    () => {
      chosen.takesAnything = isSmall;
    },
  ];
  for (const [index, giveWay] of steps.entries()) {
    if (chosen.isFull() || (index > 0 && chosen.words >= wish.least)) break;
    giveWay();
    // What goes beyond its subject only completes an article.
    const isEnough = () => chosen.isFull() || (chosen.farthest > 0 && chosen.words >= wish.least);
    for (const more of [0.5, 1, 2]) {
      if (isEnough()) break;
      for (const topic of ranked) {
        if (isEnough()) break;
        const passages = parts.get(topic);
        if (passages === undefined) begin(topic, share, chosen, parts);
        else fill(topic, more * share, chosen, passages);
      }
    }
  }
  return {
    opening,
    parts: [...parts].map(([topic, passages]) => ({ topic, passages })),
    families: withoutLike([...told, ...partlyTold(all, parts, told)]),
    closing,
    closesGenerally: isGeneral,
    words: chosen.words,
    mostPerSource: chosen.mostPerSource(),
  };
}

/** The source that introduces the subject, where it tells of all sides of it; -1 where it does not. */
function mainSourceOf(topics: readonly Topic[], introducedBy: number): number {
  const tells = topics.some(({ sections }) =>
    sections.some(({ source, isGeneral }) => source === introducedBy && isGeneral),
  );
  return tells ? introducedBy : -1;
}

/** From so many words on there is room for what its main source tells without naming the subject. */
const LONG_ARTICLE = 500;
/** Below this whatever the sources hold is welcome. */
const SMALL_ARTICLE = 120;
/** Shorter articles have no room for a last paragraph of its own. */
const CLOSED_WORDS = 180;
/** From here on an article ends with a general statement where nothing sums it up. */
const ENDED_WORDS = 280;

function topicValue({ relevance, words, role, sections }: Topic, best: number, introducedBy: number): number {
  const sources = new Set(sections.map(({ source }) => source)).size;
  const [{ isLead, isGeneral, isPersonal }] = sections as readonly [SourceSection];
  const telling = isGeneral ? 0.6 : isLead ? 0.25 : 0;
  // Whoever introduces the subject tells it best; what others tell once more is left out after that.
  const leading = isGeneral && sections.some(({ source }) => source === introducedBy) ? 0.7 : 0;
  return (
    relevance / best +
    0.15 * Math.min(3, sources) +
    0.5 * Math.min(1, words / 90) +
    (role === undefined ? 0 : 0.15) +
    telling +
    leading -
    (isPersonal ? PERSONAL_PENALTY : 0)
  );
}

const PERSONAL_PENALTY = 0.7;

/** What it is worth that sections tell all there is below a heading. */
const TOGETHER = 0.4;

/** What the best of a family are worth, which the others come with. */
function familyValue({ members }: Family, topics: readonly Topic[], values: ReadonlyMap<Topic, number>): number {
  const own = topics.filter(({ sections }) => members.some((member) => sections.includes(member)));
  const best = own.map((topic) => values.get(topic)!).toSorted((one, other) => other - one);
  return TOGETHER + ((best[0] ?? 0) + (best[1] ?? 0)) / 2;
}

/** Tells a family, each of its sections as the part of an article that it is otherwise. */
function beginFamily(
  family: Family,
  room: number,
  topics: readonly Topic[],
  chosen: Chosen,
  parts: Map<Topic, Passage[]>,
): ToldFamily[] {
  if (!chosen.admits(family.members[0]!) || family.members.some(({ beside }) => beside > chosen.farthest)) return [];
  const passages = tellFamily(family, room, chosen);
  if (passages === undefined) return [];
  const sections = [...passages].filter(([, own]) => own.length > 0);
  for (const [section, own] of sections) {
    const topic = topics.find((each) => each.sections.includes(section))!;
    parts.set(topic, [...(parts.get(topic) ?? []), ...own]);
  }
  const { heading, number } = family;
  return [{ heading, number, sections: new Set(sections.map(([section]) => section.number)) }];
}

/** Families of which two sections or more are told, though not all: they stand below their heading as well. */
function partlyTold(
  families: readonly Family[],
  parts: ReadonlyMap<Topic, readonly Passage[]>,
  told: readonly ToldFamily[],
): ToldFamily[] {
  const sections = new Set(
    [...parts.values()].flatMap((passages) => passages.map(({ paragraph }) => paragraph.section)),
  );
  return families.flatMap(({ heading, number, members }) => {
    const own = members.filter((member) => sections.has(member.number));
    if (own.length < 2 || told.some((family) => family.number === number)) return [];
    return [{ heading, number, sections: new Set([number, ...own.map((member) => member.number)]) }];
  });
}

/** Families of several sources with like headings as one: "Tools for Carving" and "Best Carving Tools". */
function withoutLike(families: readonly ToldFamily[]): ToldFamily[] {
  const merged: ToldFamily[] = [];
  for (const family of families) {
    const terms = new Set(termsOf(family.heading));
    const at = merged.findIndex(({ heading }) => likeness(new Set(termsOf(heading)), terms) >= SAME_FAMILY);
    if (at < 0) merged.push(family);
    else merged[at] = { ...merged[at]!, sections: new Set([...merged[at]!.sections, ...family.sections]) };
  }
  return merged;
}

const SAME_FAMILY = 0.6;

function begin(topic: Topic, words: number, chosen: Chosen, parts: Map<Topic, Passage[]>): void {
  if (!chosen.takesLeads && isToldByAnother(topic, parts)) return;
  const passages: Passage[] = [];
  fill(topic, words, chosen, passages);
  const got = passages.reduce((sum, passage) => sum + passage.words, 0);
  // A sentence with code or a table behind it is more than a sentence.
  const sentences = passages.flatMap((passage) => passage.sentences.flatMap(({ shows = [] }) => [1, ...shows])).length;
  const least = chosen.words - got < chosen.least() ? FEWEST_WORDS : 1.5 * FEWEST_WORDS;
  // A part that tells how to do something, and not the steps, is none.
  const isTorn =
    topic.role?.name === "making" &&
    topic.sections.some(({ lists }) => [...lists.values()].some(({ ordered }) => ordered)) &&
    !passages.some(({ list }) => list?.ordered);
  // What is left of the lead goes on from the opening.
  const fewest = topic.sections.some((section) => isOwnLead(section, chosen)) ? 1 : 2;
  if (got > 0 && !isTorn && (chosen.takesAnything || (got >= least && sentences >= fewest))) parts.set(topic, passages);
  else for (const passage of passages) chosen.giveBack(passage);
}

/** The years that the first section of each topic tells of. */
const spans = new WeakMap<Topic, { readonly span: Span | undefined }>();

function spanOfTopic(topic: Topic): Span | undefined {
  const known = spans.get(topic);
  if (known !== undefined) return known.span;
  const [{ heading, paragraphs }] = topic.sections as readonly [SourceSection];
  const span = spanOf(heading, textsOf(paragraphs.flatMap(({ sentences }) => sentences)));
  spans.set(topic, { span });
  return span;
}

/** Whether a topic is an account of years that another source tells of already. */
function isToldByAnother(topic: Topic, parts: ReadonlyMap<Topic, readonly Passage[]>): boolean {
  const [{ source }] = topic.sections as readonly [SourceSection];
  const span = spanOfTopic(topic);
  if (span === undefined) return false;
  return [...parts].some(([other, passages]) => {
    if (other.sections[0]!.source === source) return false;
    const told = spanOf(other.sections[0]!.heading, textsOf(passages.flatMap(({ sentences }) => sentences)));
    return told !== undefined && overlap(span, told);
  });
}

function textsOf(sentences: readonly (Sentence | undefined)[]): readonly string[] {
  return sentences.flatMap((sentence) => (sentence === undefined ? [] : [sentence.text]));
}

/**
 * Adds passages of the topic, in the order of its sources, up to so many words. A section that is a little longer is taken
 * whole, and one that is cut is not gone on with.
 */
function fill(topic: Topic, words: number, chosen: Chosen, passages: Passage[]): void {
  let left = Math.min(words, chosen.room());
  for (const section of topic.sections) {
    if (left < FEWEST_WORDS || (isLeadOfAnother(section, chosen) && !chosen.takesLeads)) continue;
    if (chosen.toldTogether.has(section.number) && !chosen.takesAnything) continue;
    if (section.beside > chosen.farthest) continue;
    if (!chosen.admits(section) || (!chosen.takesAnything && chosen.tellsAgain(section))) continue;
    // Two sources that tell of one thing tell much of it twice.
    if (!chosen.takesSecondTellers && passages.some(({ paragraph }) => paragraph.section !== section.number)) break;
    if (chosen.wholeOnly && !isWhole(section, Math.min(chosen.mostRoom(), LONGEST_WHOLE * words), chosen)) continue;
    const most =
      chosen.wholeOnly || section.words <= WHOLE * words
        ? Math.min(section.words, chosen.mostRoom())
        : Math.min(left + OVERRUN, chosen.room());
    if (tellsWhatToDo(section) && !isWholeWithin(section, most, chosen)) continue;
    let taken = 0;
    const own: Passage[] = [];
    const isStrict = !chosen.takesFragments && !chosen.takesAnything;
    if (isStrict && shareIn(section, passagesOf(section, chosen), chosen) < GOOD_PART) continue;
    for (const passage of passagesOf(section, chosen)) {
      // What has begun ends with a paragraph rather than in the middle of one, and the first is told to its end where there is room.
      const room = taken > 0 || passage.words > chosen.mostRoom() ? most - taken : Math.max(most, passage.words);
      const fitting = taken > 0 && passage.words > room ? undefined : trimmed(passage, room);
      const allowed = fitting === undefined || !chosen.isGood(fitting) ? undefined : chosen.withinShare(fitting);
      if (allowed === undefined || !chosen.isGood(allowed)) {
        if (passage.list === undefined) break;
        continue;
      }
      chosen.take(allowed);
      own.push(allowed);
      taken += allowed.words;
      if (allowed.words < passage.words) break;
    }
    const needed = isStrict ? GOOD_PART * section.words : Math.min(LEAST_PART * section.words, FEWEST_OF_PART);
    if (taken > 0 && taken < needed && !chosen.takesAnything && chosen.least() >= SMALL_ARTICLE) {
      for (const passage of own) chosen.giveBack(passage);
      continue;
    }
    passages.push(...own);
    left -= taken;
  }
}

/** Share of a section without which it breaks off before its point, and the smallest one that an article tells. */
const GOOD_PART = 0.55;
const LEAST_PART = 0.2;
/** Words that are enough of any section where whole ones run out. */
const FEWEST_OF_PART = 40;
/** A section of so many times the words of a part may be one by itself. */
const LONGEST_WHOLE = 2.5;
/** A section of so many times the words that are left is taken whole. */
const WHOLE = 1.5;

/** Whether a section is what the source of the opening begins with. */
function isOwnLead({ isLead, source }: SourceSection, chosen: Chosen): boolean {
  return isLead && source === chosen.introducedBy;
}

/** Whether a section introduces the subject, and the article has been introduced by another source. */
function isLeadOfAnother({ isLead, isGeneral, role, source }: SourceSection, chosen: Chosen): boolean {
  return (isLead ? isGeneral : role === WHAT) && source !== chosen.introducedBy;
}
