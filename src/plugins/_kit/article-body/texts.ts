import { codeSpans } from "../../../engines/pages/code-spans.js";
import { escapeSpintax } from "../../../kernel/index.js";
import { escapedHtml } from "../../../kernel/values/escaped-text.js";
import type { BodyLook, Voice } from "./look.js";
import type { BodyBlock, BodyLink, BodySource, BodyText } from "./model.js";
import { spunAround } from "./spun-around.js";

/** Whether it may become a link: a page of the kind `javascript:` must not get there alive. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s"'<>]+$/i.test(address);
}

/** A stretch of texts, with the link on it, or code. */
export interface Piece {
  readonly text: string;
  readonly link?: BodyLink;
  readonly isCode?: true;
}

/** Texts side by side, as a format writes them. */
export function textsTogether(texts: readonly BodyText[], voice: Voice, look: BodyLook): string {
  return piecesOf(texts, look)
    .map(({ text, link, isCode }) => {
      if (link !== undefined) return voice.link(text, link);
      return isCode === true ? voice.code(text) : voice.plain(text);
    })
    .join("");
}

/** Texts side by side; cited inline, the number of the source follows its last text in a row. */
export function piecesOf(texts: readonly BodyText[], look: BodyLook): Piece[] {
  return texts.flatMap((text, at) => {
    const { source } = text;
    const isCited = look.citing === "inline" && source !== undefined && texts[at + 1]?.source !== source;
    const before = at === 0 ? [] : [{ text: " " }];
    return [...before, ...onePieces(text, look), ...(isCited ? [{ text: ` [${source + 1}]` }] : [])];
  });
}

function onePieces({ text, spintax, links = [], code = [] }: BodyText, { spun = false }: BodyLook): Piece[] {
  const whole = spun && spintax !== undefined;
  const fixed = fixedIn(text, links, code);
  if (whole && fixed.length === 0) return [{ text: spintax }];
  const literal = (from: number, to: number) => (spun ? escapeSpintax(text.slice(from, to)) : text.slice(from, to));
  // Links are on characters of the text: its words there are in every variant.
  const around = (whole ? spunAround(text, spintax) : undefined) ?? literal;
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to, link } of fixed) {
    const own = literal(from, to);
    pieces.push({ text: around(at, from) }, link === undefined ? { text: own, isCode: true } : { text: own, link });
    at = to;
  }
  return [...pieces, { text: around(at, text.length) }];
}

/** Links and code of a text in order; code that a link is on is a link. */
function fixedIn(
  text: string,
  links: readonly BodyLink[],
  code: readonly string[],
): { readonly from: number; readonly to: number; readonly link?: BodyLink }[] {
  const linked: { from: number; to: number; link: BodyLink }[] = [];
  for (const link of links) {
    const { from, to, url } = link;
    if (from >= (linked.at(-1)?.to ?? 0) && to > from && to <= text.length && isWebAddress(url))
      linked.push({ from, to, link });
  }
  const free = codeSpans(text, code).filter(({ from, to }) => linked.every((one) => one.to <= from || one.from >= to));
  return [...linked, ...free].sort((one, other) => one.from - other.from);
}

/** A text outside of sentences, such as a heading, as files with variants must have it. */
export function literalText(text: string, { spun = false }: BodyLook): string {
  return spun ? escapeSpintax(text) : text;
}

/** The texts of a block in reading order. */
export function textsOf(block: BodyBlock): readonly BodyText[] {
  if (block.kind === "paragraph" || block.kind === "quote") return block.sentences;
  return block.kind === "list" ? block.items.flat() : [];
}

/** What of a block a source says besides sentences: code, and the cells of a table that is taken whole. */
export function shownTexts(block: BodyBlock): readonly BodyText[] {
  if (block.kind === "code") return [block.code];
  if (block.kind !== "table" || block.source === undefined) return [];
  const { head, rows, source } = block;
  return [head, ...rows]
    .flat()
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
    .map((text) => ({ text, source, original: text }));
}

/** Where a quotation is from: the name of its source, with the address where that says more. */
export function sourceLabel({ title, address }: BodySource): string {
  return title === address || title === "" ? address : `${title}: ${address}`;
}

export const HTML_VOICE: Voice = {
  plain: escapedHtml,
  code: (text) => `<code>${escapedHtml(text)}</code>`,
  link: (text, { url, nofollow, newTab }) => {
    const relations = [...(nofollow ? ["nofollow"] : []), ...(newTab ? ["noopener"] : [])].join(" ");
    const rel = relations === "" ? "" : ` rel="${relations}"`;
    return `<a href="${escapedHtml(url)}"${rel}${newTab ? ' target="_blank"' : ""}>${escapedHtml(text)}</a>`;
  },
};

/** Plain text has the words alone. */
export const PLAIN_VOICE: Voice = { plain: (text) => text, code: (text) => text, link: (text) => text };
