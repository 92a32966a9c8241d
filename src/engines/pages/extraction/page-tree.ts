import { Parser } from "htmlparser2";
import { sanitizeHtml } from "../sanitize-html.js";

/** An element of a page, with what is in it summed up while the page is walked through. */
export class PageElement {
  readonly children: (PageElement | string)[] = [];
  /** How many elements are around it. */
  readonly depth: number;
  /** Words of all text in it, those in links, and those of blocks that read like prose. */
  words = 0;
  linkWords = 0;
  proseWords = 0;
  /** Blocks of text in it, and those of them that read like prose. */
  blocks = 0;
  prose = 0;
  /** How much it looks like the element that holds the content. */
  score = 0;
  /** What its names show, as bits of NAME_CUES; and its name with its classes. Both are found at first use. */
  cues: number | undefined;
  kind: string | undefined;
  /** Found by a selector of what is kept in any case; and whether it has such an element somewhere in it. */
  included = false;
  holdsIncluded = false;

  constructor(
    readonly name: string,
    readonly attributes: Readonly<Record<string, string>>,
    readonly parent: PageElement | undefined,
    /** Where in the page it begins, in characters. */
    readonly at = 0,
  ) {
    this.depth = parent === undefined ? 0 : parent.depth + 1;
  }

  attribute(name: string): string {
    return Object.hasOwn(this.attributes, name) ? this.attributes[name]! : "";
  }

  has(name: string): boolean {
    return Object.hasOwn(this.attributes, name);
  }
}

/** A page as a tree, and what its scripts state for programs. */
export interface ParsedPage {
  readonly tree: PageElement;
  readonly jsonLd: readonly string[];
}

/** The page as a tree of bounded depth and size; anything at all is a page. */
export function pageTree(html: string): PageElement {
  return parsedPage(html).tree;
}

const MAX_JSON_LD = 60;
const MAX_JSON_LENGTH = 1_000_000;

/** As `pageTree`, with its JSON-LD as it is there: of 60 scripts and a million characters at most. */
export function parsedPage(html: string): ParsedPage {
  const jsonLd: string[] = [];
  let length = 0;
  const script = (tag: string, text: string) => {
    if (
      !/ld(?:\+|&#x2b;|&#43;)json/i.test(tag) ||
      text === "" ||
      jsonLd.length >= MAX_JSON_LD ||
      length + text.length > MAX_JSON_LENGTH
    )
      return;
    length += text.length;
    jsonLd.push(text);
  };
  const root = new PageElement("#page", {}, undefined);
  let open = root;
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = new PageElement(name, attributes, open, parser.startIndex);
      open.children.push(element);
      open = element;
    },
    ontext(text) {
      const last = open.children.length - 1;
      const before = open.children[last];
      if (typeof before === "string") open.children[last] = before + text;
      else open.children.push(text);
    },
    onclosetag() {
      open = open.parent ?? root;
    },
  });
  parser.write(sanitizeHtml(html, script));
  parser.end();
  return { tree: root, jsonLd };
}

/** The first element of a name, in reading order. */
export function firstElement(root: PageElement, name: string): PageElement | undefined {
  for (const child of root.children) {
    if (typeof child === "string") continue;
    if (child.name === name) return child;
    const found = firstElement(child, name);
    if (found) return found;
  }
  return undefined;
}

/** All text in an element, as it is there. */
export function textOf(element: PageElement): string {
  let text = "";
  for (const child of element.children) text += typeof child === "string" ? child : textOf(child);
  return text;
}
