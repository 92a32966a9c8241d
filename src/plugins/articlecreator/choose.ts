import { termsOf } from "../../engines/pages/terms.js";
import type { Random } from "../../kernel/index.js";
import { likeness, opening, SAME_FACT } from "./likeness.js";
import { holdsPhrase, type Material, type Paragraph, type Sentence } from "./material.js";

/** Consecutive sentences of one paragraph that can be read without the rest of it. */
export interface Passage {
  readonly sentences: readonly Sentence[];
  readonly paragraph: Paragraph;
  readonly words: number;
}

export interface Wish {
  /** Words to come close to. */
  readonly words: number;
  /** Words up to which passages are taken that belong to the keyword loosely. */
  readonly least: number;
  /** Words not to exceed. */
  readonly most: number;
  readonly sentencesPerSource: number;
  /** Sentences of the keyword's earlier articles: used again only when nothing else is left. */
  readonly used: readonly Sentence[];
}

const LONGEST_PASSAGE = 4;
const MOST_CANDIDATES = 4_000;
/** A run of sentences reads better than a lone one. */
const LENGTH_VALUE = [0, 0.62, 0.86, 1, 1.03];
/** From the middle of a paragraph something may be missing. */
const MIDDLE_VALUE = 0.75;
const LEAST_VALUE = 0.9;
/** While the article is too short. */
const LEAST_VALUE_IN_NEED = 0.45;
const REUSE_PENALTY = 1;
/** Sentences that hold a term from which on it counts as worn. */
const OFTEN = 5;
const WORN_PENALTY = 0.8;
/** Words by which the last passage may go beyond what was wished. */
const OVERRUN = 20;
/** Chance moves a passage's value by up to this share, so that another seed gives another article. */
const CHANCE = 0.06;

interface Candidate extends Passage {
  readonly value: number;
}

/** The passages of one article, the one that opens it first. Fewer words than wished when the sources hold no more. */
export function choosePassages(material: Material, wish: Wish, random: Random): Passage[] {
  const candidates = material.paragraphs
    .flatMap(passagesOf)
    .map((passage) => valued(passage, random))
    .sort((one, other) => other.value - one.value)
    .slice(0, MOST_CANDIDATES);
  const choice = new Choice(wish);
  const start = bestOpening(
    candidates.filter((candidate) => choice.allows(candidate, false)),
    material,
  );
  if (start !== undefined) choice.take(start);
  for (const reuse of [false, true]) {
    while (choice.words < wish.words - OVERRUN / 2) {
      const least = (choice.words < wish.least ? LEAST_VALUE_IN_NEED : LEAST_VALUE) - (reuse ? REUSE_PENALTY : 0);
      let best: { candidate: Candidate; value: number } | undefined;
      for (const candidate of candidates) {
        if (!choice.allows(candidate, reuse)) continue;
        const value = choice.valueOf(candidate);
        if (value > (best?.value ?? least)) best = { candidate, value };
      }
      if (best === undefined) break;
      choice.take(best.candidate);
    }
  }
  return choice.passages;
}

/** What has been chosen so far, and what another passage would add to it. */
class Choice {
  readonly passages: Passage[] = [];
  words = 0;
  private readonly taken = new Set<Sentence>();
  private readonly perSource = new Map<number, number>();
  private readonly openings = new Map<string, number>();
  private readonly uses = new Map<string, number>();
  /** Of every section begun, which of its paragraphs are used. */
  private readonly sections = new Map<number, readonly number[]>();
  /** Of every sentence looked at, its greatest likeness to a chosen one. */
  private readonly likest = new Map<Sentence, { value: number; seen: number }>();
  private readonly reused = new Map<Sentence, boolean>();
  private readonly chosen: Sentence[] = [];
  /** How many of them are in an earlier article; they may be a third of this one. */
  private reusedCount = 0;

  constructor(private readonly wish: Wish) {}

  allows(candidate: Passage, reuse: boolean): boolean {
    const { wish } = this;
    if (reuse && 2 * (this.reusedCount + candidate.sentences.length) > this.chosen.length) return false;
    if (this.words + candidate.words > Math.min(wish.most, wish.words + OVERRUN)) return false;
    const { source } = candidate.paragraph;
    if ((this.perSource.get(source) ?? 0) + candidate.sentences.length > wish.sentencesPerSource) return false;
    return candidate.sentences.every(
      (sentence) =>
        !this.taken.has(sentence) && (reuse || !this.wasUsed(sentence)) && this.likestOf(sentence) < SAME_FACT,
    );
  }

  valueOf(candidate: Candidate): number {
    const { sentences, paragraph } = candidate;
    const alike = sentences.reduce((sum, sentence) => sum + this.likestOf(sentence), 0) / sentences.length;
    const sameOpenings = sentences.reduce((sum, sentence) => sum + (this.openings.get(opening(sentence)) ?? 0), 0);
    const reused = sentences.some((sentence) => this.wasUsed(sentence)) ? REUSE_PENALTY : 0;
    return candidate.value + this.companyOf(paragraph) - alike - 0.35 * sameOpenings - this.wornOf(sentences) - reused;
  }

  /** Words that the article has used often already tire its readers. */
  private wornOf(sentences: readonly Sentence[]): number {
    const terms = sentences.flatMap((sentence) => [...sentence.terms]);
    const worn = terms.filter((term) => (this.uses.get(term) ?? 0) >= OFTEN).length;
    return terms.length === 0 ? 0 : (WORN_PENALTY * worn) / terms.length;
  }

  /**
   * What is next to a passage makes it better or worse to read: the next paragraph of a section already begun, or the
   * first of a new one, is understood; one from further on may not be.
   */
  private companyOf({ section, order }: Paragraph): number {
    const begun = this.sections.get(section);
    if (begun === undefined) return order === 0 ? 0.1 : -0.05 * Math.min(3, order);
    return begun.some((other) => Math.abs(other - order) <= 1) ? 0.6 : 0.35;
  }

  take(passage: Passage): void {
    this.passages.push({ sentences: passage.sentences, paragraph: passage.paragraph, words: passage.words });
    this.words += passage.words;
    const { source, section, order } = passage.paragraph;
    this.sections.set(section, [...(this.sections.get(section) ?? []), order]);
    this.perSource.set(source, (this.perSource.get(source) ?? 0) + passage.sentences.length);
    for (const sentence of passage.sentences) {
      this.taken.add(sentence);
      if (this.wasUsed(sentence)) this.reusedCount += 1;
      for (const term of sentence.terms) this.uses.set(term, (this.uses.get(term) ?? 0) + 1);
      this.chosen.push(sentence);
      this.openings.set(opening(sentence), (this.openings.get(opening(sentence)) ?? 0) + 1);
    }
  }

  private wasUsed(sentence: Sentence): boolean {
    const known = this.reused.get(sentence);
    if (known !== undefined) return known;
    const used = this.wish.used.some(
      (other) => other.text === sentence.text || likeness(other.terms, sentence.terms) >= SAME_FACT,
    );
    this.reused.set(sentence, used);
    return used;
  }

  private likestOf(sentence: Sentence): number {
    const known = this.likest.get(sentence) ?? { value: 0, seen: 0 };
    for (; known.seen < this.chosen.length; known.seen += 1) {
      known.value = Math.max(known.value, likeness(sentence.terms, this.chosen[known.seen]!.terms));
    }
    this.likest.set(sentence, known);
    return known.value;
  }
}

function passagesOf(paragraph: Paragraph): Passage[] {
  if (paragraph.kind === "quote") return [];
  const found: Passage[] = [];
  for (const [from, first] of paragraph.sentences.entries()) {
    if (first === undefined || first.leans) continue;
    const sentences: Sentence[] = [];
    for (const sentence of paragraph.sentences.slice(from, from + LONGEST_PASSAGE)) {
      if (sentence === undefined) break;
      sentences.push(sentence);
      if (sentence.announces) continue;
      found.push({ sentences: [...sentences], paragraph, words: sentences.reduce((sum, each) => sum + each.words, 0) });
    }
  }
  return found;
}

function valued(passage: Passage, random: Random): Candidate {
  const { sentences } = passage;
  const mean = sentences.reduce((sum, sentence) => sum + sentence.score, 0) / sentences.length;
  const middle = sentences[0]!.index > 0 ? MIDDLE_VALUE : 1;
  const chance = 1 - CHANCE + 2 * CHANCE * random.next();
  return { ...passage, value: mean * LENGTH_VALUE[sentences.length]! * middle * chance };
}

/** The passage that introduces the subject: one that says what it is, or else speaks of it early in a source. */
function bestOpening(candidates: readonly Candidate[], material: Material): Candidate | undefined {
  let best: { candidate: Candidate; value: number } | undefined;
  for (const candidate of candidates) {
    const [first] = candidate.sentences;
    if (first === undefined || candidate.paragraph.kind === "item") continue;
    const { paragraph } = candidate;
    const titled = holdsPhrase(termsOf(material.sources[paragraph.source]?.title ?? ""), material.query) ? 0.4 : 0;
    const introducing = introduces(first.text, material.query);
    const lead = paragraph.heading === "" && paragraph.order === 0 && introducing > 0.4 ? 1 + titled : 0;
    const early = 0.5 * (1 - paragraph.position) + (first.index === 0 ? 0.3 : 0);
    const whole = candidate.sentences.length >= WHOLE_OPENING ? 0.3 : 0;
    const value = candidate.value + 2 * introducing + lead + early + whole;
    if (value > (best?.value ?? 0)) best = { candidate, value };
  }
  return best?.candidate;
}

/** Sentences that make an opening of some weight. */
const WHOLE_OPENING = 3;
const COPULA = /\b(is|are|was|were|refers? to|means|consists? of|describes?|comes? from|belongs? to)\b/;

/** 1 for "A sourdough starter is ...", less for a sentence that has the subject further in or says what it is not. */
function introduces(text: string, query: readonly string[]): number {
  const negated = /\b(not|no|never|nobody|nothing|rarely|hardly)\b/.test(text) ? 0.4 : 0;
  const found = COPULA.exec(text);
  const subject = termsOf(found === null ? "" : text.slice(0, found.index));
  if (holdsPhrase(subject, query) && subject.length <= query.length + 2) {
    return (subject.length === query.length ? 1 : 0.8) - negated;
  }
  const terms = termsOf(text);
  if (holdsPhrase(terms.slice(0, query.length), query)) return 0.75 - negated;
  if (holdsPhrase(terms.slice(0, query.length + 2), query)) return 0.5 - negated;
  return (holdsPhrase(terms, query) ? 0.3 : 0) - negated;
}
