import type { AnyNode, Element } from "domhandler";

/** In the order of the document. */
export function* elementsBelow(node: AnyNode): Generator<Element> {
  const open: AnyNode[] = "children" in node ? [...node.children].reverse() : [];
  while (open.length > 0) {
    const next = open.pop()!;
    if (!("children" in next)) continue;
    if ("attribs" in next) yield next;
    for (let child = next.children.length - 1; child >= 0; child -= 1) open.push(next.children[child]!);
  }
}
