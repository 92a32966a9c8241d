import type { BodyBlock } from "../article-body/model.js";

/** Before which blocks images go, ascending: the first one before everything where that is wanted, the others spread over the text. */
export function imagePlaces(blocks: readonly BodyBlock[], count: number, atStart: boolean): number[] {
  if (count <= 0) return [];
  const start = atStart ? [0] : [];
  const inner = blocks.flatMap((block, index) => (isPlace(blocks[index - 1], block) ? [index] : []));
  const rest = spread(inner, count - start.length);
  if (start.length + rest.length > 0) return [...start, ...rest];
  return [blocks.length];
}

/** Between two blocks of text: not behind a heading, next to a picture, or before a list that the text before it announces. */
function isPlace(before: BodyBlock | undefined, after: BodyBlock): boolean {
  if (before === undefined || !TEXT.has(before.kind)) return false;
  if (after.kind === "heading" || after.kind === "paragraph") return true;
  return after.kind === "quote" || (before.kind !== "paragraph" && TEXT.has(after.kind));
}

const TEXT: ReadonlySet<BodyBlock["kind"]> = new Set(["paragraph", "list", "quote", "table"]);

/** So many of them, as far apart as they can be; all where there are fewer. */
function spread(places: readonly number[], count: number): number[] {
  if (count >= places.length) return [...places];
  return Array.from(
    { length: Math.max(0, count) },
    (_, index) => places[Math.floor(((index + 0.5) * places.length) / count)]!,
  );
}
