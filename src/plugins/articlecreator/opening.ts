import { termsOf } from "../../engines/pages/terms.js";
import { definitionIn, isImpression, isPraise } from "./definition.js";
import { subjectTerms } from "./keyword-sense.js";
import { speaksOfPart } from "./lead-scope.js";
import { isSameFact } from "./likeness.js";
import type { Material, Sentence } from "./material.js";
import { GENERAL_TERMS } from "./roles.js";
import { type Passage, passageOf, runsOf, trimmed } from "./runs.js";
import { unfitToIntroduce } from "./source-nature.js";
import { holdsPhrase } from "./source-sentences.js";
import { definingOf } from "./subject.js";
import { isInstruction } from "./templates/parts/imperatives.js";

/** Sentences that make an opening of some weight. */
const WHOLE_OPENING = 3;
const LONGEST_OPENING = 5;
/** An opening of fewer words is completed from the beginning of another source. */
const SHORT_OPENING = 45;

/**
 * The passage that introduces the subject: one that says what it is, wherever that stands, or else speaks of it as a whole
 * early in a source, or else any that may be used. A short one goes on with what another source begins with.
 */
export function openingOf(
  material: Material,
  words: number,
  isAvailable: (sentence: Sentence) => boolean,
): Passage | undefined {
  const subject = subjectTerms(material.keyword, material.query);
  for (const { sentence, definition } of definingOf(material)) {
    if (definition.strength < WEAK_DEFINITION || !isAvailable(sentence) || speaksOfPart(sentence.text, subject))
      continue;
    const passage = passageFrom(sentence, words, isAvailable);
    if (passage === undefined || meansOneOfThem(passage, subject)) continue;
    return completed(passage, material, words, isAvailable);
  }
  const all = openingsOf(material, words, isAvailable);
  const telling = all.filter(({ passage }) => !LEADS_UP.test(passage.sentences[0]!.text));
  const told = telling.length > 0 ? telling : all;
  // What speaks of a part introduces the whole only where no other sentence speaks of it.
  const wide = told.filter(({ passage }) => !speaksOfPart(passage.sentences[0]!.text, subject));
  const found = wide.some(
    ({ introducing, passage }) => introducing >= SPEAKS_OF_IT && passage.paragraph.position <= MIDDLE,
  )
    ? wide
    : told;
  const introducing = found.filter(
    (one) => one.named || (one.introducing > 0 && one.passage.paragraph.position <= MIDDLE),
  );
  // What stands under the heading of one side of the subject does not introduce all of it.
  const ofWhole = introducing.filter(
    (one) => !isOfSide(one.passage.paragraph.heading, material.query) || beginsWithIt(one) || one.named,
  );
  const ofPages = found.filter(({ passage }) => beginsPage(passage, subject));
  const beginning = introducing.filter(({ passage, introducing: much }) => much >= BEGINS && begins(passage));
  const early = found.filter((one) => one.passage.paragraph.position <= EARLY);
  const candidates =
    [[...ofWhole, ...ofPages], beginning, early, introducing, found].find(({ length }) => length > 0) ?? [];
  const best = candidates.toSorted((one, other) => other.value - one.value)[0]?.passage;
  const isOwn = best !== undefined && namesAsSubject(best.sentences[0]!.text, subject);
  return isOwn ? completed(best, material, words, isAvailable) : best;
}

/** A sentence that says less well what the subject is does not introduce it for that alone. */
const WEAK_DEFINITION = 0.45;
/** As far into its source an opening may be that does not say what the subject is, and one that does not name it. */
const MIDDLE = 0.5;
const EARLY = 0.1;
/** What comes later in its source speaks of one side of the subject more often than of all of it. */
const FIRST_PART = 0.35;

/** How far a sentence speaks of the subject that may stand for one about a part of it, and one that begins with it. */
const SPEAKS_OF_IT = 0.3;
const BEGINS = 0.7;

/** "Up to now, perhaps your only interest ...": said to readers before it is said what a page is about. */
const LEADS_UP =
  /^(?:up to now|so far|until now|by now|chances are|perhaps|maybe|imagine|picture this|think (?:of|about|back)|remember|ever (?:wondered|thought|tried|felt))\b/i;

/** Whether a passage is what its page begins with, and speaks of the subject. */
function beginsPage({ paragraph, sentences }: Passage, query: readonly string[]): boolean {
  const isFirst = paragraph.heading === "" && paragraph.order === 0 && sentences[0]!.index === 0;
  const speaksOfIt = query.every((term) => sentences.some(({ terms }) => terms.has(term)));
  const tells = sentences.some(({ text }) => isInstruction(text));
  return isFirst && speaksOfIt && !tells && sentences.length > 1 && paragraph.position <= EARLY;
}

/** Whether a passage is what its section begins with. */
function begins({ paragraph, sentences: [first] }: Passage): boolean {
  return paragraph.order === 0 && first!.index === 0;
}

/** Whether an opening is the beginning of what its page tells, whatever stands above it, and has the subject first. */
function beginsWithIt({ passage, introducing }: Opening): boolean {
  return introducing >= BEGINS && begins(passage) && passage.paragraph.position <= EARLY;
}

/** "How much is a starter?" and "Starters in winter" are about one side; "What is a starter?" is about all of it. */
function isOfSide(heading: string, query: readonly string[]): boolean {
  if (
    heading.endsWith("?") &&
    !/^(?:so,? )?(?:what|who)(?:['\u2019]s| (?:is|are|was|were|exactly is|does)) /i.test(heading)
  )
    return true;
  return termsOf(heading).some((term) => !query.includes(term) && !GENERAL_TERMS.has(term));
}

function passageFrom(
  start: Sentence,
  words: number,
  isAvailable: (sentence: Sentence) => boolean,
): Passage | undefined {
  const { paragraph } = start;
  const [run] = runsOf(paragraph, (sentence) => sentence.index >= start.index && isAvailable(sentence));
  if (run === undefined || run.sentences[0]!.index !== start.index) return undefined;
  return trimmed(passageOf(run.sentences.slice(0, LONGEST_OPENING), paragraph), Math.max(words, start.words));
}

/** A short opening with sentences about the subject from the beginning of its own source or of another. */
function completed(
  passage: Passage,
  material: Material,
  words: number,
  isAvailable: (sentence: Sentence) => boolean,
): Passage {
  const room = words - passage.words;
  if (passage.sentences.length >= WHOLE_OPENING || passage.words >= SHORT_OPENING || room < FEWEST_WORDS)
    return passage;
  const query = subjectTerms(material.keyword, material.query);
  const isMore = (sentence: Sentence) =>
    isAvailable(sentence) &&
    definitionIn(sentence.text, query) === undefined &&
    !isDetail(sentence.text) &&
    !passage.sentences.some((said) => isSameFact(said, sentence));
  const runs = material.paragraphs
    .filter(
      ({ kind, heading, order, beside }) =>
        kind === "paragraph" && heading === "" && order <= 1 && beside === undefined,
    )
    .flatMap((each) => runsOf(each, isMore))
    .filter(({ sentences: [first] }) => namesAsSubject(first!.text, query) && beginsWith(first!.text, query))
    .flatMap((run) => trimmed(passageOf(run.sentences.slice(0, 2), run.paragraph), room) ?? []);
  const [best] = runs.toSorted((one, other) => meanScore(other) - meanScore(one));
  return best === undefined ? passage : passageOf([...passage.sentences, ...best.sentences], passage.paragraph);
}

function meanScore({ sentences }: Passage): number {
  return sentences.reduce((sum, { score }) => sum + score, 0) / sentences.length;
}

/** "Gallstones form when ...": the subject comes first and the sentence says something of it. */
function namesAsSubject(text: string, query: readonly string[]): boolean {
  const first = termsOf(text).slice(0, query.length + 1);
  return (
    holdsPhrase(first, query) &&
    !(ASPECT.test(text) && !holdsPhrase(termsOf(ASPECT.exec(text)![0]), query)) &&
    !/^(?:if|when|while|for|in|on|at|with|by|to|as|after|before|from|like)\b/i.test(text)
  );
}

/** "The rain barrel is particularly suitable for ...", further down a page: one of those that the page tells of. */
function meansOneOfThem({ paragraph, sentences: [first] }: Passage, query: readonly string[]): boolean {
  const isFurtherDown = paragraph.heading !== "" || paragraph.order > 0 || first!.index > 0;
  const isOneOfThem = /^the (?!.{3,60} (?:is|are|was) (?:an?|any|one of) )/i.test(first!.text);
  return isFurtherDown && isOneOfThem && beginsWith(first!.text, query);
}

/** Of what a sentence says of all things of a kind, the share that one about a single one says. */
const OF_ONE = 0.4;

/** "Catering ..." and "The catering ...", and not "The corporate catering industry ...". */
function beginsWith(text: string, query: readonly string[]): boolean {
  return holdsPhrase(termsOf(text).slice(0, query.length), query);
}

/** "The history of coffee is ..." says something of one side of it. */
const ASPECT = /^(?:The|An?) (?:\p{L}+ ){0,2}\p{L}+ of (?!the\b)/u;

/** What speaks of one day, one case or somebody else's view says nothing of the subject as a whole. */
function isDetail(text: string): boolean {
  return (
    /\b(?:[12]\d{3}|\d+(?:[.,]\d+)? ?(?:%|percent|kg|km|grams?|pounds|dollars|euros))\b/.test(text) ||
    /^(?:no|yes|if|when|while|after|before|until|since|ago|one day|last|once)\b/i.test(text) ||
    /\b(?:for example|for instance|according to|said|asked|legend|compared (?:to|with)|than)\b/i.test(text)
  );
}

interface Opening {
  readonly passage: Passage;
  readonly introducing: number;
  /** Ends by naming what it has explained. */
  readonly named: boolean;
  readonly value: number;
}

function openingsOf(material: Material, words: number, isAvailable: (sentence: Sentence) => boolean): Opening[] {
  const query = subjectTerms(material.keyword, material.query);
  const found: Opening[] = [];
  for (const paragraph of material.paragraphs) {
    if (paragraph.kind !== "paragraph" || paragraph.beside !== undefined) continue;
    const titled = holdsPhrase(termsOf(material.sources[paragraph.source]?.title ?? ""), query) ? 0.4 : 0;
    const unfit = unfitToIntroduce(material.sources[paragraph.source]!);
    const asked = paragraph.heading.endsWith("?") ? 0.8 : 0;
    for (const start of paragraph.sentences) {
      if (start === undefined || (start.leans && start.index > 0)) continue;
      const passage = passageFrom(start, words, isAvailable);
      if (passage === undefined) continue;
      const named = start.index === 0 && namesAtEnd(passage, query);
      const speaking = introduces(start.text, query) * (meansOneOfThem(passage, query) ? OF_ONE : 1);
      const introducing = Math.max(speaking, introducesKind(passage, query), named ? 1 : 0);
      const lead = paragraph.heading === "" && paragraph.order === 0 ? 0.8 + titled : 0;
      const early = 0.5 * (1 - paragraph.position) + (start.index === 0 ? 0.3 : 0);
      const whole = passage.sentences.length >= WHOLE_OPENING ? 0.3 : 0;
      const detail =
        (isDetail(start.text) ? 0.8 : 0) +
        asked +
        (TELLS_TO.test(start.text) ? 0.4 : 0) +
        (passage.words < FEWEST_WORDS ? 0.8 : 0) +
        (start.index > 0 ? 0.8 : 0) +
        (/["\u201c]/.test(start.text) ? 0.6 : 0) +
        (BEGINS_ELSEWHERE.test(start.text) || isInstruction(start.text) ? 0.8 : 0) +
        (PRAISES.test(start.text) ? 0.6 : 0) +
        (definesAnother(start.text, query) ? 0.8 : 0) +
        (paragraph.position > FIRST_PART ? 0.4 : 0) +
        unfit;
      const terms = query.filter((term) => passage.sentences.some(({ terms }) => terms.has(term))).length;
      const naming = query.length === 0 ? 0 : (NAMES_IT * terms) / query.length;
      const value =
        0.3 * start.score + 2 * introducing + lead + early + whole + naming + (named ? NAMED_AT_END - unfit : -detail);
      found.push({ passage, introducing, named, value });
    }
  }
  return found;
}

/** Whether a sentence says what the subject is: "A sourdough starter is a ...". */
export function saysWhatItIs(text: string, query: readonly string[]): boolean {
  return (definitionIn(text, query)?.strength ?? 0) >= DEFINITION;
}

const DEFINITION = 0.7;
/** "Two letters are moved together where they look too far apart. This is called kerning": what the subject is, before its name. */
function namesAtEnd({ sentences }: Passage, query: readonly string[]): boolean {
  return sentences.slice(1).some(({ text }) => {
    const name = CALLED.exec(text)?.[1];
    return name !== undefined && holdsPhrase(termsOf(name).slice(0, query.length + 1), query);
  });
}

const CALLED =
  /^(?:This|It|That|The|Such an?|Doing so)\b[^,;:]{0,40}?\b(?:is|are) (?:commonly |often |usually |also )?(?:called|known as|referred to as|termed) ((?:[\p{L}-]+ ?){1,6})/u;
const NAMED_AT_END = 2.5;
/** What it is worth that an opening names its subject. */
const NAMES_IT = 0.8;
const FEWEST_WORDS = 12;
const TELLS_TO = /\b(you|your|must|should|step|click|first|then)\b/i;

/** How far a sentence that does not define the subject speaks of it: 1 where it begins with it, less further in. */
function introduces(text: string, query: readonly string[]): number {
  if (/\b(?:not|no|never|nobody|nothing|rarely|hardly)\b|n['\u2019]t\b/i.test(text) || isImpression(text)) return 0;
  const terms = termsOf(text);
  if (namesAsSubject(text, query)) {
    if (isPraise(text, query)) return 0.5;
    return holdsPhrase(terms.slice(0, query.length), query) ? 1 : 0.7;
  }
  if (holdsPhrase(terms, query)) return 0.3;
  return query.length > 1 && query.every((term) => terms.includes(term)) ? 0.25 : 0;
}

/** "Marmalade is a preserve ... of Seville oranges" for "Seville orange marmalade": what kind of thing it is. */
function introducesKind({ sentences: [first, ...more] }: Passage, query: readonly string[]): number {
  const kinds =
    query.length < 2 ? [] : [query.slice(-1), ...(query.length > 2 ? [query.slice(-2), query.slice(1)] : [])];
  if (!kinds.some((kind) => (definitionIn(first!.text, kind)?.strength ?? 0) >= OF_KIND)) return 0;
  const speaksOfIt = [first!, ...more].some(({ terms }) => query.slice(0, -1).some((term) => terms.has(term)));
  return speaksOfIt ? 0.6 : 0.35;
}

const OF_KIND = 0.9;
const PRAISES =
  /\b(?:is|are) (?:an? |the )?(?:(?:very|truly|really|most) )?(?:fantastic|amazing|awesome|incredible|wonderful|great|crucial|vital|essential|perfect|here to stay)\b/;

/** "Knife sharpening is the process ..." says what something else is than a sharpening stone. */
function definesAnother(text: string, query: readonly string[]): boolean {
  const found = /^(?:An? |The )?([^,;:]{2,50}?) (?:is|are) (?:an?|the|any|one of) /.exec(text);
  if (found === null) return false;
  const terms = termsOf(found[1]!);
  return !query.every((term) => terms.includes(term)) && !terms.includes(query.at(-1) ?? "");
}

/** What a text goes on with, or what is about a text. */
const BEGINS_ELSEWHERE =
  /^(?:(?:most|many|some) (?:people|folks|users|of|parents|owners)\b|(?:every|each|all)\b|(?:an?|the) (?:central|main|key|common|big(?:gest)?) (?:issue|problem|question|mistake)\b|(?:myth|fact|tip|rule|reason|step|number|question|lesson)\b|depending on|studies|research|there (?:is|are|was|were)\b|(?:an?|the) (?:(?:recent |new )?study|survey|comparison|list|review|guide|look|number|majority|rest|difference|best|first|last|only)\b)/i;

export { closingHeading, closingOf, FINAL_THOUGHTS, IN_SHORT, withoutSummingUp } from "./closing.js";
