import { dropComments, dropWhatIsBeside } from "./beside-text.js";
import type { Opinion } from "./classifier.js";
import {
  dropEmptyHeadings,
  keepHoles,
  keepPartsBetween,
  keepRestOfParts,
  keepWhatIsAnnounced,
  keepWhatStandsBetween,
} from "./complete-parts.js";
import { dropCopies } from "./copied-parts.js";
import { APPENDIX, NAME_CUES } from "./cues.js";
import type { ExtractedPage, ExtractMode, PageType } from "./page.js";
import type { PageFacts } from "./page-facts.js";
import { FAR, type PlacedBlock, wordsIn } from "./surroundings.js";

/** What recall counts for against precision: for more than 1 where a page is made of many small parts. */
const BALANCE: Readonly<Record<PageType, number>> = {
  article: 0.75,
  forum: 0.8,
  docs: 1,
  product: 0.85,
  listing: 1.2,
  collection: 1,
  service: 1,
};
const LEANING = { balanced: 1, precision: 0.5, recall: 2 } as const;
/** With fewer words than this the model may have missed what the page is about. */
const FEW_WORDS = 25;
/** With a lower chance of its likeliest block a page may have no text at all. */
const UNLIKELY = 0.2;
/** Where the name of the thing belongs to what is said of it; elsewhere the title is distinguished from the content. */
const TITLE_IS_TEXT: ReadonlySet<PageType> = new Set(["product", "service", "listing"]);
/** Short lines of an article that look as if they were about the page stay only when the model is this sure of them. */
const SURE = 0.75;

export interface ContentSelection {
  /** 1 for blocks of the content. */
  readonly kept: Uint8Array;
  readonly method: ExtractedPage["method"];
  /** Nothing on the page looks like its text, and this is the best there is. */
  readonly doubtful: boolean;
}

/** Which blocks of a page are its content; selectors are not looked at. */
export function selectContent(page: PageFacts, { type, chances }: Opinion, mode: ExtractMode): ContentSelection {
  const { blocks } = page;
  switch (mode) {
    case "full":
      return { kept: new Uint8Array(blocks.length).fill(1), method: "whole", doubtful: false };
    case "selector":
      return { kept: new Uint8Array(blocks.length), method: "selectors", doubtful: false };
    case "fast":
      return { kept: byRules(page), method: "rules", doubtful: false };
    default:
      return byModel(page, { type, chances }, mode);
  }
}

function byModel(page: PageFacts, { type, chances }: Opinion, mode: keyof typeof LEANING): ContentSelection {
  const { blocks } = page;
  const words = blocks.map((block) => block.words.length);
  const kept = likeliest(chances, words, BALANCE[type] * LEANING[mode]);
  const strict = type === "article" && mode !== "recall";
  for (const block of blocks) {
    const { index } = block;
    const out =
      isPager(block) ||
      (!TITLE_IS_TEXT.has(type) && isTitle(block, page)) ||
      (strict && chances[index]! < SURE && (isAside(block) || isCaption(block)));
    if (out) kept[index] = 0;
  }
  if (mode !== "precision") {
    keepRestOfParts(page, type, chances, kept);
    keepHoles(blocks, type, chances, kept);
    keepWhatStandsBetween(blocks, kept);
    keepWhatIsAnnounced(blocks, type, kept);
    keepPartsBetween(blocks, type, kept);
  }
  dropComments(page, type, kept);
  if (strict) dropWhatIsBeside(page, chances, kept);
  dropCopies(blocks, type, kept);
  if (mode !== "recall") dropEmptyHeadings(blocks, type, chances, kept);
  const found = wordsIn(blocks, kept);
  const doubtful = chances.every((chance) => chance < UNLIKELY);
  if (found >= FEW_WORDS) return { kept, method: "model", doubtful };
  const dense = densest(blocks).map((keep, index) => Number(keep === 1 && !isAside(blocks[index]!)));
  dropComments(page, type, dense);
  if (wordsIn(blocks, dense) > 2 * found) return { kept: dense, method: "densest", doubtful: true };
  if (found > 0) return { kept, method: "model", doubtful };
  return { kept: likeliest(chances, words, 1), method: "model", doubtful: true };
}

/** Numbers that lead to the pages of a text, as "Page 1 2 3". */
function isPager({ linked, words }: PlacedBlock): boolean {
  return linked > 0.3 && words.length > 1 && words.every((word) => /^(\d{1,4}|pages?|seiten?)$/.test(word));
}

function isTitle({ level, key }: PlacedBlock, page: PageFacts): boolean {
  return level === 1 && key.length > 3 && page.titleKey.includes(key);
}

/**
 * The blocks that promise the best balance of precision and recall in words: the surest ones, down to where one more is
 * likely to spoil more than it brings. `beta` above 1 counts recall for more, below 1 precision.
 */
function likeliest(chances: Float32Array, words: ArrayLike<number>, beta: number): Uint8Array {
  const order = Array.from(chances.keys()).sort((a, b) => chances[b]! - chances[a]!);
  const weight = beta * beta;
  let likely = 0;
  for (const [index, chance] of chances.entries()) likely += chance * words[index]!;
  let right = 0;
  let taken = 0;
  let best = 0;
  let count = 0;
  for (const [place, index] of order.entries()) {
    right += chances[index]! * words[index]!;
    taken += words[index]!;
    const value = ((1 + weight) * right) / (taken + weight * likely);
    if (value > best) {
      best = value;
      count = place + 1;
    }
  }
  const kept = new Uint8Array(chances.length);
  for (const index of order.slice(0, count)) kept[index] = 1;
  return kept;
}

/** A block must bring more words than this to count for its part of the page. */
const COST_OF_A_BLOCK = 12;

/** The stretch of a page with the most prose for its blocks: what is read where nothing else decides. */
function densest(blocks: readonly PlacedBlock[]): Uint8Array {
  let best = { value: 0, from: 0, to: 0 };
  let from = 0;
  let value = 0;
  for (const [index, block] of blocks.entries()) {
    if (value <= 0) {
      from = index;
      value = 0;
    }
    value += prose(block);
    if (value > best.value) best = { value, from, to: index + 1 };
  }
  return Uint8Array.from(blocks, (_, index) => Number(index >= best.from && index < best.to));
}

function prose(block: PlacedBlock): number {
  if (block.kind === "heading") return 0;
  return block.linked > 0.5 ? -COST_OF_A_BLOCK : block.words.length * (1 - block.linked) - COST_OF_A_BLOCK;
}

/** The content by rules alone: the part of the page that reads most like prose, without what is plainly about the page. */
function byRules(page: PageFacts): Uint8Array {
  const { blocks } = page;
  const best =
    page.best === undefined ? new Uint8Array(blocks.length) : blocks.map((block) => block.path.includes(page.best!));
  const dense = densest(blocks);
  const inBest = wordsIn(blocks, best);
  // The element with the most prose may hold one chapter only.
  const part = wordsIn(blocks, dense) > 2 * inBest ? dense : best;
  let below: number | undefined;
  return Uint8Array.from(blocks, (block, index) => {
    if (!part[index]) return 0;
    if (block.kind === "heading") {
      if (below !== undefined && block.level <= below) below = undefined;
      if (block.words.length < 10 && APPENDIX.test(block.text)) below = block.level;
    }
    return Number(below === undefined && !isAside(block));
  });
}

/** A short text that says what to do with the page, or a list of links. */
function isAside(block: PlacedBlock): boolean {
  const { length } = block.words;
  if (block.kind === "heading" || block.kind === "code") return false;
  if (block.kind === "caption") return length < 60;
  return (length < 40 && block.linked > 0.6) || (length < 25 && (block.cues & SAID_OF_THE_PAGE) !== 0);
}

/** A short text in what the page calls a caption. */
function isCaption(block: PlacedBlock): boolean {
  return block.words.length < 40 && block.named[CAPTION]! >= FAR - 3;
}

const CAPTION = Object.keys(NAME_CUES).indexOf("caption");

/** The first five of TEXT_CUES. */
const SAID_OF_THE_PAGE = 31;
