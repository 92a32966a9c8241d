import { type HtmlNode, htmlTree, isBlock, isHeading } from "../_kit/articles-in/html-tree.js";

/** HTML as the plain text of a mail: paragraphs apart, items with a dash, the addresses of links behind their words. */
export function plainText(html: string): string {
  let text = "";
  const walk = (node: HtmlNode, isPre: boolean): void => {
    if (typeof node === "string") {
      text += isPre ? node : node.replace(/[\s\u00a0]+/g, " ");
      return;
    }
    const { name, attributes, children } = node;
    if (name === "br") text += "\n";
    else if (name === "hr") text += "\n\n----\n\n";
    else if (name === "img") text += attributes["alt"] ? `[${attributes["alt"]}]` : "";
    else if (name === "li") {
      text += "\n- ";
      within(children, isPre);
    } else if (name === "tr") {
      text += "\n";
      within(children, isPre);
    } else if (name === "td" || name === "th") {
      within(children, isPre);
      text += "  ";
    } else {
      const edge = isHeading(name) || isBlock(name) ? "\n\n" : "";
      text += edge;
      const start = text.length;
      within(children, isPre || name === "pre");
      const href = attributes["href"] ?? "";
      if (name === "a" && /^https?:/.test(href) && !text.slice(start).includes(href)) text += ` (${href})`;
      text += edge;
    }
  };
  const within = (nodes: readonly HtmlNode[], isPre: boolean) => {
    for (const node of nodes) walk(node, isPre);
  };
  within(htmlTree(html), false);
  return `${text
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/^-\n+/gm, "- ")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}
