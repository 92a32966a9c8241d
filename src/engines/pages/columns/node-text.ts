import type { AnyNode, Element } from "domhandler";

const SILENT = new Set(["script", "style", "template", "noscript"]);
const BREAKING =
  /^(?:address|article|aside|blockquote|br|dd|div|dl|dt|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul)$/;

/** The text that readers see in nodes, with one space for all white space. */
export function textOf(nodes: readonly AnyNode[]): string {
  let text = "";
  const open: AnyNode[] = [...nodes].reverse();
  while (open.length > 0) {
    const node = open.pop()!;
    if (node.type === "text") text += node.data;
    if (!("children" in node)) continue;
    const name = node.type === "root" ? "" : (node as Element).name;
    // What is asked for itself is read whatever it is.
    if (SILENT.has(name) && !nodes.includes(node)) continue;
    if (BREAKING.test(name)) text += " ";
    for (let child = node.children.length - 1; child >= 0; child -= 1) open.push(node.children[child]!);
  }
  return text.replace(/\s+/g, " ").trim();
}
