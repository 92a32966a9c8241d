import { authorsOf } from "../../engines/pages/extraction/author-names.js";
import { NO_METADATA } from "../../engines/pages/extraction/no-metadata.js";
import type { ContentBlock, ExtractedPage, ExtractOptions, Span } from "../../engines/pages/extraction/page.js";
import { textOfRuns } from "../../engines/pages/extraction/spans.js";
import type { Feed, FeedItem } from "../../engines/pages/feeds/feed.js";
import { htmlBlocks } from "../../engines/pages/feeds/html-blocks.js";
import { normalAddress } from "../../engines/pages/links/normal-address.js";
import { ScriptoriumError, shown } from "../../kernel/index.js";
import { DOUBTFUL_TEXT, pageReader } from "../_kit/page-reader.js";
import { pageSource, type RenderingReason } from "../_kit/web/page-source.js";
import type { LineContext } from "./run-state.js";

/** About as much as a reader sees of a post in a list. */
const EXCERPT_WORDS = 60;

export interface ItemPage {
  readonly page: ExtractedPage;
  /** Why it is the feed's own text and not that of the page; empty when all is as asked. */
  readonly problem: string;
  /** What kept its page from being read: something that passes with time, or nothing of the kind. */
  readonly failed?: "passing" | "lasting";
  /** Why a browser was used or would be needed for its page. */
  readonly rendered?: RenderingReason;
}

/** The content of an item as the task wants it: what the feed holds, a beginning of it, or the page it leads to. */
export async function itemPage(item: FeedItem, feed: Feed, context: LineContext): Promise<ItemPage> {
  const { content } = context.options;
  if (content === "feed") return { page: ownPage(item, feed, item.content), problem: "" };
  if (content === "excerpt") return { page: excerptPage(item, feed), problem: "" };
  if (item.url === "") {
    return { page: ownPage(item, feed, item.content), problem: "The item leads to no page. Its own text was taken." };
  }
  try {
    return { ...(await wholePage(item, feed, context)), problem: "" };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!ScriptoriumError.is(error)) throw error;
    return {
      page: ownPage(item, feed, item.content),
      problem: error.message,
      failed: isPassing(error) ? "passing" : "lasting",
    };
  }
}

/** The same request may have a page later. */
function isPassing({ code, facts: { status, errno } }: ScriptoriumError): boolean {
  if (code === "FETCH_TIMEOUT" || code === "FETCH_LIMITED") return true;
  if (code !== "FETCH_FAILED") return false;
  if (typeof status === "number") return status >= 500 || [408, 425, 429].includes(status);
  // What a recording lacks does not come with time.
  return typeof errno === "string" && errno !== "NOT_RECORDED";
}

/** Without the parts of links that only say where a reader came from. */
export function withoutTracking(page: ExtractedPage): ExtractedPage {
  const cleaned = (span: Span): Span => (span.href === undefined ? span : { ...span, href: cleanAddress(span.href) });
  const content = page.content.map((block): ContentBlock => {
    if (block.kind === "table")
      return { ...block, rows: block.rows.map((row) => row.map((cell) => cell.map(cleaned))) };
    return "spans" in block ? { ...block, spans: block.spans.map(cleaned) } : block;
  });
  return { ...page, content };
}

export function cleanAddress(address: string): string {
  return normalAddress(address, { stripTracking: true }) ?? address;
}

/** The page with a line that says where it is from. */
export function attributed(page: ExtractedPage, url: string, source: string): ExtractedPage {
  if (url === "" && source === "") return page;
  const name = source || new URL(url).host;
  const spans: Span[] = [{ text: "Source: " }, url === "" ? { text: name } : { text: name, href: url }];
  return { ...page, content: [...page.content, { kind: "paragraph", spans }] };
}

async function wholePage(
  item: FeedItem,
  feed: Feed,
  context: LineContext,
): Promise<Pick<ItemPage, "page" | "rendered">> {
  const { options, signal, state, log } = context;
  const web = pageSource(context, state.session);
  const { readWhole } = await import("../../engines/pages/extraction/pagination.js");
  const exclude = options.excludeSelectorsFile.filter((line) => line.trim() !== "");
  const reading: ExtractOptions =
    options.content === "selector"
      ? { mode: "selector", include: [options.contentSelector], exclude }
      : { mode: "balanced", exclude };
  let base = item.url;
  let rendered: RenderingReason = "";
  const read = async (address: string) => {
    const { page: fetched, why } = await web.page(address);
    if (address === item.url) {
      base = fetched.url;
      rendered = why;
    }
    return await pageReader(context).page(fetched.text, { url: fetched.url, ...reading, signal });
  };
  const first = await read(item.url);
  const { page, note } = await readWhole(first, read, { url: base, signal });
  if (note !== "") log.warn(`${shown(item.url)}: ${note}`);
  if (page.doubtful) log.warn(`${shown(item.url)}: ${DOUBTFUL_TEXT}`);
  if (page.content.length === 0) {
    throw new ScriptoriumError(
      "PAGE_UNREADABLE",
      "No text was found on the page of the item. The text of the feed was taken.",
      { url: item.url },
    );
  }
  const own = ownPage(item, feed, "").metadata;
  const { metadata } = page;
  const merged = {
    ...metadata,
    title: item.title || metadata.title,
    authors: own.authors.length > 0 ? own.authors : metadata.authors,
    published: item.published || metadata.published,
    image: item.image || metadata.image,
    language: metadata.language || own.language,
  };
  return { page: { ...page, metadata: merged }, rendered };
}

function excerptPage(item: FeedItem, feed: Feed): ExtractedPage {
  const page = ownPage(item, feed, item.summary || item.content);
  const own = isCredit(page.content.at(-1), item.url) ? page.content.slice(0, -1) : page.content;
  const texts = own.flatMap((block) =>
    "spans" in block && block.kind !== "heading" ? [textOfRuns(withoutInvitation(block.spans, item.url))] : [],
  );
  const words = texts
    .join(" ")
    .split(/\s+/)
    .filter((word) => word !== "");
  const cut = words.slice(0, EXCERPT_WORDS).join(" ");
  const text = words.length > EXCERPT_WORDS ? `${cut.replace(/[\s.,;:!?-]+$/, "")} …` : cut;
  const pictures = page.content.filter(({ kind }) => kind === "image").slice(0, 1);
  return {
    ...page,
    content: [...pictures, ...(text === "" ? [] : [{ kind: "paragraph" as const, spans: [{ text }] }])],
  };
}

/** Without the link to the item that stands behind the dots where a summary was cut off. */
function withoutInvitation(spans: readonly Span[], url: string): readonly Span[] {
  const at = spans.findIndex(({ href }) => leadsTo(href, url));
  const isLast = at >= 0 && spans.slice(at).every(({ href, text }) => leadsTo(href, url) || text.trim() === "");
  const before = spans.slice(0, at);
  return isLast && /(…|\.\.\.)\]?\s*$/.test(textOfRuns(before)) ? before : spans;
}

/** Words of a credit that are not the names of the item and its site. */
const CREDIT_WORDS = 8;

/** The last line that blogs add to what they put into feeds: "The post [item] appeared first on [site]", in any language. */
function isCredit(block: ContentBlock | undefined, url: string): boolean {
  if (block?.kind !== "paragraph" || !URL.canParse(url)) return false;
  const links = block.spans.filter(({ href }) => href !== undefined);
  const words = textOfRuns(block.spans.filter(({ href }) => href === undefined)).match(/\p{L}+/gu) ?? [];
  const [item, site] = [links[0]?.href, links.at(-1)?.href];
  const isOfSite = site !== undefined && URL.parse(site)?.host === new URL(url).host && !leadsTo(site, url);
  return links.length === 2 && leadsTo(item, url) && isOfSite && words.length <= CREDIT_WORDS;
}

/** Whether a link leads to an address, wherever on the page, and whatever it says of where its reader came from. */
function leadsTo(href: string | undefined, url: string): boolean {
  return href !== undefined && url !== "" && (href === url || place(href) === place(url));
}

function place(address: string): string {
  return cleanAddress(address)
    .replace(/^https?:\/\/(?:www\.)?/, "")
    .replace(/\/?(?:#.*)?$/, "");
}

/** What the feed itself holds of an item. */
function ownPage(item: FeedItem, feed: Feed, html: string): ExtractedPage {
  const blocks = htmlBlocks(html, item.url || feed.site || feed.url);
  const hasPicture = item.image === "" || blocks.some(({ kind }) => kind === "image");
  const picture: ContentBlock = { kind: "image", src: item.image, alt: "", caption: "" };
  const content = hasPicture ? blocks : [picture, ...blocks];
  return {
    type: "article",
    metadata: {
      ...NO_METADATA,
      title: item.title,
      // An account is nobody's name.
      authors: authorsOf([item.author]).length === 0 ? [] : [item.author],
      published: item.published,
      modified: item.updated,
      site: feed.title,
      language: item.language,
      canonical: item.url,
      image: item.image,
      tags: item.categories,
    },
    content,
    comments: [],
    words: 0,
    method: content.length === 0 ? "none" : "whole",
  };
}
