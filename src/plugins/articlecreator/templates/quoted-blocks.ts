import { type BodyBlock, type BodyText, shownTexts, textsOf } from "../../_kit/article-body/index.js";
import { Allowance, type Follows } from "./parts/quotes.js";

/**
 * The blocks with what sources say as short quotations, each with its source; what would be too much of a source goes, and so do
 * headings with nothing left below them.
 */
export function quotedBlocks(blocks: readonly BodyBlock[], follows: Follows): BodyBlock[] {
  const allowance = new Allowance();
  let isAllQuoted = true;
  const quoted = blocks.flatMap((block): BodyBlock[] => {
    // Code and tables stand behind what leads to them, where all of that may be quoted.
    if (shownTexts(block).length > 0) return isAllQuoted ? [block] : [];
    if (block.kind !== "paragraph" && block.kind !== "list") return [block];
    const texts = textsOf(block);
    const own = quotesOf(texts, allowance, follows);
    isAllQuoted = own.flatMap(textsOf).length === texts.length;
    return own;
  });
  return quoted.filter((block, at) => {
    const next = quoted[at + 1];
    return block.kind !== "heading" || (next !== undefined && (next.kind !== "heading" || next.level > block.level));
  });
}

function quotesOf(texts: readonly BodyText[], allowance: Allowance, follows: Follows): BodyBlock[] {
  const blocks: BodyBlock[] = [];
  let run: BodyText[] = [];
  const close = () => {
    const source = run[0]?.source;
    if (run.length > 0)
      blocks.push(
        ...(source === undefined ? [{ kind: "paragraph", sentences: run } as const] : allowance.quote(run, source)),
      );
    run = [];
  };
  for (const text of texts) {
    const last = run.at(-1);
    if (last !== undefined && last.source !== undefined && !follows(text, last)) close();
    if (last !== undefined && last.source === undefined && text.source !== undefined) close();
    run.push(text);
  }
  close();
  return blocks;
}
