import type { Sentence } from "./material.js";

/** From here on two sentences are held to say the same. */
export const SAME_FACT = 0.5;

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

/** The first two words, by which readers notice that sentences begin alike. */
export function opening(sentence: Sentence): string {
  return (sentence.text.toLowerCase().match(/[\p{L}\p{N}]+(?:['\u2019]\p{L}+)?/gu) ?? []).slice(0, 2).join(" ");
}
