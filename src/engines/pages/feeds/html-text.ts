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

/** Elements that set off what they hold from what comes before and after. */
const BLOCKS = new Set(
  "p div br li ul ol h1 h2 h3 h4 h5 h6 tr td th table blockquote pre section article figure figcaption hr dd dt dl".split(
    " ",
  ),
);
const SILENT = new Set("script style noscript template svg math iframe object".split(" "));
/** What titles are marked up with. A title may also speak of elements, and then they are text. */
const INLINE =
  /<\/?(?:a|abbr|b|br|cite|code|em|font|i|img|mark|p|q|s|small|span|strong|sub|sup|u)(?:\s[^<>]{0,1000})?\/?>/i;
/** A title or a name is shorter. */
const MAX_TITLE = 1000;

/** The text of a piece of HTML, blocks set apart by a space; a hostile one takes time in proportion to its length. */
export function htmlText(html: string): string {
  if (!/[<&]/.test(html)) return singleSpaced(html);
  const pieces: string[] = [];
  let silent = 0;
  walkHtml(html, {
    open(name) {
      if (SILENT.has(name)) silent += 1;
      if (BLOCKS.has(name)) pieces.push(" ");
    },
    text(text) {
      if (silent === 0) pieces.push(text);
    },
    close(name) {
      if (SILENT.has(name)) silent -= 1;
      if (BLOCKS.has(name)) pieces.push(" ");
    },
  });
  return singleSpaced(pieces.join(""));
}

/** A title, a name or a category, whatever a feed put into it. */
export function plainTitle(source: string): string {
  const text = source.slice(0, MAX_TITLE * 4);
  const isMarkedUp = INLINE.test(text) || /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]{1,30});/i.test(text);
  // Angle brackets that belong to no markup of titles are meant as such.
  const marked = text.replace(/<(?!\/?[a-z])/gi, "&lt;");
  return (isMarkedUp ? htmlText(onlyInline(marked)) : singleSpaced(text)).slice(0, MAX_TITLE).toWellFormed().trim();
}

function onlyInline(text: string): string {
  return text.replace(/<[^<>]{0,1000}>?/g, (tag) => (INLINE.test(tag) ? tag : tag.replace("<", "&lt;")));
}

/** Runs of white space as one space, and nothing that cannot be seen. */
function singleSpaced(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u00a0\s]+/g, " ").trim();
}
