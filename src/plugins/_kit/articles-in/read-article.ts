import { createHash } from "node:crypto";
import { isNoText } from "../../../engines/binary-files.js";
import { type FolderProvider, type Random, ScriptoriumError, shown } from "../../../kernel/index.js";
import { articleFacts, onceEach } from "./article-facts.js";
import { bodyOf } from "./body.js";
import { frontMatterOf } from "./front-matter.js";
import { MOST_HTML, textOf } from "./html-tree.js";
import { type ArticleImage, imagesOf } from "./images.js";
import type { ArticleOptions } from "./options.js";
import { htmlOf, safeNodes } from "./safe-html.js";
import { nameOf, titled, withKeyword } from "./title.js";

export interface SourceArticle {
  /** Path below the folder, with `/` between segments. */
  readonly file: string;
  /** As `articleTitle` says; never empty. */
  readonly title: string;
  /** HTML that may be trusted, without the heading that became the title. */
  readonly html: string;
  /** The same as plain text. */
  readonly text: string;
  /** Of the front matter or the head of the document, as are the four below; empty when none is named. */
  readonly excerpt: string;
  readonly slug: string;
  readonly author: string;
  /** ISO 8601, a day or a time with or without offset. */
  readonly date: string;
  /** Its own, then those of the options, each once; `{keyword}` is filled. */
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  /** Further members of the front matter that are texts or numbers, `status` among them. */
  readonly meta: Readonly<Record<string, string>>;
  /** As they stand in `html`. */
  readonly images: readonly ArticleImage[];
  /** What the front matter names; empty when it names none. */
  readonly featuredImage: string;
  /** SHA-256 of title and html, in hexadecimal digits. */
  readonly hash: string;
}

export interface ArticleContext {
  readonly folder: FolderProvider;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/**
 * Reads one article of the folder. Throws FOLDER_REFUSED and FOLDER_UNREADABLE for its file, and PAGE_UNREADABLE for what is no
 * text, is empty, is too large or has settings at its head that cannot be read.
 */
export async function readArticle(
  file: string,
  options: Pick<ArticleOptions, "articleFolder" | "articleTitle" | "articleCategory" | "articleTags">,
  { folder, random, signal }: ArticleContext,
): Promise<SourceArticle> {
  const source = await folder.read(options.articleFolder.trim(), file, { signal });
  if (isNoText(source)) throw unreadable(file, "is no text, although its name says so. Leave it out.");
  if (source.length > MOST_HTML) throw unreadable(file, "is longer than 2,000,000 characters. Split it.");
  const { matter, body } = frontMatterOf(source, file);
  const { nodes: raw, facts: head } = await bodyOf(body, file.slice(file.lastIndexOf(".") + 1).toLowerCase());
  const facts = articleFacts(matter, head);
  const { title, nodes } = titled(safeNodes(raw), facts, { articleTitle: options.articleTitle, file, random });
  const html = htmlOf(nodes);
  if (html === "") throw unreadable(file, "has no text besides its title. Leave it out, or write some.");
  const keyword = facts.keyword || nameOf(file);
  const filled = (terms: readonly string[]) => terms.map((term) => withKeyword(term, keyword));
  return {
    file,
    title,
    html,
    text: textOf(nodes),
    excerpt: facts.excerpt,
    slug: facts.slug,
    author: facts.author,
    date: facts.date,
    categories: onceEach([...facts.categories, ...filled(options.articleCategory)]),
    tags: onceEach([...facts.tags, ...filled(options.articleTags)]),
    meta: facts.meta,
    images: imagesOf(nodes),
    featuredImage: facts.featuredImage,
    hash: createHash("sha256")
      .update(JSON.stringify([title, html]))
      .digest("hex"),
  };
}

function unreadable(file: string, why: string): ScriptoriumError {
  return new ScriptoriumError("PAGE_UNREADABLE", `${shown(file)} ${why}`, { path: shown(file) });
}
