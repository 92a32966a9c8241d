import { termsOf } from "../../engines/pages/terms.js";
import type { DraftParagraph } from "./draft-paragraphs.js";

/** Share of the weight of the related terms that occur in the paragraphs. */
export function relatedShare(drafts: readonly DraftParagraph[], related: ReadonlyMap<string, number>): number {
  const terms = new Set(drafts.flatMap((draft) => [...termSet(draft)]));
  const all = sum([...related.values()]);
  return all === 0 ? 0 : sum([...related].map(([term, weight]) => (terms.has(term) ? weight : 0))) / all;
}

export function holdsRelated(draft: DraftParagraph, related: ReadonlyMap<string, number>): boolean {
  return [...termSet(draft)].filter((term) => related.has(term)).length >= 2;
}

/** Terms that go with the keyword strongly, and so many of them that a paragraph speaks of the same things without naming it. */
const STRONG = 0.5;
const FEWEST_STRONG = 3;

export function holdsStrong(draft: DraftParagraph, related: ReadonlyMap<string, number>): boolean {
  return [...termSet(draft)].filter((term) => (related.get(term) ?? 0) >= STRONG).length >= FEWEST_STRONG;
}

/** Share of the keyword's weight that the terms hold, or imply. */
export function covered(
  terms: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
  implied: Implied = () => 0,
): number {
  const all = sum([...weights.values()]);
  if (all === 0) return 0;
  return sum([...weights].map(([term, weight]) => weight * (terms.has(term) ? 1 : implied(term, terms)))) / all;
}

/** The last term of a keyword is mostly the thing itself: who writes "starter" on a page about sourdough means its starter. */
const IMPLIED_BY_THING = 0.85;

export type Implied = (term: string, given: ReadonlySet<string>) => number;

/** Of the paragraphs of a source that name the thing, those that say which: fewer speak of other things of the kind as well. */
const SAY_WHICH = 0.2;

/**
 * How far one term of the keyword is implied where another occurs: wherever they mostly occur together, and in
 * sources that name the one wherever they name the thing itself. A title, given as its terms, says which thing its source is about.
 */
export function impliedTerms(
  query: readonly string[],
  drafts: readonly DraftParagraph[],
  titles: readonly ReadonlySet<string>[],
): (source: number) => Implied {
  const held = drafts.map((draft) => termSet(draft));
  const shares = new Map<string, number>();
  for (const one of query) {
    const holding = held.filter((terms) => terms.has(one));
    for (const other of query) {
      const both = holding.filter((terms) => terms.has(other)).length;
      shares.set(`${one} ${other}`, holding.length < 3 ? 0 : both / holding.length);
    }
  }
  const thing = query.at(-1);
  const bySource = Map.groupBy(drafts.keys(), (index) => drafts[index]!.source);
  const saidBy = new Map(
    [...bySource].map(([source, indexes]) => {
      const naming = indexes.filter((index) => thing !== undefined && held[index]!.has(thing));
      const said = query.filter(
        (term) =>
          titles[source]?.has(term) === true ||
          naming.filter((index) => held[index]!.has(term)).length >= SAY_WHICH * Math.max(1, naming.length),
      );
      return [source, new Set(said)];
    }),
  );
  return (source) => (term, given) => {
    const byThing = thing !== undefined && given.has(thing) && saidBy.get(source)?.has(term) === true;
    const together = query.filter((one) => given.has(one)).map((one) => shares.get(`${one} ${term}`) ?? 0);
    return Math.max(byThing ? IMPLIED_BY_THING : 0, ...together);
  };
}

export function termSet(draft: DraftParagraph): Set<string> {
  return new Set([...termsOf(draft.heading), ...draft.sentences.flatMap(({ terms }) => terms)]);
}

/** How much of a source speaks of the keyword: 1 when every other paragraph names it whole. */
export function mentionShare(
  paragraphs: readonly DraftParagraph[],
  weights: ReadonlyMap<string, number>,
  implied: Implied,
): number {
  const full = paragraphs.filter(({ sentences }) => sum(sentences.map(({ words }) => words)) >= 20);
  if (full.length < 3) return 0;
  const naming = full.filter(({ sentences }) => {
    const terms = sentences.flatMap((sentence) => sentence.terms);
    return covered(new Set(terms), weights, implied) > 0.8 && !namesApart(terms, [...weights.keys()]);
  });
  return Math.min(1, (2 * naming.length) / full.length);
}

/** Whether both terms of a keyword of two stand in a text, and nowhere together: a tide and the gate of a house. */
function namesApart(terms: readonly string[], query: readonly string[]): boolean {
  return query.length === 2 && query.every((term) => terms.includes(term)) && !areNear(terms, query);
}

/** Whether the two terms of a keyword stand beside each other in either order: "packet filters" and "filters for packets". */
export function areNear(terms: readonly string[], [one, other]: readonly string[]): boolean {
  if (other === undefined) return true;
  return terms.some(
    (term, at) => (term === one && terms[at + 1] === other) || (term === other && terms[at + 1] === one),
  );
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
