import { allowedCharacters } from "./repair-xml.js";

export const PUBLISHED_FORMATS = ["rss", "atom", "json"] as const;
export type PublishedFormat = (typeof PUBLISHED_FORMATS)[number];

/** What each format's file is called and how it is served. */
export const PUBLISHED_FILES: Readonly<Record<PublishedFormat, { readonly path: string; readonly type: string }>> = {
  rss: { path: "feed.xml", type: "application/rss+xml; charset=utf-8" },
  atom: { path: "atom.xml", type: "application/atom+xml; charset=utf-8" },
  json: { path: "feed.json", type: "application/feed+json; charset=utf-8" },
};

/** An item of a feed that we write. */
export interface PublishedItem {
  /** Unlike that of any other item, and always the same. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly author: string;
  /** ISO 8601. */
  readonly date: string;
  readonly categories: readonly string[];
  /** HTML that can do nothing. */
  readonly html: string;
  /** Whole address. */
  readonly image: string;
  /** The feed it is from. */
  readonly source: { readonly title: string; readonly url: string };
}

export interface PublishedFeed {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** ISO 8601. */
  readonly updated: string;
  readonly items: readonly PublishedItem[];
}

/** The text of a feed in the format. */
export async function writeFeed(format: PublishedFormat, feed: PublishedFeed): Promise<string> {
  const clean = cleaned(feed);
  if (format === "rss") return asRss(clean);
  if (format === "atom") return asAtom(clean);
  return asJson(clean);
}

async function asRss({ title, description, updated, items }: PublishedFeed): Promise<string> {
  const { generateRssFeed } = await import("feedsmith");
  return generateRssFeed({
    title: asHtml(title),
    description: asHtml(description),
    // A feed of many sites has no page of its own; the element has to be there.
    link: items[0]?.source.url ?? "",
    lastBuildDate: updated,
    items: items.map((item) => ({
      title: asHtml(item.title) || item.url,
      link: item.url || undefined,
      guid: { value: item.id, isPermaLink: false },
      pubDate: item.date,
      description: item.html,
      categories: item.categories.map((name) => ({ name: asHtml(name) })),
      ...(item.author === "" ? {} : { dc: { creators: [asHtml(item.author)] } }),
      ...(item.source.url === "" ? {} : { source: { title: asHtml(item.source.title), url: item.source.url } }),
      ...(item.image === "" ? {} : { media: { thumbnails: [{ url: item.image }] } }),
    })),
  });
}

/** RSS leaves open whether its texts are HTML, and most readers take them for it: what would be an element stays text. */
function asHtml(text: string): string {
  // The end of a section was made harmless before.
  return text.replace(/(?<!\]\])&(?=#?\w+;)/g, "&amp;").replace(/<(?=[a-z/!?])/gi, "&lt;");
}

async function asAtom({ id, title, description, updated, items }: PublishedFeed): Promise<string> {
  const { generateAtomFeed } = await import("feedsmith");
  return generateAtomFeed({
    id: `urn:scriptorium:task:${id}`,
    title: { value: title },
    subtitle: { value: description },
    updated,
    authors: [{ name: title }],
    entries: items.map((item) => ({
      id: `urn:scriptorium:item:${item.id}`,
      title: { value: item.title || item.url },
      updated: item.date,
      published: item.date,
      content: { value: item.html, type: "html" },
      categories: item.categories.map((term) => ({ term })),
      ...(item.url === "" ? {} : { links: [{ href: item.url, rel: "alternate" }] }),
      ...(item.author === "" ? {} : { authors: [{ name: item.author }] }),
      ...(item.source.url === "" ? {} : { source: { id: item.source.url, title: { value: item.source.title } } }),
      ...(item.image === "" ? {} : { media: { thumbnails: [{ url: item.image }] } }),
    })),
  });
}

async function asJson({ title, description, items }: PublishedFeed): Promise<string> {
  const { generateJsonFeed } = await import("feedsmith");
  const feed = generateJsonFeed({
    title,
    description,
    items: items.map((item) => ({
      id: item.id,
      title: item.title || item.url,
      content_html: item.html,
      date_published: item.date,
      tags: [...item.categories],
      ...(item.url === "" ? {} : { url: item.url }),
      ...(item.author === "" ? {} : { authors: [{ name: item.author }] }),
      ...(item.image === "" ? {} : { image: item.image }),
    })),
  });
  return `${JSON.stringify(feed, null, 2)}\n`;
}

/** Without what XML cannot hold, and without an end of the CDATA section that holds HTML. */
function cleaned(feed: PublishedFeed): PublishedFeed {
  return JSON.parse(JSON.stringify(feed), (_key, value: unknown) =>
    typeof value === "string" ? allowedCharacters(value).replaceAll("]]>", "]]&gt;") : value,
  ) as PublishedFeed;
}
