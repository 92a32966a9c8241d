import type { Random } from "../../../kernel/index.js";
import type { ArticleBody, BodyBlock } from "../article-body/model.js";

export type Place = "start" | "middle" | "end" | "random";

/** The blocks with another among them: never between a heading and what it stands over. */
export function placed(
  blocks: readonly BodyBlock[],
  block: BodyBlock,
  place: Place,
  random: Random,
): readonly BodyBlock[] {
  const at = placeOf(blocks, place, random);
  return [...blocks.slice(0, at), block, ...blocks.slice(at)];
}

/** `start` is behind the first paragraph, so that an article begins with its text. */
function placeOf(blocks: readonly BodyBlock[], place: Place, random: Random): number {
  const possible = [...blocks.keys(), blocks.length].filter((at) => at > 0 && blocks[at - 1]?.kind !== "heading");
  if (possible.length === 0 || place === "end") return blocks.length;
  if (place === "start") return possible[0]!;
  if (place === "random") return random.pick(possible);
  return nearest(possible, middleOf(blocks));
}

/** The place that has half of the words before it. */
function middleOf(blocks: readonly BodyBlock[]): number {
  const lengths = blocks.map((block) => textsOf(block).reduce((sum, text) => sum + text.length, 0));
  const half = lengths.reduce((sum, length) => sum + length, 0) / 2;
  let before = 0;
  for (const [at, length] of lengths.entries()) {
    if (before + length / 2 >= half) return at;
    before += length;
  }
  return blocks.length;
}

function nearest(places: readonly number[], wanted: number): number {
  return places.reduce((best, at) => (Math.abs(at - wanted) < Math.abs(best - wanted) ? at : best));
}

/** What a block says, piece by piece. */
export function textsOf(block: BodyBlock): readonly string[] {
  switch (block.kind) {
    case "heading":
      return [block.text];
    case "paragraph":
    case "quote":
      return block.sentences.map(({ text }) => text);
    case "list":
      return block.items.flat().map(({ text }) => text);
    case "table":
      return [block.head, ...block.rows].flat();
    default:
      return [];
  }
}

/** All that an article says, its title first. */
export function wholeText(body: ArticleBody): string {
  return [body.title, ...body.blocks.flatMap(textsOf)].join("\n");
}
