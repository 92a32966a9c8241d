import { createHash } from "node:crypto";
import { asText } from "../../engines/pages/extraction/as-text.js";
import { formatted, keptOf, type PageLook } from "../../engines/pages/extraction/formats.js";
import type { ArchivedFrom, ContentBlock, ExtractedPage, Span } from "../../engines/pages/extraction/page.js";
import { countWords } from "../../engines/pages/terms.js";
import { csvLine } from "../../kernel/values/csv-line.js";
import { escapedXml } from "../../kernel/values/escaped-text.js";

export const ARTICLE_FORMATS = ["txt", "md", "html", "json", "csv", "xml"] as const;
export type ArticleFormat = (typeof ARTICLE_FORMATS)[number];

/** What the addresses of images begin with that are saved next to the articles. */
const SAVED = "../images/";

/** What of a page goes into its files, nothing left open. */
export type ArticleLook = Required<PageLook>;

/** What a page is, in a few words: the columns of a row, and the head of a file. */
export interface ArticleFacts {
  readonly url: string;
  readonly title: string;
  /** Several are joined by `, `. */
  readonly author: string;
  /** ISO 8601; when it was published or, where that is not known, changed. */
  readonly date: string;
  /** ISO 639-1. */
  readonly language: string;
  readonly licence: string;
  /** Of the text that is kept, headings and tables included. */
  readonly words: number;
  /** SHA-256 of that text, in hexadecimal digits. */
  readonly hash: string;
  /** Present for a page from an archive: the files of the article say so in their heads. */
  readonly archive?: ArchivedFrom | undefined;
}

export interface ArticleFile {
  readonly path: string;
  readonly content: string;
  /** Media type. */
  readonly type: string;
}

export const ARTICLE_MEDIA_TYPES: Readonly<Record<ArticleFormat, string>> = {
  txt: "text/plain",
  md: "text/markdown",
  html: "text/html",
  json: "application/json",
  csv: "text/csv",
  xml: "application/xml",
};

/** `page` as `keptOf` left it. */
export function articleFacts(page: ExtractedPage, url: string): ArticleFacts {
  const { metadata } = page;
  const text = asText(page.content);
  return {
    url,
    title: metadata.title,
    author: metadata.authors.join(", "),
    date: metadata.published || metadata.modified,
    language: metadata.language,
    licence: metadata.licence,
    words: countWords(text),
    hash: createHash("sha256").update(text).digest("hex"),
  };
}

/** The files of a page, `articles/<name>.<format>` each. */
export function articleFiles(
  page: ExtractedPage,
  facts: ArticleFacts,
  formats: readonly ArticleFormat[],
  name: string,
  look: PageLook = {},
): ArticleFile[] {
  // Its words are those of the text that goes into the files, as its row counts them.
  const kept = { ...keptOf(page, look), words: facts.words };
  return formats.map((format) => ({
    path: `articles/${name}.${format}`,
    content: written(kept, facts, format, look),
    type: ARTICLE_MEDIA_TYPES[format],
  }));
}

function written(page: ExtractedPage, facts: ArticleFacts, format: ArticleFormat, look: PageLook): string {
  if (format === "csv") return articleCsv(facts, asText([...page.content, ...page.comments]));
  if (format === "xml") return articleXml(page, facts);
  return withSavedImages(page, (shown) =>
    formatted(shown, format, { ...look, url: facts.url, archive: facts.archive }),
  );
}

/**
 * The formats take whole addresses of the web for images and nothing else. The saved ones, which are next to the article,
 * get such an address while it is written.
 */
function withSavedImages(page: ExtractedPage, write: (page: ExtractedPage) => string): string {
  const saved = new Map<string, string>();
  const host = createHash("sha256").update(page.metadata.title).digest("hex").slice(0, 16);
  const standIn = (block: ContentBlock): ContentBlock => {
    if (block.kind !== "image" || !block.src.startsWith(SAVED)) return block;
    const src = `https://${host}.invalid/${saved.size + 1}.image`;
    saved.set(src, encodeURI(block.src));
    return { ...block, src };
  };
  const text = write({ ...page, content: page.content.map(standIn), comments: page.comments.map(standIn) });
  if (saved.size === 0) return text;
  const pointed = text.replace(
    new RegExp(`https://${host}\\.invalid/\\d+\\.image`, "g"),
    (src) => saved.get(src) ?? src,
  );
  // Opened from a disk, the page has them from there.
  return pointed.replace("img-src http: https:", "img-src http: https: file:");
}

/** One line of names and one of values. */
function articleCsv(facts: ArticleFacts, text: string): string {
  const { url, title, author, date, language, licence, words, archive } = facts;
  const record = { url, ...archive, title, author, date, language, licence, words, text };
  return csvLine(Object.keys(record), { lineBreak: "\r\n" }) + csvLine(Object.values(record), { lineBreak: "\r\n" });
}

/** The article, of a page as `keptOf` left it, as a document of its own small vocabulary; the README of the article downloader shows one. */
function articleXml(page: ExtractedPage, facts: ArticleFacts): string {
  const { url, title, author, date, language, licence, words, archive } = facts;
  const head = { url, ...archive, title, author, date, language, licence, words: String(words) };
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<article>"];
  for (const [name, value] of Object.entries(head)) lines.push(`  <${name}>${escapedXml(value)}</${name}>`);
  lines.push("  <content>", ...page.content.map((block) => `    ${blockXml(block)}`), "  </content>");
  if (page.comments.length > 0) {
    lines.push("  <comments>", ...page.comments.map((block) => `    ${blockXml(block)}`), "  </comments>");
  }
  return `${lines.join("\n")}\n</article>\n`;
}

function blockXml(block: ContentBlock): string {
  switch (block.kind) {
    case "break":
      return "<break/>";
    case "code":
      return `<code>${escapedXml(block.text)}</code>`;
    case "image":
      return `<image src="${escapedXml(block.src)}" alt="${escapedXml(block.alt)}">${escapedXml(block.caption)}</image>`;
    case "table": {
      const rows = block.rows.map((row, at) => {
        const cell = block.header && at === 0 ? "heading" : "cell";
        return `<row>${row.map((spans) => `<${cell}>${inline(spans)}</${cell}>`).join("")}</row>`;
      });
      return `<table>${rows.join("")}</table>`;
    }
  }
  const text = inline(block.spans);
  if (block.kind === "heading") return `<heading level="${block.level}">${text}</heading>`;
  if (block.kind === "item") return `<item ordered="${block.ordered}" depth="${block.depth}">${text}</item>`;
  return `<${block.kind}>${text}</${block.kind}>`;
}

function inline(spans: readonly Span[]): string {
  return spans
    .map(({ text, href, strong, emphasis, code }) => {
      let xml = escapedXml(text);
      if (code) xml = `<code>${xml}</code>`;
      if (emphasis) xml = `<em>${xml}</em>`;
      if (strong) xml = `<strong>${xml}</strong>`;
      return href !== undefined ? `<link href="${escapedXml(href)}">${xml}</link>` : xml;
    })
    .join("");
}
