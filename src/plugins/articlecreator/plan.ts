import { Chosen, OVERRUN, type Wish } from "./chosen.js";
import type { SourceList } from "./lists.js";
import type { Material, Paragraph, Sentence } from "./material.js";
import { closingOf, openingOf } from "./opening.js";
import { WHAT } from "./roles.js";
import { type Passage, passageOf, runsOf, trimmed } from "./runs.js";
import { isInstruction } from "./templates/parts/imperatives.js";
import { overlap, spanOf } from "./time-spans.js";
import { FEWEST_WORDS, type SourceSection, type Topic } from "./topics.js";

/** What an article is made of, in reading order. */
export interface Plan {
  readonly opening: Passage;
  readonly parts: readonly { readonly topic: Topic; readonly passages: readonly Passage[] }[];
  readonly closing: Passage | undefined;
  readonly words: number;
  /** Most sentences that one source gave. */
  readonly mostPerSource: number;
}

const WORDS_PER_PART = 110;
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
  const last = wish.words < CLOSED_WORDS ? undefined : closingOf(material, (sentence) => chosen.allows(sentence));
  const closing = last !== undefined && chosen.withinShare(last) === last ? last : undefined;
  if (closing !== undefined) chosen.take(closing);

  const room = Math.max(0, wish.words - chosen.words);
  const wanted = Math.max(1, Math.min(MOST_PARTS, Math.round(room / WORDS_PER_PART)));
  const best = Math.max(0.01, ...topics.map(({ relevance }) => relevance));
  const ranked = topics
    .map((topic) => ({
      topic,
      value: topicValue(topic, best, chosen.introducedBy) * (1 - CHANCE + 2 * CHANCE * (wish.luck.get(topic) ?? 0)),
    }))
    .sort((one, other) => other.value - one.value)
    .map(({ topic }) => topic);
  const parts = new Map<Topic, Passage[]>();
  chosen.leastScore = LEAST_SCORE * best;
  const share = (room / wanted) * 1.15;
  const lead = ranked.find(({ sections }) => sections.some((section) => isOwnLead(section, chosen)));
  if (lead !== undefined) begin(lead, share, chosen, parts);
  // What can be told to its end first: a section that breaks off leaves its readers without the point.
  chosen.wholeOnly = true;
  for (const topic of ranked) {
    if (parts.size >= wanted || chosen.isFull()) break;
    if (!parts.has(topic)) begin(topic, share, chosen, parts);
  }
  /** Each step gives way a little more. */
  const steps: readonly (() => void)[] = [
    () => {},
    () => chosen.liftShare(),
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
      chosen.reuse = true;
    },
    () => {
      chosen.takesAnything = chosen.words < SMALL_ARTICLE;
    },
  ];
  for (const [index, giveWay] of steps.entries()) {
    if (chosen.isFull() || (index > 0 && chosen.words >= wish.least)) break;
    giveWay();
    for (const more of [0.5, 1, 2]) {
      if (chosen.isFull()) break;
      for (const topic of ranked) {
        if (chosen.isFull()) break;
        const passages = parts.get(topic);
        if (passages === undefined) begin(topic, share, chosen, parts);
        else fill(topic, more * share, chosen, passages);
      }
    }
  }
  return {
    opening,
    parts: [...parts].map(([topic, passages]) => ({ topic, passages })),
    closing,
    words: chosen.words,
    mostPerSource: chosen.mostPerSource(),
  };
}

/** Below this whatever the sources hold is welcome. */
const SMALL_ARTICLE = 120;
/** Shorter articles have no room for a last paragraph of its own. */
const CLOSED_WORDS = 180;

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

function begin(topic: Topic, words: number, chosen: Chosen, parts: Map<Topic, Passage[]>): void {
  if (!chosen.takesLeads && isToldByAnother(topic, parts)) return;
  const passages: Passage[] = [];
  fill(topic, words, chosen, passages);
  const got = passages.reduce((sum, passage) => sum + passage.words, 0);
  const sentences = passages.reduce((sum, passage) => sum + passage.sentences.length, 0);
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

/** Whether a topic is an account of years that another source tells of already. */
function isToldByAnother({ sections }: Topic, parts: ReadonlyMap<Topic, readonly Passage[]>): boolean {
  const [{ source, heading, paragraphs }] = sections as readonly [SourceSection];
  const span = spanOf(heading, textsOf(paragraphs.flatMap(({ sentences }) => sentences)));
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
    // Two sources that tell of one thing tell much of it twice.
    if (!chosen.takesSecondTellers && passages.some(({ paragraph }) => paragraph.section !== section.number)) break;
    if (chosen.wholeOnly && !isWhole(section, Math.min(chosen.mostRoom(), LONGEST_WHOLE * words), chosen)) continue;
    const most =
      chosen.wholeOnly || section.words <= WHOLE * words
        ? Math.min(section.words, chosen.mostRoom())
        : Math.min(left + OVERRUN, chosen.room());
    if (tellsWhatToDo(section) && !isWholeWithin(section, most, chosen)) continue;
    let taken = 0;
    for (const passage of passagesOf(section, chosen)) {
      // What has begun ends with a paragraph rather than in the middle of one.
      const fitting = taken > 0 && passage.words > most - taken ? undefined : trimmed(passage, most - taken);
      const allowed = fitting === undefined || !chosen.isGood(fitting) ? undefined : chosen.withinShare(fitting);
      if (allowed === undefined || !chosen.isGood(allowed)) {
        if (passage.list === undefined) break;
        continue;
      }
      chosen.take(allowed);
      passages.push(allowed);
      taken += allowed.words;
      if (allowed.words < passage.words) break;
    }
    left -= taken;
  }
}

/** Whether most sentences of a section tell somebody to do something: half of them would be worse than none. */
function tellsWhatToDo({ paragraphs }: SourceSection): boolean {
  const told = paragraphs.filter(({ kind }) => kind === "paragraph").flatMap(({ sentences }) => sentences);
  const doing = told.filter((sentence) => sentence !== undefined && isInstruction(sentence.text));
  return doing.length >= FEWEST_STEPS && doing.length > 0.5 * told.length;
}

/** Whether a section can be told from its beginning to its end within so many words, with hardly anything told before. */
function isWhole(section: SourceSection, words: number, chosen: Chosen): boolean {
  const passages = passagesOf(section, chosen, true);
  let told = 0;
  let sentences = 0;
  for (let next = passages.next(); ; next = passages.next()) {
    if (next.done) return next.value && sentences >= MOSTLY * countOf(section);
    if (!chosen.isGood(next.value)) return false;
    told += next.value.words;
    sentences += next.value.sentences.length;
    if (told > words || sentences > chosen.shareLeft(section.source)) return false;
  }
}

function countOf({ paragraphs }: SourceSection): number {
  return paragraphs
    .filter(({ kind }) => kind === "paragraph")
    .reduce((sum, { sentences }) => sum + sentences.filter((sentence) => sentence !== undefined).length, 0);
}

/** Share of its sentences that a section told as a whole gives. */
const MOSTLY = 0.75;
/** A section of so many times the words of a part may be one by itself. */
const LONGEST_WHOLE = 2.5;

function isWholeWithin(section: SourceSection, words: number, chosen: Chosen): boolean {
  const passages = [...passagesOf(section, chosen)];
  const all = section.paragraphs.filter(({ kind }) => kind === "paragraph").flatMap(({ sentences }) => sentences);
  const found = passages.flatMap(({ list, sentences }) => (list === undefined ? sentences : []));
  return found.length === all.length && passages.reduce((sum, passage) => sum + passage.words, 0) <= words;
}

const FEWEST_STEPS = 4;

/** Sentences that stand for a section whose first ones may not be used. */
const FEWEST_OF_LATE = 2;

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

/** What a section tells, from its beginning to what may not be used: what comes after that would hang in the air. */
function* passagesOf(section: SourceSection, chosen: Chosen, holdsAll = false): Generator<Passage, boolean> {
  const told = new Set<Sentence>();
  const lists = new Set<number | undefined>();
  let before: Paragraph | undefined;
  for (const paragraph of section.paragraphs) {
    const list = section.lists.get(paragraph);
    if (list !== undefined) {
      const passage = chosen.hasHeadings() || saysWhatIsListed(list) ? listPassage(list) : asSentences(list);
      if (passage?.sentences.every((sentence) => chosen.allows(sentence))) {
        lists.add(paragraph.list?.number);
        yield passage;
      }
    }
    // What comes after a list that is left out may speak of it.
    const isListed = holdsAll ? lists.has(paragraph.list?.number) : chosen.holds(section, paragraph);
    if (paragraph.list !== undefined && !chosen.takesAnything && !isListed) return false;
    if (paragraph.kind === "paragraph") {
      for (const passage of withoutGaps(paragraph, before, chosen)) {
        for (const { index } of passage.sentences) told.add(paragraph.sentences[index]!);
        yield passage;
      }
      const isTold = paragraph.sentences.every((each) => each === undefined || told.has(each) || chosen.isTold(each));
      const isWhole = isTold && paragraph.isBroken !== true;
      const mayGoOn = chosen.takesLateStarts && before === undefined && told.size === 0 && !section.isLead;
      if (!isWhole && !mayGoOn && !chosen.takesAnything) return false;
    }
    before = paragraph;
  }
  return true;
}

/**
 * The runs of a paragraph from its beginning on, as long as what is missing between them has been told before. Where the
 * paragraph before is in the article as a whole, this one may lean on it.
 */
function* withoutGaps(paragraph: Paragraph, before: Paragraph | undefined, chosen: Chosen): Generator<Passage> {
  const isTold = (sentence: Sentence | undefined) => sentence !== undefined && chosen.isTold(sentence);
  const isHeld = (sentence: Sentence | undefined) => sentence !== undefined && chosen.has(sentence);
  const isOwn = chosen.takesLateStarts || paragraph.source === chosen.introducedBy;
  const mayStartLate = paragraph.order === 0 && isOwn;
  const follows = before?.kind === "paragraph" && before.sentences.every(isTold);
  let next = 0;
  for (const run of runsOf(paragraph, (sentence) => chosen.allows(sentence), { follows, isHeld })) {
    const missing = paragraph.sentences.slice(next, run.sentences[0]!.index);
    // A beginning that another source has told does not lead to the rest of this one.
    const isWhole = missing.every(next === 0 && !chosen.takesLateStarts ? isHeld : isTold);
    const isLate = next === 0 && !isWhole && mayStartLate && missing.every((sentence) => sentence === undefined);
    if (isLate && run.sentences.length < FEWEST_OF_LATE) continue;
    if (!isLate && !chosen.takesAnything && !isWhole) return;
    yield run;
    next = run.sentences.at(-1)!.index + 1;
  }
}

function listPassage({ intro, items, ordered, words, paragraph }: SourceList): Passage {
  return { sentences: [...intro, ...items.flat()], paragraph, words, list: { ordered, items } };
}

/** Whether what leads to a list says by itself what the items are: "At home:" does not, "You may be at risk if you:" does. */
function saysWhatIsListed({ intro }: SourceList): boolean {
  const last = intro.at(-1);
  return last !== undefined && last.words >= FEWEST_TO_SAY && SAYS.test(last.text);
}

const FEWEST_TO_SAY = 4;
const SAYS =
  /\b(?:is|are|was|were|has|have|had|can|may|must|should|will|do|does|if|when|you|these|following|includes?|including|needs?|\p{L}{3,}(?:ed|es))\b/iu;

/** The items of a list without a heading as a paragraph, where every one of them is a sentence that stands by itself. */
function asSentences({ items, intro, paragraph }: SourceList): Passage | undefined {
  const sentences = items.flat();
  const areWhole = sentences.every(({ text, needs, index, paragraph: own, original }) => {
    const held = own.sentences[index];
    return held !== undefined && needs === index && /[.!?]$/.test(original ?? text);
  });
  return intro.length === 0 && areWhole ? passageOf(sentences, paragraph) : undefined;
}
