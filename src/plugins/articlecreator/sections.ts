import { countWords, termsOf } from "../../engines/pages/terms.js";
import type { Passage } from "./choose.js";
import { chosenHeading } from "./headings.js";
import { likeness } from "./likeness.js";
import type { Material } from "./material.js";

/** A part of an article about one side of its subject. */
export interface Section {
  /** Empty for the introduction, and throughout short articles. */
  readonly heading: string;
  readonly passages: readonly Passage[];
}

/** Words from which on an article gets sub-headings. */
export const WORDS_WITH_HEADINGS = 350;
const WORDS_PER_SECTION = 90;
const MOST_SECTIONS = 12;
/** Closeness from which on two groups are one section. */
const SAME_SUBJECT = 0.6;

interface Group {
  passages: Passage[];
  terms: ReadonlyMap<string, number>;
}

/**
 * Orders passages into an introduction and sections: what belongs together stands together, what the sources say first
 * comes first, and troubles and after-care come last.
 */
export function arranged(
  passages: readonly Passage[],
  material: Material,
  title: string,
  sentencesPerParagraph: number,
): Section[] {
  const [first, ...rest] = passages;
  if (first === undefined) return [];
  const words = passages.reduce((sum, passage) => sum + passage.words, 0);
  const intro = [first];
  for (const passage of companions(first, rest, sentencesPerParagraph)) intro.push(passage);
  const body = rest.filter((passage) => !intro.includes(passage));
  const introduction: Section = { heading: "", passages: inReadingOrder(intro, first) };
  if (words < WORDS_WITH_HEADINGS) {
    return [introduction, { heading: "", passages: inReadingOrder(body) }].filter(
      (section) => section.passages.length > 0,
    );
  }
  const wanted = Math.max(1, Math.min(MOST_SECTIONS, Math.round(words / WORDS_PER_SECTION) - 1));
  const groups = grouped(body, material, wanted, sentencesPerParagraph);
  const best = Math.max(...groups.map(relevance));
  const place = (group: Group) => placeOf(group) + FAR_FROM_SUBJECT * (1 - relevance(group) / best);
  groups.sort((one, other) => place(one) - place(other));
  const sections: Section[] = [introduction];
  const headings = [title];
  for (const { passages: members } of groups) {
    const heading = chosenHeading(members, material, headings);
    headings.push(heading);
    sections.push({ heading, passages: inReadingOrder(members) });
  }
  return sections;
}

/** Passages that fill the introduction up to a paragraph: of the same section, nearest first. */
function companions(first: Passage, rest: readonly Passage[], sentencesPerParagraph: number): Passage[] {
  let sentences = first.sentences.length;
  const found: Passage[] = [];
  const distance = (passage: Passage) => Math.abs(passage.paragraph.order - first.paragraph.order);
  const near = rest.filter(({ paragraph }) => paragraph.section === first.paragraph.section);
  for (const passage of near.sort((one, other) => distance(one) - distance(other))) {
    if (sentences >= sentencesPerParagraph) break;
    found.push(passage);
    sentences += passage.sentences.length;
  }
  return found;
}

/**
 * Passages by section of their sources. Sections too small to stand alone join the one most like them, and so do those of
 * different sources about the same thing.
 */
function grouped(passages: readonly Passage[], material: Material, wanted: number, leastSentences: number): Group[] {
  const rarity = rarityOf(passages, material.query);
  const bySection = Map.groupBy(passages, (passage) => passage.paragraph.section);
  let groups = [...bySection.values()].map(
    (members): Group => ({ passages: members, terms: vectorOf(members, rarity) }),
  );
  const small = (group: Group) => sentenceCount(group) < leastSentences;
  while (groups.length > 1) {
    let best: { one: Group; other: Group; value: number } | undefined;
    for (const [index, one] of groups.entries()) {
      for (const other of groups.slice(index + 1)) {
        const must = small(one) || small(other);
        // Groups are kept of one size, or everything would gather in the largest.
        const value = closeness(one, other) + (must ? 1 : 0) - 0.015 * (sentenceCount(one) + sentenceCount(other));
        if (best === undefined || value > best.value) best = { one, other, value };
      }
    }
    if (best === undefined || (best.value < SAME_SUBJECT && groups.length <= wanted && !groups.some(small))) break;
    const { one, other } = best;
    groups = [...groups.filter((group) => group !== one && group !== other), merged(one, other)];
  }
  return groups;
}

function sentenceCount(group: Group): number {
  return group.passages.reduce((sum, passage) => sum + passage.sentences.length, 0);
}

function rarityOf(passages: readonly Passage[], query: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const passage of passages) {
    for (const term of new Set(passage.sentences.flatMap((sentence) => [...sentence.terms]))) {
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  const asked = new Set(query);
  return new Map(
    [...counts].map(([term, count]) => [term, asked.has(term) ? 0.1 : Math.log(1 + passages.length / count)]),
  );
}

function vectorOf(passages: readonly Passage[], rarity: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const vector = new Map<string, number>();
  const add = (term: string, times: number) =>
    vector.set(term, (vector.get(term) ?? 0) + times * (rarity.get(term) ?? 1));
  for (const passage of passages) {
    for (const sentence of passage.sentences) for (const term of sentence.terms) add(term, 1);
    for (const term of termsOf(passage.paragraph.heading)) add(term, 1);
  }
  return vector;
}

function closeness(one: Group, other: Group): number {
  const headings = pairwise(one, other, (a, b) =>
    likeness(new Set(termsOf(a.paragraph.heading)), new Set(termsOf(b.paragraph.heading))),
  );
  const sources = new Set(one.passages.map((passage) => passage.paragraph.source));
  const sameSource = other.passages.some((passage) => sources.has(passage.paragraph.source)) ? 0.3 : 0;
  return cosine(one.terms, other.terms) + sameSource + 0.4 * headings;
}

function pairwise(one: Group, other: Group, measure: (a: Passage, b: Passage) => number): number {
  return Math.max(...one.passages.flatMap((a) => other.passages.map((b) => measure(a, b))));
}

function cosine(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [term, value] of one) product += value * (other.get(term) ?? 0);
  const length = (vector: ReadonlyMap<string, number>) =>
    Math.sqrt([...vector.values()].reduce((sum, value) => sum + value * value, 0));
  return product / (length(one) * length(other) || 1);
}

function merged(one: Group, other: Group): Group {
  const terms = new Map(one.terms);
  for (const [term, value] of other.terms) terms.set(term, (terms.get(term) ?? 0) + value);
  return { passages: [...one.passages, ...other.passages], terms };
}

/** How much later a group comes that has little to do with the keyword. */
const FAR_FROM_SUBJECT = 0.6;

function relevance(group: Group): number {
  const scores = group.passages.flatMap(({ sentences }) => sentences.map(({ score }) => score));
  return Math.max(0.01, scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

const EARLY =
  /\b(what|who|why|history|origins?|background|basics?|about|meaning|definition|types?|kinds?|varieties|anatomy|structure|parts?|inside|introduc\w+|understanding|science|biology|choosing|before)\b/i;
const LATE =
  /\b(problems?|troubleshooting|problems?|mistakes?|wrong|fix\w*|remed\w+|diseases?|pests?|dangers?|risks?|warnings?|signs?|treat\w*|reviv\w*|neglect\w*|stor(e|ing|age)|after|winter\w*|harvest\w*|using|uses|future|today|last|end|decline|legacy|preserv\w*|final\w*|clean\w*|maintenance|faqs?)\b/i;

function placeOf(group: Group): number {
  const places = group.passages.map(({ paragraph }) => {
    const cue = (EARLY.test(paragraph.heading) ? -0.25 : 0) + (LATE.test(paragraph.heading) ? 0.3 : 0);
    return paragraph.position + cue;
  });
  return places.reduce((sum, place) => sum + place, 0) / places.length;
}

/** Passages of one section together and in their order; of several sources, the section with most to say is first. */
function inReadingOrder(passages: readonly Passage[], first?: Passage): Passage[] {
  const bySection = Map.groupBy(passages, (passage) => passage.paragraph.section);
  const runs = [...bySection.values()].map((run) => run.toSorted(bySourceOrder));
  const words = (run: readonly Passage[]) => run.reduce((sum, passage) => sum + passage.words, 0);
  const ofOneSource = new Set(passages.map((passage) => passage.paragraph.source)).size === 1;
  runs.sort(
    (one, other) =>
      (ofOneSource ? 0 : words(other) - words(one)) || one[0]!.paragraph.section - other[0]!.paragraph.section,
  );
  const ordered = runs.flat();
  return first === undefined ? ordered : [first, ...ordered.filter((passage) => passage !== first)];
}

function bySourceOrder(one: Passage, other: Passage): number {
  return one.paragraph.position - other.paragraph.position || one.sentences[0]!.index - other.sentences[0]!.index;
}

/** Words of the headings of an article. */
export function headingWords(sections: readonly Section[]): number {
  return sections.reduce((sum, { heading }) => sum + countWords(heading), 0);
}
