import type { Block, Stretch } from "./blocks.js";
import { stretchesIn } from "./code-spans.js";

/** Fewer numbered parts are no list: "1. FC Köln won." */
const FEWEST_ITEMS = 3;
const NUMBER = /(?<![^\s])(\d{1,2})[.)] (?=["“‘(]?[\p{Lu}\d])/gu;
/** The end of a sentence or of what leads to a list, with the blank behind it. */
const ENDED = /[.!?:;]["”’)]? ?$/;
const LONGEST_END = 3;

/**
 * Paragraphs that are lists by what stands in them: "1. Clean the pot. 2. Fill it. 3. Close it." in one, or "1. Clean the
 * pot.", "2. Fill it.", "3. Close it." one after another, as ordered lists. Numbers begin with 1 and count up.
 */
export function withNumberedLists(blocks: readonly Block[]): Block[] {
  let number = blocks.reduce((most, { list }) => Math.max(most, list?.number ?? 0), 0);
  const made: Block[] = [];
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at]!;
    const inside = block.kind === "paragraph" ? partsOf(block.text) : undefined;
    const items = inside?.items ?? rowOf(blocks, at);
    if (items.length < FEWEST_ITEMS) {
      made.push(block);
      continue;
    }
    number += 1;
    if (inside !== undefined && inside.before.to > 0) made.push(partOf(block, inside.before, false));
    for (const [place, item] of items.entries()) {
      const isLast = inside === undefined || place === items.length - 1;
      const whole = inside === undefined ? blocks[at + place]! : block;
      made.push({ ...partOf(whole, item, isLast), kind: "item", list: { number, ordered: true } });
    }
    if (inside === undefined) at += items.length - 1;
  }
  return made;
}

/** What follows a block follows the last of its parts. */
function partOf({ text, code = [], followedBy, ...rest }: Block, part: Stretch, isLast: boolean): Block {
  const own = stretchesIn(code, part);
  return {
    ...rest,
    text: text.slice(part.from, part.to),
    ...(own.length > 0 && { code: own }),
    ...(isLast && followedBy !== undefined && { followedBy }),
  };
}

/** What stands before the first number of a paragraph, and what stands behind each. */
function partsOf(text: string): { readonly before: Stretch; readonly items: readonly Stretch[] } | undefined {
  const marks: Stretch[] = [];
  for (const { index, 0: mark, 1: number } of text.matchAll(NUMBER)) {
    // A sentence or a lead-in ends before a number that begins an item.
    const isApart = index === 0 || ENDED.test(text.slice(Math.max(0, index - LONGEST_END), index));
    if (isApart && Number(number) === marks.length + 1) marks.push({ from: index, to: index + mark.length });
  }
  if (marks.length < FEWEST_ITEMS) return undefined;
  const items = marks.map(({ to }, at) => trimmed(text, { from: to, to: marks[at + 1]?.from ?? text.length }));
  return { before: trimmed(text, { from: 0, to: marks[0]!.from }), items };
}

/** The texts of paragraphs from a place on that begin with 1, 2, 3 ... */
function rowOf(blocks: readonly Block[], from: number): readonly Stretch[] {
  const items: Stretch[] = [];
  for (let at = from; at < blocks.length; at += 1) {
    const { kind, text } = blocks[at]!;
    const found = /^(\d{1,2})[.)] (?=\S)/.exec(text);
    if (kind !== "paragraph" || found === null || Number(found[1]) !== items.length + 1) break;
    items.push({ from: found[0].length, to: text.length });
  }
  return items;
}

/** A part without the blanks at its end; it begins with none. */
function trimmed(text: string, { from, to }: Stretch): Stretch {
  return { from, to: from + text.slice(from, to).trimEnd().length };
}
