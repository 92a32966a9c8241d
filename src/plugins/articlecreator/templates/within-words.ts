import { countWords } from "../../../engines/pages/terms.js";
import { type BodyBlock, textsOf } from "../../_kit/article-body/index.js";

/**
 * The blocks without sections whose heading another one has already, and without the last ones that are longer than the article
 * may be. What stands above, such as steps, stays whole.
 */
export function withinWords(blocks: readonly BodyBlock[], mostWords: number): BodyBlock[] {
  const parts: BodyBlock[][] = [[]];
  for (const block of blocks) {
    if (block.kind === "heading" && block.level === 2) parts.push([]);
    parts.at(-1)!.push(block);
  }
  const headings = new Set<string>();
  const kept: BodyBlock[][] = [];
  let words = 0;
  for (const part of parts) {
    const [first] = part;
    const name = first?.kind === "heading" ? first.text.toLowerCase() : "";
    const length = part.reduce((sum, block) => sum + wordsOf(block), 0);
    const isPlain = part.every(({ kind }) => kind === "heading" || kind === "paragraph");
    if ((name !== "" && headings.has(name)) || (isPlain && kept.length > 0 && words + length > mostWords)) continue;
    headings.add(name);
    words += length;
    kept.push(part);
  }
  return kept.flat();
}

function wordsOf(block: BodyBlock): number {
  return textsOf(block).reduce((sum, { text }) => sum + countWords(text), 0);
}
