import type { Block } from "../../../../engines/pages/blocks.js";
import type { Material } from "../../material.js";

/** A heading of a source with what stands right below it. */
export interface SourceSection {
  /** Empty before the first heading. */
  readonly heading: string;
  /** 1 to 6; 0 before the first heading. */
  readonly level: number;
  /** The headings above its own, the nearest last. */
  readonly above: readonly string[];
  readonly blocks: readonly Block[];
}

export function sectionsOfSource(material: Material, source: number): SourceSection[] {
  const sections: (SourceSection & { blocks: Block[] })[] = [{ heading: "", level: 0, above: [], blocks: [] }];
  const open: { level: number; text: string }[] = [];
  for (const block of material.sources[source]?.blocks ?? []) {
    if (block.kind !== "heading") {
      sections.at(-1)!.blocks.push(block);
      continue;
    }
    const level = block.level ?? 2;
    while (open.length > 0 && open.at(-1)!.level >= level) open.pop();
    sections.push({ heading: block.text, level, above: open.map(({ text }) => text), blocks: [] });
    open.push({ level, text: block.text });
  }
  return sections;
}

/** Whether the test is met by the heading of a section or by one above it. */
export function isBelow(section: SourceSection, heading: RegExp): boolean {
  return heading.test(section.heading) || section.above.some((text) => heading.test(text));
}

/** A list as its source has it: of each item its own text and then what belongs to it, such as the items of a list within. */
export interface ListOfSource {
  readonly ordered: boolean;
  readonly items: readonly (readonly string[])[];
  /** What stands before it; empty where that is another list. */
  readonly before: string;
}

/** What stands between two parts of a list and is no part of an item of its own: "For the icing:". */
const LABEL = /:$|^[^.!?]{1,60}$/;

/**
 * The lists of a section. Numbered ones that are only interrupted by notes and pictures are one, and the notes belong to the item
 * before them.
 */
export function listsOfSection({ blocks }: SourceSection): ListOfSource[] {
  const lists: { ordered: boolean; items: string[][]; before: string; number: number }[] = [];
  let between: string[] = [];
  for (const { kind, text, list } of blocks) {
    const open = lists.at(-1);
    if (kind !== "item" || list === undefined) {
      between.push(text);
      continue;
    }
    const goesOn =
      open !== undefined &&
      (open.number === list.number || (open.ordered && list.ordered && !between.some((each) => LABEL.test(each))));
    if (goesOn) {
      open.items.at(-1)!.push(...between);
      if (list.inner) open.items.at(-1)!.push(text);
      else open.items.push([text]);
      open.number = list.number;
    } else {
      const before = between.at(-1) ?? "";
      lists.push({ ordered: list.ordered, items: [[text]], number: list.number, before });
    }
    between = [];
  }
  return lists;
}
