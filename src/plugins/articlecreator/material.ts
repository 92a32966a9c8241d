import { bm25 } from "../../engines/pages/bm25.js";
import { splitSentences } from "../../engines/pages/split-sentences.js";
import { countWords, queryTerms, termsOf } from "../../engines/pages/terms.js";
import type { JunkFilter } from "./junk-filter.js";
import type { ArticleCreatorOptions } from "./options.js";
import { relatedTerms } from "./related.js";
import { addressesReader, announcesMore, leansOnPrevious, sentenceProblem } from "./sentence-rules.js";
import type { Source } from "./sources.js";

/** A sentence of a source that may be used in an article. */
export interface Sentence {
  readonly text: string;
  /** As it stands in its source, where `text` is not that. */
  readonly original?: string;
  readonly words: number;
  readonly terms: ReadonlySet<string>;
  /** Only to be used directly after the sentence before it. */
  readonly leans: boolean;
  /** Only to be used with the sentence after it. */
  readonly announces: boolean;
  /** How much it has to do with the keyword, about 0 to 3. */
  readonly score: number;
  readonly paragraph: Paragraph;
  /** Place in its paragraph. */
  readonly index: number;
}

export interface Paragraph {
  /** Index into the sources. */
  readonly source: number;
  /** Of the section it is in; empty before the first heading. */
  readonly heading: string;
  /** Number of the section in all sources; paragraphs before the first heading of a source have one of their own. */
  readonly section: number;
  /** 0 at the beginning of its source, 1 at the end. */
  readonly position: number;
  /** Place in its section. */
  readonly order: number;
  readonly kind: "paragraph" | "item" | "quote";
  /** With a gap for every sentence that may not be used. */
  readonly sentences: (Sentence | undefined)[];
}

/** What the sources offer for one keyword. */
export interface Material {
  readonly sources: readonly Source[];
  readonly paragraphs: readonly Paragraph[];
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
}

interface DraftParagraph extends Omit<Paragraph, "sentences"> {
  readonly sentences: readonly Draft[];
}

/** Below this, a paragraph is held to be about something else. */
const LEAST_COVERAGE = 0.6;
const READER_PENALTY = 0.25;
const MANY_BLOCKS = 500;
const MOST_PARAGRAPHS = 1_500;
const LONG_SENTENCE = 34;

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
  const drafts: DraftParagraph[] = [];
  for (const [index, source] of sources.entries()) {
    drafts.push(...draftParagraphs(source, index, query, options, isJunk));
    await pause();
  }
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
  const mentions = sources.map((_, at) =>
    mentionShare(
      drafts.filter(({ source }) => source === at),
      weights,
      implied(at),
    ),
  );
  await pause();

  let at = 0;
  const paragraphs = drafts.map((draft): Paragraph => {
    const headingTerms = new Set(termsOf(draft.heading));
    const inHeading = covered(headingTerms, weights);
    const withHeading = covered(termSet(draft), weights, implied(draft.source));
    const about = Math.max(titles[draft.source]!, mentions[draft.source]!);
    const fits =
      query.length > 0 &&
      (withHeading >= LEAST_COVERAGE || (about >= LEAST_COVERAGE && withHeading > 0) || about > 0.9);
    const sentences: (Sentence | undefined)[] = [];
    const paragraph: Paragraph = { ...draft, sentences };
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
      if (!fits || !sentence.usable) {
        sentences.push(undefined);
        continue;
      }
      const around = [raw[offset - 1], raw[offset + 1]].filter((score) => score !== undefined);
      const context = around.length > 0 ? sum(around) / around.length : raw[offset]!;
      sentences.push({
        text: sentence.text,
        words: sentence.words,
        terms: new Set(sentence.terms),
        leans: leansOnPrevious(sentence.text),
        announces: announcesMore(sentence.text),
        score: 0.7 * raw[offset]! + 0.3 * context + 0.3 * inHeading + 0.4 * withHeading + 0.5 * about,
        paragraph,
        index: offset,
      });
    }
    return paragraph;
  });
  return { sources, paragraphs, query, related };
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
  for (const [at, block] of source.blocks.entries()) {
    if (block.kind === "heading") {
      heading = isJunk(block.text) ? "" : block.text;
      section += 1;
      order = 0;
      continue;
    }
    if (found.length >= MOST_PARAGRAPHS) break;
    // Of a book only what names the keyword is looked at: the rest would take long and hardly be chosen.
    if (at > MANY_BLOCKS && !termsOf(block.text).some((term) => query.includes(term))) continue;
    const sentences = splitSentences(block.text).map((text): Draft => {
      const words = countWords(text);
      const fits = words >= options.sentenceMinWords && words <= options.sentenceMaxWords;
      return {
        text,
        words,
        terms: termsOf(text),
        usable: fits && sentenceProblem(text) === undefined && !isJunk(text),
      };
    });
    const position = at / Math.max(1, source.blocks.length - 1);
    found.push({
      source: index,
      heading,
      section: index * 100_000 + section,
      position,
      order,
      kind: block.kind,
      sentences,
    });
    order += 1;
  }
  return found;
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

/** Whether the terms of the keyword follow each other. */
export function holdsPhrase(terms: readonly string[], query: readonly string[]): boolean {
  if (query.length === 0) return false;
  return terms.some((_, at) => query.every((term, offset) => terms[at + offset] === term));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
