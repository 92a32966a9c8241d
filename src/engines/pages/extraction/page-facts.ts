import type { PageElement } from "./page-tree.js";
import { COMMENT_CUE, isProse, type PlacedBlock } from "./surroundings.js";
import { wordsOf } from "./word-counts.js";

/** Features of a whole page that each of its blocks has. */
export interface PageFacts {
  readonly blocks: readonly PlacedBlock[];
  readonly totalWords: number;
  readonly linkShare: number;
  readonly proseWords: number;
  readonly proseBlocks: number;
  /** The words of its title, numbered. */
  readonly title: ReadonlyMap<string, number>;
  readonly titleKey: string;
  /** The element that looks most like the one that holds the content, by its prose. */
  readonly best: PageElement | undefined;
  /** It and the elements around it. */
  readonly bestPath: ReadonlySet<PageElement>;
  /** The heading that names the page, and the elements around it. */
  readonly name: PlacedBlock | undefined;
  readonly namePath: ReadonlySet<PageElement>;
  /** Of the elements on the way to the best one, those that are called comments and come after some of the page's prose. */
  readonly commentsBehindText: ReadonlySet<PageElement>;
  readonly bestFrom: number;
  readonly bestTo: number;
  /** Of each block: words before it, the last heading above it, how far it is from prose before and behind it. */
  readonly wordsBefore: Float64Array;
  readonly heading: readonly (PlacedBlock | undefined)[];
  readonly proseBefore: Uint16Array;
  readonly proseBehind: Uint16Array;
  /** How often its text is on the page, and whether it was there before. */
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
  const titleWords = wordsOf(title.toLowerCase());
  const titleKey = titleWords.join(" ");
  const headings = blocks.filter((block) => block.kind === "heading" && block.level <= 2);
  const name =
    headings.find((block) => block.key.length > 8 && titleKey.includes(block.key)) ??
    headings.find((block) => block.level === 1);
  const namePath = new Set(name?.path);
  const inside = best === undefined ? [] : blocks.filter((block) => block.path.includes(best));
  return {
    blocks,
    totalWords: Math.max(1, totalWords),
    linkShare: linkWords / Math.max(1, totalWords),
    proseWords,
    proseBlocks,
    title: new Map([...new Set(titleWords)].map((word, index) => [word, index])),
    titleKey,
    name,
    namePath,
    best,
    bestPath,
    commentsBehindText: commentsBehindText(blocks, name, bestPath, namePath),
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

/** A text of fewer words before what is called comments may be a notice. */
const LEAST_BEFORE_COMMENTS = 40;

/** However short: what stands between the title and the comments is the text. */
function isSentence({ text, words, linked, kind }: PlacedBlock): boolean {
  return kind === "paragraph" && words.length > 4 && linked < 0.5 && /[.!?\u2026\u3002]$/.test(text);
}

function commentsBehindText(
  blocks: readonly PlacedBlock[],
  name: PlacedBlock | undefined,
  bestPath: ReadonlySet<PageElement>,
  namePath: ReadonlySet<PageElement>,
): Set<PageElement> {
  const found = new Set<PageElement>();
  for (const element of bestPath) {
    const called = ((element.cues ?? 0) >> COMMENT_CUE) & 1;
    if (called === 0 || namePath.has(element)) continue;
    const around = element.parent?.parent ?? element.parent;
    let words = 0;
    let told = false;
    for (const block of blocks) {
      if (block.path.includes(element)) break;
      if (isProse(block) && around !== undefined && block.path.includes(around)) words += block.words.length;
      told ||= name !== undefined && block.index > name.index && isSentence(block);
    }
    if (told || words >= LEAST_BEFORE_COMMENTS) found.add(element);
  }
  return found;
}
