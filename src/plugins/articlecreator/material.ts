import { bm25 } from "../../engines/pages/bm25.js";
import { queryTerms, termsOf } from "../../engines/pages/terms.js";
import { madeOnce } from "../../kernel/values/made-once.js";
import type { JunkFilter } from "../_kit/inserts/junk-filter.js";
import { relatedTerms } from "../_kit/related-phrases.js";
import { framingTerms } from "../_kit/source-texts/framing-terms.js";
import { nameTheSame } from "../_kit/source-texts/source-index.js";
import { definitionIn } from "./definition.js";
import { type DraftParagraph, draftParagraphs, withoutBoilerplate } from "./draft-paragraphs.js";
import { wordsShown } from "./exhibits.js";
import { figuresOf } from "./figures.js";
import { subjectTerms } from "./keyword-sense.js";
import { type SourceList, withLists } from "./lists.js";
import { type Mentions, mentionsOf } from "./mentions.js";
import { narrowerSources } from "./narrower.js";
import { needsOf, OUTSIDE, pronounOfSubject, standingAlone } from "./needs.js";
import { asksSomethingElse, isWithin, namesInLead, paragraphsOnSubject } from "./on-subject.js";
import type { ArticleCreatorOptions } from "./options.js";
import {
  covered,
  holdsRelated,
  holdsStrong,
  impliedTerms,
  mentionShare,
  relatedShare,
  sum,
  termSet,
} from "./relevance.js";
import { roleOf } from "./roles.js";
import { addressesReader, announcesMore, turnsRound } from "./sentence-rules.js";
import { shortNameOf, withWholeName } from "./short-name.js";
import { isOfSibling, isOnSubject } from "./siblings.js";
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
  /** What a source speaks of, and where first. */
  readonly mentions: (source: number) => Mentions;
  /** Terms of the keyword. */
  readonly query: readonly string[];
  /** Terms that go with the keyword in these sources, with their weight up to 1. */
  readonly related: ReadonlyMap<string, number>;
}

/** Below this, a paragraph is held to be about something else. */
const LEAST_COVERAGE = 0.6;
/** Share of the keyword that the title of a chapter has, of which other sources are sections. */
const OF_CHAPTER = 0.9;
/** From here on a source tells of the subject without naming it. */
const LEAST_RELATED = 0.5;
/** Sentences with which a source says what it is about. */
const LEAD = 3;
/** Of what a page about the subject need not name. */
const WEIGHT_OF_FRAME = 0.1;
const READER_PENALTY = 0.25;
const LONG_SENTENCE = 34;
const ANSWER = /^(?:yes|no)\.$/i;

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
  const read: DraftParagraph[] = [];
  for (const [index, source] of sources.entries()) {
    read.push(...draftParagraphs(source, index, query, options, isJunk));
    await pause();
  }
  withoutBoilerplate(read, sources, query);
  await pause();
  const short = shortNameOf(
    keyword,
    query,
    read.flatMap(({ sentences }) => sentences.map(({ text }) => text)),
  );
  const drafts = short === undefined ? read : withWholeName(read, short, query);
  const related = relatedTerms(
    query,
    drafts.map(({ source, sentences }) => ({ source, sentences: sentences.map(({ terms }) => terms) })),
  );
  await pause();
  const flat = drafts.flatMap(({ sentences }) => sentences.map(({ terms }) => terms));
  const index = bm25(flat);
  const framing = framingTerms(keyword);
  const weights = new Map(
    query.map((term) => [term, (index.weight(term) + 0.3) * (framing.has(term) ? WEIGHT_OF_FRAME : 1)]),
  );
  const best = Math.max(1e-9, ...flat.map((_, at) => index.score(query, at)));
  await pause();
  const named = sources.map(
    ({ title }) => new Set(termsOf(short === undefined ? title : title.replaceAll(short, `${short} ${keyword}`))),
  );
  const implied = impliedTerms(query, drafts, named);
  const titles = named.map((terms) => covered(terms, weights));
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
  await pause();
  const leading = sources.map((_, at) =>
    namesInLead(
      drafts.filter(({ source }) => source === at),
      query,
    ),
  );
  const isOfChapter = sources.map(({ title }) =>
    sources.some((other, at) => titles[at]! >= OF_CHAPTER && isWithin(title, other.title)),
  );
  const abouts = sources.map((_, at) =>
    defining[at]! || leading[at]! || isOfChapter[at]! ? 1 : Math.max(titles[at]!, mentions[at]!),
  );
  const tellsOfTheSame = sources.map(
    (source, at) =>
      relatedShare(
        drafts.filter((draft) => draft.source === at),
        related,
      ) >= LEAST_RELATED &&
      sources.some((other, index) => index !== at && abouts[index]! >= LEAST_COVERAGE && nameTheSame(source, other)),
  );
  const { speaking, touching } = paragraphsOnSubject(drafts, weights);
  await pause();
  const siblings = sources.map(({ title }, at) =>
    isOfSibling(
      title,
      drafts.flatMap(({ source, sentences }) => (source === at ? sentences.map(({ terms }) => terms) : [])),
      query,
    ),
  );
  const narrower = narrowerSources(
    sources.map(({ title }, at) => ({
      title,
      drafts: drafts.filter(({ source }) => source === at),
      isOwn: abouts[at]! >= LEAST_COVERAGE,
    })),
    query,
    options.articleLengthFrom,
  );

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
  const fit = drafts.map((draft) => {
    const withHeading = covered(termSet(draft), weights, implied(draft.source));
    const about = abouts[draft.source]!;
    const isBeside =
      siblings[draft.source]! &&
      !isOnSubject(
        draft.sentences.map(({ terms }) => terms),
        query,
      );
    const isOwn = about >= LEAST_COVERAGE;
    const fits =
      query.length > 0 &&
      !isBeside &&
      !(isOwn && asksSomethingElse(draft, query)) &&
      (isOwn
        ? withHeading > 0 || about > 0.9
        : speaking.has(draft) ||
          touching.has(draft) ||
          // Who names the same people and places tells of the subject without naming it; with its low score it is used where others run out.
          (tellsOfTheSame[draft.source]! && holdsRelated(draft, related)) ||
          holdsStrong(draft, related));
    const isNear = isOwn || speaking.has(draft) || tellsOfTheSame[draft.source]!;
    const beside: 1 | 2 | undefined = narrower.has(draft.source) ? 1 : isNear ? undefined : touching.has(draft) ? 1 : 2;
    return { withHeading, about, isOwn, fits, beside };
  });
  // What its author put into one section belongs together.
  const fitting = new Set(drafts.flatMap(({ section }, number) => (fit[number]!.fits ? [section] : [])));
  const paragraphs = drafts.map((draft, number): Paragraph => {
    const inHeading = covered(new Set(termsOf(draft.heading)), weights);
    const { withHeading, about, isOwn, beside } = fit[number]!;
    const fits = fit[number]!.fits || ((isOwn || tellsOfTheSame[draft.source]!) && fitting.has(draft.section));
    const sentences: (Sentence | undefined)[] = [];
    const isBroken = draft.sentences.some(({ isMissed, usable, text }) => isMissed && !usable && !text.endsWith(":"));
    const asides = new Set(draft.sentences.flatMap(({ isAside }, offset) => (isAside ? [offset] : [])));
    const turns = new Set(
      draft.sentences.flatMap(({ text }, offset) => (offset > 0 && turnsRound(text) ? [offset] : [])),
    );
    const paragraph: Paragraph = {
      ...draft,
      ...(beside !== undefined && { beside }),
      ...(turns.size > 0 && { turns }),
      ...(isBroken && { isBroken: true as const }),
      ...(asides.size > 0 && { asides }),
      sentences,
    };
    if (!fits) {
      at += draft.sentences.length;
      places.set(draft.source, (places.get(draft.source) ?? 0) + draft.sentences.length);
      sentences.push(...draft.sentences.map(() => undefined));
      if (draft.kind !== "item" || draft.sentences.length === 0) listables.set(paragraph, []);
      return paragraph;
    }
    const texts = draft.sentences.map(({ text }) => text);
    const before = drafts[number - 1];
    const ahead = before?.section === draft.section ? before.sentences.at(-1)?.text : undefined;
    const needs = needsOf(texts, { pronoun: persons[draft.source], terms: query }, ahead);
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
      if (!(isUsable || sentence.listable)) {
        sentences.push(undefined);
        continue;
      }
      const around = [raw[offset - 1], raw[offset + 1]].filter((score) => score !== undefined);
      const context = around.length > 0 ? sum(around) / around.length : raw[offset]!;
      // "Yes." speaks of the question above it.
      const need = answers ? offset : sentence.speaksOfShown === true ? OUTSIDE : needs[offset]!;
      const mayStand = need !== offset && sentence.speaksOfShown !== true;
      const alone = mayStand ? standingAlone(sentence.text, texts[offset - 1], query) : undefined;
      const made: Sentence = {
        text: sentence.text,
        ...(sentence.original !== undefined && { original: sentence.original }),
        words: sentence.words + wordsShown(sentence.shows),
        ...(sentence.code !== undefined && { code: sentence.code }),
        ...(sentence.shows !== undefined && { shows: sentence.shows }),
        terms: new Set(sentence.terms),
        leans: need !== offset,
        needs: need,
        ...(alone !== undefined && { alone }),
        at: place,
        ...(sentence.isOutsized && { isOutsized: true as const }),
        figures: figuresOf(sentence.text),
        announces: sentence.asks || (sentence.shows === undefined && announcesMore(sentence.text)),
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
  // Of sources that nothing is taken from nobody asks.
  const broughtUp = sources.map((_, at) => madeOnce(() => mentionsOf(drafts.filter(({ source }) => source === at))));
  return { keyword, sources, paragraphs, lists, mentions: (source) => broughtUp[source]!(), query, related };
}
