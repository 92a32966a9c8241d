import { contentOf } from "./content.js";
import type { ContentBlock } from "./page.js";
import type { PageFacts } from "./page-facts.js";
import { COMMENT_CUE, FAR, type PlacedBlock } from "./surroundings.js";

/** What pages say to readers around comments, by the bits of TEXT_CUES: to reply, to sign up, and how many there are. */
const AROUND_COMMENTS = 0b10000111;

/** Whether a block is in what the page calls its comments, and that is not a name of the whole page ("comments-open"). */
export function isComment(block: PlacedBlock, page: PageFacts): boolean {
  const near = block.named[COMMENT_CUE]!;
  if (near === 0) return false;
  const element = block.path[FAR - near]!;
  if (page.namePath.has(element)) return false;
  return !page.bestPath.has(element) || page.commentsBehindText.has(element);
}

/** What readers wrote below an article, without what the page says to them around it. */
export function commentsOf(
  page: PageFacts,
  kept: ArrayLike<number>,
  whole: (address: string) => string | undefined,
): ContentBlock[] {
  const written = Uint8Array.from(page.blocks, (block, index) =>
    Number(!kept[index] && isComment(block, page) && isWritten(block)),
  );
  return contentOf(page.blocks, written, [], whole);
}

function isWritten(block: PlacedBlock): boolean {
  if (block.kind === "heading" || block.linked >= 0.5 || block.words.length <= 3) return false;
  return block.words.length > 20 || (block.cues & AROUND_COMMENTS) === 0;
}
