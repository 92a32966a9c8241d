import type { ContentBlock, Span } from "./page.js";

/**
 * The words of the blocks: a blank line between two blocks, none between two items of a list, the cells of a row parted by
 * tabs. Words of two blocks never run together.
 */
export function asText(blocks: readonly ContentBlock[]): string {
  let text = "";
  let before: ContentBlock["kind"] | undefined;
  for (const block of blocks) {
    const words = wordsOf(block);
    if (words.trim() === "") continue;
    if (before !== undefined) text += before === "item" && block.kind === "item" ? "\n" : "\n\n";
    text += words;
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
  const words = spanText(block.spans);
  if (block.kind !== "item" || words === "") return words;
  return `${"  ".repeat(Math.min(block.depth, 8))}${block.further ? "  " : "- "}${words}`;
}
