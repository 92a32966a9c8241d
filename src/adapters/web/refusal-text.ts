/** Refusals are small: what holds more than this is a page, of which the text may come late. */
const MAX_SCANNED = 400_000;

/** So much text is looked at in one go. */
const PIECE = 8_000;

/** What a visitor would read of a page: the title, and the words of its body up to some number of them. */
export interface SeenText {
  readonly title: string;
  readonly words: number;
  /** In lower case, white space as single spaces. */
  readonly text: string;
}

/** Reads no further than is needed to distinguish a short page from a long one. One pass, whatever the page. */
export function seenText(html: string, maxWords: number): SeenText {
  const end = Math.min(html.length, MAX_SCANNED);
  let title = "";
  let text = "";
  let at = 0;
  let words = 0;
  let open = -1;
  while (at < end && words <= maxWords) {
    if (open < at) open = (html.indexOf("<", at) + 1 || end + 1) - 1;
    // Of a text without end the beginning is enough.
    const stop = Math.min(open, end, at + PIECE);
    if (stop > at) {
      const piece = plain(html.slice(at, stop));
      if (piece !== "") {
        text += text === "" ? piece : ` ${piece}`;
        words += piece.split(" ").length;
      }
    }
    if (stop < open) {
      at = stop;
      continue;
    }
    if (stop === end) break;
    const tag = tagAt(html, open);
    if (tag === "") at = open + 1;
    else if (tag === "!--") at = after(html, "-->", open + 4, end);
    else {
      at = after(html, ">", open + 1, end);
      if (HIDDEN.has(tag)) {
        const close = closing(html, tag, at, end);
        if (tag === "title" && title === "") title = plain(html.slice(at, Math.min(close, at + 500)));
        at = after(html, ">", close, end);
      }
    }
  }
  return { title, words: end < html.length ? maxWords + 1 : words, text };
}

const TAG = /<(?:!--|\/?[a-z][a-z0-9]{0,18})/iy;

/** The name of the tag that begins there, with the slash of a closing one; "!--" for a comment, empty for none. */
function tagAt(html: string, at: number): string {
  TAG.lastIndex = at;
  return TAG.test(html) ? html.slice(at + 1, TAG.lastIndex).toLowerCase() : "";
}

/** Elements whose text is not shown on the page. */
const HIDDEN: ReadonlySet<string> = new Set(["script", "style", "template", "title", "svg"]);

/** Where the next closing tag of an element begins. Scripts are the most of many pages, so this is no regular expression. */
function closing(html: string, name: string, from: number, end: number): number {
  for (let at = html.indexOf("</", from); at >= 0 && at < end; at = html.indexOf("</", at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at;
  }
  return end;
}

function after(html: string, mark: string, from: number, end: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? end : Math.min(found + mark.length, end);
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["nbsp", " "],
  ["quot", '"'],
  ["#39", "'"],
  ["#x27", "'"],
  ["rsquo", "'"],
  ["#32", " "],
]);

/** White space other than single spaces. */
const WIDE_SPACE = /[^\S ]| {2}/;

function plain(text: string): string {
  const read = text.includes("&")
    ? text.replace(/&(#?[a-z0-9]{1,6});/gi, (whole, name: string) => ENTITIES.get(name.toLowerCase()) ?? whole)
    : text;
  const trimmed = read.replaceAll("\u2019", "'").trim().toLowerCase();
  return WIDE_SPACE.test(trimmed) ? trimmed.replace(/\s+/g, " ") : trimmed;
}
