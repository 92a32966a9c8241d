/** What kind of thing a rewriting must hand on as it is. */
export type FixedKind = "link" | "e-mail address" | "code" | "placeholder" | "markup";

export interface FixedPart {
  readonly kind: FixedKind;
  readonly text: string;
}

const TOP_DOMAINS = "com|org|net|edu|gov|io|co|info|biz|dev|app|de|uk|eu|fr|es|it|nl|ru|ch|at|pl|us|ca|au|jp";

// Tried in this order; each is bounded or runs to a delimiter, so that no text makes them slow.
const MARKS: readonly (readonly [FixedKind, RegExp])[] = [
  ["code", /``[^`\n]{1,500}``|`[^`\n]{1,500}`/y],
  ["markup", /<\/?[a-z][^<>]{0,5000}>|&(?:[a-z]{2,10}|#\d{1,7}|#x[\da-f]{1,6});/iy],
  [
    "placeholder",
    /\{\{[^{}\n]{1,100}\}\}|\$\{[^{}\n]{1,100}\}|\{[\w.-]{1,60}\}|%[A-Za-z_][\w.-]{0,60}%|%[sd](?![a-z])/y,
  ],
  ["markup", /\]\([^()\s]{0,2000}(?:[ \t]{1,9}"[^"\n]{0,200}")?\)/y],
  ["placeholder", /\[[^\][\n]{1,100}\](?![([:])/y],
  ["markup", /!?\[(?=[^\][\n]{1,500}\]\()/y],
];
// From a beginning to the next end, however far that is.
const ENCLOSED: readonly { readonly kind: FixedKind; readonly begin: RegExp; readonly end: string }[] = [
  { kind: "code", begin: /```/y, end: "```" },
  { kind: "markup", begin: /<!--/y, end: "-->" },
  { kind: "code", begin: /<script(?=[\s>])/iy, end: "</script>" },
  { kind: "code", begin: /<style(?=[\s>])/iy, end: "</style>" },
  { kind: "code", begin: /<pre(?=[\s>])/iy, end: "</pre>" },
  { kind: "code", begin: /<code(?=[\s>])/iy, end: "</code>" },
];
const ADDRESSES: readonly (readonly [FixedKind, RegExp])[] = [
  ["link", /(?:https?|ftp):\/\/[^\s<>"“”{}|\\^`]+|www\.[^\s<>"“”{}|\\^`]+|mailto:[^\s<>"“”]+/iy],
  ["e-mail address", /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/uy],
  [
    "link",
    new RegExp(`[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63}){0,4}\\.(?:${TOP_DOMAINS})(?![\\w-])(?:/[^\\s<>"]*)?`, "iy"),
  ],
];
// Only at the beginning of a line.
const LINE_START = /[ \t]{0,8}(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+|\d{1,9}[.)][ \t]+|(?:[-*_][ \t]*){3,}(?=\n|$)|\|)/y;
const EMPHASIS = /\*{1,3}|_{1,3}|~~|\|/y;
const QUIET = /[^`<&{$%[\]!*_~|@\p{L}\p{N}\n]+/uy;
const WORD = /[\p{L}\p{N}]+/uy;
const UNBROKEN = /[^\s<>"“”`]+/y;
const ADDRESS_SIGN = /@|:\/\/|\.[\p{L}\p{N}]|mailto:/iu;
const AFTER_LINK = /[.,;:!?)'\]’»*_~]/u;

/** The parts in reading order, and the text with a space for every character of theirs. */
export function fixedParts(text: string): { readonly parts: readonly FixedPart[]; readonly prose: string } {
  const parts: FixedPart[] = [];
  let prose = "";
  let copied = 0;
  let position = 0;
  let lineStart = true;
  // Up to where the unbroken run of characters goes, and whether there may be an address in it.
  let runEnd = 0;
  let mayBeAddress = false;
  const enclosed = enclosedIn(text);
  const take = (kind: FixedKind, end: number, breaks = text[position] === "|") => {
    parts.push({ kind, text: text.slice(position, end).trim() });
    prose +=
      text.slice(copied, position) +
      blank(text, position, end, breaks || BLOCK_TAG.test(text.slice(position, position + 12)));
    copied = end;
    position = end;
  };
  while (position < text.length) {
    if (lineStart) {
      lineStart = false;
      const end = matchEnd(LINE_START, text, position);
      if (end !== undefined) {
        lineStart = text.slice(position, end).includes(">");
        take("markup", end, true);
        continue;
      }
    }
    if (text[position] === "\n") {
      lineStart = true;
      position += 1;
      continue;
    }
    const word = matchEnd(WORD, text, position);
    if (position >= runEnd) {
      runEnd = matchEnd(UNBROKEN, text, position) ?? position;
      mayBeAddress = ADDRESS_SIGN.test(text.slice(position, runEnd));
    }
    let found: { kind: FixedKind; end: number } | undefined;
    if (word === undefined) found = enclosed(position) ?? markAt(text, position);
    else if (mayBeAddress) found = partAt(ADDRESSES, text, position);
    if (found) take(found.kind, found.end);
    else position = word ?? matchEnd(QUIET, text, position) ?? position + 1;
  }
  return { parts, prose: prose + text.slice(copied) };
}

/** Finds what is enclosed at a place; asked for places in ascending order it looks at each character a few times at most. */
function enclosedIn(text: string): (start: number) => { kind: FixedKind; end: number } | undefined {
  const lower = text.toLowerCase().length === text.length ? text.toLowerCase() : text;
  const ends = new Map<string, number>();
  return (start) => {
    if (text[start] !== "<" && text[start] !== "`") return undefined;
    for (const { kind, begin, end } of ENCLOSED) {
      const from = matchEnd(begin, text, start);
      if (from === undefined) continue;
      let at = ends.get(end) ?? 0;
      if (at < from) {
        at = lower.indexOf(end, from);
        if (at < 0) at = Number.POSITIVE_INFINITY;
        ends.set(end, at);
      }
      if (at < Number.POSITIVE_INFINITY) return { kind, end: at + end.length };
    }
    return undefined;
  };
}

function partAt(
  patterns: readonly (readonly [FixedKind, RegExp])[],
  text: string,
  start: number,
): { kind: FixedKind; end: number } | undefined {
  for (const [kind, pattern] of patterns) {
    let end = matchEnd(pattern, text, start);
    if (end === undefined) continue;
    if (kind === "link") while (end > start + 1 && AFTER_LINK.test(text[end - 1]!)) end -= 1;
    return { kind, end };
  }
  return undefined;
}

function markAt(text: string, start: number): { kind: FixedKind; end: number } | undefined {
  const found = partAt(MARKS, text, start);
  if (found) return found;
  const end = matchEnd(EMPHASIS, text, start);
  if (end === undefined) return undefined;
  // A lone asterisk between blanks is no emphasis, nor is the underscore within a name.
  const between = /\s/.test(text[start - 1] ?? " ") && /\s/.test(text[end] ?? " ");
  return between && text[start] !== "|" ? undefined : { kind: "markup", end };
}

function matchEnd(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) && pattern.lastIndex > start ? pattern.lastIndex : undefined;
}

const BLOCK_TAG =
  /^<\/?(?:p|div|h[1-6]|li|ul|ol|dl|dt|dd|table|tr|td|th|br|hr|blockquote|section|article|header|footer|figcaption|title)\b/i;

/** Keeps the line breaks, so that paragraphs stay apart, and marks where markup begins a new piece of text. */
function blank(text: string, start: number, end: number, breaks: boolean): string {
  const blanks = text.slice(start, end).replace(/[^\n]/gu, " ");
  return breaks ? `\u2029${blanks.slice(1)}` : blanks;
}
