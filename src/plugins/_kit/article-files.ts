import { createHash } from "node:crypto";
import { asText } from "../../engines/pages/extraction/as-text.js";
import { formatted, keptOf, type PageLook } from "../../engines/pages/extraction/formats.js";
import type { ContentBlock, ExtractedPage } from "../../engines/pages/extraction/page.js";
import { countWords } from "../../engines/pages/terms.js";
import { articleCsv } from "./article-files-csv.js";
import { articleXml } from "./article-files-xml.js";

export const ARTICLE_FORMATS = ["txt", "md", "html", "json", "csv", "xml"] as const;
export type ArticleFormat = (typeof ARTICLE_FORMATS)[number];

/** What the addresses of images begin with that are saved beside the articles. */
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
  const kept = keptOf(page, look);
  return formats.map((format) => ({
    path: `articles/${name}.${format}`,
    content: written(kept, facts, format, look),
    type: ARTICLE_MEDIA_TYPES[format],
  }));
}

function written(page: ExtractedPage, facts: ArticleFacts, format: ArticleFormat, look: PageLook): string {
  if (format === "csv") return articleCsv(facts, asText([...page.content, ...page.comments]));
  if (format === "xml") return articleXml(page, facts);
  return withSavedImages(page, (shown) => formatted(shown, format, { ...look, url: facts.url }));
}

/**
 * The formats take whole addresses of the web for images and nothing else. The saved ones, which stand beside the article,
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
