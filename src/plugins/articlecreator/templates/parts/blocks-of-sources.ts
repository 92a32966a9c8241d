import type { Material } from "../../material.js";

/** A block of a source, with where it stands there. */
export interface SourceBlock {
  readonly source: number;
  /** The heading above it; empty for none. */
  readonly heading: string;
  readonly kind: "paragraph" | "item" | "quote";
  readonly text: string;
}

/** The text of one source block by block. */
export function blocksOfSource(material: Material, source: number): SourceBlock[] {
  const found: SourceBlock[] = [];
  let heading = "";
  for (const { kind, text } of material.sources[source]?.blocks ?? []) {
    if (kind === "heading") heading = text;
    else found.push({ source, heading, kind, text });
  }
  return found;
}

/** The lists of a source: items that follow each other under one heading. */
export function listsOfSource(material: Material, source: number): SourceBlock[][] {
  const lists: SourceBlock[][] = [];
  let last: SourceBlock | undefined;
  for (const block of blocksOfSource(material, source)) {
    if (block.kind === "item") {
      if (last?.kind === "item" && last.heading === block.heading) lists.at(-1)!.push(block);
      else lists.push([block]);
    }
    last = block;
  }
  return lists;
}
