import { bm25 } from "../../engines/pages/bm25.js";
import { splitSentences } from "../../engines/pages/split-sentences.js";
import { countWords, queryTerms, termsOf } from "../../engines/pages/terms.js";
import { BlockShelf } from "./block-shelf.js";
import { boilerplateOf, isAboutPage } from "./boilerplate.js";
import { definitionIn } from "./definition.js";
import { figuresOf } from "./figures.js";
import type { JunkFilter } from "./junk-filter.js";
import { subjectTerms } from "./keyword-sense.js";
import { listItemProblem, type SourceList, withLists } from "./lists.js";
import { type Mentions, mentionsOf } from "./mentions.js";
import { needsOf, pronounOfSubject, standingAlone } from "./needs.js";
import type { ArticleCreatorOptions } from "./options.js";
import { relatedTerms } from "./related.js";
import { roleOf } from "./roles.js";
import { addressesReader, announcesMore, INTRODUCES_WRITER, sentenceProblem } from "./sentence-rules.js";
import { holdsPhrase, type Paragraph, type Sentence } from "./source-sentences.js";
import type { Source } from "./sources.js";

export type { Paragraph, Sentence } from "./source-sentences.js";

/** What the sources offer for one keyword. */
export interface Material {
  readonly keyword: string;
  readonly sources: readonly Source[];
  readonly paragraphs: readonly Paragraph[];
  /** Lists that may be used as a whole. */
  readonly lists: readonly SourceList[];
  /** What each source speaks of, and where first. */
  readonly mentions: readonly Mentions[];
  /** Terms of the keyword. */
  readonly query: readonly string[];
  /** Terms that go with the keyword in these sources, with their weight up to 1. */
  readonly related: ReadonlyMap<string, number>;
}

interface Draft {
  readonly text: string;
  readonly words: number;
  readonly terms: readonly string[];
  readonly usable: boolean;
  /** May be used where it defines the subject: it is only long, or says who somebody is. */
  readonly mayDefine: boolean;
  /** Has too few or too many words to be used without another one. */
  readonly isOutsized: boolean;
  /** May stand in a list that is taken whole. */
  readonly listable: boolean;
}

interface DraftParagraph extends Omit<Paragraph, "sentences"> {
  readonly sentences: readonly Draft[];
}

/** The sentences of blocks that earlier keywords of a run have used; each run has a filter of its own. */
const shelves = new WeakMap<JunkFilter, BlockShelf<readonly Draft[]>>();

function draftShelf(isJunk: JunkFilter): BlockShelf<readonly Draft[]> {
  const shelf = shelves.get(isJunk) ?? new BlockShelf<readonly Draft[]>();
  shelves.set(isJunk, shelf);
  return shelf;
}

/** Below this, a paragraph is held to be about something else. */
const LEAST_COVERAGE = 0.6;
/** From here on a source tells of the subject without naming it. */
const LEAST_RELATED = 0.5;
/** Sentences with which a source says what it is about. */
const LEAD = 3;
const READER_PENALTY = 0.25;
const MANY_BLOCKS = 500;
const MOST_PARAGRAPHS = 1_500;
const LONG_SENTENCE = 34;
/** Words of a sentence between others: "It just wasn't true." may turn round what was said. */
const FEWEST_IN_RUN = 2;
const ANSWER = /^(?:yes|no)\.$/i;
/** Times the words of the longest sentence that one between others and a definition may have. */
const LONGER = 1.4;

/**
 * Takes the sources apart into sentences that may be used and says of each how much it belongs to the keyword. Calls `pause`
 * between two sources and between the parts of the work, since together they take long.
 */
export async function materialOf(
  keyword: string,
  sources: readonly Source[],
  options: ArticleCreatorOptions,
  isJunk: JunkFilter,
  pause: () => Promise<void>,
): Promise<Material> {
  const query = queryTerms(keyword);
  const subject = subjectTerms(keyword, query);
  const drafts: DraftParagraph[] = [];
  for (const [index, source] of sources.entries()) {
    drafts.push(...draftParagraphs(source, index, query, options, isJunk));
    await pause();
  }
  withoutBoilerplate(drafts, query);
  await pause();
  const related = relatedTerms(
    query,
    drafts.map(({ source, sentences }) => ({ source, sentences: sentences.map(({ terms }) => terms) })),
  );
  await pause();
  const flat = drafts.flatMap(({ sentences }) => sentences.map(({ terms }) => terms));
  const index = bm25(flat);
  const weights = new Map(query.map((term) => [term, index.weight(term) + 0.3]));
  const best = Math.max(1e-9, ...flat.map((_, at) => index.score(query, at)));
  await pause();
  const implied = impliedTerms(query, drafts);
  const titles = sources.map((source) => covered(new Set(termsOf(source.title)), weights));
  const defining = sources.map((_, at) =>
    drafts
      .filter(({ source }) => source === at)
      .flatMap(({ sentences }) => sentences)
      .slice(0, LEAD)
      .some(({ text }) => definitionIn(text, subject) !== undefined),
  );
  const mentions = sources.map((_, at) =>
    mentionShare(
      drafts.filter(({ source }) => source === at),
      weights,
      implied(at),
    ),
  );
  const speaksOfIt = sources.map((_, at) =>
    relatedShare(
      drafts.filter(({ source }) => source === at),
      related,
    ),
  );
  await pause();

  const persons = sources.map((source, at) =>
    titles[at]! < LEAST_COVERAGE || roleOf(source.title) !== undefined
      ? undefined
      : pronounOfSubject(
          drafts.filter((draft) => draft.source === at).flatMap(({ sentences }) => sentences.map(({ text }) => text)),
        ),
  );

  let at = 0;
  const places = new Map<number, number>();
  const listables = new Map<Paragraph, readonly Sentence[]>();
  const paragraphs = drafts.map((draft): Paragraph => {
    const headingTerms = new Set(termsOf(draft.heading));
    const inHeading = covered(headingTerms, weights);
    const withHeading = covered(termSet(draft), weights, implied(draft.source));
    const about = defining[draft.source]! ? 1 : Math.max(titles[draft.source]!, mentions[draft.source]!);
    const fits =
      query.length > 0 &&
      (withHeading >= LEAST_COVERAGE ||
        (about >= LEAST_COVERAGE && withHeading > 0) ||
        about > 0.9 ||
        // Who does not name the subject may yet tell of nothing else; with its low score it is used where others run out.
        (speaksOfIt[draft.source]! >= LEAST_RELATED && holdsRelated(draft, related)));
    const sentences: (Sentence | undefined)[] = [];
    const paragraph: Paragraph = { ...draft, sentences };
    const texts = draft.sentences.map(({ text }) => text);
    const needs = needsOf(texts, persons[draft.source]);
    const listable: Sentence[] = [];
    const raw = draft.sentences.map(({ terms, text }, offset) => {
      const set = new Set(terms);
      const relatedness = 1 - Math.exp(-sum([...set].map((term) => related.get(term) ?? 0)) / 1.5);
      const phrase = holdsPhrase(terms, query) ? 0.35 : 0;
      const penalty =
        (addressesReader(text) ? READER_PENALTY : 0) + (draft.sentences[offset]!.words > LONG_SENTENCE ? 0.1 : 0);
      return (0.8 * index.score(query, at + offset)) / best + phrase + 0.9 * relatedness - penalty;
    });
    for (const [offset, sentence] of draft.sentences.entries()) {
      at += 1;
      const place = places.get(draft.source) ?? 0;
      places.set(draft.source, place + 1);
      const answers = offset === 0 && draft.order === 0 && draft.heading.endsWith("?") && ANSWER.test(sentence.text);
      const isUsable =
        answers || sentence.usable || (sentence.mayDefine && definitionIn(sentence.text, subject) !== undefined);
      if (!fits || !(isUsable || sentence.listable)) {
        sentences.push(undefined);
        continue;
      }
      const around = [raw[offset - 1], raw[offset + 1]].filter((score) => score !== undefined);
      const context = around.length > 0 ? sum(around) / around.length : raw[offset]!;
      // "Yes." speaks of the question above it.
      const need = answers ? offset : needs[offset]!;
      const alone = need === offset ? undefined : standingAlone(sentence.text, texts[offset - 1], query);
      const made: Sentence = {
        text: sentence.text,
        words: sentence.words,
        terms: new Set(sentence.terms),
        leans: need !== offset,
        needs: need,
        ...(alone !== undefined && { alone }),
        at: place,
        ...(sentence.isOutsized && { isOutsized: true as const }),
        figures: figuresOf(sentence.text),
        announces: announcesMore(sentence.text),
        score: 0.7 * raw[offset]! + 0.3 * context + 0.3 * inHeading + 0.4 * withHeading + 0.5 * about,
        paragraph,
        index: offset,
      };
      sentences.push(isUsable ? made : undefined);
      if (sentence.listable) listable.push(made);
    }
    if (listable.length === draft.sentences.length || draft.kind !== "item") listables.set(paragraph, listable);
    return paragraph;
  });
  const lists = withLists(paragraphs, listables);
  const broughtUp = sources.map((_, at) => mentionsOf(drafts.filter(({ source }) => source === at)));
  return { keyword, sources, paragraphs, lists, mentions: broughtUp, query, related };
}

/** Marks what belongs to the pages rather than to their subject as not usable. */
function withoutBoilerplate(drafts: DraftParagraph[], query: readonly string[]): void {
  const isBoilerplate = boilerplateOf(
    drafts.flatMap(({ source, sentences }) => sentences.map(({ text }) => ({ source, text }))),
    query,
  );
  for (const [at, draft] of drafts.entries()) {
    const sentences = draft.sentences.map((sentence) =>
      isBoilerplate(sentence.text) ? { ...sentence, usable: false, mayDefine: false, listable: false } : sentence,
    );
    drafts[at] = { ...draft, sentences };
  }
}

function draftParagraphs(
  source: Source,
  index: number,
  query: readonly string[],
  options: ArticleCreatorOptions,
  isJunk: JunkFilter,
): DraftParagraph[] {
  const found: DraftParagraph[] = [];
  let heading = "";
  let section = 0;
  let order = 0;
  let aboutPage = false;
  const known = draftShelf(isJunk);
  for (const [at, block] of source.blocks.entries()) {
    if (block.kind === "heading") {
      aboutPage = isAboutPage(block.text, source.blocks[at + 1]?.text ?? "", source);
      heading = isJunk(block.text) ? "" : block.text;
      section += 1;
      order = 0;
      continue;
    }
    if (found.length >= MOST_PARAGRAPHS) break;
    if (aboutPage || isAboutPage("", block.text, source)) continue;
    // Of a book only what names the keyword is looked at: the rest would take long and hardly be chosen.
    if (at > MANY_BLOCKS && !termsOf(block.text).some((term) => query.includes(term))) continue;
    const sentences = known.of(block, () => draftSentences(block.text, options, isJunk));
    const position = at / Math.max(1, source.blocks.length - 1);
    found.push({
      source: index,
      heading,
      section: index * 100_000 + section,
      position,
      order,
      kind: block.kind,
      ...(block.list !== undefined && { list: block.list }),
      sentences,
    });
    order += 1;
  }
  return found;
}

/** Share of the weight of the related terms that occur in the paragraphs. */
function relatedShare(drafts: readonly DraftParagraph[], related: ReadonlyMap<string, number>): number {
  const terms = new Set(drafts.flatMap((draft) => [...termSet(draft)]));
  const all = sum([...related.values()]);
  return all === 0 ? 0 : sum([...related].map(([term, weight]) => (terms.has(term) ? weight : 0))) / all;
}

function holdsRelated(draft: DraftParagraph, related: ReadonlyMap<string, number>): boolean {
  return [...termSet(draft)].filter((term) => related.has(term)).length >= 2;
}

function draftSentences(whole: string, options: ArticleCreatorOptions, isJunk: JunkFilter): readonly Draft[] {
  return splitSentences(whole).map((text): Draft => {
    const words = countWords(text);
    const isLong = words > options.sentenceMaxWords && words <= LONGER * options.sentenceMaxWords;
    const isOutsized = words < options.sentenceMinWords || isLong;
    const fits = words >= FEWEST_IN_RUN && (words <= options.sentenceMaxWords || isLong);
    const problem = isJunk(text) ? "is junk" : sentenceProblem(text);
    return {
      text,
      words,
      terms: termsOf(text),
      usable: fits && problem === undefined,
      isOutsized,
      mayDefine: fits && (problem === undefined || problem === INTRODUCES_WRITER),
      listable: words <= options.sentenceMaxWords && listItemProblem(text) === undefined && !isJunk(text),
    };
  });
}

/** Share of the keyword's weight that the terms hold, or imply. */
function covered(terms: ReadonlySet<string>, weights: ReadonlyMap<string, number>, implied: Implied = () => 0): number {
  const all = sum([...weights.values()]);
  if (all === 0) return 0;
  return sum([...weights].map(([term, weight]) => weight * (terms.has(term) ? 1 : implied(term, terms)))) / all;
}

/** The last term of a keyword is mostly the thing itself: who writes "starter" on a page about sourdough means its starter. */
const IMPLIED_BY_THING = 0.85;

type Implied = (term: string, given: ReadonlySet<string>) => number;

/**
 * How far one term of the keyword is implied where another occurs: wherever they mostly occur together, and in
 * sources that name the one wherever they name the thing itself.
 */
function impliedTerms(query: readonly string[], drafts: readonly DraftParagraph[]): (source: number) => Implied {
  const held = drafts.map((draft) => termSet(draft));
  const shares = new Map<string, number>();
  for (const one of query) {
    const holding = held.filter((terms) => terms.has(one));
    for (const other of query) {
      const both = holding.filter((terms) => terms.has(other)).length;
      shares.set(`${one} ${other}`, holding.length < 3 ? 0 : both / holding.length);
    }
  }
  const bySource = Map.groupBy(drafts.keys(), (index) => drafts[index]!.source);
  const inSource = new Map(
    [...bySource].map(([source, indexes]) => [source, new Set(indexes.flatMap((index) => [...held[index]!]))]),
  );
  const thing = query.at(-1);
  return (source) => (term, given) => {
    const byThing = thing !== undefined && given.has(thing) && inSource.get(source)?.has(term) === true;
    const together = query.filter((one) => given.has(one)).map((one) => shares.get(`${one} ${term}`) ?? 0);
    return Math.max(byThing ? IMPLIED_BY_THING : 0, ...together);
  };
}

function termSet(draft: DraftParagraph): Set<string> {
  return new Set([...termsOf(draft.heading), ...draft.sentences.flatMap(({ terms }) => terms)]);
}

/** How much of a source speaks of the keyword: 1 when every other paragraph names it whole. */
function mentionShare(
  paragraphs: readonly DraftParagraph[],
  weights: ReadonlyMap<string, number>,
  implied: Implied,
): number {
  const full = paragraphs.filter(({ sentences }) => sum(sentences.map(({ words }) => words)) >= 20);
  if (full.length < 3) return 0;
  const naming = full.map(({ sentences }) =>
    covered(new Set(sentences.flatMap(({ terms }) => terms)), weights, implied),
  );
  return Math.min(1, (2 * sum(naming.filter((share) => share > 0.8))) / full.length);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
