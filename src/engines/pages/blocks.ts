/** What is left of a document when it is read as text: its headings and paragraphs in reading order. */
export interface Block {
  readonly kind: "heading" | "paragraph" | "item" | "quote";
  /** 1 to 6, of a heading. */
  readonly level?: number;
  /** One line, white space collapsed. */
  readonly text: string;
  /** Of an item. */
  readonly list?: ItemList;
  /** What of the text is written as code, in order. */
  readonly code?: readonly Stretch[];
  /** What stands between it and the next block and is no text, in its order. */
  readonly followedBy?: readonly Exhibit[];
}

/** A part of a text, the end not included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Code or a table among paragraphs. */
export type Exhibit =
  | { readonly kind: "code" /** Lines as they are. */; readonly text: string; readonly language?: string }
  | { readonly kind: "table"; readonly table: TextTable }
  /** A table that is too large or too uneven to be read. */
  | { readonly kind: "unread" };

/** The list that an item is in. */
export interface ItemList {
  /** The same for all items of the list and for no others of the document. */
  readonly number: number;
  readonly ordered: boolean;
  /** It belongs to the item before it: another paragraph of that, or an item of a list within it. */
  readonly inner?: true;
}

/** A table of data. */
export interface TextTable {
  /** The heading that it stands below; empty for none. */
  readonly heading: string;
  /** What the columns are called; empty where no row says so. */
  readonly head: readonly string[];
  /** Texts of the cells, each one line. */
  readonly rows: readonly (readonly string[])[];
}

export interface DocumentText {
  /** Without the name of the site; empty when the document has none. */
  readonly title: string;
  /** Name of the site, where the document gives it. */
  readonly site: string;
  /** Who wrote it, where the document says so. */
  readonly byline: string;
  readonly blocks: readonly Block[];
  /** Its tables of data, which are none of the blocks; absent where there are none. */
  readonly tables?: readonly TextTable[];
}

export const EMPTY_DOCUMENT: DocumentText = { title: "", site: "", byline: "", blocks: [] };

/** White space at its ends left out, and any other that runs on made one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * Text as it may be stored and shown: one line, no control or invisible characters, no half of a surrogate pair,
 * composed form.
 */
export function cleanText(text: string): string {
  return withoutInvisible(text).replace(/\s+/g, " ").trim().normalize("NFC");
}

/** Without control and invisible characters and halves of surrogate pairs; white space stays. */
export function withoutInvisible(text: string): string {
  return text
    .replace(/[\ud800-\udfff]/gu, "")
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, "");
}

/** A clean text of so many characters at most, never with half of a surrogate pair at its end. */
export function shortText(text: string, length: number): string {
  const clean = cleanText(text);
  return clean.length > length ? cleanText(clean.slice(0, length)) : clean;
}

const SEPARATOR = / [|\-\u2013\u2014\u00b7\u00bb:\u2022]{1,2} | [|\u00bb] ?/;

/** A page's title without the name of its site, be it known or only set off by a bar or a dash. */
export function titleWithoutSite(title: string, site: string): string {
  const clean = shortText(title, 300);
  const parts = clean
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (parts.length < 2) return parts[0] ?? "";
  const siteKey = plainKey(site);
  const others = parts.filter((part) => siteKey === "" || plainKey(part) !== siteKey);
  if (others.length === 0) return parts[0]!;
  if (others.length < parts.length) return others.find((part) => part.includes(" ")) ?? others[0]!;
  // The specification leaves unknown site names open; one follows the title, and is the shorter of the two.
  const [first, last] = [parts[0]!, parts.at(-1)!];
  return first.split(" ").length >= Math.min(3, last.split(" ").length) ? first : last;
}

const APPENDIX =
  /^(see also|further reading|external links?|references?|sources?|citations?|bibliography|footnotes|notes|related( \w+){0,2}|comments?|\d+ (comments?|responses|replies|thoughts)( .*)?|leave a (reply|comment)|share( this.*)?|about the authors?|you (may|might) also (like|enjoy).*|more (from|in|on|about|like) .*|read (more|next).*|newsletter.*|subscribe.*|sign up.*|recommended( \w+){0,3}|popular (posts|articles)|latest (posts|articles|news)|recent (posts|articles|comments)|table of contents|contents|on this page|in this (article|guide|post)|tags|categories|credits?|acknowledge?ments?|disclaimer|advertisement)[:.]?$/i;

/** The blocks without sections that are about the page rather than its subject: references, comments, related pages. */
export function withoutAppendices<Part extends Block>(blocks: readonly Part[]): Part[] {
  const kept: Part[] = [];
  let below: number | undefined;
  for (const block of blocks) {
    if (block.kind === "heading") {
      const level = block.level ?? 2;
      if (below !== undefined && level > below) continue;
      below = block.text.length < 80 && APPENDIX.test(block.text) ? level : undefined;
    }
    if (below === undefined) kept.push(block);
  }
  return kept;
}

/** Headings with nothing below them say nothing; a deeper heading counts as something. */
export function withoutEmptyHeadings(blocks: readonly Block[]): Block[] {
  const kept: Block[] = [];
  let next: Block | undefined;
  for (const block of blocks.toReversed()) {
    const empty =
      block.kind === "heading" &&
      (next === undefined || (next.kind === "heading" && (next.level ?? 2) <= (block.level ?? 2)));
    if (empty) continue;
    kept.push(block);
    next = block;
  }
  return kept.reverse();
}

/** Letters and digits only, lower case: for telling whether two texts say the same. */
export function plainKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
