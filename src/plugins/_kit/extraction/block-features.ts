import { APPENDIX, NAME_CUES, TEXT_CUES } from "./cues.js";
import type { PageElement } from "./page-tree.js";
import { AROUND, isProse, type PlacedBlock } from "./surroundings.js";
import { wordsOf } from "./text-blocks.js";

/** What is told of a whole page to each of its blocks. */
export interface PageFacts {
  readonly blocks: readonly PlacedBlock[];
  readonly totalWords: number;
  readonly linkShare: number;
  readonly proseWords: number;
  readonly proseBlocks: number;
  readonly title: ReadonlySet<string>;
  readonly titleKey: string;
  /** The element that looks most like the one that holds the content, by its prose. */
  readonly best: PageElement | undefined;
  /** It and the elements around it. */
  readonly bestPath: ReadonlySet<PageElement>;
  /** The heading that names the page, and the elements around it. */
  readonly name: PlacedBlock | undefined;
  readonly namePath: ReadonlySet<PageElement>;
  readonly bestFrom: number;
  readonly bestTo: number;
  /** Of each block: words before it, the last heading above it, how far it is from prose before and behind it. */
  readonly wordsBefore: Float64Array;
  readonly heading: readonly (PlacedBlock | undefined)[];
  readonly proseBefore: Uint16Array;
  readonly proseBehind: Uint16Array;
  /** How often its text stands on the page, and whether it stood there before. */
  readonly copies: ReadonlyMap<string, number>;
  readonly first: ReadonlyMap<string, number>;
}

const FAR_FROM_PROSE = 50;

export function pageFacts(blocks: readonly PlacedBlock[], title: string): PageFacts {
  const wordsBefore = new Float64Array(blocks.length);
  const heading: (PlacedBlock | undefined)[] = [];
  const proseBefore = new Uint16Array(blocks.length);
  const proseBehind = new Uint16Array(blocks.length);
  const copies = new Map<string, number>();
  const first = new Map<string, number>();
  let totalWords = 0;
  let linkWords = 0;
  let proseWords = 0;
  let proseBlocks = 0;
  let lastHeading: PlacedBlock | undefined;
  let since = FAR_FROM_PROSE;
  const elements = new Set<PageElement>();
  for (const block of blocks) {
    const { index } = block;
    wordsBefore[index] = totalWords;
    totalWords += block.words.length;
    linkWords += block.words.length * block.linked;
    heading.push(lastHeading);
    if (block.kind === "heading") lastHeading = block;
    proseBefore[index] = since;
    since = Math.min(FAR_FROM_PROSE, since + 1);
    if (isProse(block)) {
      since = 0;
      proseWords += block.words.length;
      proseBlocks += 1;
      for (const element of block.path.slice(1, 6)) elements.add(element);
    }
    copies.set(block.key, (copies.get(block.key) ?? 0) + 1);
    if (!first.has(block.key)) first.set(block.key, index);
  }
  since = FAR_FROM_PROSE;
  for (const block of blocks.toReversed()) {
    proseBehind[block.index] = since;
    since = isProse(block) ? 0 : Math.min(FAR_FROM_PROSE, since + 1);
  }
  let best: PageElement | undefined;
  for (const element of elements) if (best === undefined || worth(element) > worth(best)) best = element;
  const bestPath = new Set<PageElement>();
  for (let at: PageElement | undefined = best; at !== undefined; at = at.parent) bestPath.add(at);
  const titleKey = wordsOf(title.toLowerCase()).join(" ");
  const headings = blocks.filter((block) => block.kind === "heading" && block.level <= 2);
  const name =
    headings.find((block) => block.key.length > 8 && titleKey.includes(block.key)) ??
    headings.find((block) => block.level === 1);
  const inside = best === undefined ? [] : blocks.filter((block) => block.path.includes(best));
  return {
    blocks,
    totalWords: Math.max(1, totalWords),
    linkShare: linkWords / Math.max(1, totalWords),
    proseWords,
    proseBlocks,
    title: new Set(wordsOf(title.toLowerCase())),
    titleKey,
    name,
    namePath: new Set(name?.path),
    best,
    bestPath,
    bestFrom: inside[0]?.index ?? 0,
    bestTo: inside.at(-1)?.index ?? 0,
    wordsBefore,
    heading,
    proseBefore,
    proseBehind,
    copies,
    first,
  };
}

export function worth(element: PageElement): number {
  return element.score * (1 - element.linkWords / Math.max(1, element.words));
}

type Feature = (block: PlacedBlock, page: PageFacts) => number;

const share = (part: number, whole: number) => part / Math.max(1, whole);
const counted = (block: PlacedBlock, test: (word: string) => boolean) => {
  let count = 0;
  for (const word of block.words) if (test(word)) count += 1;
  return share(count, block.words.length);
};
const neighbour = (offset: number, of: (block: PlacedBlock) => number, none: number): Feature => {
  return (block, page) => {
    const other = page.blocks[block.index + offset];
    return other === undefined ? none : of(other);
  };
};
const above = (level: number, of: (element: PageElement, page: PageFacts) => number): Feature => {
  return (block, page) => {
    const element = block.path[Math.min(level, block.path.length - 1)];
    return element === undefined ? 0 : of(element, page);
  };
};
const words = (block: PlacedBlock) => block.words.length;
const linked = (block: PlacedBlock) => block.linked;
const logWords = (element: PageElement) => Math.log1p(element.words);
const linkShare = (element: PageElement) => share(element.linkWords, element.words);
const proseShare = (element: PageElement) => share(element.proseWords, element.words);

const TEXT_FEATURES: Readonly<Record<string, Feature>> = {
  words,
  characters: (block) => Math.log1p(block.text.length),
  wordLength: (block) => share(block.text.length, block.words.length),
  linked,
  sentence: (block) => Number(/[.!?\u2026:\u3002]["'\u201d\u201c\u2019)\]]*$/.test(block.text)),
  sentences: (block) => Math.min(20, block.text.match(/[.!?\u3002](?=\s|$)/g)?.length ?? 0),
  commas: (block) => share(block.text.match(/[,;\u3001\uff0c]/g)?.length ?? 0, block.words.length),
  capitals: (block) => counted(block, (word) => /^\p{Lu}/u.test(word)),
  digits: (block) => counted(block, (word) => /\d/.test(word)),
  joining: (block) => block.joining,
  marks: (block) => Number(/[|\u00bb\u203a\u2192\u2022\u00b7\u00d7]/.test(block.text)),
  question: (block) => Number(block.text.endsWith("?")),
  lowerStart: (block) => Number(/^\p{Ll}/u.test(block.text)),
  appendix: (block) => Number(block.words.length < 10 && APPENDIX.test(block.text)),
  titleShare: (block, page) => {
    if (page.title.size === 0) return 0;
    let count = 0;
    for (const word of new Set(block.key.split(" "))) if (page.title.has(word)) count += 1;
    return count / page.title.size;
  },
  isTitle: (block, page) => Number(block.key.length > 3 && page.titleKey.includes(block.key)),
  copies: (block, page) => Math.min(8, page.copies.get(block.key) ?? 1),
  again: (block, page) => Number((page.first.get(block.key) ?? block.index) < block.index),
  strong: (block) => Number(block.runs.length > 0 && block.runs.every((run) => run.style.strong)),
  runs: (block) => Math.min(20, block.runs.length),
};

const KIND_FEATURES: Readonly<Record<string, Feature>> = {
  level: (block) => block.level,
  kind: (block) => ["paragraph", "quote", "code", "table", "caption", "item", "heading"].indexOf(block.kind),
  table: (block) => Number(block.kind === "table"),
  caption: (block) => Number(block.kind === "caption"),
  item: (block) => Number(block.kind === "item"),
  paragraph: (block) => Number(block.element.name === "p"),
  plain: (block) => Number(/^(div|section|article|main|body|center|td)$/.test(block.element.name)),
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
  inBest: (block, page) => Number(page.best !== undefined && block.path.includes(page.best)),
  fromBest: (block, page) => {
    if (block.index < page.bestFrom) return Math.max(-50, block.index - page.bestFrom);
    return Math.min(50, Math.max(0, block.index - page.bestTo));
  },
  inBestAt: (block, page) => share(block.index - page.bestFrom, page.bestTo - page.bestFrom),
  commonWithBest: (block, page) => {
    if (page.best === undefined) return 0;
    const common = block.path.find((element) => page.bestPath.has(element));
    return common === undefined ? 0 : page.best.depth - common.depth;
  },
  worth: (block, page) => {
    const most = page.best === undefined ? 0 : worth(page.best);
    let best = 0;
    for (const element of block.path.slice(0, 8)) best = Math.max(best, worth(element));
    return most === 0 ? 0 : best / most;
  },
  fromName: (block, page) => {
    if (page.name === undefined) return 0;
    return Math.max(-60, Math.min(200, block.index - page.name.index));
  },
  commonWithName: (block, page) => {
    if (page.name === undefined) return -1;
    const common = block.path.find((element) => page.namePath.has(element));
    return common === undefined ? 99 : page.name.element.depth - common.depth;
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
    const common = heading.path.find((element) => block.path.includes(element));
    return common === undefined ? 99 : block.element.depth - common.depth;
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

const CONTAINER_FEATURES: Readonly<Record<string, Feature>> = {};
for (const level of [1, 2, 3, 4, 6]) {
  const own = CONTAINER_FEATURES as Record<string, Feature>;
  own[`words${level}`] = above(level, logWords);
  own[`linked${level}`] = above(level, linkShare);
  own[`prose${level}`] = above(level, proseShare);
  own[`share${level}`] = above(level, (element, page) => element.words / page.totalWords);
}

const NEIGHBOUR_FEATURES: Readonly<Record<string, Feature>> = {};
for (const offset of [-3, -2, -1, 1, 2, 3]) {
  const own = NEIGHBOUR_FEATURES as Record<string, Feature>;
  own[`words${offset}`] = neighbour(offset, words, 0);
  own[`linked${offset}`] = neighbour(offset, linked, 1);
  if (Math.abs(offset) > 2) continue;
  own[`level${offset}`] = neighbour(offset, (block) => block.level, 0);
  own[`cues${offset}`] = neighbour(offset, (block) => Number((block.cues & 7) !== 0), 0);
  own[`joining${offset}`] = neighbour(offset, (block) => block.joining, 0);
}

/** Words outside links, and the share in links, of the blocks from one place to another beside a block. */
const near = (from: number, to: number, part: "words" | "linked"): Feature => {
  return (block, page) => {
    let words = 0;
    let inLinks = 0;
    const end = Math.min(page.blocks.length - 1, block.index + to);
    for (let index = Math.max(0, block.index + from); index <= end; index += 1) {
      const other = page.blocks[index]!;
      words += other.words.length;
      inLinks += other.words.length * other.linked;
    }
    return part === "words" ? Math.log1p(words - inLinks) : share(inLinks, words);
  };
};
Object.assign(NEIGHBOUR_FEATURES, {
  nearWords: near(-4, 4, "words"),
  linkedBefore: near(-10, -1, "linked"),
  linkedBehind: near(1, 10, "linked"),
  wordsBefore: near(-10, -1, "words"),
  wordsBehind: near(1, 10, "words"),
});

const CUE_FEATURES: Readonly<Record<string, Feature>> = {
  ...Object.fromEntries(
    Object.keys(TEXT_CUES).map((cue, bit) => [`says ${cue}`, (block: PlacedBlock) => (block.cues >> bit) & 1]),
  ),
  ...Object.fromEntries(AROUND.map((name, index) => [`in ${name}`, (block: PlacedBlock) => block.around[index]!])),
  ...Object.fromEntries(
    Object.keys(NAME_CUES).map((cue, index) => [`named ${cue}`, (block: PlacedBlock) => block.named[index]!]),
  ),
};

const PAGE_FEATURES: Readonly<Record<string, Feature>> = {
  pageWords: (_, page) => Math.log1p(page.totalWords),
  pageBlocks: (_, page) => Math.log1p(page.blocks.length),
  pageLinked: (_, page) => page.linkShare,
  pageProse: (_, page) => page.proseWords / page.totalWords,
  bestShare: (_, page) => (page.best?.words ?? 0) / page.totalWords,
  bestLinked: (_, page) => (page.best === undefined ? 1 : linkShare(page.best)),
};

const ALL: readonly (readonly [string, Feature])[] = [
  TEXT_FEATURES,
  KIND_FEATURES,
  PLACE_FEATURES,
  CONTAINER_FEATURES,
  NEIGHBOUR_FEATURES,
  CUE_FEATURES,
  PAGE_FEATURES,
].flatMap((group) => Object.entries(group));

export const BLOCK_FEATURES: readonly string[] = ALL.map(([name]) => name);

/** What is known of each block without its neighbours' chances, row after row, with room for `more` at the end of each. */
export function blockFeatures(page: PageFacts, more: number): Float32Array {
  const width = ALL.length + more;
  const rows = new Float32Array(page.blocks.length * width);
  for (const block of page.blocks) {
    let at = block.index * width;
    for (const [, feature] of ALL) {
      rows[at] = feature(block, page);
      at += 1;
    }
  }
  return rows;
}
