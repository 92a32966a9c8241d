import { blocks } from "../../../engines/text/markup/index.js";

/** How far a text went from its source, each from 0 to 1. */
export interface Change {
  /** The share of the words of the two that the other one does not have. */
  readonly changedRatio: number;
  /** The share of words that stayed, those that another word stands for counting half. */
  readonly similarity: number;
  /** The share of runs of five words of the source that are in the text still. */
  readonly overlap: number;
}

const RUN = 5;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;

/** The words of what a reader reads, without markup, code and addresses, in small letters. */
export function readWords(text: string): readonly string[] {
  return blocks(text, { openQuotations: true }).flatMap(({ legible }) => wordsOf(legible));
}

export function wordsOf(prose: string): readonly string[] {
  return prose.toLowerCase().match(WORD) ?? [];
}

/** Of two lists of words. Two that are equal did not change, empty ones included. */
export function changeOf(before: readonly string[], after: readonly string[]): Change {
  if (before.length === 0 && after.length === 0) return { changedRatio: 0, similarity: 1, overlap: 1 };
  const common = shared(before, after);
  const gone = before.length - common;
  const come = after.length - common;
  const all = before.length + after.length;
  const runs = runsOf(before);
  return {
    changedRatio: rounded((gone + come) / all),
    // A word that was put in another's place mostly means the same; one that is only left out or added does not.
    similarity: rounded((2 * common + Math.min(gone, come)) / all),
    overlap: rounded(
      runs.length === 0 ? common / Math.max(before.length, 1) : shared(runs, runsOf(after)) / runs.length,
    ),
  };
}

function runsOf(words: readonly string[]): readonly string[] {
  const runs: string[] = [];
  for (let at = 0; at + RUN <= words.length; at += 1) runs.push(words.slice(at, at + RUN).join(" "));
  return runs;
}

/** How many the two have in common, each as often as both have it. */
function shared(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const item of one) left.set(item, (left.get(item) ?? 0) + 1);
  let count = 0;
  for (const item of other) {
    const times = left.get(item) ?? 0;
    if (times === 0) continue;
    left.set(item, times - 1);
    count += 1;
  }
  return count;
}

const rounded = (share: number) => Math.round(share * 1000) / 1000;
