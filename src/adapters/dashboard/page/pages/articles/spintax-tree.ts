import { MARK_SIZE, parseSpintax, unescapeSpintax } from "../../../../../kernel/text/spintax.js";

/** A stretch of text, or a choice of options. */
export type Node = { readonly text: string } | { readonly options: readonly (readonly Node[])[]; readonly at: number };

/** A text with choices as a tree. What does not pair up is text. */
export function treeOf(source: string): readonly Node[] {
  const { marks } = parseSpintax(source);
  const top: Node[] = [];
  const open: { readonly options: Node[][]; readonly around: Node[] }[] = [];
  let nodes = top;
  let from = 0;
  for (let mark = MARK_SIZE; ; mark += MARK_SIZE) {
    const at = marks[mark]!;
    if (at > from) nodes.push({ text: unescapeSpintax(source.slice(from, at)) });
    from = at + 1;
    const aim = marks[mark + 1]!;
    if (aim === 0) return top;
    if (aim < 0) {
      const options: Node[][] = [[]];
      nodes.push({ options, at });
      open.push({ options, around: nodes });
      nodes = options[0]!;
    } else if (aim === mark) nodes = open.pop()!.around;
    else {
      nodes = [];
      open.at(-1)!.options.push(nodes);
    }
  }
}

/** How many choices there are, however deep. */
export function countChoices(source: string): number {
  const { marks } = parseSpintax(source);
  let count = 0;
  for (let mark = MARK_SIZE; marks[mark + 1] !== 0; mark += MARK_SIZE) if (marks[mark + 1]! < 0) count += 1;
  return count;
}

/** How many characters a node has, with all its options; counting ends above `most`. */
export function lengthOf(nodes: readonly Node[], most: number): number {
  let length = 0;
  for (const node of nodes) {
    if (length > most) break;
    if ("text" in node) length += node.text.length;
    else for (const option of node.options) length += lengthOf(option, most - length);
  }
  return length;
}
