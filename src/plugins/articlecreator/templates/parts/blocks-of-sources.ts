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
