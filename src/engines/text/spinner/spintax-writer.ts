import { splitSpintax } from "../../../kernel/text/spintax.js";
import { indefiniteArticle } from "../english/inflection/index.js";
import type { Token } from "../english/types.js";
import { bracesOf, isSpintaxMark } from "../markup/index.js";

/** A place of a text with its other ways to say it. */
export interface Group {
  readonly start: number;
  readonly end: number;
  /** Groups within the place, in order. They belong to its first option, which is the text itself. */
  readonly inner: readonly Group[];
  /** The other options, as spintax. */
  readonly others: readonly string[];
}

/**
 * The text as spintax, with the groups, which are in order and do not overlap. Taking the first option everywhere gives
 * back the text; if the text is spintax already, what it gives by its own first options.
 */
export function writeSpintax(text: string, groups: readonly Group[]): string {
  const escapes = escapesOf(text);
  let next = 0;
  const parts: string[] = [];
  const copy = (from: number, to: number) => {
    for (; next < escapes.length && escapes[next]! < to; next += 1) {
      parts.push(text.slice(from, escapes[next]!), "\\");
      from = escapes[next]!;
    }
    parts.push(text.slice(from, to));
  };
  // Groups may nest as deep as phrases do, which is twice.
  const write = (groups: readonly Group[], from: number, to: number) => {
    let at = from;
    for (const group of groups) {
      copy(at, group.start);
      parts.push("{");
      write(group.inner, group.start, group.end);
      for (const other of group.others) parts.push("|", other);
      parts.push("}");
      at = group.end;
    }
    copy(at, to);
  };
  write(groups, 0, text.length);
  return parts.join("");
}

/**
 * Where a backslash has to be put in. A text with groups of its own is spintax, so its escapes stay what they are; in any
 * other text a backslash is a backslash. Pairs of braces without a bar are text as they stand.
 */
function escapesOf(text: string): number[] {
  if (!/[\\{|}]/.test(text)) return [];
  const segments = splitSpintax(text);
  const spun = segments.some(({ kind }) => kind === "choice");
  const { pairs } = bracesOf(text);
  const paired = new Set([...pairs].flat());
  const escapes: number[] = [];
  for (const { kind, start, end } of segments) {
    if (kind === "choice") continue;
    for (let at = start; at < end; at += 1) {
      const character = text[at];
      if (!isSpintaxMark(character)) continue;
      if (character !== "\\") {
        if (!paired.has(at)) escapes.push(at);
      } else if (isSpintaxMark(text[at + 1])) {
        if (!spun) escapes.push(at, at + 1);
        at += 1;
      }
    }
  }
  return escapes;
}

/** The article of a place, when it is `a` or `an` and only white space divides it from the word. */
export function articleBefore(text: string, tokens: readonly Token[], index: number): Token | undefined {
  const article = tokens[index - 1];
  if (article === undefined || !/^an?$/i.test(article.text)) return undefined;
  return /^\s+$/.test(text.slice(article.end, tokens[index]!.start)) ? article : undefined;
}

/** The article as it must be before the word, in the case of the one that stood there; the same one when it is right. */
export function articleFor(article: string, word: string): string {
  const right = indefiniteArticle(word);
  if (article.toLowerCase() === right) return article;
  const upper = article[0] === "A";
  if (!upper) return right;
  return right === "an" && word.length > 1 && word === word.toUpperCase() ? "AN" : right === "an" ? "An" : "A";
}
