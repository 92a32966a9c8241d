import { createHash } from "node:crypto";
import type { ExtractedPage } from "../../engines/pages/extraction/page.js";
import { ScriptoriumError, type TaskContext } from "../../kernel/index.js";
import type { ArticleFile } from "../_kit/article-files.js";
import { pageReader } from "../_kit/page-reader.js";
import { slug } from "../_kit/slug.js";
import type { CrawlSettings } from "./crawl-settings.js";
import { hashOf, wordsOf } from "./page-facts.js";

/** What the files of a page are made with. */
export type PageContext = Pick<TaskContext<never, "reader">, "providers" | "signal">;

/** What a page holds without menus and footers. */
export interface PageText {
  readonly textWords: number;
  readonly textHash: string;
}

interface ReadPage {
  readonly files: readonly ArticleFile[];
  /** Present where the content was read, and something was found. */
  readonly text?: PageText;
}

/** The files of a page, as `savePages` and `collect` ask for them, and what is compared of its content. */
export async function readPage(
  html: string,
  url: string,
  { options, collect }: CrawlSettings,
  context: PageContext,
): Promise<ReadPage> {
  const files: ArticleFile[] = [];
  const name = fileNameOf(url);
  const { savePages } = options;
  if (savePages === "html") files.push({ path: `pages/${name}.html`, content: html, type: "text/html" });
  if (savePages !== "md" && !keepsText({ options, collect })) return { files };
  const page = await contentOf(html, url, context);
  const { formatted } = await import("../../engines/pages/extraction/formats.js");
  if (savePages === "md") {
    const content = formatted(page, "md", { url, links: true, images: true });
    files.push({ path: `pages/${name}.md`, content, type: "text/markdown" });
  }
  if (collect.has("text")) {
    files.push({ path: textFileOf(url), content: formatted(page, "txt", { url }), type: "text/plain" });
  }
  const text = textFacts(formatted(page, "txt", { head: false }));
  return text === undefined ? { files } : { files, text };
}

/** Whether the content of pages is read for their table. */
export function keepsText({ options, collect }: Pick<CrawlSettings, "options" | "collect">): boolean {
  return collect.has("text") || options.compareWithLast;
}

function textFacts(text: string): PageText | undefined {
  const textWords = wordsOf(text);
  return textWords === 0 ? undefined : { textWords, textHash: hashOf(text) };
}

export function textFileOf(url: string): string {
  return `text/${fileNameOf(url)}.txt`;
}

/** A reader has limits; of a page that exceeds them the beginning is read by rules. */
async function contentOf(html: string, url: string, context: PageContext): Promise<ExtractedPage> {
  const { signal } = context;
  const reader = pageReader(context);
  try {
    return await reader.page(html, { url, signal });
  } catch (error) {
    if (!ScriptoriumError.is(error) || error.code !== "PAGE_UNREADABLE") throw error;
    return reader.page(html.slice(0, 200_000), { url, mode: "fast", signal });
  }
}

/** The same address always has the same name, and no two share one. */
function fileNameOf(url: string): string {
  const path = url.replace(/^https?:\/\//, "").replace(/[?#].*$/s, "");
  const last = path.split("/").findLast((part) => part !== "") ?? path;
  const hash = createHash("sha256").update(url).digest("hex").slice(0, 10);
  return `${slug(last.replace(/\.(?:html?|php|aspx?)$/i, ""))}-${hash}`;
}
