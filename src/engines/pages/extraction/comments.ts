import { contentOf } from "./content.js";
import { NAME_CUES, TEXT_CUES } from "./cues.js";
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

/** What readers wrote below an article, with who wrote it and when, without what the page says to them around it. */
export function commentsOf(
  page: PageFacts,
  kept: ArrayLike<number>,
  whole: (address: string) => string | undefined,
): ContentBlock[] {
  const written = Uint8Array.from(page.blocks, (block, index) =>
    Number(!kept[index] && isComment(block, page) && isWritten(block)),
  );
  for (const index of [...written.keys()].filter((at) => written[at] === 1)) {
    for (let at = index - 1; at >= index - MOST_ABOVE && at >= 0; at -= 1) {
      const above = page.blocks[at]!;
      if (written[at] || kept[at] || !isComment(above, page) || !isSignature(above)) break;
      written[at] = 1;
    }
  }
  return contentOf(page.blocks, written, [], whole);
}

/** So many blocks above a comment may say who wrote it, and when. */
const MOST_ABOVE = 3;
const MOST_WORDS = 12;
const [ABOUT, PERSON] = (["about", "person"] as const).map((cue) => Object.keys(NAME_CUES).indexOf(cue));
const DOES = 1 << Object.keys(TEXT_CUES).indexOf("does");
/** Up to so many elements above a text its name says what the text is. */
const NEAR = 4;

function isSignature({ words, kind, cues, named, path }: PlacedBlock): boolean {
  if (words.length > MOST_WORDS || kind === "heading" || (cues & DOES) !== 0 || isInForm(path)) return false;
  return [ABOUT, PERSON].some((cue) => named[cue!]! >= FAR - NEAR);
}

function isInForm(path: PlacedBlock["path"]): boolean {
  return path.some((element) => element.name === "form");
}

function isWritten(block: PlacedBlock): boolean {
  if (isInForm(block.path)) return false;
  if (block.kind === "heading" || block.linked >= 0.5 || block.words.length <= 3) return false;
  return block.words.length > 20 || (block.cues & AROUND_COMMENTS) === 0;
}
