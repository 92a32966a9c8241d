import { createHash } from "node:crypto";
import { blocksHtml } from "../../engines/pages/extraction/as-html.js";
import type { ExtractedPage } from "../../engines/pages/extraction/page.js";
import type { Feed } from "../../engines/pages/feeds/feed.js";
import { writeOpml } from "../../engines/pages/feeds/opml.js";
import { PUBLISHED_FILES, type PublishedItem, writeFeed } from "../../engines/pages/feeds/write-feed.js";
import { normalAddress } from "../../engines/pages/links/normal-address.js";
import { isPlainObject, withoutAddressSecrets } from "../../kernel/index.js";
import { storedJson } from "../_kit/stored-json.js";
import { type KnownFeed, knownFeed, type RunContext, type RunState } from "./run-state.js";
import { FEEDS, keep, movedMemory, newestOfFeed, recalled } from "./task-memory.js";

/** Of one item in the feed we write; a longer one is left to its page. */
const MAX_HTML = 200_000;

/** An item as it is in the feed we write; `id` is unlike that of any other of the task. */
export function publishedItem(
  id: string,
  page: ExtractedPage,
  feed: Feed,
  facts: Pick<PublishedItem, "url" | "title" | "author" | "date" | "categories">,
): PublishedItem {
  const html = blocksHtml(page.content).join("\n");
  const url = withoutAddressSecrets(feed.url);
  return {
    id: createHash("sha256").update(id).digest("hex").slice(0, 32),
    ...facts,
    html: html.length > MAX_HTML ? "" : html,
    image: page.metadata.image,
    source: { title: feed.title || feed.site || url, url },
  };
}

/** The newest items of both, one of each id. */
export function newestOf(items: readonly PublishedItem[], most: number): PublishedItem[] {
  const once = new Map<string, PublishedItem>();
  for (const item of items) if (!once.has(item.id)) once.set(item.id, item);
  return [...once.values()]
    .sort((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : one.id < other.id ? -1 : 1))
    .slice(0, most);
}

export function readNewest(bytes: Uint8Array | undefined): PublishedItem[] {
  const value = storedJson(bytes);
  return Array.isArray(value) ? value.filter(isPublished) : [];
}

/** At the end of a run: the list of all feeds of the task, and the feed of what they brought. */
export async function publish(context: RunContext & { readonly state: RunState }): Promise<void> {
  const { options, output, taskId, state } = context;
  const lines = new Set(options.feedsFile.map((line) => withoutAddressSecrets(line.trim())));
  const feeds = new Map<string, KnownFeed>();
  for (const feed of readFeeds(await recalled(context, FEEDS))) feeds.set(feed.name, feed);
  if (state.hasEarlierMemory) await moveEarlierMemory([...feeds.keys()], context);
  for (const feed of state.feeds.values()) feeds.set(feed.name, feed);
  const known = [...feeds.values()]
    .filter(({ line }) => lines.has(line))
    .sort((one, other) => (one.url < other.url ? -1 : one.url > other.url ? 1 : 0));
  if (known.length === 0) return;
  const title = options.publishTitle.trim() || titleOf(known);
  keep(context, FEEDS, JSON.stringify(known), state.hasEarlierMemory);
  const listed = onceEach(known.filter(({ url }) => /^https?:/i.test(url)));
  if (listed.length > 0) output.file("opml.xml", await writeOpml(title, listed), "text/x-opml; charset=utf-8");
  if (options.publishFeed === "none") return;
  let items: PublishedItem[] = [];
  for (const { name } of known) {
    items = newestOf([...items, ...readNewest(await recalled(context, newestOfFeed(name)))], options.publishItems);
  }
  const { path, type } = PUBLISHED_FILES[options.publishFeed];
  const count = Math.max(onceEach(known).length, 1);
  const description = `The newest of ${count === 1 ? "one feed" : `${count} feeds`}.`;
  // As long as there is nothing new the file stays the same, so that readers who ask for changes get none.
  const updated = items[0]?.date ?? context.clock.now().toISOString();
  output.file(path, await writeFeed(options.publishFeed, { id: taskId, title, description, updated, items }), type);
}

/** Feeds of which each stands once, however often it was found: at its own address, over its site, with http or https. */
function onceEach(feeds: readonly KnownFeed[]): KnownFeed[] {
  const seen = new Map<string, KnownFeed>();
  for (const feed of feeds) {
    const address = normalAddress(feed.url, { sortQuery: true, ignoreHash: true, ignoreWww: true }) ?? feed.url;
    const key = address.replace(/^https?:/i, "").replace(/\/(?=$|\?)/, "");
    const known = seen.get(key);
    // The address that is encrypted is the better one.
    if (known === undefined || (/^http:/i.test(known.url) && /^https:/i.test(feed.url))) seen.set(key, feed);
  }
  return [...seen.values()];
}

/** Once, after the program was replaced by a later version. */
async function moveEarlierMemory(names: readonly string[], context: RunContext): Promise<void> {
  for (const name of names) {
    await movedMemory(context, name);
    await movedMemory(context, newestOfFeed(name));
    // The memories of thousands of feeds are not stored at once.
    await context.checkpoint(`moved ${name}`, {});
  }
}

function titleOf(feeds: readonly KnownFeed[]): string {
  const titles = [...new Set(feeds.map(({ title, url }) => title || url))];
  return titles.length > 3 ? `${titles.slice(0, 3).join(", ")} and others` : titles.join(", ");
}

function readFeeds(bytes: Uint8Array | undefined): KnownFeed[] {
  const value = storedJson(bytes);
  return Array.isArray(value) ? value.filter(isKnownFeed).map(knownFeed) : [];
}

function isKnownFeed(value: unknown): value is KnownFeed {
  return hasTexts(value, ["name", "line", "url", "title", "site"]);
}

function isPublished(value: unknown): value is PublishedItem {
  return (
    hasTexts(value, ["id", "url", "title", "author", "date", "html", "image"]) &&
    Array.isArray(value["categories"]) &&
    value["categories"].every((category) => typeof category === "string") &&
    hasTexts(value["source"], ["title", "url"])
  );
}

function hasTexts(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  return isPlainObject(value) && names.every((name) => typeof value[name] === "string");
}
