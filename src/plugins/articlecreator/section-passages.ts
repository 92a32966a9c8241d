import type { Chosen } from "./chosen.js";
import type { SourceList } from "./lists.js";
import type { Paragraph, Sentence } from "./material.js";
import { type Passage, passageOf, runsOf } from "./runs.js";
import { isInstruction } from "./templates/parts/imperatives.js";
import type { SourceSection } from "./topics.js";

/** Whether most sentences of a section tell somebody to do something: half of them would be worse than none. */
export function tellsWhatToDo({ paragraphs }: SourceSection): boolean {
  const told = paragraphs.filter(({ kind }) => kind === "paragraph").flatMap(({ sentences }) => sentences);
  const doing = told.filter((sentence) => sentence !== undefined && isInstruction(sentence.text));
  return doing.length >= FEWEST_STEPS && doing.length > 0.5 * told.length;
}

const FEWEST_STEPS = 4;

/** Whether a section can be told from its beginning to its end within so many words, with hardly anything told before. */
export function isWhole(section: SourceSection, words: number, chosen: Chosen): boolean {
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

/** Share of what a section says and the article does not yet, that is in the passages. */
export function shareIn({ paragraphs }: SourceSection, passages: Iterable<Passage>, chosen: Chosen): number {
  const said = new Set<Sentence>();
  for (const { sentences } of passages)
    for (const sentence of sentences) said.add(sentence.paragraph.sentences[sentence.index] ?? sentence);
  const all = paragraphs
    .flatMap(({ sentences, asides }) => sentences.filter((_, at) => asides?.has(at) !== true))
    .filter((sentence) => sentence === undefined || said.has(sentence) || !chosen.isTold(sentence));
  return all.length === 0 ? 1 : said.size / all.length;
}

/** Whether every sentence of a section can be told within so many words. */
export function isWholeWithin(section: SourceSection, words: number, chosen: Chosen): boolean {
  const passages = [...passagesOf(section, chosen)];
  const all = section.paragraphs.filter(({ kind }) => kind === "paragraph").flatMap(({ sentences }) => sentences);
  const found = passages.flatMap(({ list, sentences }) => (list === undefined ? sentences : []));
  return found.length === all.length && passages.reduce((sum, passage) => sum + passage.words, 0) <= words;
}

/** Sentences that stand for a section whose first ones may not be used. */
const FEWEST_OF_LATE = 2;

/** What a section tells, from its beginning to what may not be used: what comes after that would hang in the air. */
export function* passagesOf(section: SourceSection, chosen: Chosen, holdsAll = false): Generator<Passage, boolean> {
  const told = new Set<Sentence>();
  const lists = new Set<number | undefined>();
  let before: Paragraph | undefined;
  const goesOn = chosen.goesOnAfterGaps && section.beside < 2;
  let hasGap = false;
  for (const paragraph of section.paragraphs) {
    if (hasGap && (paragraph.kind !== "paragraph" || paragraph.list !== undefined || !isByItself(paragraph, chosen)))
      continue;
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
    if (paragraph.list !== undefined && !chosen.takesAnything && !isListed) {
      if (!goesOn) return false;
      hasGap = true;
      before = paragraph;
      continue;
    }
    if (paragraph.kind === "paragraph") {
      for (const passage of withoutGaps(paragraph, before, chosen)) {
        for (const { index } of passage.sentences) told.add(paragraph.sentences[index]!);
        yield passage;
      }
      const isTold = paragraph.sentences.every((each) => each === undefined || told.has(each) || chosen.isTold(each));
      const isWhole = isTold && paragraph.isBroken !== true;
      const mayGoOn = chosen.takesLateStarts && before === undefined && told.size === 0 && !section.isLead;
      if (!isWhole && !mayGoOn && !chosen.takesAnything) {
        if (!goesOn) return false;
        hasGap = true;
      }
    }
    before = paragraph;
  }
  return true;
}

/** A measure at the beginning is one of what was said before: "Below 2 per cent the bread is flat". */
const OF_SOMETHING = /^(?:(?:at|below|above|from|between|under|over|with|up to|about|around|within) )?\d/i;
/** What leans on something before, wherever it stands. */
const LEANS =
  /\b(?:this|these|those|such|former|latter|same|first|second|third|next|last|(?<!each )other|others|(?<!one )another|more|better|also|again|too|still|then|instead|either|both|above|below|following|however|therefore)\b|\p{Ll}{3,}er (?:way|approach|option|solution|method)\b/iu;
/** What points at something that is shown. */
const POINTS =
  /\b(?:this|these|that|the) (?:example|figure|diagram|picture|image|screenshot|table|chart|list|scenario|snippet|code|command)s?\b/i;

/** Whether a paragraph, or two sentences of it or more, can be told behind something that is left out. */
function isByItself({ sentences }: Paragraph, chosen: Chosen): boolean {
  const [first] = sentences;
  if (first === undefined || first.needs !== first.index || LEANS.test(first.text)) return false;
  const end = sentences.findIndex((each) => each === undefined || !(chosen.allows(each) || chosen.has(each)));
  const told = end < 0 ? sentences : sentences.slice(0, end);
  return (end < 0 || end >= FEWEST_OF_LATE) && told.every((each) => !POINTS.test(each!.text));
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
  const follows = before?.kind === "paragraph" && before.isCutOff !== true && before.sentences.every(isTold);
  let next = 0;
  for (const run of runsOf(paragraph, (sentence) => chosen.allows(sentence), { follows, isHeld })) {
    const missing = paragraph.sentences
      .slice(next, run.sentences[0]!.index)
      .filter((_, at) => paragraph.asides?.has(next + at) !== true);
    // A beginning that another source has told does not lead to the rest of this one.
    const isWhole = missing.every(next === 0 && !chosen.takesLateStarts ? isHeld : isTold);
    const isLate = next === 0 && !isWhole && mayStartLate && missing.every((sentence) => sentence === undefined);
    if (isLate && (run.sentences.length < FEWEST_OF_LATE || OF_SOMETHING.test(run.sentences[0]!.text))) continue;
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
