import { remembering } from "../remembering.js";
import type { LanguageRules, Shape } from "./language-rules.js";
import type { Thesaurus } from "./mythes-thesaurus.js";

/** Headwords that can replace one, each with how much the two have in common, from 0 to 1. */
export type Similarity = (headword: string, shape: Shape) => readonly (readonly [string, number])[];

const REMEMBERED = 20_000;
/** Two short entries may agree by chance, so their agreement counts for less. */
const DOUBT = 1;
const SINGLE_WORD = /^\p{L}[\p{L}\p{M}]+(?:-\p{L}[\p{L}\p{M}]+)*$/u;
const UPPER = /^\p{Lu}/u;

/**
 * Only words that name each other are compared at all: by the cosine of the sets of words their entries give, times the
 * share of their senses in which they meet. A word of many meanings therefore has few that are like it, as it should.
 */
export function createSimilarity(thesaurus: Thesaurus, rules: LanguageRules): Similarity {
  const remembered = remembering<string, ReturnType<Similarity>>(REMEMBERED);

  const senses = (headword: string, shape: Shape): readonly ReadonlySet<string>[] =>
    thesaurus
      .senses(headword)
      .filter(({ mark }) => rules.refusedMark?.test(mark) !== true && shape.mark?.test(mark) !== false)
      .map(({ synonyms }) => {
        const wanted = synonyms.filter(
          ({ text, remarks }) =>
            !remarks.some((remark) => rules.refused?.test(remark) === true) &&
            (shape.capital === undefined || UPPER.test(text) === shape.capital),
        );
        return new Set(wanted.map(({ text }) => text.toLowerCase()));
      });

  const similarTo = (headword: string, shape: Shape): ReturnType<Similarity> => {
    const own = senses(headword, shape);
    const all = union(own, headword);
    const found: (readonly [string, number])[] = [];
    for (const candidate of all) {
      if (candidate === headword || !SINGLE_WORD.test(candidate)) continue;
      const theirs = senses(candidate, shape);
      const back = theirs.filter((group) => group.has(headword)).length;
      if (back === 0) continue;
      const forth = own.filter((group) => group.has(candidate)).length;
      const share = Math.sqrt((forth / own.length) * (back / theirs.length));
      const score = cosine(all, union(theirs, candidate)) * share;
      if (score >= rules.similarity) found.push([candidate, score]);
    }
    return found;
  };

  return (headword, shape) =>
    remembered(`${rules.shapes.indexOf(shape)} ${headword}`, () => similarTo(headword, shape));
}

function union(groups: readonly ReadonlySet<string>[], headword: string): ReadonlySet<string> {
  const all = new Set([headword]);
  for (const group of groups) for (const word of group) all.add(word);
  return all;
}

function cosine(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0;
  for (const word of left) if (right.has(word)) common += 1;
  return common / (Math.sqrt(left.size * right.size) + DOUBT);
}
