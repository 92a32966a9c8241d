import type { Block } from "./blocks.js";

/** Fewer numbered parts are no list: "1. FC Köln won." */
const FEWEST_ITEMS = 3;
const NUMBER = /(?<![^\s])(\d{1,2})[.)] (?=["“‘(]?[\p{Lu}\d])/gu;

/**
 * Paragraphs that are lists by what stands in them: "1. Clean the pot. 2. Fill it. 3. Close it." in one, or "1. Clean the
 * pot.", "2. Fill it.", "3. Close it." one after another, as ordered lists. Numbers begin with 1 and count up.
 */
export function withNumberedLists(blocks: readonly Block[]): Block[] {
  let number = Math.max(0, ...blocks.map(({ list }) => list?.number ?? 0));
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
    if (inside !== undefined && inside.before !== "") made.push(partOf(block, inside.before, false));
    for (const [place, text] of items.entries()) {
      const isLast = inside === undefined || place === items.length - 1;
      const whole = inside === undefined ? blocks[at + place]! : block;
      made.push({ ...partOf(whole, text, isLast), kind: "item", list: { number, ordered: true } });
    }
    if (inside === undefined) at += items.length - 1;
  }
  return made;
}

/** What follows a block follows the last of its parts. */
function partOf({ code, followedBy, ...rest }: Block, text: string, isLast: boolean): Block {
  const own = code?.filter((name) => text.includes(name)) ?? [];
  return {
    ...rest,
    text,
    ...(own.length > 0 && { code: own }),
    ...(isLast && followedBy !== undefined && { followedBy }),
  };
}

/** What stands before the first number of a paragraph, and what stands behind each. */
function partsOf(text: string): { readonly before: string; readonly items: readonly string[] } | undefined {
  const marks: { readonly start: number; readonly end: number }[] = [];
  for (const found of text.matchAll(NUMBER)) {
    // A sentence or a lead-in ends before a number that begins an item.
    const isApart = found.index === 0 || /[.!?:;]["”’)]?\s*$/.test(text.slice(0, found.index));
    if (isApart && Number(found[1]) === marks.length + 1)
      marks.push({ start: found.index, end: found.index + found[0].length });
  }
  if (marks.length < FEWEST_ITEMS) return undefined;
  const items = marks.map(({ end }, at) => text.slice(end, marks[at + 1]?.start).trim());
  return { before: text.slice(0, marks[0]!.start).trim(), items };
}

/** The texts of paragraphs from a place on that begin with 1, 2, 3 ... */
function rowOf(blocks: readonly Block[], from: number): readonly string[] {
  const items: string[] = [];
  for (let at = from; at < blocks.length; at += 1) {
    const { kind, text } = blocks[at]!;
    const found = /^(\d{1,2})[.)] (?=\S)/.exec(text);
    if (kind !== "paragraph" || found === null || Number(found[1]) !== items.length + 1) break;
    items.push(text.slice(found[0].length));
  }
  return items;
}
