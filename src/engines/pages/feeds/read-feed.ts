import { ScriptoriumError } from "../../../kernel/errors.js";
import { shown } from "../../../kernel/values/json.js";
import { absoluteAddress } from "../links/absolute-address.js";
import type { Feed } from "./feed.js";
import { walkHtml } from "./html-text.js";
import { type AnyParsed, feedOf } from "./normalised-feed.js";
import { repairXml } from "./repair-xml.js";

/** docs/decisions/feeds.md says why. */
export const MAX_FEED_BYTES = 5_000_000;
const ROOTS: Readonly<Record<string, "rss" | "atom" | "rdf">> = { rss: "rss", feed: "atom", rdf: "rdf" };

/**
 * Reads a feed of any format (RSS 0.9 to 2.0, RDF, Atom 0.3 and 1.0, JSON Feed), broken ones as far as it is clear what was
 * meant. `url` is where the text is from. No document type, entity or address in it is ever followed. Throws
 * PAGE_UNREADABLE for what is no feed, in words.
 */
export async function readFeed(text: string, url: string): Promise<Feed> {
  if (text.length > MAX_FEED_BYTES || Buffer.byteLength(text) > MAX_FEED_BYTES) {
    throw unreadable(url, "it is larger than the 5 MB that a feed may have", "Choose a feed with fewer items.");
  }
  const begin = text.search(/[<{[]/);
  if (begin < 0) throw noFeed(url, text.trim() === "" ? "it is empty" : "it holds plain text");
  // A bracket before the first tag is part of the junk that is there.
  const isJson = text[begin] !== "<" && /^[\s\ufeff]*$/.test(text.slice(0, begin));
  const parsed = isJson ? await fromJson(text.slice(begin), url) : await fromXml(text.slice(text.indexOf("<")), url);
  return feedOf(parsed, url);
}

async function fromJson(text: string, url: string): Promise<AnyParsed> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw noFeed(url, "it looks like JSON, but is cut off or broken");
  }
  const { parseJsonFeed } = await import("feedsmith");
  try {
    return { format: "json", feed: parseJsonFeed(value) };
  } catch {
    throw noFeed(url, "it is JSON, but no JSON Feed");
  }
}

async function fromXml(source: string, url: string): Promise<AnyParsed> {
  const { text, roots } = repairXml(source, (why) => unreadable(url, why, "Choose a feed with fewer items."));
  const feedsmith = await import("feedsmith");
  const names = roots.map((root) => root.slice(root.indexOf(":") + 1));
  const found = names.find((name) => Object.hasOwn(ROOTS, name));
  try {
    if (found === undefined) {
      // Some forget the outermost element.
      if (!names.some((name) => name === "channel" || name === "item")) throw noFeed(url, ...whatElse(names, source));
      return { format: "rss", feed: feedsmith.parseRssFeed(`<rss version="2.0">${text}</rss>`) };
    }
    const format = ROOTS[found]!;
    if (format === "rss") return { format, feed: feedsmith.parseRssFeed(text) };
    if (format === "rdf") return { format, feed: feedsmith.parseRdfFeed(text) };
    return { format, feed: feedsmith.parseAtomFeed(text) };
  } catch (cause) {
    if (ScriptoriumError.is(cause)) throw cause;
    throw unreadable(
      url,
      "it begins like a feed, but holds nothing that can be read",
      "Open it to see what it holds.",
      cause,
    );
  }
}

function whatElse(names: readonly string[], source: string): [why: string, isPage?: boolean] {
  if (names.includes("opml")) return ["it is an OPML list of feeds; write opml: before its address"];
  if (names.includes("urlset") || names.includes("sitemapindex")) return ["it is a sitemap"];
  if (names.includes("html") || /^<!doctype\s+html|^<(?:html|head|body|div|p)[\s>]/i.test(source)) {
    return ["it is an HTML page", true];
  }
  return [names.length === 0 ? "it holds no element" : `it is XML whose outermost element is "${shown(names[0]!)}"`];
}

/** `isPage` is a fact for callers that can look for the feeds that a page names. */
function noFeed(url: string, why: string, isPage = false): ScriptoriumError {
  const advice = "Give the address of an RSS, Atom or JSON feed, or of its site.";
  return unreadable(url, `no feed was found there: ${why}`, advice, undefined, isPage ? { isPage } : {});
}

function unreadable(url: string, why: string, advice: string, cause?: unknown, facts: object = {}): ScriptoriumError {
  return new ScriptoriumError(
    "PAGE_UNREADABLE",
    `${shown(url)} cannot be read as a feed: ${why}. ${advice}`,
    { url, ...facts },
    cause === undefined ? undefined : { cause },
  );
}

const TYPES =
  /^(?:application\/(?:rss|atom|rdf|feed)\+(?:xml|json)|application\/json|application\/xml|text\/xml|application\/x\.atom\+xml)\b/i;
/** Feeds of what readers say of the site are rarely what is looked for. */
const COMMENTS = /comment|kommentar/i;
const MAX_LINKS = 50;

/** The feeds that a page names, in its order but those of comments last. Whole addresses, each once. */
export function feedLinks(html: string, url: string): string[] {
  let base = url;
  const found: { address: string; ofComments: boolean }[] = [];
  walkHtml(html, {
    open(name, attributes) {
      if (name === "base" && base === url) base = absoluteAddress(attributes["href"], url) || url;
      if (name !== "link" || found.length >= MAX_LINKS) return;
      const { rel = "", type = "", href, title = "" } = attributes;
      const kinds = rel.toLowerCase().split(/\s+/);
      if (!kinds.includes("feed") && !(kinds.includes("alternate") && TYPES.test(type.trim()))) return;
      // An API of the site calls itself an alternate too.
      if (/^application\/json\b/i.test(type.trim()) && !/feed/i.test(`${href} ${title}`)) return;
      const address = absoluteAddress(href, base);
      if (address !== "") found.push({ address, ofComments: COMMENTS.test(`${title} ${href}`) });
    },
    text() {},
    close() {},
  });
  const ordered = [...found.filter(({ ofComments }) => !ofComments), ...found.filter(({ ofComments }) => ofComments)];
  return [...new Set(ordered.map(({ address }) => address))];
}

/** Where feeds of a site usually are, for a page that names none; the likeliest first. */
export function usualPlaces(url: string): string[] {
  return ["/feed/", "/rss.xml", "/atom.xml", "/index.xml", "/feed.json"].map((path) => new URL(path, url).href);
}
