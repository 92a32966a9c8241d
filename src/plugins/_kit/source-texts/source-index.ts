import { type Bm25, bm25 } from "../../../engines/pages/bm25.js";
import { countWords, queryTerms, termsOf } from "../../../engines/pages/terms.js";
import { framingTerms } from "./framing-terms.js";
import type { Source } from "./read-sources.js";

/** How often words of a title and of headings count compared with those of the text. */
const TITLE_WEIGHT = 4;
const HEADING_WEIGHT = 2;
/** Words of a source that tell what it is about. */
const TELLING_WORDS = 30;
/** Of what a page about the subject need not name. */
const WEIGHT_OF_FRAME = 0.1;
/** Words in full paragraphs from which on a source is an article and not a list of teasers. */
const ARTICLE_WORDS = 300;
const FULL_PARAGRAPH = 25;
/** Of what makes an article: enough for a page of the keyword's name. */
const LEAST_TOLD = 0.1;
/** A title without the number of its chapter: "Focus Blur" of "3.2. Focus Blur". */
export function withoutNumber(title: string): string {
  return title.replace(/^\d+(?:\.\d+)*\.?\s+/, "");
}

/** A source further below the best than this is about something else. */
const WORST_OF_BEST = 0.02;
/** Share of runs of four terms in common from which on two sources are one. */
const SAME_SOURCE = 0.6;

/** Names in common from which on two sources tell of one thing. */
const SAME_NAMES = 5;
/** Of the names of the one that has fewer. */
const LEAST_SHARED = 0.3;
/** A word with a capital inside a sentence. */
const NAME = /(?<=[\p{Ll},] )\p{Lu}[\p{L}-]{2,}/gu;

/** Sources, and which of them belong to a keyword. */
export class SourceIndex {
  private readonly index: Bm25;
  private readonly documents: readonly (readonly string[])[];
  private readonly terms: readonly ReadonlySet<string>[];
  private readonly prose: readonly number[];
  private readonly titles: readonly ReadonlySet<string>[];
  private readonly names = new Map<Source, ReadonlySet<string>>();

  constructor(readonly sources: readonly Source[]) {
    const documents = sources.map(weightedTerms);
    this.documents = documents;
    this.index = bm25(documents);
    this.terms = documents.map((document) => new Set(document));
    this.prose = sources.map((source) =>
      isListing(source) ? 0.001 : Math.min(1, 0.01 + toldWords(source) / ARTICLE_WORDS),
    );
    this.titles = sources.map(({ title }) => new Set(termsOf(withoutNumber(title))));
  }

  /** The best sources for a keyword, best first; of those that say the same, the better one. Calls `pause` between two. */
  async best(keyword: string, limit: number, pause: () => Promise<void>): Promise<Source[]> {
    const query = queryTerms(keyword);
    const framing = framingTerms(keyword);
    const asked = query.filter((term) => !framing.has(term));
    const weights = query.map((term) => (this.index.weight(term) + 0.2) * (framing.has(term) ? WEIGHT_OF_FRAME : 1));
    const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
    const scored = this.sources.map((source, index) => {
      const held =
        weights.reduce((sum, weight, at) => (this.terms[index]!.has(query[at]!) ? sum + weight : sum), 0) / all;
      const score = this.index.score(asked, index) + WEIGHT_OF_FRAME * this.index.score([...framing], index);
      const fitting = score * held * held;
      const isPart = asked.some((term) => !this.terms[index]!.has(term));
      return { source, index, isPart, score: fitting * this.proseOf(index, asked), told: fitting * this.prose[index]! };
    });
    this.compareParts(scored, asked);
    scored.sort((one, other) => other.score - one.score);
    const least = scored.reduce((most, { told }) => Math.max(most, told), 0) * WORST_OF_BEST;
    const ranked = scored.filter(({ score }) => score > 0 && score >= least).map(({ source }) => source);
    const naming = ranked.length >= limit ? [] : this.namingTheSame(ranked.slice(0, limit), query);
    return withoutCopies([...ranked, ...naming], limit, pause);
  }

  /**
   * Of sources that hold a part of the keyword, those count most that have the words of the best source for all of it: "bulk" stands on pages
   * about lenses too.
   */
  private compareParts(
    scored: readonly { readonly index: number; readonly isPart: boolean; score: number }[],
    asked: readonly string[],
  ): void {
    const whole = scored.filter(({ isPart, score }) => !isPart && score > 0);
    if (whole.length === 0) return;
    const best = whole.reduce((one, other) => (other.score > one.score ? other : one));
    const counts = new Map<string, number>();
    for (const term of this.documents[best.index]!)
      if (!asked.includes(term)) counts.set(term, (counts.get(term) ?? 0) + this.index.weight(term));
    const telling = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, TELLING_WORDS);
    const parts = scored
      .filter(({ isPart }) => isPart)
      .map((part) => ({
        part,
        shared: telling.reduce((sum, [term, w]) => sum + (this.terms[part.index]!.has(term) ? w : 0), 0),
      }));
    const most = Math.max(0, ...parts.map(({ shared }) => shared));
    if (most > 0) for (const { part, shared } of parts) part.score *= shared / most;
  }

  /** How much a source is an article. A short page that has the keyword as its title is about nothing else. */
  private proseOf(index: number, asked: readonly string[]): number {
    const [title, prose] = [this.titles[index]!, this.prose[index]!];
    const isNamedSo = asked.length > 0 && asked.every((term) => title.has(term)) && title.size === new Set(asked).size;
    return isNamedSo && prose >= LEAST_TOLD ? 1 : prose;
  }

  /** Sources that hold a part of the keyword and the names of those that were found: they tell of the same in other words. */
  private namingTheSame(found: readonly Source[], query: readonly string[]): Source[] {
    const names = new Set(found.flatMap((source) => [...this.namesOf(source)]));
    return this.sources.filter((source, index) => {
      if (found.includes(source) || !query.some((term) => this.terms[index]!.has(term))) return false;
      return [...this.namesOf(source)].filter((name) => names.has(name)).length >= SAME_NAMES;
    });
  }

  private namesOf(source: Source): ReadonlySet<string> {
    const known = this.names.get(source);
    if (known !== undefined) return known;
    const names = namesIn(source);
    this.names.set(source, names);
    return names;
  }
}

function namesIn({ blocks }: Source): ReadonlySet<string> {
  return new Set(
    blocks.flatMap(({ kind, text }) => (kind === "heading" ? [] : [...text.matchAll(NAME)].map(([name]) => name))),
  );
}

/** In capitals alone, words are marks of a language or abbreviations. */
function isWritten(name: string): boolean {
  return name !== name.toUpperCase();
}

/** Whether two sources bring up the same people and places, and not only one or two among many. */
export function nameTheSame(one: Source, other: Source): boolean {
  const [names, others] = [one, other].map((source) => new Set([...namesIn(source)].filter(isWritten))) as [
    Set<string>,
    Set<string>,
  ];
  const shared = [...others].filter((name) => names.has(name)).length;
  return shared >= Math.max(SAME_NAMES, LEAST_SHARED * Math.min(names.size, others.size));
}

function weightedTerms(source: Source): string[] {
  const terms: string[] = [];
  const title = termsOf(source.title);
  for (let time = 0; time < TITLE_WEIGHT; time += 1) terms.push(...title);
  for (const block of source.blocks) {
    const found = termsOf(block.text);
    const times = block.kind === "heading" ? HEADING_WEIGHT : 1;
    for (let time = 0; time < times; time += 1) terms.push(...found);
  }
  return terms;
}

/** A page of teasers has many short texts, of which many break off, and little else. */
function isListing(source: Source): boolean {
  const texts = source.blocks.filter((block) => block.kind !== "heading" && block.list === undefined);
  const short = texts.filter(({ text }) => countWords(text) < FULL_PARAGRAPH);
  const words = (blocks: typeof texts) => blocks.reduce((sum, { text }) => sum + countWords(text), 0);
  if (texts.length < FEWEST_TEASERS || words(short) <= 0.6 * words(texts)) return false;
  return texts.filter(({ text }) => BREAKS_OFF.test(text)).length >= LEAST_BROKEN_OFF * texts.length;
}

const FEWEST_TEASERS = 5;
/** Share of the texts of a page of teasers that do. */
const LEAST_BROKEN_OFF = 0.25;
const BREAKS_OFF =
  /(?:\u2026|\.{3}|\[(?:\u2026|\.{3})\])$|\b(?:read|learn|see|show) (?:more|on)\b[^.]{0,20}$|^\D{0,12}\d{1,4}\D{1,12}\d{1,4}(?:\D{0,3}\d{2,4})?$/i;

/** Words of full paragraphs, and a part of those of short ones and of lists: a guide may be made of them. */
function toldWords(source: Source): number {
  return source.blocks
    .filter((block) => block.kind !== "heading")
    .map(({ text, list }) => {
      const words = countWords(text);
      return words >= FULL_PARAGRAPH ? words : words >= FEWEST_OF_SHORT ? words * (list === undefined ? 0.3 : 0.15) : 0;
    })
    .reduce((sum, words) => sum + words, 0);
}

/** Shorter texts are labels and names. */
const FEWEST_OF_SHORT = 5;

/** The first sources, each unlike those before it. Calls `pause` between two, as large ones take long to compare. */
export async function withoutCopies(
  sources: readonly Source[],
  limit: number,
  pause: () => Promise<void>,
): Promise<Source[]> {
  const kept: { source: Source; runs: ReadonlySet<string> }[] = [];
  for (const source of sources) {
    if (kept.length >= limit) break;
    const runs = wordRuns(source);
    if (!kept.some((other) => inCommon(runs, other.runs) > SAME_SOURCE)) kept.push({ source, runs });
    await pause();
  }
  return kept.map(({ source }) => source);
}

function wordRuns(source: Source): Set<string> {
  const runs = new Set<string>();
  for (const block of source.blocks) {
    if (block.kind === "heading") continue;
    const terms = termsOf(block.text);
    for (let at = 0; at + 4 <= terms.length; at += 1) runs.add(terms.slice(at, at + 4).join(" "));
  }
  return runs;
}

function inCommon(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const [few, many] = some.size <= others.size ? [some, others] : [others, some];
  if (few.size === 0) return 0;
  let shared = 0;
  for (const run of few) if (many.has(run)) shared += 1;
  return shared / few.size;
}
