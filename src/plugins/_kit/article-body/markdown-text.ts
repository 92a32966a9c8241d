import type { Piece } from "./texts.js";

/** Where words stand: at the start of a block other signs are markup than within a line. */
export type MarkdownPlace = "paragraph" | "item" | "heading" | "cell";

/** Words as one line of Markdown, with a backslash only before what would be read as markup at its place. */
export function markdownText(given: readonly Piece[], place: MarkdownPlace): string {
  const pieces = joined(given.map((piece) => ({ ...piece, text: piece.text.replace(/[ \t\r\n\f\v]+/g, " ") })));
  const paired = pairedIn(pieces.map(signsOf).join(""));
  let line = "";
  for (const [at, { text, link, isCode }] of pieces.entries()) {
    if (isCode === true) {
      line += codeSpan(text, place);
      continue;
    }
    const next = pieces[at + 1];
    const after = next === undefined ? "" : firstSign(next);
    const around = { paired, place, before: line.slice(-1), after, isLinkNext: next?.link !== undefined };
    line += link === undefined ? withAddresses(text, around) : linked(text, link.url, around);
  }
  line = line.trim();
  if (place === "cell") return line;
  return place === "heading" ? headingEnd(line) : blockStart(line, place);
}

/** The pieces that say something; code right behind code is one piece, since marks side by side would be another mark. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces.filter(({ text }) => text !== "")) {
    const last = result.at(-1);
    if (last?.isCode !== true || piece.isCode !== true) result.push(piece);
    else result.splice(-1, 1, { text: last.text + piece.text, isCode: true });
  }
  return result;
}

/** The signs of a piece that could mark something together with others. */
function signsOf({ text, link, isCode }: Piece): string {
  if (isCode === true) return "`code`";
  return link === undefined ? text : `[${text}]`;
}

function firstSign({ text, link, isCode }: Piece): string {
  if (isCode === true) return "`";
  return link === undefined ? text.charAt(0) : "[";
}

/** Code within a line: nothing in it is markup, but for what parts the cells of a table. */
function codeSpan(text: string, place: MarkdownPlace): string {
  const marks = "`".repeat(longestRun(text, 0) + 1);
  const code = place === "cell" ? text.replaceAll("|", "\\|") : text;
  const space = /^`|`$|^ .* $/.test(code) ? " " : "";
  return `${marks}${space}${code}${space}${marks}`;
}

/** How many backticks stand behind each other at most, or the given number where there are fewer. */
export function longestRun(text: string, least: number): number {
  return Math.max(least, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

export function markdownLink(text: string, url: string): string {
  const words = text.replace(/\s+/g, " ").trim();
  return linked(words, url, { ...ALONE, paired: pairedIn(`[${words}]`) });
}

interface Around {
  /** The signs of the block that would mark what stands between two of them. */
  readonly paired: ReadonlySet<string>;
  readonly place: MarkdownPlace;
  readonly before: string;
  readonly after: string;
  readonly isLinkNext: boolean;
}

const ALONE = { place: "paragraph", before: "", after: "", isLinkNext: false } as const;

function linked(text: string, url: string, around: Around): string {
  const words = escaped(text, { ...around, before: "[", after: "]", isLinkNext: false }, true);
  return `[${words}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}

/** Of signs that mark what stands between two of them, those that the text has so. */
function pairedIn(text: string): ReadonlySet<string> {
  const paired = new Set<string>();
  for (const sign of ["*", "_", "~"]) {
    const runs = [...text.matchAll(new RegExp(`\\${sign}+`, "g"))];
    const first = runs.findIndex(({ 0: run, index }) => /\S/.test(text.charAt(index + run.length)));
    const last = runs.findLastIndex(({ index }) => /\S/.test(text.charAt(index - 1)));
    if (first >= 0 && last > first) paired.add(sign);
  }
  if (text.indexOf("`") < text.lastIndexOf("`")) paired.add("`");
  return paired;
}

/** Addresses that GitHub's Markdown makes links of, with all that follows them up to the next space. */
const ADDRESS = /(?:(?:https?|ftp):\/\/|www\.)[^\s<]*/gi;

/** In an address that is a link by itself a backslash would be a part of it, so that one with signs is kept from being a link. */
function withAddresses(text: string, around: Around): string {
  let line = "";
  let from = 0;
  const part = (start: number, end: number) =>
    escaped(text.slice(start, end), {
      ...around,
      before: text.charAt(start - 1) || around.before,
      after: end < text.length ? text.charAt(end) : around.after,
      isLinkNext: end === text.length && around.isLinkNext,
    });
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const end = index + address.length;
    const words = part(index, end);
    line += part(from, index);
    const isApart = /^\s?$/.test(text.charAt(end) || around.after);
    line += words === address && isApart ? address : words.replace(/:(?=\/\/)|(?<=www)\./gi, "\\$&");
    from = end;
  }
  return line + part(from, text.length);
}

function escaped(text: string, around: Around, isLabel = false): string {
  const { paired, place, before, after, isLinkNext } = around;
  return text.replace(/[\\`*_~[\](<!|&]/g, (sign, at: number) => {
    const [left, right] = [text.charAt(at - 1) || before, text.charAt(at + 1) || after];
    const isMarkup =
      {
        "\\": right === "" || /[!-/:-@[-`{-~]/.test(right),
        _: paired.has("_") && !(isLetter(left) && isLetter(right)),
        "[": isLabel,
        "]": isLabel || right === "(",
        // Some readers see a link within a link here, whatever stands before the bracket.
        "(": isLabel && left === "]",
        "`": isLabel || paired.has("`"),
        "<": /[a-z/!?]/i.test(right),
        "!": isLinkNext && at === text.length - 1,
        // Jekyll makes tables of all lines that have one.
        "|": place !== "heading",
        "&": /^&#?\w{1,31};/.test(text.slice(at)),
      }[sign] ?? paired.has(sign);
    return isMarkup ? `\\${sign}` : sign;
  });
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

/** The line so that its first characters begin no block. */
function blockStart(line: string, place: MarkdownPlace): string {
  const task = place === "item" ? /^\[[ x]\](?=\s|$)/i : undefined;
  if (/^\[[^\]]*\]:/.test(line) || task?.test(line)) return `\\${line}`;
  return line
    .replace(/^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|>|~{3,}|([-_*])(?=(?:\s*\1){2,}\s*$))/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2");
}

/** The line so that signs at its end are no part of the marker of the heading. */
function headingEnd(line: string): string {
  return line.replace(/(?<=^|\s)#+$/, "\\$&");
}
