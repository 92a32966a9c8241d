import { countWords } from "../../engines/pages/terms.js";
import type { Source } from "./sources.js";

type SourceBlock = Source["blocks"][number];

/** Words from which on a heading that ends like a sentence is a paragraph set in large letters. */
const LONG_HEADING = 14;
const BYLINE =
  /^(?:(?:[Ww]ritten|[Pp]osted|[Pp]ublished|[Rr]eviewed|[Ee]dited|[Uu]pdated|[Ww]ords|[Pp]hotos?|[Ss]tory|[Tt]ext) )?[Bb]y:? \p{Lu}[\p{L}.\u2019'-]*(?: (?:and|&|\p{Lu}[\p{L}.\u2019'-]*|[\p{Ll}-]{2,3})){1,6}$/u;

/** The blocks of a page without headings that are none: the name of who wrote it, and what it begins with in large letters. */
export function plainBlocks(blocks: readonly SourceBlock[]): SourceBlock[] {
  return blocks.flatMap((block) => {
    if (block.kind !== "heading") return [block];
    if (BYLINE.test(block.text)) return [];
    if (countWords(block.text) < LONG_HEADING || !/[.!]["\u201d]?$/.test(block.text)) return [block];
    const { level: _, ...rest } = block;
    return [{ ...rest, kind: "paragraph" }];
  });
}
