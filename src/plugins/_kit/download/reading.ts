import { languageOf } from "../../../engines/language.js";
import type { Block, DocumentText } from "../../../engines/pages/blocks.js";
import { NO_METADATA } from "../../../engines/pages/extraction/no-metadata.js";
import type { ContentBlock, ExtractedPage } from "../../../engines/pages/extraction/page.js";
import { extractMarkdown } from "../../../engines/pages/markdown.js";
import { extractPlainText } from "../../../engines/pages/plain-text.js";
import { countWords } from "../../../engines/pages/terms.js";
import { ScriptoriumError, shown } from "../../../kernel/index.js";
import { pageReader } from "../page-reader.js";
import type { DownloadContext } from "./download-state.js";
import type { Fetched } from "./fetching.js";

const HTML = new Set(["", "text/html", "application/xhtml+xml", "application/xml", "text/xml"]);
const MARKDOWN = new Set(["text/markdown", "text/x-markdown"]);

/** Takes the article out of what was fetched. `address` is what messages call it. Throws PAGE_UNREADABLE. */
export async function readFetched(fetched: Fetched, address: string, context: DownloadContext): Promise<ExtractedPage> {
  const { options, signal, log, state } = context;
  const { mediaType, text, pdf } = fetched;
  if (pdf !== undefined) {
    if (options.parsePdf === "off") {
      throw unreadable(`${shown(address)} is a PDF file, and parsePdf is "off". Set it to "text" to read such files.`);
    }
    const { page, notes } = await pageReader(context).pdf(pdf, { address, signal });
    for (const note of notes) log.warn(note);
    return page;
  }
  if (MARKDOWN.has(mediaType)) return textPage(await extractMarkdown(text));
  if (mediaType === "text/plain") {
    return textPage(
      /\.(md|markdown)$/i.test(pathOf(fetched.base)) ? await extractMarkdown(text) : extractPlainText(text),
    );
  }
  refuseList(fetched, address);
  if (!HTML.has(mediaType)) {
    throw new ScriptoriumError(
      "not-a-page",
      `${shown(address)} is ${shown(mediaType)}, which holds no article. Give the address of a page.`,
      { mediaType, status: fetched.httpStatus },
    );
  }
  if (mediaType === "" && !/<[a-z!]/i.test(text.slice(0, 1000))) return textPage(extractPlainText(text));
  const url = fetched.base === "" ? {} : { url: fetched.base };
  return pageReader(context).page(text, { ...state.extract, ...url, signal });
}

const LISTS: Readonly<Record<string, "sitemap" | "feed">> = {
  urlset: "sitemap",
  sitemapindex: "sitemap",
  rss: "feed",
  feed: "feed",
  RDF: "feed",
};

/** A sitemap or a feed names pages and is none. */
function refuseList({ mediaType, text, httpStatus }: Fetched, address: string): void {
  const start = text.slice(0, 5000).replace(/<[?!][^>]*>/g, "");
  const root = /^\s*<(?:\w{1,20}:)?(\w{1,20})[\s>]/.exec(start)?.[1] ?? "";
  const kind = Object.hasOwn(LISTS, root) ? LISTS[root] : undefined;
  if (kind === undefined) return;
  throw new ScriptoriumError(
    "not-a-page",
    `${shown(address)} is a ${kind} and no page. Write "${kind}:" before it to download the pages that it names.`,
    { mediaType, status: httpStatus },
  );
}

/** A text without markup as a page like others. */
function textPage({ title, site, byline, blocks }: DocumentText): ExtractedPage {
  const text = blocks.map((block) => block.text).join("\n");
  const metadata = {
    ...NO_METADATA,
    title,
    site,
    authors: byline === "" ? [] : [byline],
    language: languageOf(text),
  };
  return {
    type: "article",
    metadata,
    content: blocks.map(contentBlock),
    comments: [],
    words: countWords(text),
    method: "whole",
  };
}

function contentBlock(block: Block): ContentBlock {
  const spans = [{ text: block.text }];
  if (block.kind === "heading") return { kind: "heading", level: block.level ?? 2, spans };
  return block.kind === "item" ? { kind: "item", ordered: false, depth: 0, spans } : { kind: block.kind, spans };
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

function unreadable(message: string): ScriptoriumError {
  return new ScriptoriumError("PAGE_UNREADABLE", message);
}
