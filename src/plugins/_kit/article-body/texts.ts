import { escapeSpintax } from "../../../kernel/index.js";
import { escapedHtml } from "../../../kernel/values/escaped-text.js";
import type { BodyLook, Voice } from "./look.js";
import type { BodyBlock, BodySource, BodyText } from "./model.js";
import { spunAround } from "./spun-around.js";

/** Whether it may become a link: a page of the kind `javascript:` must not get there alive. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[^\s"'<>]+$/i.test(address);
}

/** Texts side by side; cited inline, the number of the source follows its last text in a row. */
export function textsTogether(texts: readonly BodyText[], voice: Voice, look: BodyLook): string {
  return texts
    .map((text, at) => {
      const { source } = text;
      const written = oneText(text, voice, look);
      if (look.citing !== "inline" || source === undefined || texts[at + 1]?.source === source) return written;
      return `${written} [${source + 1}]`;
    })
    .join(" ");
}

function oneText({ text, spintax, links = [] }: BodyText, voice: Voice, { spun = false }: BodyLook): string {
  const whole = spun && spintax !== undefined;
  if (whole && links.length === 0) return voice.plain(spintax);
  const literal = (from: number, to: number) => (spun ? escapeSpintax(text.slice(from, to)) : text.slice(from, to));
  // Links are on characters of the text: its words there are in every variant.
  const around = (whole ? spunAround(text, spintax) : undefined) ?? literal;
  let written = "";
  let at = 0;
  for (const { from, to, ...link } of links) {
    if (from < at || to <= from || to > text.length || !isWebAddress(link.url)) continue;
    written += voice.plain(around(at, from)) + voice.link(literal(from, to), link);
    at = to;
  }
  return written + voice.plain(around(at, text.length));
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

/** Where a quotation is from: the name of its source, with the address where that says more. */
export function sourceLabel({ title, address }: BodySource): string {
  return title === address || title === "" ? address : `${title}: ${address}`;
}

export function escapedMarkdown(text: string): string {
  return text
    .replace(/[\\`*[\]<>#|~]|&(?=#?\w{1,31};)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\$&")
    .replace(/^(\d+)([.)])/, "$1\\$2")
    .replace(/^([+=-])/, "\\$1");
}

export const HTML_VOICE: Voice = {
  plain: escapedHtml,
  link: (text, { url, nofollow, newTab }) => {
    const relations = [...(nofollow ? ["nofollow"] : []), ...(newTab ? ["noopener"] : [])].join(" ");
    const rel = relations === "" ? "" : ` rel="${relations}"`;
    return `<a href="${escapedHtml(url)}"${rel}${newTab ? ' target="_blank"' : ""}>${escapedHtml(text)}</a>`;
  },
};

export const MARKDOWN_VOICE: Voice = {
  plain: escapedMarkdown,
  link: (text, { url }) => markdownLink(text, url),
};

/** Plain text has the words alone. */
export const PLAIN_VOICE: Voice = { plain: (text) => text, link: (text) => text };

export function markdownLink(text: string, url: string): string {
  return `[${escapedMarkdown(text)}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}
