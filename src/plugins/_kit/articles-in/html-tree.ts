import { Parser } from "htmlparser2";
import { sanitizeHtml } from "../../../engines/pages/sanitize-html.js";
import { MARK, MARK_TAG, markOf, withMarkTags } from "./marks.js";

export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  children: HtmlNode[];
}

export type HtmlNode = string | HtmlElement;

/** More than this is no article, and would be cut. */
export const MOST_HTML = 2_000_000;

/** The elements of a text, without scripts, styles and comments but those of WordPress; bounded in size and depth. */
export function htmlTree(html: string): HtmlNode[] {
  const root: HtmlElement = { name: "", attributes: {}, children: [] };
  const open = [root];
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = { name, attributes, children: [] };
      open.at(-1)!.children.push(element);
      open.push(element);
    },
    ontext(text) {
      const { children } = open.at(-1)!;
      const last = children.at(-1);
      if (typeof last === "string") children[children.length - 1] = last + text;
      else children.push(text);
    },
    onclosetag() {
      const element = open.pop();
      if (element?.name === MARK_TAG) open.at(-1)!.children.splice(-1, 1, ...marked(element));
    },
  });
  parser.end(sanitizeHtml(withMarkTags(html)));
  return root.children;
}

function marked({ children }: HtmlElement): HtmlNode[] {
  const [text] = children;
  const mark = typeof text === "string" ? markOf(text) : undefined;
  return mark === undefined ? children : [{ name: MARK, attributes: { text: mark }, children: [] }];
}

/** All elements within, in the order of the text. */
export function* elementsOf(nodes: readonly HtmlNode[]): Generator<HtmlElement> {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    yield node;
    yield* elementsOf(node.children);
  }
}

/** Takes an element out, wherever it is. */
export function without(nodes: readonly HtmlNode[], element: HtmlElement): HtmlNode[] {
  return nodes
    .filter((node) => node !== element)
    .map((node) => {
      if (typeof node === "string") return node;
      return { ...node, children: without(node.children, element) };
    });
}

const BLOCKS = new Set(
  "p div ul ol li dl dt dd h1 h2 h3 h4 h5 h6 tr table caption blockquote pre section article main header footer aside nav address figure figcaption hr details summary".split(
    " ",
  ),
);

export const isHeading = (name: string) => /^h[1-6]$/.test(name);
export const isBlock = (name: string) => BLOCKS.has(name);

/** The words: blocks and lines below each other, without blanks at their ends. */
export function textOf(nodes: readonly HtmlNode[]): string {
  let text = "";
  const walk = (node: HtmlNode, isPre: boolean) => {
    if (typeof node === "string") {
      text += isPre ? node.replaceAll("\r\n", "\n") : node.replace(/[\s\u00a0]+/g, " ");
    } else if (node.name === "br") text += "\n";
    else {
      const edge = isBlock(node.name) ? "\n" : node.name === "td" || node.name === "th" ? " " : "";
      text += edge;
      for (const child of node.children) walk(child, isPre || node.name === "pre");
      text += edge;
    }
  };
  for (const node of nodes) walk(node, false);
  return text
    .split("\n")
    .map((line) => line.trimEnd().replace(/^ +(?=\S)/, ""))
    .join("\n")
    .replace(/\n{2,}/g, "\n")
    .trim();
}
