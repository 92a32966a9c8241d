import { createNameCues, joiningWords, NAME_CUES, TEXT_CUES } from "./cues.js";
import type { PageElement } from "./page-tree.js";
import type { TextBlock } from "./text-blocks.js";

/** Elements around a text that say what it is by their own name. */
export const AROUND =
  "nav header footer aside article main form figure ul table tr blockquote section button dialog details dl noscript a".split(
    " ",
  );
const AROUND_INDEX = new Map(AROUND.map((name, index) => [name, index]));
const CUE_COUNT = Object.keys(NAME_CUES).length;
/** The place of a name for comments among the cues of NAME_CUES. */
export const COMMENT_CUE = Object.keys(NAME_CUES).indexOf("comment");
/** Elements farther up than this say nothing of one text any more. */
export const FAR = 14;

/** What is in elements or texts that are alike, summed up. */
interface Alike {
  count: number;
  words: number;
  linkWords: number;
}

/** A block with what its place in the page says about it. */
export interface PlacedBlock extends TextBlock {
  readonly index: number;
  /** Share of its characters in links. */
  readonly linked: number;
  /** Share of words that join others. */
  readonly joining: number;
  readonly key: string;
  /** Bits in the order of TEXT_CUES. */
  readonly cues: number;
  /** Its elements from the inside out. */
  readonly path: readonly PageElement[];
  /** How near the innermost element of each name of AROUND is; 0 when there is none. */
  readonly around: Uint8Array;
  /** The same for each of NAME_CUES. */
  readonly named: Uint8Array;
  /** Texts that are in elements of the same names and classes. */
  readonly likes: Alike;
  /** Elements of one name and class side by side: the cards of a list, the posts of a thread, the entries of a menu. */
  readonly repetition: Alike | undefined;
  readonly repeatedAt: number;
}

const TEXT_CUE_LIST = Object.values(TEXT_CUES);
/** Dates and counts are never found in a text without a digit. */
const NEEDS_DIGIT = new Set(["dates", "counts"].map((cue) => Object.keys(TEXT_CUES).indexOf(cue)));

function textCues(text: string): number {
  const start = text.slice(0, 300);
  const numbered = /\d/.test(start);
  let bits = 0;
  for (let cue = 0; cue < TEXT_CUE_LIST.length; cue += 1) {
    if (!numbered && NEEDS_DIGIT.has(cue)) continue;
    if (TEXT_CUE_LIST[cue]!.test(start)) bits |= 1 << cue;
  }
  return bits;
}

export function isProse(block: { words: readonly string[]; linked: number; kind: string }): boolean {
  return block.words.length > 15 && block.linked < 0.3 && block.kind !== "heading";
}

/** Sums up what is in every element of the page, and gives each block what is around it. */
export function placed(blocks: readonly TextBlock[]): PlacedBlock[] {
  const cuesOf = createNameCues();
  const signatures = new Map<string, Alike>();
  const groups = new Map<PageElement, Map<string, Alike>>();
  const repetitions = new Map<PageElement, Alike>();
  const inner = blocks.map((block, index) => {
    const path = pathOf(block.element);
    const linked = Math.min(1, block.linkCharacters / Math.max(1, block.text.length));
    const words = block.words.length;
    const prose = isProse({ words: block.words, linked, kind: block.kind });
    for (const element of path) {
      element.words += words;
      element.linkWords += words * linked;
      element.blocks += 1;
      if (prose) {
        element.prose += 1;
        element.proseWords += words;
      }
    }
    if (block.text.length >= 25 && block.kind !== "heading") addScore(path, block);
    const signature = path.slice(0, 3).map(kindOf).join(" ");
    const likes = signatures.get(signature) ?? { count: 0, words: 0, linkWords: 0 };
    signatures.set(signature, likes);
    likes.count += 1;
    likes.words += words;
    likes.linkWords += words * linked;
    return { block, index, path, linked, likes };
  });
  for (const { path } of inner) {
    for (const element of path) {
      if (element.parent === undefined || repetitions.has(element)) break;
      const group = groups.get(element.parent) ?? new Map<string, Alike>();
      groups.set(element.parent, group);
      const kind = kindOf(element);
      const repetition = group.get(kind) ?? { count: 0, words: 0, linkWords: 0 };
      group.set(kind, repetition);
      repetitions.set(element, repetition);
      repetition.count += 1;
      repetition.words += element.words;
      repetition.linkWords += element.linkWords;
    }
  }
  return inner.map(({ block, index, path, linked, likes }) => {
    const around = new Uint8Array(AROUND.length);
    const named = new Uint8Array(CUE_COUNT);
    let repetition: Alike | undefined;
    let repeatedAt = 0;
    let seen = 0;
    const end = Math.min(FAR, path.length);
    for (let level = 0; level < end; level += 1) {
      const element = path[level]!;
      if (element.name === "body" || element.name === "html") break;
      const near = FAR - level;
      const place = AROUND_INDEX.get(element.name === "ol" ? "ul" : element.name);
      if (place !== undefined && around[place] === 0) around[place] = near;
      const bits = cuesOf(element);
      for (let left = bits & ~seen; left !== 0; left &= left - 1) named[31 - Math.clz32(left & -left)] = near;
      seen |= bits;
      const group = repetitions.get(element);
      if (group && group.count >= 3 && (repetition === undefined || group.words > repetition.words)) {
        repetition = group;
        repeatedAt = level;
      }
    }
    const joiners = joiningWords();
    let joining = 0;
    for (const word of block.words) if (word.length < 7 && joiners.has(word)) joining += 1;
    return {
      ...block,
      index,
      path,
      linked,
      likes,
      around,
      named,
      repetition,
      repeatedAt,
      joining: joining / Math.max(1, block.words.length),
      key: block.words.join(" "),
      cues: textCues(block.text),
    };
  });
}

function pathOf(element: PageElement): PageElement[] {
  const path: PageElement[] = [];
  for (let at: PageElement | undefined = element; at !== undefined; at = at.parent) path.push(at);
  return path;
}

/** Name and classes of an element, numbers left out. */
export function kindOf(element: PageElement): string {
  element.kind ??= `${element.name}.${element.attribute("class").slice(0, 200).replace(/\d+/g, "")}`;
  return element.kind;
}

/** Prose speaks for the elements just around it, as sentences with commas do more than words alone. */
function addScore(path: readonly PageElement[], block: TextBlock): void {
  let commas = 0;
  for (let at = 0; at < block.text.length; at += 1) {
    const code = block.text.charCodeAt(at);
    if (code === 0x2c || code === 0x3001 || code === 0xff0c) commas += 1;
  }
  let score = 1 + Math.min(20, commas) + Math.min(3, block.text.length / 100);
  for (const element of path.slice(1, 5)) {
    element.score += score;
    score /= 2;
  }
}

/** Words of the blocks that are kept. */
export function wordsIn(blocks: readonly PlacedBlock[], kept: ArrayLike<number | boolean>): number {
  return blocks.reduce((sum, block, index) => (kept[index] ? sum + block.words.length : sum), 0);
}
