import type { PageElement } from "./page-tree.js";
import type { PlacedBlock } from "./surroundings.js";

/** What a block is in its list: the begin of an item, a further paragraph of one, or the number that stands before one. */
export type ItemPart = "first" | "further" | "number";

/** Tells the parts of items apart, block after block in the order of the page. */
export function itemParts(): (block: PlacedBlock, next: PlacedBlock | undefined) => ItemPart {
  const begun = new Set<PageElement>();
  return (block, next) => {
    const { item, text } = block;
    if (item === undefined) {
      // Behind a heading or code of an item its text is a paragraph.
      const around = block.path.find(({ name }) => name === "li" || name === "dd");
      if (around !== undefined) begun.add(around);
      return "first";
    }
    if (begun.has(item)) return "further";
    if (next?.item === item && /^\(?\d{1,3}[.):]?$/.test(text)) return "number";
    begun.add(item);
    return "first";
  };
}
