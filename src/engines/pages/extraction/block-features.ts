import { APPENDIX, NAME_CUES, TEXT_CUES } from "./cues.js";
import { type PageFacts, worth } from "./page-facts.js";
import type { PageElement } from "./page-tree.js";
import { AROUND, type PlacedBlock } from "./surroundings.js";

type Feature = (block: PlacedBlock, page: PageFacts) => number;

const share = (part: number, whole: number) => part / Math.max(1, whole);
/** The innermost element that two blocks are in. */
const common = (one: PageElement, other: PageElement): PageElement | undefined => {
  let a: PageElement | undefined = one;
  let b: PageElement | undefined = other;
  while (a !== b) {
    if (a === undefined || b === undefined) return undefined;
    if (a.depth > b.depth) a = a.parent;
    else if (b.depth > a.depth) b = b.parent;
    else {
      a = a.parent;
      b = b.parent;
    }
  }
  return a;
};

const CLOSING = new Set("\"'\u201d\u201c\u2019)]");
const ENDING = new Set(".!?\u2026:\u3002");
const endsSentence = (text: string) => {
  let last = text.length - 1;
  while (last >= 0 && CLOSING.has(text[last]!)) last -= 1;
  return last >= 0 && ENDING.has(text[last]!);
};
const FULL_STOP = 0x2e;
const QUESTION_MARK = 0x3f;
const sentenceEnds = (text: string) => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const ends = code === FULL_STOP || code === 0x21 || code === QUESTION_MARK || code === 0x3002;
    if (ends && (at + 1 === text.length || /\s/.test(text[at + 1]!))) count += 1;
  }
  return count;
};
const commas = (text: string) => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x2c || code === 0x3b || code === 0x3001 || code === 0xff0c) count += 1;
  }
  return count;
};
const linkShare = (element: PageElement) => share(element.linkWords, element.words);
const proseShare = (element: PageElement) => share(element.proseWords, element.words);

const TEXT_FEATURES: Readonly<Record<string, Feature>> = {
  words: (block) => block.words.length,
  characters: (block) => Math.log1p(block.text.length),
  wordLength: (block) => share(block.text.length, block.words.length),
  linked: (block) => block.linked,
  sentence: (block) => Number(endsSentence(block.text)),
  sentences: (block) => Math.min(20, sentenceEnds(block.text)),
  commas: (block) => share(commas(block.text), block.words.length),
  capitals: (block) => share(block.capitals, block.words.length),
  digits: (block) => share(block.numbers, block.words.length),
  joining: (block) => block.joining,
  marks: (block) => Number(/[|\u00bb\u203a\u2192\u2022\u00b7\u00d7]/.test(block.text)),
  question: (block) => Number(block.text.endsWith("?")),
  lowerStart: (block) => Number(/^\p{Ll}/u.test(block.text)),
  appendix: (block) => Number(block.words.length < 10 && APPENDIX.test(block.text)),
  titleShare: (block, page) => {
    if (page.title.size === 0) return 0;
    const found = new Uint8Array(page.title.size);
    let count = 0;
    for (const word of block.words) {
      const place = page.title.get(word);
      if (place === undefined || found[place] === 1) continue;
      found[place] = 1;
      count += 1;
    }
    return count / page.title.size;
  },
  isTitle: (block, page) => Number(block.key.length > 3 && page.titleKey.includes(block.key)),
  copies: (block, page) => Math.min(8, page.copies.get(block.key) ?? 1),
  again: (block, page) => Number((page.first.get(block.key) ?? block.index) < block.index),
  strong: (block) => Number(block.runs.length > 0 && block.runs.every((run) => run.style.strong)),
  runs: (block) => Math.min(20, block.runs.length),
};

const KINDS: readonly PlacedBlock["kind"][] = ["paragraph", "quote", "code", "table", "caption", "item", "heading"];
const PLAIN = new Set("div section article main body center td".split(" "));

const KIND_FEATURES: Readonly<Record<string, Feature>> = {
  level: (block) => block.level,
  kind: (block) => KINDS.indexOf(block.kind),
  table: (block) => Number(block.kind === "table"),
  caption: (block) => Number(block.kind === "caption"),
  item: (block) => Number(block.kind === "item"),
  paragraph: (block) => Number(block.element.name === "p"),
  plain: (block) => Number(PLAIN.has(block.element.name)),
  button: (block) => Number(block.element.name === "button" || block.element.name === "label"),
  hidden: (block) => Number(block.hidden),
  depth: (block) => block.element.depth,
  listDepth: (block) => block.listDepth,
  alone: (block) => block.element.parent?.blocks ?? 1,
};

const PLACE_FEATURES: Readonly<Record<string, Feature>> = {
  position: (block, page) => block.index / page.blocks.length,
  wordPosition: (block, page) => page.wordsBefore[block.index]! / page.totalWords,
  index: (block) => Math.min(200, block.index),
  fromEnd: (block, page) => Math.min(200, page.blocks.length - block.index),
  proseBefore: (block, page) => page.proseBefore[block.index]!,
  proseBehind: (block, page) => page.proseBehind[block.index]!,
  inBest: (block, page) => Number(page.best !== undefined && common(block.element, page.best) === page.best),
  fromBest: (block, page) => {
    if (block.index < page.bestFrom) return Math.max(-50, block.index - page.bestFrom);
    return Math.min(50, Math.max(0, block.index - page.bestTo));
  },
  inBestAt: (block, page) => share(block.index - page.bestFrom, page.bestTo - page.bestFrom),
  commonWithBest: (block, page) => {
    if (page.best === undefined) return 0;
    const shared = common(block.element, page.best);
    return shared === undefined ? 0 : page.best.depth - shared.depth;
  },
  worth: (block, page) => {
    const most = page.best === undefined ? 0 : worth(page.best);
    let best = 0;
    const end = Math.min(8, block.path.length);
    for (let level = 0; level < end; level += 1) best = Math.max(best, worth(block.path[level]!));
    return most === 0 ? 0 : best / most;
  },
  fromName: (block, page) => {
    if (page.name === undefined) return 0;
    return Math.max(-60, Math.min(200, block.index - page.name.index));
  },
  commonWithName: (block, page) => {
    if (page.name === undefined) return -1;
    const shared = common(block.element, page.name.element);
    return shared === undefined ? 99 : page.name.element.depth - shared.depth;
  },
  sinceHeading: (block, page) => {
    const heading = page.heading[block.index];
    return heading === undefined ? 99 : Math.min(60, block.index - heading.index);
  },
  headingLevel: (block, page) => page.heading[block.index]?.level ?? 0,
  headingAppendix: (block, page) => {
    const heading = page.heading[block.index];
    return Number(heading !== undefined && heading.words.length < 10 && APPENDIX.test(heading.text));
  },
  headingCues: (block, page) => {
    const heading = page.heading[block.index];
    return Number(heading !== undefined && (heading.cues & 7) !== 0);
  },
  headingNear: (block, page) => {
    const heading = page.heading[block.index];
    if (heading === undefined) return 99;
    const shared = common(heading.element, block.element);
    return shared === undefined ? 99 : block.element.depth - shared.depth;
  },
  like: (block) => Math.log1p(block.likes.count),
  likeWords: (block) => share(block.likes.words, block.likes.count),
  likeLinked: (block) => share(block.likes.linkWords, block.likes.words),
  likeShare: (block, page) => block.likes.words / page.totalWords,
  repeated: (block) => Math.min(100, block.repetition?.count ?? 0),
  repeatedAt: (block) => block.repeatedAt,
  repeatedWords: (block) => share(block.repetition?.words ?? 0, block.repetition?.count ?? 0),
  repeatedLinked: (block) => share(block.repetition?.linkWords ?? 0, block.repetition?.words ?? 0),
  repeatedShare: (block, page) => (block.repetition?.words ?? 0) / page.totalWords,
};

/** How far up the elements are that have features of their own, and what these are. */
const LEVELS = [1, 2, 3, 4, 6];
const OF_CONTAINER = ["words", "linked", "prose", "share"];
const CONTAINER_NAMES = LEVELS.flatMap((level) => OF_CONTAINER.map((name) => `${name}${level}`));

function writeContainers(rows: Float32Array, from: number, { path }: PlacedBlock, { totalWords }: PageFacts): void {
  let at = from;
  for (const level of LEVELS) {
    const element = path[Math.min(level, path.length - 1)]!;
    rows[at] = Math.log1p(element.words);
    rows[at + 1] = linkShare(element);
    rows[at + 2] = proseShare(element);
    rows[at + 3] = element.words / totalWords;
    at += OF_CONTAINER.length;
  }
}

const OFFSETS = [-3, -2, -1, 1, 2, 3];
const OF_FAR_NEIGHBOUR = ["words", "linked"];
const OF_NEIGHBOUR = [...OF_FAR_NEIGHBOUR, "level", "cues", "joining"];
const isFar = (offset: number) => Math.abs(offset) > 2;
/** Of stretches of blocks next to a block. */
const OF_STRETCHES = ["nearWords", "linkedBefore", "linkedBehind", "wordsBefore", "wordsBehind"];
const NEIGHBOUR_NAMES = [
  ...OFFSETS.flatMap((offset) => (isFar(offset) ? OF_FAR_NEIGHBOUR : OF_NEIGHBOUR).map((name) => `${name}${offset}`)),
  ...OF_STRETCHES,
];

function writeNeighbours(rows: Float32Array, from: number, { index }: PlacedBlock, { blocks }: PageFacts): void {
  let at = from;
  for (const offset of OFFSETS) {
    const other = blocks[index + offset];
    rows[at] = other === undefined ? 0 : other.words.length;
    rows[at + 1] = other === undefined ? 1 : other.linked;
    at += OF_FAR_NEIGHBOUR.length;
    if (isFar(offset)) continue;
    rows[at] = other === undefined ? 0 : other.level;
    rows[at + 1] = other === undefined ? 0 : Number((other.cues & 7) !== 0);
    rows[at + 2] = other === undefined ? 0 : other.joining;
    at += OF_NEIGHBOUR.length - OF_FAR_NEIGHBOUR.length;
  }
  const near = stretch(blocks, index - 4, index + 4);
  const before = stretch(blocks, index - 10, index - 1);
  const behind = stretch(blocks, index + 1, index + 10);
  rows[at] = Math.log1p(near.words - near.inLinks);
  rows[at + 1] = share(before.inLinks, before.words);
  rows[at + 2] = share(behind.inLinks, behind.words);
  rows[at + 3] = Math.log1p(before.words - before.inLinks);
  rows[at + 4] = Math.log1p(behind.words - behind.inLinks);
}

function stretch(blocks: readonly PlacedBlock[], from: number, to: number): { words: number; inLinks: number } {
  let words = 0;
  let inLinks = 0;
  const end = Math.min(blocks.length - 1, to);
  for (let index = Math.max(0, from); index <= end; index += 1) {
    const other = blocks[index]!;
    words += other.words.length;
    inLinks += other.words.length * other.linked;
  }
  return { words, inLinks };
}

const SAID = Object.keys(TEXT_CUES).map((cue) => `says ${cue}`);
const AROUND_NAMES = AROUND.map((name) => `in ${name}`);
const NAMED = Object.keys(NAME_CUES).map((cue) => `named ${cue}`);

/** A loop, since `set` takes longer by far for so few values at a time. */
export function copy(rows: Float32Array, at: number, values: ArrayLike<number>): void {
  for (let place = 0; place < values.length; place += 1) rows[at + place] = values[place]!;
}

function writeCues(rows: Float32Array, from: number, { cues, around, named }: PlacedBlock): void {
  for (let bit = 0; bit < SAID.length; bit += 1) rows[from + bit] = (cues >> bit) & 1;
  copy(rows, from + SAID.length, around);
  copy(rows, from + SAID.length + AROUND_NAMES.length, named);
}

const PAGE_FEATURES: Readonly<Record<string, (page: PageFacts) => number>> = {
  pageWords: (page) => Math.log1p(page.totalWords),
  pageBlocks: (page) => Math.log1p(page.blocks.length),
  pageLinked: (page) => page.linkShare,
  pageProse: (page) => page.proseWords / page.totalWords,
  bestShare: (page) => (page.best?.words ?? 0) / page.totalWords,
  bestLinked: (page) => (page.best === undefined ? 1 : linkShare(page.best)),
};

const OWN = { ...TEXT_FEATURES, ...KIND_FEATURES, ...PLACE_FEATURES };
const OWN_FEATURES = Object.values(OWN);

export const BLOCK_FEATURES: readonly string[] = [
  ...Object.keys(OWN),
  ...CONTAINER_NAMES,
  ...NEIGHBOUR_NAMES,
  ...SAID,
  ...AROUND_NAMES,
  ...NAMED,
  ...Object.keys(PAGE_FEATURES),
];
const CONTAINERS_AT = OWN_FEATURES.length;
const NEIGHBOURS_AT = CONTAINERS_AT + CONTAINER_NAMES.length;
const CUES_AT = NEIGHBOURS_AT + NEIGHBOUR_NAMES.length;
const PAGE_AT = CUES_AT + SAID.length + AROUND_NAMES.length + NAMED.length;

/** What is known of each block without its neighbours' chances, row after row, with room for `more` at the end of each. */
export function blockFeatures(page: PageFacts, more: number): Float32Array {
  const width = BLOCK_FEATURES.length + more;
  const rows = new Float32Array(page.blocks.length * width);
  const ofPage = Object.values(PAGE_FEATURES).map((feature) => feature(page));
  let before: PlacedBlock | undefined;
  for (const block of page.blocks) {
    const at = block.index * width;
    for (let own = 0; own < OWN_FEATURES.length; own += 1) rows[at + own] = OWN_FEATURES[own]!(block, page);
    const containers = at + CONTAINERS_AT;
    // Blocks side by side are in the same elements.
    if (before?.path[1] !== undefined && before.path[1] === block.path[1]) {
      rows.copyWithin(containers, containers - width, at + NEIGHBOURS_AT - width);
    } else writeContainers(rows, containers, block, page);
    writeNeighbours(rows, at + NEIGHBOURS_AT, block, page);
    writeCues(rows, at + CUES_AT, block);
    copy(rows, at + PAGE_AT, ofPage);
    before = block;
  }
  return rows;
}
