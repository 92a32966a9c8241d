import { type HtmlElement, type HtmlNode, htmlTree, isBlock, isHeading } from "../_kit/articles-in/html-tree.js";

/** A blank that stays, in front of lines too. */
const KEPT = "\ue000";

/** HTML as the plain text of a mail: paragraphs apart, lists and quotes marked, the addresses of links behind their words. */
export function plainText(html: string): string {
  return `${tidy(textOf(htmlTree(html), false)).replaceAll(KEPT, " ")}\n`;
}

function textOf(nodes: readonly HtmlNode[], isPre: boolean): string {
  return nodes.map((node) => (typeof node === "string" ? wordsOf(node, isPre) : elementText(node, isPre))).join("");
}

function wordsOf(text: string, isPre: boolean): string {
  const clean = text.replaceAll(KEPT, "");
  return isPre ? clean.replaceAll("\r\n", "\n").replace(/[ \t]/g, KEPT) : clean.replace(/[\s\u00a0]+/g, " ");
}

function elementText({ name, attributes, children }: HtmlElement, isPre: boolean): string {
  const inner = () => textOf(children, isPre);
  switch (name) {
    case "br":
      return "\n";
    case "hr":
      return "\n\n----\n\n";
    case "img":
      return attributes["alt"] ? `[${attributes["alt"]}]` : "";
    case "a":
      return linkText(inner(), attributes["href"] ?? "");
    case "pre":
      return `\n\n${textOf(children, true)}\n\n`;
    case "ul":
    case "ol":
      return `\n\n${listText(children, name === "ol" ? Number(attributes["start"] ?? 1) || 1 : undefined)}\n\n`;
    case "blockquote":
      return `\n\n${tidy(inner()).replace(/^/gm, `>${KEPT}`)}\n\n`;
    case "tr":
      return `\n${inner()}`;
    case "td":
    case "th":
      return `${tidy(inner()).replace(/\n+/g, " ")}${KEPT}${KEPT}`;
    case "dt":
      return `\n\n${inner()}\n`;
    case "dd":
      return `\n${tidy(inner()).replace(/^/gm, KEPT.repeat(4))}\n`;
    default:
      return isHeading(name) || isBlock(name) ? `\n\n${inner()}\n\n` : inner();
  }
}

function linkText(words: string, href: string): string {
  return /^https?:/i.test(href) && !words.includes(href) ? `${words} (${href})` : words;
}

/** `first` is the number of the first item; undefined for a list without numbers. */
function listText(children: readonly HtmlNode[], first: number | undefined): string {
  const items = children.filter((node) => typeof node !== "string" || node.trim() !== "");
  return items
    .map((item, index) => {
      const mark = first === undefined ? "- " : `${first + index}. `;
      const text = tidy(typeof item === "string" ? wordsOf(item, false) : textOf(item.children, false));
      // A list within an item belongs to it.
      const close = text.replace(/\n{2,}(?=\ue000*(?:-|\d+\.) )/g, "\n");
      return mark + close.replace(/\n(?=[^\n])/g, `\n${KEPT.repeat(mark.length)}`);
    })
    .join("\n");
}

function tidy(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trim().replace(/\ue000+$/, ""))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");
}
