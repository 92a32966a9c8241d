import { shareFigure } from "./figures.js";
import type { Sentence } from "./material.js";

/** From here on two sentences are held to say the same. */
export const SAME_FACT = 0.5;
/** The same, of sentences that give the same figure. */
const SAME_FACT_WITH_FIGURE = 0.2;

/** How much two sentences say the same, 0 to 1: common terms, with more weight on the shorter one being held whole. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  if (few.size === 0) return 0;
  let shared = 0;
  for (const term of few) if (many.has(term)) shared += 1;
  const union = few.size + many.size - shared;
  const held = few.size >= 4 ? (0.75 * shared) / few.size : 0;
  return Math.max(shared / union, held);
}

/** Whether two sentences say the same. */
export function isSameFact(one: Sentence, other: Sentence): boolean {
  const alike = likeness(one.terms, other.terms);
  return alike >= SAME_FACT || (alike >= SAME_FACT_WITH_FIGURE && shareFigure(one.figures, other.figures));
}
