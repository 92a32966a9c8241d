import { safeAddress } from "../links/absolute-address.js";
import type { Span } from "./page.js";
import { sameStyle } from "./spans.js";

interface Place {
  /** In a cell of a table, where a bar ends the cell. */
  readonly cell?: boolean;
  /** Within the brackets of a link. */
  readonly link?: boolean;
  /** What comes after it. */
  readonly after?: string;
}

/** Spans as one line of Markdown. */
export function inline(spans: readonly Span[], place: Place = {}): string {
  const runs = joined(spans);
  let line = "";
  for (let at = 0; at < runs.length; at += 1) {
    const { href } = runs[at]!;
    if (href === undefined) {
      line += styled(runs[at]!, line, runs[at + 1]?.text ?? "", place);
      continue;
    }
    let words = "";
    let end = at;
    while (end < runs.length && runs[end]!.href === href) {
      // Within the brackets of a link a marker has these next to it.
      words += styled(
        runs[end]!,
        words === "" ? "[" : words,
        runs[end + 1]?.href === href ? runs[end + 1]!.text : "]",
        place,
      );
      end += 1;
    }
    at = end - 1;
    const [, lead = "", inner = "", trail = ""] = /^(\s*)(.*?)(\s*)$/s.exec(words)!;
    line += inner === "" ? words : `${lead}[${inner}](${destination(href)})${trail}`;
  }
  return line.replace(/\s+/g, " ").trim();
}

/** The line in a form in which its first characters begin no block. */
export function lineStart(line: string): string {
  return line.replace(/^([-+=#>~]|:(?=-))/, "\\$1").replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

function destination(address: string): string {
  return address.replace(/[()<>\\|\s`*]/g, (one) => encodeURIComponent(one).replace(/[()*]/g, hex));
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

/** Neighbours that look the same as one, on one line. */
function joined(spans: readonly Span[]): Span[] {
  const runs: Span[] = [];
  for (const { href, ...rest } of spans) {
    const address = safeAddress(href);
    const span: Span = address === "" ? rest : { ...rest, href: address };
    const text = span.text.replace(/[\u0000-\u0008\u000e-\u001f]/g, "").replace(/\s+/g, " ");
    if (text === "") continue;
    const last = runs.at(-1);
    if (last !== undefined && sameStyle(last, span)) runs[runs.length - 1] = { ...last, text: last.text + text };
    else runs.push({ ...span, text });
  }
  return runs;
}

/** A run with its markers, as far as these are understood at its position; else its words alone. */
function styled({ text, href, strong, emphasis, code }: Span, before: string, after: string, place: Place): string {
  const [, lead = "", inner = "", trail = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text)!;
  if (inner === "") return text;
  const left = lead === "" ? before.slice(-1) : " ";
  // Two runs of backticks side by side are one. Brackets in the words of a link and bars in a cell are not understood by every program.
  const asCode = code && left !== "`" && !(href && /[`[\]\\]/.test(inner)) && !(place.cell && inner.includes("|"));
  const words = asCode
    ? codeSpan(inner)
    : escaped(inner, { ...place, link: href !== undefined, after: strong || emphasis ? "*" : trail || after });
  const right = trail === "" ? after.slice(0, 1) : " ";
  const marker = markerOf(strong === true, emphasis === true, { left, right, first: words[0]!, last: words.at(-1)! });
  const reversed = [...marker].reverse().join("");
  return `${lead}${marker}${words}${reversed}${trail}`;
}

interface Sides {
  readonly left: string;
  readonly right: string;
  readonly first: string;
  readonly last: string;
}

function markerOf(strong: boolean, emphasis: boolean, sides: Sides): string {
  if (!strong && !emphasis) return "";
  const { left, right, first, last } = sides;
  // A marker opens before a letter, or before a sign that has no letter on its other side; and closes alike.
  const opens = !isSign(first) || left === "" || isSign(left) || left === " ";
  const closes = !isSign(last) || right === "" || isSign(right) || right === " ";
  if (!opens || !closes || left === "*" || left === "_" || left === "\\") return "";
  if (strong) return emphasis ? "***" : "**";
  return isLetter(left) || isLetter(right) ? "*" : "_";
}

function isSign(character: string): boolean {
  return /[\p{P}\p{S}]/u.test(character);
}

function isLetter(character: string): boolean {
  return character !== "" && !isSign(character) && !/\s/.test(character);
}

/** Code within a line, between more backticks than it has in a row itself. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}

/** Addresses that GitHub's Markdown makes links of, with all that follows them up to the next space. */
const BARE = /(?:https?:\/\/|ftp:\/\/|www\.)\S*/gi;

function escaped(text: string, place: Place): string {
  let line = "";
  let from = 0;
  for (const match of text.matchAll(BARE)) {
    const [address] = match;
    const end = match.index + address.length;
    const written = signs(address, place);
    const apart = end < text.length || isApart(place);
    // With signs in it, or next to it, it is no link: in one a backslash would be part of the address.
    const kept = written === address && apart ? address : written.replace(/:(?=\/\/)|(?<=www)\./gi, "\\$&");
    line += signs(text.slice(from, match.index), place) + kept;
    from = end;
  }
  line += signs(text.slice(from), place);
  // Before a link it would make an image of it.
  return isApart(place) ? line : line.replace(/!$/, "\\!");
}

function isApart({ after = "" }: Place): boolean {
  return /^\s?$/.test(after);
}

function signs(text: string, place: Place): string {
  const { cell = false, link = false } = place;
  const plain = text
    .replace(/[\\`*[\]~]/g, "\\$&")
    .replace(/&(?=#?\w{1,40};)/g, "\\&")
    .replace(/</g, "&lt;")
    // Between two letters it is one of a name, and marks nothing.
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");
  // A marker next to it would be taken for a part of an address of mail.
  const whole = isApart(place) ? plain : plain.replace(/@/g, "\\@");
  const barred = cell ? whole.replace(/\|/g, "\\|") : whole;
  return link ? barred.replace(/\\\[/g, "&#91;").replace(/\\\]/g, "&#93;").replace(/\\`/g, "&#96;") : barred;
}
