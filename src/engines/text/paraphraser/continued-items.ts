import type { Block } from "../markup/index.js";
import { wordSet } from "../word-set.js";

/** The items of lists that go on with the sentence above their list: "You learn to:", "We look for people who:". */
export function continuedItems(text: string, blocks: readonly Block[]): ReadonlySet<Block> {
  const items = new Set<Block>();
  let isOpen = false;
  for (const block of blocks) {
    if (isItem(text, block)) {
      if (isOpen) items.add(block);
    } else isOpen = isUnfinished(block.legible);
  }
  return items;
}

/**
 * Whether the rewriting of such an item still goes on with that sentence: it begins with the same word and is no more
 * sentences than the item was.
 */
export function goesOn(original: string, rewritten: string): boolean {
  return opener(original) === opener(rewritten) && ends(original) === ends(rewritten);
}

/** Whether a bullet, a number or the tag of an item is right before the block. */
function isItem(text: string, { start }: Block): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  return (
    /(?:^|\n)[ \t>]*(?:[-*+•–]|\d{1,3}[.)])[ \t]+$/u.test(before) ||
    /<li\b[^<>]*>\s*(?:<[a-z][^<>]*>\s*)*$/iu.test(before)
  );
}

function isUnfinished(legible: string): boolean {
  const last = /([\p{L}'’]+)\s*(?:[:…]|\.\.\.)\s*$/u.exec(legible)?.[1];
  return last !== undefined && LEADING_ON.has(last.toLowerCase().replace("’", "'"));
}

/** After these no sentence is at its end. */
const LEADING_ON = wordSet(
  "to that who which and or by for of with from in at on than if when while because can will could would should must may might shall is are was were be has have a an the your our their you we they i it he she you'll we'll",
);

const opener = (sentence: string) => /[\p{L}\p{N}'’]+/u.exec(sentence)?.[0].toLowerCase();
const ends = (sentence: string) => sentence.match(/[.!?;](?=\s)/gu)?.length ?? 0;
