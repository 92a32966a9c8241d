import type { AtomFeed, JsonFeed, RdfFeed, RssFeed } from "feedsmith";
import { escapedHtml } from "../../../kernel/values/escaped-text.js";
import { oneLine } from "../blocks.js";
import { absoluteAddress } from "../links/absolute-address.js";
import type { Enclosure, Feed, FeedItem } from "./feed.js";
import { feedDate } from "./feed-date.js";
import { htmlText, plainTitle } from "./html-text.js";

type Partly<T> = T extends (infer Item)[]
  ? Partly<Item>[]
  : T extends object
    ? { [Key in keyof T]?: Partly<T[Key]> }
    : T;
type Rss = Partly<RssFeed.Feed<string>>;
type Rdf = Partly<RdfFeed.Feed<string>>;
type Atom = Partly<AtomFeed.Feed<string>>;
type JsonOne = Partly<JsonFeed.Feed<string>>;

/** What feedsmith makes of a feed; nothing of it is sure to be there. */
export type AnyParsed =
  | { readonly format: "rss"; readonly feed: Rss }
  | { readonly format: "rdf"; readonly feed: Rdf }
  | { readonly format: "atom"; readonly feed: Atom }
  | { readonly format: "json"; readonly feed: JsonOne };

const MAX_CATEGORIES = 50;
const MAX_ENCLOSURES = 20;
const MAX_GUID = 2000;
const IMAGE_NAME = /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i;

/** One form for all formats. */
export function feedOf(parsed: AnyParsed, url: string): Feed {
  if (parsed.format === "atom") return atomFeed(parsed.feed, url);
  if (parsed.format === "json") return jsonFeed(parsed.feed, url);
  return rssFeed(parsed.format, parsed.feed, url);
}

function rssFeed(format: "rss" | "rdf", feed: Rss & Rdf, url: string): Feed {
  const link = feed.link ?? feed.atom?.links?.find(({ rel }) => rel === undefined || rel === "alternate")?.href;
  const site = absoluteAddress(link, url);
  const base = site || url;
  const language = languageOf(feed.language ?? feed.dc?.languages?.[0]);
  return {
    format,
    url,
    title: plainTitle(feed.title ?? feed.dc?.titles?.[0] ?? ""),
    description: htmlText(feed.description ?? feed.itunes?.summary ?? ""),
    site,
    image: absoluteAddress(feed.image?.url ?? feed.itunes?.image, base),
    language,
    updated: feedDate(feed.lastBuildDate) || feedDate(feed.pubDate) || feedDate(feed.dc?.dates?.[0]),
    items: (feed.items ?? []).map((item) => rssItem(item, base, language)),
  };
}

type RssItem = NonNullable<Rss["items"]>[number] & NonNullable<Rdf["items"]>[number];

function rssItem(item: RssItem, base: string, language: string): FeedItem {
  const { dc, media, itunes, content: encoded, guid } = item;
  const enclosures = [...(item.enclosures ?? []).map((one) => enclosure(one, base)), ...mediaFiles(media, base)];
  // A guid is an address unless it says that it is none.
  const permalink = guid?.isPermaLink === false || !/^https?:/i.test(guid?.value ?? "") ? undefined : guid?.value;
  const alternate = item.atom?.links?.find(({ rel }) => rel === undefined || rel === "alternate")?.href;
  const link =
    absoluteAddress(item.link, base) ||
    absoluteAddress(alternate, base) ||
    absoluteAddress(permalink, base) ||
    absoluteAddress(item.rdf?.about, base);
  const people = [...(item.authors ?? []).map(({ name, email }) => name ?? email), ...(dc?.creators ?? [])];
  const body = encoded?.encoded ?? "";
  const description = item.description ?? itunes?.summary ?? media?.description?.value ?? "";
  const tags = [...(item.categories ?? []).map(({ name }) => name), ...(dc?.subjects ?? [])];
  return finished(
    {
      guid: guid?.value ?? item.atom?.id ?? item.rdf?.about,
      url: link,
      title: item.title ?? dc?.titles?.[0] ?? media?.title?.value ?? itunes?.title,
      people: people.length > 0 ? people : [itunes?.author],
      published: feedDate(item.pubDate) || feedDate(dc?.dates?.[0]) || feedDate(item.dcterms?.issued?.[0]),
      updated: feedDate(item.atom?.updated) || feedDate(item.dcterms?.modified?.[0]),
      tags: [...tags, ...(media?.keywords ?? []), ...(itunes?.keywords ?? [])],
      // Where there is no second text, the one is all there is.
      summary: description,
      content: body || description,
      images: [...mediaImages(media), itunes?.image],
      enclosures,
      language: languageOf(dc?.languages?.[0]) || language,
    },
    base,
  );
}

function atomFeed(feed: Atom, url: string): Feed {
  const ground = absoluteAddress(feed.xml?.base, url) || url;
  const site = absoluteAddress(alternate(feed.links), ground);
  const language = languageOf(feed.xml?.lang ?? feed.dc?.languages?.[0]);
  return {
    format: "atom",
    url,
    title: textOf(feed.title),
    description: htmlText(htmlOf(feed.subtitle)),
    site,
    image: absoluteAddress(feed.logo ?? feed.icon, ground),
    language,
    updated: feedDate(feed.updated),
    items: (feed.entries ?? []).map((entry) => atomEntry(entry, feed, ground, language)),
  };
}

function atomEntry(
  entry: NonNullable<Atom["entries"]>[number],
  feed: Atom,
  ground: string,
  feedLanguage: string,
): FeedItem {
  const base = absoluteAddress(entry.xml?.base, ground) || ground;
  const { media, dc, links = [] } = entry;
  const people = (entry.authors ?? entry.source?.authors ?? feed.authors ?? []).map(({ name, email }) => name ?? email);
  const files = links
    .filter(({ rel }) => rel === "enclosure")
    .map(({ href, type, length }) => enclosure({ url: href, type, length }, base));
  const inner = absoluteAddress(entry.content?.xml?.base, base) || base;
  const body = htmlOf(entry.content);
  const summary = htmlOf(entry.summary) || media?.description?.value || media?.groups?.[0]?.description?.value || "";
  return finished(
    {
      guid: entry.id,
      url:
        absoluteAddress(alternate(links), inner) ||
        (/^https?:/i.test(entry.id ?? "") ? absoluteAddress(entry.id, base) : ""),
      title: textOf(entry.title) || media?.title?.value,
      people: people.length > 0 ? people : (dc?.creators ?? []),
      published: feedDate(entry.published) || feedDate(dc?.dates?.[0]) || feedDate(entry.updated),
      updated: feedDate(entry.updated),
      tags: [...(entry.categories ?? []).map(({ label, term }) => label ?? term), ...(dc?.subjects ?? [])],
      summary,
      content: body || summary,
      images: mediaImages(media),
      enclosures: [...files, ...mediaFiles(media, base)],
      language: languageOf(entry.content?.xml?.lang ?? entry.xml?.lang) || feedLanguage,
    },
    base,
  );
}

function jsonFeed(feed: JsonOne, url: string): Feed {
  const site = absoluteAddress(feed.home_page_url, url);
  const language = languageOf(feed.language);
  return {
    format: "json",
    url,
    title: plainTitle(feed.title ?? ""),
    description: singleText(feed.description),
    site,
    image: absoluteAddress(feed.icon ?? feed.favicon, url),
    language,
    updated: "",
    items: (feed.items ?? []).map((item) => {
      const base = site || url;
      const plain = item.content_text === undefined ? "" : paragraphs(item.content_text);
      return finished(
        {
          guid: item.id,
          url:
            absoluteAddress(item.url ?? item.external_url, base) ||
            absoluteAddress(/^https?:/i.test(item.id ?? "") ? item.id : "", base),
          title: item.title,
          people: (item.authors ?? feed.authors ?? []).map(({ name }) => name),
          published: feedDate(item.date_published),
          updated: feedDate(item.date_modified),
          tags: item.tags ?? [],
          summary: item.summary === undefined ? "" : paragraphs(item.summary),
          content: item.content_html ?? plain,
          images: [item.image, item.banner_image],
          enclosures: (item.attachments ?? []).map((file) =>
            enclosure({ url: file.url, type: file.mime_type, length: file.size_in_bytes }, base),
          ),
          language: languageOf(item.language) || language,
        },
        base,
      );
    }),
  };
}

interface Loose extends Omit<FeedItem, "guid" | "title" | "author" | "categories" | "image"> {
  readonly guid: string | undefined;
  readonly title: string | undefined;
  readonly people: readonly (string | undefined)[];
  readonly tags: readonly (string | undefined)[];
  readonly images: readonly (string | undefined)[];
}

function finished({ people, tags, images, ...item }: Loose, base: string): FeedItem {
  const enclosures = item.enclosures.filter(({ url }) => url !== "");
  const files = [...new Map(enclosures.map((one) => [one.url, one])).values()].slice(0, MAX_ENCLOSURES);
  const given = images.map((image) => absoluteAddress(image, base)).find((image) => image !== "");
  const attached = files.find(({ url, type }) => type.startsWith("image/") || (type === "" && IMAGE_NAME.test(url)));
  return {
    ...item,
    guid: singleText(item.guid).slice(0, MAX_GUID).toWellFormed(),
    title: plainTitle(item.title ?? ""),
    author: unique(people.map((name) => plainTitle(name ?? ""))).join(", "),
    categories: unique(tags.map((tag) => plainTitle(tag ?? ""))).slice(0, MAX_CATEGORIES),
    content: item.content || item.summary,
    image: given ?? attached?.url ?? "",
    enclosures: files,
  };
}

function enclosure(
  file: { readonly url?: string | undefined; readonly type?: string | undefined; readonly length?: number | undefined },
  base: string,
): Enclosure {
  const { length = 0 } = file;
  const type = (file.type ?? "").trim().toLowerCase().slice(0, 100);
  return { url: absoluteAddress(file.url, base), type, bytes: Number.isSafeInteger(length) && length > 0 ? length : 0 };
}

type Media = NonNullable<Rss["media"]>;

function mediaContents(media: Media | undefined) {
  return [...(media?.contents ?? []), ...(media?.groups ?? []).flatMap(({ contents }) => contents ?? [])];
}

function mediaFiles(media: Media | undefined, base: string): Enclosure[] {
  return mediaContents(media).map(({ url, type, medium, fileSize }) =>
    enclosure({ url, type: type ?? (medium === "image" ? "image/*" : undefined), length: fileSize }, base),
  );
}

function mediaImages(media: Media | undefined): (string | undefined)[] {
  const contents = mediaContents(media);
  const pictures = contents.filter(
    ({ medium, type, url = "" }) => medium === "image" || type?.startsWith("image/") || IMAGE_NAME.test(url),
  );
  const thumbnails = [media, ...(media?.groups ?? []), ...contents].flatMap((one) => one?.thumbnails ?? []);
  return [...pictures, ...thumbnails].map(({ url }) => url);
}

type AtomText = { readonly value?: string | undefined; readonly type?: string | undefined } | undefined;

/** Atom says of a text whether it is HTML; many feeds say it of text that is none, and the other way round never. */
function textOf(text: AtomText): string {
  const value = text?.value ?? "";
  return isPlain(text) ? plainTitle(value) : htmlText(value).slice(0, 1000).toWellFormed();
}

function htmlOf(text: AtomText): string {
  const value = text?.value ?? "";
  if (!isPlain(text)) return value;
  // Declared as text, or not declared, and full of markup all the same.
  return /<(?:p|br|div|a|ul|ol|img|h[1-6]|strong|em)[\s/>]/i.test(value) ? value : paragraphs(value);
}

function isPlain(text: AtomText): boolean {
  const type = text?.type?.toLowerCase() ?? "text";
  return type === "text" || type === "text/plain";
}

function alternate(links: Atom["links"]): string | undefined {
  const pages = (links ?? []).filter(({ rel }) => rel === undefined || rel === "alternate");
  return (pages.find(({ type }) => type === undefined || type.includes("html")) ?? pages[0])?.href;
}

/** Plain text as HTML. */
function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => `<p>${escapedHtml(paragraph.trim())}</p>`)
    .join("\n");
}

function languageOf(tag: string | undefined): string {
  const text = (tag ?? "").trim().toLowerCase().replaceAll("_", "-");
  return /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/.test(text) ? text : "";
}

function singleText(text: string | undefined): string {
  return oneLine(text ?? "");
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text) => text !== ""))];
}
