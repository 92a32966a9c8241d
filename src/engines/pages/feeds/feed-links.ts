import { absoluteAddress } from "../links/absolute-address.js";
import { walkHtml } from "./walk-html.js";

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
