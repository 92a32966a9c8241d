import { createHash } from "node:crypto";
import { isNoText } from "../../../engines/binary-files.js";
import { type FolderProvider, type Random, ScriptoriumError, shown } from "../../../kernel/index.js";
import { type ArticleFacts, articleFacts, onceEach } from "./article-facts.js";
import { bodyOf, headFacts } from "./body.js";
import { frontMatterOf } from "./front-matter.js";
import { MOST_HTML, textOf } from "./html-tree.js";
import { type ArticleImage, imagesOf } from "./images.js";
import type { ArticleOptions } from "./options.js";
import { htmlOf, safeNodes } from "./safe-html.js";
import { titled, withKeyword } from "./title.js";

export interface SourceArticle {
  /** Path below the folder, with `/` between segments. */
  readonly file: string;
  /** As `articleTitle` says; never empty. */
  readonly title: string;
  /** HTML that may be trusted, without the heading that became the title. */
  readonly html: string;
  /** The same as plain text. */
  readonly text: string;
  /** Of the front matter or the head of the document, as are the five below; empty when none is named. */
  readonly excerpt: string;
  readonly slug: string;
  readonly author: string;
  /** ISO 8601, a day or a time with or without offset. */
  readonly date: string;
  readonly keyword: string;
  /** Its own, then those of the options, each once; `{keyword}` is filled, and without a keyword those with it are left out. */
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
  /** Keeps images that are in the text itself, as `data:` addresses. @default false */
  readonly dataImages?: boolean;
}

/**
 * Reads one article of the folder. Throws FOLDER_REFUSED and FOLDER_UNREADABLE for its file, and PAGE_UNREADABLE for what is no
 * text, is empty, is too large or has settings at its head that cannot be read.
 */
export async function readArticle(
  file: string,
  options: Pick<ArticleOptions, "articleFolder" | "articleTitle" | "articleCategory" | "articleTags">,
  { folder, random, signal, dataImages }: ArticleContext,
): Promise<SourceArticle> {
  const { matter, body } = frontMatterOf(await sourceOf(file, options, { folder, signal }), file);
  const { nodes: raw, facts: head } = await bodyOf(body, endingOf(file));
  const facts = articleFacts(matter, head);
  const { title, nodes } = titled(safeNodes(raw, { dataImages }), facts, {
    articleTitle: options.articleTitle,
    file,
    random,
  });
  const html = htmlOf(nodes);
  if (html === "") throw unreadable(file, "has no text besides its title. Leave it out, or write some.");
  return {
    file,
    title,
    html,
    text: textOf(nodes),
    excerpt: facts.excerpt,
    slug: facts.slug,
    author: facts.author,
    date: facts.date,
    keyword: facts.keyword,
    ...termsOf(facts, options),
    meta: facts.meta,
    images: imagesOf(nodes),
    featuredImage: facts.featuredImage,
    hash: createHash("sha256")
      .update(JSON.stringify([title, html]))
      .digest("hex"),
  };
}

/** Author, categories and tags of an article, as `readArticle` gives them, without the work of its body. Throws the same. */
export async function readArticleTerms(
  file: string,
  options: Pick<ArticleOptions, "articleFolder" | "articleCategory" | "articleTags">,
  context: Pick<ArticleContext, "folder" | "signal">,
): Promise<Pick<SourceArticle, "author" | "categories" | "tags">> {
  const { matter, body } = frontMatterOf(await sourceOf(file, options, context), file);
  const facts = articleFacts(matter, headFacts(body, endingOf(file)));
  return { author: facts.author, ...termsOf(facts, options) };
}

async function sourceOf(
  file: string,
  { articleFolder }: Pick<ArticleOptions, "articleFolder">,
  { folder, signal }: Pick<ArticleContext, "folder" | "signal">,
): Promise<string> {
  const source = await folder.read(articleFolder.trim(), file, { signal });
  if (isNoText(source)) throw unreadable(file, "is no text, although its name says so. Leave it out.");
  if (source.length > MOST_HTML) throw unreadable(file, "is longer than 2,000,000 characters. Split it.");
  return source;
}

function termsOf(
  facts: ArticleFacts,
  { articleCategory, articleTags }: Pick<ArticleOptions, "articleCategory" | "articleTags">,
): Pick<SourceArticle, "categories" | "tags"> {
  const { keyword } = facts;
  return {
    categories: onceEach([...facts.categories, ...withKeyword(articleCategory, keyword)]),
    tags: onceEach([...facts.tags, ...withKeyword(articleTags, keyword)]),
  };
}

const endingOf = (file: string) => file.slice(file.lastIndexOf(".") + 1).toLowerCase();

function unreadable(file: string, why: string): ScriptoriumError {
  return new ScriptoriumError("PAGE_UNREADABLE", `${shown(file)} ${why}`, { path: shown(file) });
}
