import type { PageType } from "./page.js";
import type { PlacedBlock } from "./surroundings.js";

/** Shorter texts may occur twice in a text by chance. */
const COPIED_WORDS = 5;
/** Slides and screens rarely show a text more often than this. */
const MOST_COPIES = 8;
const GRAM = 4;
/** A hidden text with so much of what is shown is a copy of it. */
const COPIED_SHARE = 0.6;
const LEAST_HIDDEN_COPY = 8;
/** A text that holds so much of the others, and is so long, is all of them in one piece. */
const WHOLE_SHARE = 0.9;
const LEAST_WHOLE = 150;
const MOST_PLACES = 4;

/** Documentation says things twice on purpose. */
const REPEATS: ReadonlySet<PageType> = new Set(["docs"]);

/** Leaves out what is in the content a second time: for wide and small screens, for programs, or as slides shown in turn. */
export function dropCopies(blocks: readonly PlacedBlock[], type: PageType, kept: Uint8Array): void {
  if (REPEATS.has(type)) return;
  dropSameTexts(blocks, kept);
  dropHiddenCopies(blocks, kept);
  if (type !== "forum") dropWholeCopies(blocks, kept);
}

/**
 * Lines that are alike side by side, such as those of a refrain, are meant to be. Where next to nothing would be left, saying
 * it again is what the page does.
 */
function dropSameTexts(blocks: readonly PlacedBlock[], kept: Uint8Array): void {
  const first = new Map<string, PlacedBlock>();
  const copies: number[] = [];
  let left = 0;
  let copied = 0;
  for (const block of blocks) {
    const { index, key, words } = block;
    if (!kept[index]) continue;
    const before = first.get(key);
    if (words.length >= COPIED_WORDS && before !== undefined && !isSideBySide(before, block)) {
      copies.push(index);
      copied += words.length;
    } else left += words.length;
    if (before === undefined) first.set(key, block);
  }
  if (copied <= MOST_COPIES * left) for (const index of copies) kept[index] = 0;
}

function isSideBySide(one: PlacedBlock, other: PlacedBlock): boolean {
  return !other.hidden && one.path[1] === other.path[1];
}

/** Leaves out what is hidden and mostly says what is shown. */
function dropHiddenCopies(blocks: readonly PlacedBlock[], kept: Uint8Array): void {
  const hidden = blocks.filter((block) => kept[block.index] && block.hidden && block.words.length >= LEAST_HIDDEN_COPY);
  if (hidden.length === 0) return;
  const shown = new Set<string>();
  for (const block of blocks) if (kept[block.index] && !block.hidden) for (const gram of grams(block)) shown.add(gram);
  for (const block of hidden) {
    const own = grams(block);
    const copied = own.filter((gram) => shown.has(gram)).length;
    if (copied >= COPIED_SHARE * own.length) kept[block.index] = 0;
  }
}

/** Leaves out a long text that is two or more others in one piece, as pages state their text for programs. */
function dropWholeCopies(blocks: readonly PlacedBlock[], kept: Uint8Array): void {
  const long = longTextsOfOthers(blocks, kept);
  if (long.length === 0) return;
  const places = placesOfGrams(blocks, kept);
  for (const block of long.sort((one, other) => other.words.length - one.words.length)) {
    const own = [...new Set(grams(block))];
    const shared = new Map<number, number>();
    for (const gram of own) for (const at of places.get(gram)!) shared.set(at, (shared.get(at) ?? 0) + 1);
    const parts = new Set<number>();
    for (const [at, count] of shared) {
      const length = blocks[at]!.words.length - GRAM + 1;
      if (at !== block.index && kept[at] && length < own.length && count >= WHOLE_SHARE * length) parts.add(at);
    }
    if (parts.size < 2) continue;
    const covered = own.filter((gram) => places.get(gram)!.some((at) => parts.has(at))).length;
    if (covered >= WHOLE_SHARE * own.length) kept[block.index] = 0;
  }
}

/** Long texts in which another begins, behind their own beginning. */
function longTextsOfOthers(blocks: readonly PlacedBlock[], kept: Uint8Array): PlacedBlock[] {
  const long = blocks.filter(({ index, words }) => kept[index] && words.length >= LEAST_WHOLE);
  if (long.length === 0) return long;
  const starts = new Set<string>();
  for (const { index, words } of blocks) {
    if (kept[index] && words.length >= GRAM) starts.add(words.slice(0, GRAM).join(" "));
  }
  return long.filter((block) => {
    const [own, ...others] = grams(block);
    return others.some((gram) => gram !== own && starts.has(gram));
  });
}

/** The blocks that have a stretch of words, a few of them at most. */
function placesOfGrams(blocks: readonly PlacedBlock[], kept: Uint8Array): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const block of blocks) {
    if (!kept[block.index]) continue;
    for (const gram of grams(block)) {
      const known = places.get(gram);
      if (known === undefined) places.set(gram, [block.index]);
      else if (known.length < MOST_PLACES && known.at(-1) !== block.index) known.push(block.index);
    }
  }
  return places;
}

function grams({ words }: PlacedBlock): string[] {
  const found: string[] = [];
  for (let at = 0; at + GRAM <= words.length; at += 1) found.push(words.slice(at, at + GRAM).join(" "));
  return found;
}
