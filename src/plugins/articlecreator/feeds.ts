import { NO_METADATA } from "../../engines/pages/extraction/no-metadata.js";
import type { ExtractedPage } from "../../engines/pages/extraction/page.js";
import type { Feed, FeedItem } from "../../engines/pages/feeds/feed.js";
import { htmlBlocks } from "../../engines/pages/feeds/html-blocks.js";
import { MAX_FEED_BYTES, readFeed } from "../../engines/pages/feeds/read-feed.js";
import { extractHtml } from "../../engines/pages/html-prose.js";
import { countWords } from "../../engines/pages/terms.js";
import { ScriptoriumError, type WebSession } from "../../kernel/index.js";
import type { DomainFilter } from "../_kit/download/domain-filter.js";
import { feedAt } from "../_kit/feeds/feed-at.js";
import { SourceIndex } from "../_kit/source-texts/source-index.js";
import { pageSource } from "../_kit/web/page-source.js";
import { runWeb } from "../_kit/web/run-web.js";
import {
  type Context,
  type Failure,
  inTurns,
  logged,
  NOTHING_READ,
  type Reading,
  readPage,
  reasonOf,
  type Source,
  sourceOf,
} from "./sources.js";

/** Items of one feed that are looked at, from its beginning. */
const MOST_ITEMS = 200;
/** A shorter text of an item is its beginning: the page that it leads to is read. */
const WHOLE_WORDS = 150;

/** What feeds list. */
export class FeedShelf {
  private readonly index: SourceIndex;
  /** Pages that items lead to, each read once a run. */
  private readonly pages = new Map<string, Promise<Source | Failure>>();

  constructor(readonly items: readonly Source[]) {
    this.index = new SourceIndex(items);
  }

  /** The items that belong most to a keyword: the text of the feed where that is whole, else the page of the item. */
  async best(keyword: string, limit: number, context: Context, session: WebSession): Promise<Reading> {
    if (this.items.length === 0) return NOTHING_READ;
    const items = await this.index.best(keyword, limit, () => context.clock.sleep(0, context.signal));
    const pages = pageSource(context, session);
    const found = await inTurns(items, context.options.concurrency, async (item) =>
      isWhole(item) ? item : await this.page(item.address, () => readPage(item.address, pages, context)),
    );
    return logged(found, context);
  }

  private async page(url: string, read: () => Promise<Source | Failure>): Promise<Source | Failure> {
    const known = this.pages.get(url);
    if (known !== undefined) return await known;
    const reading = read();
    this.pages.set(url, reading);
    reading.catch(() => this.pages.delete(url));
    return await reading;
  }
}

export interface FeedWays {
  /** A page that is no feed is one to be read itself; else a feed that it names is looked for. */
  readonly asPages: boolean;
  readonly isBlocked: DomainFilter;
}

export interface FeedReading {
  readonly items: readonly Source[];
  readonly failures: readonly Failure[];
  /** Addresses of pages that are no feeds; only where `asPages` is set. */
  readonly pages: readonly string[];
}

/** What the feeds at these addresses list. A feed that fails is a warning in the log. */
export async function readFeeds(
  addresses: readonly string[],
  context: Context,
  session: WebSession,
  ways: FeedWays,
): Promise<FeedReading> {
  const results = await inTurns(addresses, context.options.concurrency, (address) =>
    readOne(address, context, session, ways),
  );
  const failures = results.flatMap((each) => (typeof each === "object" && "reason" in each ? [each] : []));
  logged(failures, context);
  return {
    items: results.flatMap((each) => (typeof each === "object" && "items" in each ? each.items : [])),
    failures,
    pages: addresses.filter((_, at) => results[at] === "page"),
  };
}

async function readOne(
  address: string,
  context: Context,
  session: WebSession,
  { asPages, isBlocked }: FeedWays,
): Promise<{ readonly items: readonly Source[] } | Failure | "page"> {
  const { signal } = context;
  try {
    const feed = await feedOf(address, context, session, asPages);
    if (feed === undefined) return "page";
    const items: Source[] = [];
    for (const item of feed.items.slice(0, MOST_ITEMS)) {
      const source = isBlocked(item.url) ? undefined : await itemSource(item, feed, context);
      if (source !== undefined) items.push(source);
    }
    return { items };
  } catch (error) {
    signal.throwIfAborted();
    return { address, ...reasonOf(error, address) };
  }
}

async function feedOf(
  address: string,
  context: Context,
  session: WebSession,
  asPages: boolean,
): Promise<Feed | undefined> {
  const web = runWeb(context, session);
  if (!asPages) return (await feedAt(address, web)).feed;
  const page = await web.fetch(address, { maxBytes: MAX_FEED_BYTES });
  try {
    return await readFeed(page.text, page.url);
  } catch (error) {
    if (ScriptoriumError.is(error) && error.code === "PAGE_UNREADABLE") return undefined;
    throw error;
  }
}

/** What the feed holds of an item; undefined for one that says nothing or is not wanted. */
async function itemSource(item: FeedItem, feed: Feed, context: Context): Promise<Source | undefined> {
  await context.clock.sleep(0, context.signal);
  const address = item.url || feed.url;
  const html = item.content.length > item.summary.length ? item.content : item.summary;
  const metadata = { ...NO_METADATA, title: item.title, site: feed.title };
  const content = htmlBlocks(html, address);
  const page: ExtractedPage = { type: "article", metadata, content, comments: [], words: 0, method: "whole" };
  const document = await extractHtml("<p>", async () => page);
  const { blocks } = document;
  const beginning: Source = {
    ...document,
    blocks: blocks.length > 0 ? blocks : [{ kind: "paragraph", text: item.title }],
    address,
  };
  if (!isWhole(beginning)) return item.url === "" || item.title === "" ? undefined : beginning;
  const source = sourceOf(document, address, context);
  return "blocks" in source ? source : undefined;
}

function isWhole({ blocks }: Source): boolean {
  const words = blocks.reduce((sum, { kind, text }) => (kind === "heading" ? sum : sum + countWords(text)), 0);
  return words >= WHOLE_WORDS;
}
