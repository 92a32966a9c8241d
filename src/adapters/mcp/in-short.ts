import type { Json } from "../../kernel/index.js";

/** What an answer holds of a list and of a text where all of it would fill the context of a model. */
const MOST_ENTRIES = 50;
const MOST_CHARACTERS = 2000;
/** Characters of the rows, tasks or text of one answer. */
export const PAGE_CHARACTERS = 40_000;

/** Long lists and texts cut, each with a note of how much is missing. */
export function inShort(value: Json): Json {
  if (typeof value === "string") {
    if (value.length <= MOST_CHARACTERS) return value;
    return `${value.slice(0, MOST_CHARACTERS)} … (${value.length - MOST_CHARACTERS} more characters)`;
  }
  if (Array.isArray(value)) {
    const first = value.slice(0, MOST_ENTRIES).map(inShort);
    return value.length <= MOST_ENTRIES ? first : [...first, `… (${value.length - MOST_ENTRIES} more entries)`];
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inShort(one)]));
}

/**
 * Items of a page, as many as fit an answer and at least one; one that is longer than all of it is cut. `hasMore` says that
 * there are others behind them.
 */
export async function fitting<Item extends Json>(
  items: AsyncIterable<Item>,
): Promise<{ readonly items: readonly Json[]; readonly hasMore: boolean }> {
  const taken: Json[] = [];
  let characters = 0;
  for await (const item of items) {
    const { length } = JSON.stringify(item);
    if (taken.length > 0 && characters + length > PAGE_CHARACTERS) return { items: taken, hasMore: true };
    characters += length;
    taken.push(length > PAGE_CHARACTERS ? inShort(item) : item);
  }
  return { items: taken, hasMore: false };
}

/** A part of a long text, and where the next one begins. */
export function partOf(
  text: string,
  offset: number,
  most: number,
): { readonly part: string; readonly total: number; readonly next_offset: number | null } {
  const end = Math.min(text.length, offset + most);
  return { part: text.slice(offset, end), total: text.length, next_offset: end < text.length ? end : null };
}
