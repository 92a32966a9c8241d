import type { ContentBlock, Span } from "./page.js";

/**
 * The words of the blocks: a blank line between two blocks, none between two items of a list, the cells of a row parted by
 * tabs. Words of two blocks never run together. With `numbered` the items of ordered lists have their numbers.
 */
export function asText(blocks: readonly ContentBlock[], { numbered = false } = {}): string {
  let text = "";
  let before: ContentBlock["kind"] | undefined;
  const marker = markers(numbered);
  for (const block of blocks) {
    const words = wordsOf(block);
    if (words.trim() === "") continue;
    const mark = marker(block);
    if (before !== undefined) text += before === "item" && block.kind === "item" ? "\n" : "\n\n";
    text += mark + words;
    before = block.kind;
  }
  return text;
}

/** The words of spans, on one line. */
export function spanText(spans: readonly Span[]): string {
  return spans
    .map(({ text }) => text)
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

function wordsOf(block: ContentBlock): string {
  if (block.kind === "break") return "";
  if (block.kind === "code") return block.text.replace(/\r\n?/g, "\n").replace(/^\n+|\s+$/g, "");
  if (block.kind === "table") return block.rows.map((row) => row.map(spanText).join("\t").trimEnd()).join("\n");
  if (block.kind === "image") return block.caption.replace(/\s+/g, " ").trim();
  return spanText(block.spans);
}

const DEEPEST = 8;

/** What stands before the words of a block: of an item its dash or number, below that of the item it is in. */
function markers(numbered: boolean): (block: ContentBlock) => string {
  /** Of the lists that are open: how many items they have, and how far the words of these are from the margin. */
  let lists: { readonly count: number; readonly indent: number }[] = [];
  return (block) => {
    if (block.kind !== "item") {
      if (!("within" in block)) lists = [];
      return "";
    }
    const depth = Math.min(block.depth, lists.length, DEEPEST);
    const last = lists[depth];
    if (block.further) return " ".repeat((last ?? lists.at(-1))?.indent ?? 2);
    const count = block.ordered ? (last?.count ?? 0) + 1 : 0;
    const mark = numbered && block.ordered ? `${count}. ` : "- ";
    const margin = lists[depth - 1]?.indent ?? 0;
    lists = [...lists.slice(0, depth), { count, indent: margin + mark.length }];
    return " ".repeat(margin) + mark;
  };
}
