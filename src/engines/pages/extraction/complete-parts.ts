import { APPENDIX } from "./cues.js";
import type { PageType } from "./page.js";
import type { PageFacts } from "./page-facts.js";
import type { PageElement } from "./page-tree.js";
import type { PlacedBlock } from "./surroundings.js";

/** What is chosen of the blocks that are alike, or in one list: words that are kept, and all words. */
interface Chosen {
  kept: number;
  words: number;
  blocks: number;
}

/** When most of what is alike is kept, the rest goes along; of a thread a quarter is enough, since its posts differ most. */
interface Likeness {
  readonly share: number;
  readonly leastWords: number;
  readonly leastChance: number;
}
const LIKENESS: Readonly<Partial<Record<PageType, Likeness>>> = {
  forum: { share: 0.25, leastWords: 6, leastChance: 0 },
  article: { share: 0.6, leastWords: 9, leastChance: 0.2 },
  service: { share: 0.5, leastWords: 6, leastChance: 0.2 },
};
const LEAST_ALIKE = 3;
/** Where the entries of one list are of different worth: quotes and signatures in posts, choices of a product. */
const LISTS_ARE_MIXED: ReadonlySet<PageType> = new Set(["forum", "product"]);
const LISTS = new Set(["ul", "ol"]);
const LEAST_CHANCE_IN_LIST = 0.15;
const MOSTLY_LINKS = 0.5;

/** Keeps the rest of what the content is mostly made of: posts of a thread, entries of a list, paragraphs of one kind. */
export function keepRestOfParts(page: PageFacts, type: PageType, chances: Float32Array, kept: Uint8Array): void {
  const likeness = LIKENESS[type];
  if (likeness !== undefined) keepAlike(page.blocks, likeness, chances, kept);
  if (!LISTS_ARE_MIXED.has(type)) keepLists(page.blocks, chances, kept);
}

function keepAlike(
  blocks: readonly PlacedBlock[],
  { share, leastWords, leastChance }: Likeness,
  chances: Float32Array,
  kept: Uint8Array,
): void {
  const chosen = chosenBy(blocks, kept, (block) => block.likes);
  for (const block of blocks) {
    const { index, likes, words, linked, kind, hidden } = block;
    const own = chosen.get(likes)!;
    if (likes.count < LEAST_ALIKE || own.kept <= share * own.words) continue;
    const fits = words.length >= leastWords && linked < MOSTLY_LINKS && chances[index]! > leastChance;
    if (fits && kind !== "heading" && !hidden) kept[index] = 1;
  }
}

function keepLists(blocks: readonly PlacedBlock[], chances: Float32Array, kept: Uint8Array): void {
  const lists = blocks.map(({ kind, path }) =>
    kind === "heading" ? undefined : path.find((element) => LISTS.has(element.name)),
  );
  const chosen = chosenBy(blocks, kept, ({ index }) => lists[index]);
  for (const block of blocks) {
    const list = lists[block.index];
    const own = list === undefined ? undefined : chosen.get(list);
    if (own === undefined || own.blocks < LEAST_ALIKE || own.kept <= 0.5 * own.words) continue;
    if (block.linked < MOSTLY_LINKS && chances[block.index]! > LEAST_CHANCE_IN_LIST) kept[block.index] = 1;
  }
}

function chosenBy<Key>(
  blocks: readonly PlacedBlock[],
  kept: Uint8Array,
  keyOf: (block: PlacedBlock) => Key | undefined,
): Map<Key, Chosen> {
  const chosen = new Map<Key, Chosen>();
  for (const block of blocks) {
    const key = keyOf(block);
    if (key === undefined) continue;
    const own = chosen.get(key) ?? { kept: 0, words: 0, blocks: 0 };
    chosen.set(key, own);
    own.words += block.words.length;
    own.blocks += 1;
    if (kept[block.index]) own.kept += block.words.length;
  }
  return chosen;
}

/** Between two kept blocks of a page of this type so many are kept too when the least likely of them is at least so likely. */
const HOLES: Readonly<Partial<Record<PageType, { readonly blocks: number; readonly leastChance: number }>>> = {
  docs: { blocks: 40, leastChance: 0.15 },
  article: { blocks: 3, leastChance: 0.4 },
};

/** Keeps what stands between two parts of a text and may be part of it: readers miss it more than they mind it. */
export function keepHoles(
  blocks: readonly PlacedBlock[],
  type: PageType,
  chances: Float32Array,
  kept: Uint8Array,
): void {
  const holes = HOLES[type];
  if (holes === undefined) return;
  let last = -1;
  let likely = true;
  for (const { index, hidden } of blocks) {
    if (!kept[index]) {
      likely &&= !hidden && chances[index]! >= holes.leastChance;
      continue;
    }
    if (likely && last >= 0 && index - last - 1 <= holes.blocks) kept.fill(1, last, index);
    last = index;
    likely = true;
  }
}

/** Keeps a table, code or a quotation between two parts of one text, however little it looks like prose; and captions of tables. */
export function keepWhatStandsBetween(blocks: readonly PlacedBlock[], kept: Uint8Array): void {
  for (const block of blocks) {
    const { index, kind, linked } = block;
    if (kept[index] || linked > MOSTLY_LINKS || block.hidden) continue;
    const around = kind === "quote" ? quotation(block)?.parent : block.path[1];
    if (around === undefined || !(kind === "table" || kind === "code" || kind === "quote")) continue;
    const isOutside = (other: PlacedBlock) => kind !== "quote" || quotation(other) !== quotation(block);
    const [before, after] = [nearest(blocks, index, -1, isOutside), nearest(blocks, index, 1, isOutside)];
    const isWithin = (other: PlacedBlock | undefined) =>
      other !== undefined && kept[other.index] === 1 && other.path.slice(1, 3).includes(around);
    if (isWithin(before) && isWithin(after)) kept[index] = 1;
  }
  for (const { index, kind, element } of blocks) {
    const next = blocks[index + 1];
    if (kind === "caption" && next?.kind === "table" && next.element === element && kept[next.index]) kept[index] = 1;
  }
}

/** So many blocks between two parts of a text, at most, are taken for one that looks like none. */
const LONGEST_PART = 40;
/** The first three of TEXT_CUES: what to do, where it leads, what to sign up for. */
const LEADS_AWAY = 7;
const PLAIN_PARTS = new Set("p pre table ul ol li dl dt dd h2 h3 h4 h5 h6".split(" "));

/** Keeps what stands side by side with two parts of one text, between them, where nothing says that it leads away. */
export function keepPartsBetween(blocks: readonly PlacedBlock[], type: PageType, kept: Uint8Array): void {
  if (!HEADINGS_LEAD.has(type)) return;
  let last: PlacedBlock | undefined;
  for (const block of blocks) {
    if (!kept[block.index]) continue;
    const around = block.element.parent;
    if (last !== undefined && around !== undefined && last.element.parent === around) {
      const between = blocks.slice(last.index + 1, block.index);
      const isPart = between.length <= LONGEST_PART && between.every((one) => isPlainPartOf(around, one));
      if (isPart) kept.fill(1, last.index, block.index);
    }
    last = block;
  }
}

function isPlainPartOf(around: PageElement, { path, hidden, cues, kind, text }: PlacedBlock): boolean {
  const depth = path.indexOf(around);
  if (depth < 1 || depth > 3 || hidden || (cues & LEADS_AWAY) !== 0) return false;
  if (kind === "heading" && APPENDIX.test(text)) return false;
  return path.slice(0, depth).every((element) => PLAIN_PARTS.has(element.name) && (element.cues ?? 0) === 0);
}

function quotation({ path }: PlacedBlock): PageElement | undefined {
  return path.find((element) => element.name === "blockquote");
}

function nearest(
  blocks: readonly PlacedBlock[],
  from: number,
  step: -1 | 1,
  fits: (block: PlacedBlock) => boolean,
): PlacedBlock | undefined {
  for (let at = from + step; at >= 0 && at < blocks.length; at += step) if (fits(blocks[at]!)) return blocks[at];
  return undefined;
}

const ANNOUNCES = /[:\uff1a]$/;
const DEFINED = new Set([...LISTS, "dl"]);
const FOLLOWS = new Set<PlacedBlock["kind"]>(["code", "table", "quote", "paragraph"]);

/** Keeps the list or the one block that a kept line announces with a colon at its end. */
export function keepWhatIsAnnounced(blocks: readonly PlacedBlock[], type: PageType, kept: Uint8Array): void {
  if (type === "product") return;
  for (const block of blocks) {
    const next = blocks[block.index + 1];
    if (!kept[block.index] || block.kind === "heading" || next === undefined || !ANNOUNCES.test(block.text)) continue;
    if (kept[next.index]) continue;
    const list = next.path.find((element) => DEFINED.has(element.name));
    if (list !== undefined) {
      if (!block.path.slice(1, 4).includes(list.parent!)) continue;
      for (let at = next.index; blocks[at]?.path.includes(list); at += 1) if (blocks[at]!.linked < 0.9) kept[at] = 1;
    } else if (FOLLOWS.has(next.kind) && next.linked < MOSTLY_LINKS && block.path.slice(1, 3).includes(next.path[1]!)) {
      kept[next.index] = 1;
    }
  }
}

/** A heading without text stays only when the model is this sure of it. */
const SURE_OF_HEADING = 0.75;
/** Where a heading is more than the name of what is below it, such as the name of a thing in a list. */
const HEADINGS_LEAD: ReadonlySet<PageType> = new Set(["article", "docs"]);

/** So many headings without text, one after the other, are a list of names. */
const LEAST_NAMES = 3;

/** Leaves out headings under which nothing is kept, at the end and before another of the same or a higher level. */
export function dropEmptyHeadings(
  blocks: readonly PlacedBlock[],
  type: PageType,
  chances: Float32Array,
  kept: Uint8Array,
): void {
  if (!HEADINGS_LEAD.has(type)) return;
  let next: PlacedBlock | undefined;
  let empty: number[] = [];
  const end = () => {
    if (empty.length < LEAST_NAMES) for (const index of empty) if (chances[index]! < SURE_OF_HEADING) kept[index] = 0;
    empty = [];
  };
  for (const block of blocks.toReversed()) {
    if (!kept[block.index]) continue;
    const isEmpty = next === undefined || (next.kind === "heading" && next.level <= block.level);
    if (block.kind !== "heading" || !isEmpty) end();
    else empty.push(block.index);
    next = block;
  }
  end();
}
