import { htmlTree, textOf } from "../articles-in/html-tree.js";
import { elementsOf } from "../articles-in/index.js";
import { safeNodes } from "../articles-in/safe-html.js";

/** The words of an HTML text, paragraphs set off by blank lines. */
export function withoutHtml(html: string): string {
  const tree = htmlTree(html);
  const body = [...elementsOf(tree)].find(({ name }) => name === "body");
  return `${textOf(safeNodes(body?.children ?? tree))}\n`;
}
