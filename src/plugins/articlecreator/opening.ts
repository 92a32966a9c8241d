import { termsOf } from "../../engines/pages/terms.js";
import type { Material, Sentence } from "./material.js";
import { type Passage, passageOf, runsOf, standing, trimmed } from "./runs.js";
import { holdsPhrase } from "./source-sentences.js";

/** Sentences that make an opening of some weight. */
const WHOLE_OPENING = 3;
const LONGEST_OPENING = 5;

/**
 * The passage that introduces the subject: one that says what it is, or else speaks of it early in a source, or else any that
 * may be used.
 */
export function openingOf(
  material: Material,
  words: number,
  isAvailable: (sentence: Sentence) => boolean,
): Passage | undefined {
  const found = openingsOf(material, words, isAvailable);
  const introducing = found.filter((one) => one.introducing > 0 || one.passage.paragraph.position <= EARLY);
  const candidates = introducing.length > 0 ? introducing : found;
  return candidates.toSorted((one, other) => other.value - one.value)[0]?.passage;
}

/** As far into its source an opening may be that does not say what the subject is. */
const EARLY = 0.1;

interface Opening {
  readonly passage: Passage;
  readonly introducing: number;
  readonly value: number;
}

function openingsOf(material: Material, words: number, isAvailable: (sentence: Sentence) => boolean): Opening[] {
  const found: Opening[] = [];
  for (const paragraph of material.paragraphs) {
    if (paragraph.kind !== "paragraph") continue;
    const titled = holdsPhrase(termsOf(material.sources[paragraph.source]?.title ?? ""), material.query) ? 0.4 : 0;
    for (const start of paragraph.sentences) {
      if (start === undefined || (start.leans && start.index > 0)) continue;
      const introducing = introduces(start.text, material.query);
      const [run] = runsOf(paragraph, (sentence) => sentence.index >= start.index && isAvailable(sentence));
      if (run === undefined || run.sentences[0]!.index !== start.index) continue;
      const passage = trimmed(
        passageOf(run.sentences.slice(0, LONGEST_OPENING), paragraph),
        Math.max(words, start.words),
      );
      if (passage === undefined) continue;
      const lead = paragraph.heading === "" && paragraph.order === 0 && introducing > 0.4 ? 0.6 + titled : 0;
      const early = 0.5 * (1 - paragraph.position) + (start.index === 0 ? 0.3 : 0);
      const whole = passage.sentences.length >= WHOLE_OPENING ? 0.3 : 0;
      found.push({ passage, introducing, value: 0.3 * start.score + 3 * introducing + lead + early + whole });
    }
  }
  return found;
}

const IS = /\b(is|are|was|were|refers? to|means|consists? of|describes?)\b/;
const SAYS_WHAT =
  /\b(?:is|are|was|were|refers? to|means)\s+(?:(?:simply|essentially|basically|usually|generally|often|typically)\s+)?(?:an?|the|any|one of|part of|(?:\p{L}+[ -]){0,4}\p{L}+s\b)/u;

/** Whether a sentence says what the subject is: "A sourdough starter is a ...". */
export function saysWhatItIs(text: string, query: readonly string[]): boolean {
  return introduces(text, query) >= DEFINITION;
}

const DEFINITION = 1.1;

/** 1.2 for "A sourdough starter is a ...", less for a sentence that has the subject further in or says what it is not. */
function introduces(text: string, query: readonly string[]): number {
  // "A starter, also called a leaven, is ...": what stands between commas or brackets is looked past.
  const plain = text
    .replace(/\s*\([^()]{0,120}\)/, "")
    .replace(/, (?:or|also|sometimes|often|known|called|short)\b[^,]{0,60},/, "");
  const negated = /\b(not|no|never|nobody|nothing|rarely|hardly)\b/.test(plain) ? 0.4 : 0;
  const found = IS.exec(plain);
  const subject = termsOf(found === null ? "" : plain.slice(0, found.index));
  if (found !== null && holdsPhrase(subject, query) && subject.length <= query.length + 2) {
    const exact = subject.length === query.length;
    const defining = exact && SAYS_WHAT.test(plain.slice(found.index, found.index + 80)) ? 0.2 : 0;
    return (exact ? 1 : 0.7) + defining - negated;
  }
  const terms = termsOf(plain);
  if (holdsPhrase(terms.slice(0, query.length), query)) return 0.75 - negated;
  if (holdsPhrase(terms.slice(0, query.length + 2), query)) return 0.5 - negated;
  return (holdsPhrase(terms, query) ? 0.3 : 0) - negated;
}

const SUMS_UP =
  /^(in short|in the end|overall|all in all|in summary|to sum up|in conclusion|taken together|on the whole|in brief|ultimately),? /i;
const LOOKS_BACK =
  /\b(remains?|still|today|nowadays|always|never|ever|whatever|whoever|few other|most|future|hope|enough|worth|generations?|every|will|once)\b/gi;
const TELLS_TO = /\b(you|your|must|should|step|click|first|then)\b/i;
const FEWEST_WORDS = 12;
const MOST_WORDS = 70;

/** The passage that closes an article best: the end of a source, where it sums up or looks ahead. */
export function closingOf(material: Material, isAvailable: (sentence: Sentence) => boolean): Passage | undefined {
  let best: { passage: Passage; value: number } | undefined;
  const last = new Map(material.paragraphs.map((paragraph) => [paragraph.source, paragraph]));
  for (const paragraph of last.values()) {
    if (paragraph.kind !== "paragraph") continue;
    const start = paragraph.sentences.find(
      (sentence) => sentence !== undefined && (SUMS_UP.test(sentence.text) || sentence.needs === sentence.index),
    );
    if (start === undefined) continue;
    const sentences = paragraph.sentences.slice(start.index);
    if (!sentences.every((sentence) => sentence !== undefined && isAvailable(sentence))) continue;
    const passage = passageOf(sentences as Sentence[], paragraph);
    if (passage.words < FEWEST_WORDS || passage.words > MOST_WORDS || passage.sentences.at(-1)!.announces) continue;
    const text = passage.sentences.map((sentence) => sentence.text).join(" ");
    const terms = termsOf(text);
    const named = holdsPhrase(terms, material.query)
      ? 1
      : material.query.some((term) => terms.includes(term))
        ? 0.4
        : -0.5;
    const tone = (SUMS_UP.test(text) ? 1 : 0) + Math.min(3, text.match(LOOKS_BACK)?.length ?? 0) * 0.3;
    const figures = /\d.*\d/.test(text) ? 0.5 : 0;
    if (tone === 0) continue;
    const value = named + tone - figures - (TELLS_TO.test(text) ? 0.4 : 0);
    if (value > (best?.value ?? LEAST_CLOSING)) best = { passage, value };
  }
  return best?.passage;
}

const LEAST_CLOSING = 0.6;

/** The passage without the words that sum up, for where a heading says that already. */
export function withoutSummingUp(passage: Passage): Passage {
  const [first, ...rest] = passage.sentences;
  const bare = first!.text.replace(SUMS_UP, "");
  if (bare === first!.text) return passage;
  return passageOf([standing(first!, bare.charAt(0).toUpperCase() + bare.slice(1)), ...rest], passage.paragraph);
}

/** The heading of a last paragraph, by what it does. */
export function closingHeading({ sentences }: Passage): string {
  const text = sentences.map((sentence) => sentence.text).join(" ");
  return /\b(today|nowadays|now|future|hope|still|remains?)\b/i.test(text) && !SUMS_UP.test(text) ? "Today" : IN_SHORT;
}

export const IN_SHORT = "In Short";
