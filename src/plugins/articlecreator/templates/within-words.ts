import { countWords } from "../../../engines/pages/terms.js";
import { type BodyBlock, bodyWords } from "../../_kit/article-body/index.js";

/**
 * The blocks without sections whose heading another one has already, and without the last ones that are longer than the article
 * may be.
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
    const name = first?.kind === "heading" ? first.text.toLowerCase().replace(/[?.!]$/, "") : "";
    const length = wordsWithHeadings(part);
    if ((name !== "" && headings.has(name)) || (kept.length > 0 && words + length > mostWords)) continue;
    headings.add(name);
    words += length;
    kept.push(part);
  }
  return kept.flat();
}

/** The blocks as far as their words go, without a heading or what else leads on at the end. */
export function cutAt(blocks: readonly BodyBlock[], most: number): BodyBlock[] {
  const kept: BodyBlock[] = [];
  let words = 0;
  for (const block of blocks) {
    words += wordsIn([block]);
    if (words > most) break;
    kept.push(block);
  }
  while (kept.length > 0 && leadsOn(kept.at(-1)!)) kept.pop();
  return kept;
}

/** Whether what it leads to should stand below it. */
function leadsOn(block: BodyBlock): boolean {
  if (block.kind === "heading") return true;
  return block.kind === "paragraph" && (block.sentences.at(-1)?.text.endsWith(":") ?? false);
}

/** The blocks without sections whose heading asks something. */
export function withoutQuestions(blocks: readonly BodyBlock[]): BodyBlock[] {
  let isAsked = false;
  return blocks.filter((block) => {
    if (block.kind === "heading") isAsked = block.text.endsWith("?");
    return !isAsked;
  });
}

/** As many of the sections as bring the words that are lacking; what stands before the first heading is left over. */
export function filling(blocks: readonly BodyBlock[], lacking: number): BodyBlock[] {
  const kept: BodyBlock[] = [];
  const first = blocks.findIndex(({ kind }) => kind === "heading");
  for (const block of first < 0 ? [] : blocks.slice(first)) {
    if (block.kind === "heading" && wordsIn(kept) >= lacking) break;
    kept.push(block);
  }
  return kept;
}

/** The blocks without a sentence that stands alone before their first heading. */
export function withoutLoneStart([first, ...others]: readonly BodyBlock[]): BodyBlock[] {
  if (first === undefined) return [];
  const isLone = first.kind === "paragraph" && first.sentences.length === 1;
  const isAll = others[0] === undefined || others[0].kind === "heading";
  return isLone && isAll ? others : [first, ...others];
}

function wordsWithHeadings(blocks: readonly BodyBlock[]): number {
  return blocks.reduce((sum, block) => sum + (block.kind === "heading" ? countWords(block.text) : 0), wordsIn(blocks));
}

export function wordsIn(blocks: readonly BodyBlock[]): number {
  return bodyWords({ blocks });
}
