import { isComment } from "./comments.js";
import { kebabCase, NAME_CUES } from "./cues.js";
import type { PageType } from "./page.js";
import type { PageFacts } from "./page-facts.js";
import type { PageElement } from "./page-tree.js";
import { type PlacedBlock, wordsIn } from "./surroundings.js";

/** Where what readers add is part of it: answers, reviews, notes to documentation. */
const COMMENTS_ARE_TEXT: ReadonlySet<PageType> = new Set(["forum", "product", "docs"]);
/** Parts of an article that look as if they stood beside it stay only when the model is this sure of them. */
const SURE = 0.9;
/** The same of slides, and of what is hidden and does not open at a click. */
const SURE_OF_SLIDES = 0.5;
const SURE_OF_HIDDEN = 0.8;
/** What stands beside the text is never more of all that is kept than this, and what is hidden never more than what is shown. */
const MOST_BESIDE = 0.3;
const MOST_HIDDEN = 0.5;

const BESIDE =
  /(^|[^a-z])(related|recommend\w*|read-?(next|also)|also-?(read|like)|you-?(may|might)|most-?(read|popular)|trending|up-?next|more-?(stories|articles|posts|from)|side-?bar|aside|complementary)/;
const SLIDES = /carousel|swiper|slick/;
/** Marks of page builders that were never carried out. */
const SHORTCODE = /\[\/?[a-z][a-z0-9]*_[a-z0-9_]+(\s[^\]]{0,400})?\]/;

/** Leaves out what readers wrote below the text, and what they wrote below the answers to a question. */
export function dropComments(page: PageFacts, type: PageType, kept: Uint8Array): void {
  const answered = type === "forum" && elementsOf(page.blocks).some(isAnswer);
  if (COMMENTS_ARE_TEXT.has(type) && !answered) return;
  for (const block of page.blocks) if (isComment(block, page)) kept[block.index] = 0;
}

/** Leaves out what stands beside the text of an article, or is not shown with it. */
export function dropWhatIsBeside(page: PageFacts, chances: Float32Array, kept: Uint8Array): void {
  const { blocks } = page;
  for (const block of blocks) if (block.hidden && SHORTCODE.test(block.text)) kept[block.index] = 0;
  const all = wordsIn(blocks, kept);
  const doubtful = (least: number) => blocks.filter(({ index }) => kept[index] && chances[index]! < least);
  const hidden = doubtful(SURE_OF_HIDDEN).filter((block) => block.hidden && block.named[FOLDED] === 0);
  const beside = doubtful(SURE).filter((block) => isBeside(block, page, BESIDE));
  const slides = doubtful(SURE_OF_SLIDES).filter((block) => isBeside(block, page, SLIDES));
  const main = articleOf(page);
  const others = main === undefined ? [] : blocks.filter((block) => kept[block.index] && isInOther(block, main));
  for (const part of [hidden, beside, slides, others]) {
    const words = part.reduce((sum, block) => sum + block.words.length, 0);
    const most = part === hidden ? MOST_HIDDEN : MOST_BESIDE;
    if (words <= most * all) for (const block of part) kept[block.index] = 0;
  }
}

const FOLDED = Object.keys(NAME_CUES).indexOf("folded");
const ANSWER = /(^|[^a-z])answers?([^a-z]|$)/;

function elementsOf(blocks: readonly PlacedBlock[]): PageElement[] {
  const elements = new Set<PageElement>();
  for (const { path } of blocks) for (const element of path) elements.add(element);
  return [...elements];
}

function isAnswer(element: PageElement): boolean {
  return ANSWER.test(namesOf(element));
}

/** Whether a block is in a part with such a name, off the way to the text. */
function isBeside({ path }: PlacedBlock, page: PageFacts, names: RegExp): boolean {
  for (const element of path) {
    if (page.bestPath.has(element) || page.namePath.has(element)) return false;
    if ((names === BESIDE && element.name === "aside") || names.test(namesOf(element))) return true;
  }
  return false;
}

/** The article element with the page's title, or else with most of its prose. */
function articleOf({ name, best }: PageFacts): PageElement | undefined {
  const titled = name?.path.find((element) => element.name === "article");
  if (titled !== undefined) return titled;
  for (let at = best; at !== undefined; at = at.parent) if (at.name === "article") return at;
  return undefined;
}

function isInOther({ path }: PlacedBlock, main: PageElement): boolean {
  return path.some((element) => element.name === "article") && !path.includes(main);
}

function namesOf(element: PageElement): string {
  const names = `${element.attribute("class").slice(0, 300)} ${element.attribute("id").slice(0, 100)} ${element.attribute("role")}`;
  return kebabCase(names);
}
