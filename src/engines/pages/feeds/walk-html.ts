import { Parser } from "htmlparser2";

export interface HtmlVisitor {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  /** Once for every element that was opened, whether or not the source closes it. */
  close(name: string): void;
}

/** What people wrote for a feed is shorter and shallower. */
const MAX_LENGTH = 2_000_000;
const MAX_DEPTH = 500;
const TOO_DEEP = Symbol("too deep");

/**
 * Goes through a piece of HTML without building anything. What is beyond the limits of length and depth is left out, so
 * a hostile one costs time in proportion to its length.
 */
export function walkHtml(html: string, visitor: HtmlVisitor): void {
  const open: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (open.length >= MAX_DEPTH) throw TOO_DEEP;
      open.push(name);
      visitor.open(name, attributes);
    },
    ontext: (text) => visitor.text(text),
    onclosetag(name) {
      open.pop();
      visitor.close(name);
    },
  });
  try {
    parser.end(html.length > MAX_LENGTH ? html.slice(0, MAX_LENGTH) : html);
  } catch (error) {
    if (error !== TOO_DEEP) throw error;
    for (const name of open.reverse()) visitor.close(name);
  }
}
