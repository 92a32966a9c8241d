/** docs/decisions/feeds.md says why; deeper tags are left out and their text stays. */
const MAX_DEPTH = 100;
/** A feed of the largest size that is read has fewer. */
const MAX_TAGS = 100_000;
/** Characters that repairs may add; what needs more was never meant to be read. */
const MAX_REPAIRS = 1_000_000;

/** Elements of text alone: the next element of an item ends them, if nothing else did. */
const LEAVES = new Set(
  "title link guid id pubdate updated published modified issued created lastbuilddate language generator comments author dc:date dc:creator dc:title dc:subject category description summary content:encoded".split(
    " ",
  ),
);
/** What no text of a leaf holds, however much HTML is in it unescaped. */
const NEXT = new Set(
  "item entry guid pubdate updated published enclosure comments category dc:date dc:creator dc:subject content:encoded description media:content media:thumbnail".split(
    " ",
  ),
);
/** Leaves that hold no tags whatsoever, so that even `title` and `link` behind them are elements of their own. */
const PLAIN = new Set(
  "title link guid id pubdate updated published modified issued dc:date lastbuilddate language comments".split(" "),
);
/** Elements that are next to one another and never in one another. */
const SIBLINGS = new Set(["item", "entry", "channel"]);
/** Of HTML that is in a feed unescaped. */
const VOID = new Set("br hr img wbr input".split(" "));

/** What came of a text that claims to be XML. */
export interface RepairedXml {
  /** Well-formed: no document type, no instructions, no comments, every tag ended, every `&` a reference. */
  readonly text: string;
  /** Names of the outermost elements, in lower case. */
  readonly roots: readonly string[];
  /** Whether tags were left out for their depth. */
  readonly cut: boolean;
}

/**
 * XML in a form that any parser takes, from whatever a server sent: what was left open is closed, `&` on its own is
 * escaped, characters that XML does not allow are gone. A document type is left out with all it declares, so no entity of
 * a document is ever expanded or fetched. Bounded in depth, in time in proportion to the length. Throws `refusal`, which gets
 * the end of a sentence, for more elements than a feed has.
 */
export function repairXml(source: string, refusal: (why: string) => Error): RepairedXml {
  const text = allowedCharacters(source);
  const kept: string[] = [];
  const open: string[] = [];
  const names: string[] = [];
  const roots: string[] = [];
  let added = 0;
  let tooDeep = 0;
  let cut = false;
  let tags = 0;
  const keep = (raw: string, escaped: string) => {
    added += escaped.length - raw.length;
    if (added > MAX_REPAIRS) throw refusal("it is too broken to be repaired");
    kept.push(escaped);
  };
  const close = (to: number) => {
    while (open.length > to) {
      kept.push(`</${names.pop()}>`);
      open.pop();
    }
  };
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf("<", at);
    if (start < 0) {
      const rest = text.slice(at);
      if (open.length > 0) keep(rest, escapedText(rest));
      break;
    }
    const before = text.slice(at, start);
    if (before !== "" && open.length > 0) keep(before, escapedText(before));
    if (text.startsWith("<![CDATA[", start)) {
      const end = text.indexOf("]]>", start + 9);
      const content = text.slice(start, end < 0 ? text.length : end);
      if (open.length > 0) kept.push(content, "]]>");
      at = end < 0 ? text.length : end + 3;
      continue;
    }
    const next = text[start + 1];
    if (next === "!" || next === "?") {
      at = passed(text, start);
      continue;
    }
    const closing = next === "/";
    const name = nameAt(text, start + (closing ? 2 : 1));
    if (name === "") {
      if (open.length > 0) keep("<", "&lt;");
      at = start + 1;
      continue;
    }
    const end = tagEnd(text, start + 1);
    if (end < 0) break;
    at = end + 1;
    const key = name.toLowerCase();
    // Names that mean something to JavaScript objects mean nothing in a feed.
    if (isReserved(key)) continue;
    if (closing) {
      if (tooDeep > 0) tooDeep -= 1;
      else {
        const from = open.lastIndexOf(key);
        if (from >= 0) close(from);
      }
      continue;
    }
    tags += 1;
    if (tags > MAX_TAGS) throw refusal("it has more than 100,000 elements");
    if (tooDeep === 0) close(leftOpen(open, key));
    const selfClosing = text[end - 1] === "/" || (VOID.has(key) && open.length > 0);
    if (tooDeep > 0 || open.length >= MAX_DEPTH) {
      cut = true;
      if (!selfClosing) tooDeep += 1;
      continue;
    }
    if (open.length === 0) roots.push(key);
    const inner = text.slice(start + 1 + name.length, text[end - 1] === "/" ? end - 1 : end);
    kept.push(`<${name}${attributes(inner)}${selfClosing ? "/" : ""}>`);
    if (selfClosing) continue;
    open.push(key);
    names.push(name);
  }
  close(0);
  return { text: kept.join(""), roots, cut };
}

/** How many of the open elements stay open when this one begins. */
function leftOpen(open: readonly string[], key: string): number {
  const last = open.at(-1);
  if (last === undefined) return 0;
  if (SIBLINGS.has(key)) {
    const same = open.lastIndexOf(key);
    if (same >= 0) return same;
  }
  if (PLAIN.has(last) && (NEXT.has(key) || PLAIN.has(key))) return open.length - 1;
  if (!NEXT.has(key)) return open.length;
  const leaf = open.findIndex((name) => LEAVES.has(name));
  return leaf < 0 ? open.length : leaf;
}

/** Behind a comment, an instruction or a document type with what it declares. */
function passed(text: string, start: number): number {
  if (text.startsWith("<!--", start)) return behind(text, "-->", start + 4);
  if (text[start + 1] === "?") return behind(text, "?>", start + 2);
  const end = text.indexOf(">", start);
  if (end < 0) return text.length;
  const head = text.slice(start, Math.min(end, start + 10_000));
  if (!head.includes("[") || !/^<!doctype/i.test(head)) return end + 1;
  const subset = /\]\s*>/g;
  subset.lastIndex = start;
  const found = subset.exec(text);
  return found === null ? text.length : found.index + found[0].length;
}

function behind(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

function isReserved(key: string): boolean {
  return key in {} || key === "prototype" || key.startsWith("__");
}

function nameAt(text: string, from: number): string {
  const name = /[A-Za-z_][\w.:-]{0,99}/y;
  name.lastIndex = from;
  return name.exec(text)?.[0] ?? "";
}

/** Where the tag ends, minding `>` in quoted values; a quote that never ends is none. */
function tagEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const character = text[at];
    if (character === ">") return at;
    // The next tag began without this one having ended.
    if (character === "<") return at - 1;
    if ((character === '"' || character === "'") && text[at - 1] === "=") {
      const end = text.indexOf(character, at + 1);
      if (end < 0 || end - at > 100_000) return text.indexOf(">", at);
      at = end;
    }
    at += 1;
  }
  return -1;
}

/** Attributes with quotes around their values and each name once. */
function attributes(inner: string): string {
  const seen = new Set<string>();
  let written = "";
  for (const found of inner.matchAll(/(?<![\w.:-])([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)) {
    const [, name = "", double, single, bare] = found;
    const key = name.toLowerCase();
    if (seen.has(key) || isReserved(key) || seen.size >= 100) continue;
    seen.add(key);
    const value = escapedText(double ?? single ?? bare ?? "")
      .replaceAll('"', "&quot;")
      .replaceAll("<", "&lt;");
    written += ` ${name}="${value}"`;
  }
  return written;
}

const LONE = /&(?!#[xX][0-9a-fA-F]{1,8};|#\d{1,8};|[A-Za-z][A-Za-z0-9]{1,31};)/g;
const NUMBERED = /&#(?:[xX]([0-9a-fA-F]{1,8})|(\d{1,8}));/g;

/** `&` that begins no reference is one that somebody forgot to escape; a reference to no character means an unknown one. */
function escapedText(text: string): string {
  if (!text.includes("&")) return text;
  const escaped = text.replace(LONE, "&amp;");
  if (!escaped.includes("&#")) return escaped;
  return escaped.replace(NUMBERED, (whole, hexadecimal: string | undefined, decimal: string | undefined) => {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return isAllowed(code) ? whole : "\ufffd";
  });
}

function isAllowed(code: number): boolean {
  return (
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 32 && code < 0xd800) ||
    (code > 0xdfff && code < 0xfffe) ||
    (code > 0xffff && code <= 0x10ffff)
  );
}

/** Without what XML 1.0 does not allow. */
export function allowedCharacters(text: string): string {
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}
