import { isSameFact } from "./likeness.js";
import type { Material, Paragraph, Sentence } from "./material.js";
import { saysWhatItIs } from "./opening.js";
import { type Passage, trimmed } from "./runs.js";
import { storiesOf } from "./stories.js";
import type { SourceSection, Topic } from "./topics.js";

export interface Wish {
  /** Words to come close to. */
  readonly words: number;
  /** Below these the rules give way: first the share of one source, then how close to the keyword a passage must be. */
  readonly least: number;
  /** Words not to exceed. */
  readonly most: number;
  readonly sentencesPerSource: number;
  readonly withHeadings: boolean;
  /** Sentences of the keyword's earlier articles: used again only when nothing else is left. */
  readonly used: readonly Sentence[];
  /** Sentences that did not fit where they came to stand. */
  readonly banned: ReadonlySet<string>;
  /** Of every topic a number from 0 to 1, so that another seed gives another article. */
  readonly luck: ReadonlyMap<Topic, number>;
}

/** Words by which a passage may go beyond what was wished. */
export const OVERRUN = 20;
/** A lone sentence from the middle of a paragraph reads as a left-over. */
const LONE_WORDS = 14;

/** Sentences that one source may give: as many as asked for, or where few sources hold the length, as many as it takes. */
function shareFor({ sources, paragraphs }: Material, { sentencesPerSource, words, least }: Wish): number {
  const usable = sources.map(() => ({ sentences: 0, words: 0 }));
  for (const { source, sentences } of paragraphs)
    for (const sentence of sentences) {
      if (sentence === undefined) continue;
      usable[source]!.sentences += 1;
      usable[source]!.words += sentence.words;
    }
  const holds = (share: number) =>
    usable.reduce((sum, each) => sum + (each.words / Math.max(1, each.sentences)) * Math.min(share, each.sentences), 0);
  const most = Math.max(0, ...usable.map(({ sentences }) => sentences));
  let share = sentencesPerSource;
  if (holds(share) >= ENOUGH * least) return share;
  while (share < most && holds(share) < CHOICE * words) share += 1;
  return share;
}

/** Words to choose from for every word that an article needs, and for every word where a source gives more than its share. */
const ENOUGH = 2;
const CHOICE = 3;

/** Of texts of the sources, whether they say what the subject is: an article is planned several times. */
const definitions = new WeakMap<Material, Map<string, boolean>>();

/** What has been chosen so far. */
export class Chosen {
  words = 0;
  leastScore = 0;
  reuse = false;
  takesAnything = false;
  /** Sections whose first sentence may not be used. */
  takesLateStarts = false;
  /** Sections past what may not be used of them, with paragraphs that lean on nothing before. */
  goesOnAfterGaps = false;
  /** What other sources than that of the opening begin with: they introduce the subject once more. */
  takesLeads = false;
  /** How far beside the subject a section may be. */
  farthest: 0 | 1 | 2 = 0;
  /** Only sections that can be told from their beginning to their end. */
  wholeOnly = false;
  /** Sections of which less than a good part can be told. */
  takesFragments = false;
  /** Whether a section may be told yet. */
  admits: (section: SourceSection) => boolean = () => true;
  /** Numbers of the sections that are told only together with others. */
  toldTogether: ReadonlySet<number> = new Set();
  /** Sections of other sources about what a part tells already. */
  takesSecondTellers = false;
  introducedBy = -1;
  /** The source that tells of the subject as a whole: what it tells belongs to the subject, whether it names it or not. */
  mainSource = -1;
  private readonly chosen: Sentence[] = [];
  private readonly taken = new Set<string>();
  private readonly perSource = new Map<number, number>();
  private readonly reused = new Map<string, boolean>();
  /** Of every sentence looked at, whether it is said already, by so many of the chosen ones. */
  private readonly said = new Map<string, { is: boolean; seen: number }>();
  private readonly defining: Map<string, boolean>;
  private perSourceMost: number;

  constructor(
    private readonly material: Material,
    private readonly wish: Wish,
  ) {
    this.perSourceMost = shareFor(material, wish);
    this.defining = definitions.get(material) ?? new Map<string, boolean>();
    definitions.set(material, this.defining);
  }

  isFull(): boolean {
    return this.words >= this.wish.words - OVERRUN / 2;
  }

  /** Words up to the most that may be had. */
  mostRoom(): number {
    return this.wish.most - this.words;
  }

  room(): number {
    return Math.min(this.wish.most, this.wish.words + OVERRUN) - this.words;
  }

  allows(sentence: Sentence): boolean {
    const key = keyOf(sentence);
    if (this.taken.has(key) || this.wish.banned.has(key)) return false;
    if (this.wasUsed(sentence) && !this.mayReuse()) return false;
    if (this.chosen.length > 0 && this.definesSubject(sentence)) return false;
    return !this.isSaid(sentence);
  }

  private definesSubject({ text }: Sentence): boolean {
    const known = this.defining.get(text) ?? saysWhatItIs(text, this.material.query);
    this.defining.set(text, known);
    return known;
  }

  /** Whether it is in the article. */
  has(sentence: Sentence): boolean {
    return this.taken.has(keyOf(sentence));
  }

  /** Whether an article says it already, or it is not said because it defines the subject once more. */
  isTold(sentence: Sentence): boolean {
    return this.taken.has(keyOf(sentence)) || this.definesSubject(sentence) || this.isSaid(sentence);
  }

  /** Whether another source has told in the article most of what a section tells. */
  tellsAgain({ paragraphs }: SourceSection): boolean {
    const told = new Set(this.chosen.map(({ paragraph }) => paragraph));
    const stories = storiesOf(this.material.paragraphs, this.material.query);
    const telling = paragraphs.filter(({ kind }) => kind === "paragraph");
    const again = telling.filter((paragraph) => stories.isToldIn(paragraph, told));
    return again.length > 0 && wordsIn(again) >= wordsIn(telling) / 2;
  }

  /** Whether the list that an item is of is in the article. */
  holds({ lists }: SourceSection, item: Paragraph): boolean {
    const list = [...lists.values()].find(({ paragraph }) => paragraph.list?.number === item.list?.number);
    const first = list?.items[0]?.[0];
    return first !== undefined && this.taken.has(keyOf(first));
  }

  isGood({ sentences, list, words, paragraph }: Passage): boolean {
    const mean = sentences.reduce((sum, sentence) => sum + sentence.score, 0) / sentences.length;
    if (mean < this.leastScore * (paragraph.source === this.mainSource ? OF_MAIN_SOURCE : 1)) return false;
    if (this.takesAnything) return true;
    if (list !== undefined || sentences.length > 1 || paragraph.sentences.length === 1) return true;
    return words >= LONE_WORDS && (sentences[0]!.index === 0 || this.words < this.wish.least);
  }

  /** The passage as far as its source may give more; a list goes whole or not at all. */
  withinShare(passage: Passage): Passage | undefined {
    const left = this.shareLeft(passage.paragraph.source);
    if (passage.sentences.length <= left) return passage;
    if (passage.list !== undefined || left <= 0) return undefined;
    const words = passage.sentences.slice(0, left).reduce((sum, sentence) => sum + sentence.words, 0);
    return trimmed(passage, words);
  }

  /** Sentences that a source may still give. */
  shareLeft(source: number): number {
    return this.perSourceMost - (this.perSource.get(source) ?? 0);
  }

  hasHeadings(): boolean {
    return this.wish.withHeadings;
  }

  least(): number {
    return this.wish.least;
  }

  liftShare(): void {
    this.perSourceMost = Number.POSITIVE_INFINITY;
  }

  take(passage: Passage): void {
    this.words += passage.words;
    const { source } = passage.paragraph;
    this.perSource.set(source, (this.perSource.get(source) ?? 0) + passage.sentences.length);
    for (const sentence of passage.sentences) {
      this.taken.add(keyOf(sentence));
      this.chosen.push(sentence);
    }
  }

  giveBack(passage: Passage): void {
    this.words -= passage.words;
    const { source } = passage.paragraph;
    this.perSource.set(source, (this.perSource.get(source) ?? 0) - passage.sentences.length);
    for (const sentence of passage.sentences) {
      this.taken.delete(keyOf(sentence));
      this.chosen.splice(this.chosen.indexOf(sentence), 1);
    }
    this.said.clear();
  }

  mostPerSource(): number {
    return Math.max(0, ...this.perSource.values());
  }

  /** Sentences of earlier articles may be a third of this one. */
  private mayReuse(): boolean {
    return (
      this.reuse && 3 * (this.chosen.filter((sentence) => this.wasUsed(sentence)).length + 2) <= this.chosen.length
    );
  }

  private wasUsed(sentence: Sentence): boolean {
    if (this.wish.used.length === 0) return false;
    const key = keyOf(sentence);
    const known = this.reused.get(key);
    if (known !== undefined) return known;
    const used = this.wish.used.some((other) => other.text === sentence.text || isSameFact(other, sentence));
    this.reused.set(key, used);
    return used;
  }

  private isSaid(sentence: Sentence): boolean {
    const key = keyOf(sentence);
    const known = this.said.get(key) ?? { is: false, seen: 0 };
    const hasNew = known.seen < this.chosen.length;
    for (; !known.is && known.seen < this.chosen.length; known.seen += 1) {
      const other = this.chosen[known.seen]!;
      // Sentences of one paragraph develop a thought; only a repetition is left out.
      known.is = other.paragraph === sentence.paragraph ? other.text === sentence.text : isSameFact(sentence, other);
    }
    known.is ||= hasNew && this.isCovered(sentence);
    this.said.set(key, known);
    return known.is;
  }

  /**
   * Whether all together the sentences of other sources say nearly all of what a sentence says. Those of one source share their words
   * and say different things, in documentation above all.
   */
  private isCovered({ terms, figures, paragraph }: Sentence): boolean {
    const own = [...terms].filter((term) => !this.material.query.includes(term));
    if (own.length < FEWEST_COVERED) return false;
    const others = this.chosen.filter((each) => each.paragraph.source !== paragraph.source);
    const isHeld = (term: string) => others.some((each) => each.terms.has(term));
    const holdsYears = [...figures.years].every((year) => others.some((each) => each.figures.years.has(year)));
    return holdsYears && own.filter(isHeld).length >= COVERED * own.length;
  }
}

function wordsIn(paragraphs: readonly Paragraph[]): number {
  return paragraphs.reduce(
    (sum, { sentences }) => sum + sentences.reduce((words, sentence) => words + (sentence?.words ?? 0), 0),
    0,
  );
}

/** Share of the least score of a passage that one of the main source has to have. */
const OF_MAIN_SOURCE = 0.5;
/** Terms of a sentence, besides those of the keyword, of which so many stand in others where it is nothing new. */
const FEWEST_COVERED = 5;
const COVERED = 0.8;

/** The same for a sentence and what was made of it. */
export function keyOf(sentence: Sentence): string {
  return `${sentence.paragraph.source} ${sentence.at}`;
}
