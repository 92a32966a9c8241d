/** For authors of task types: what the built-in ones read the web with. */
export {
  type ArticleFacts,
  type ArticleFile,
  type ArticleFormat,
  type ArticleLook,
  articleFacts,
  articleFiles,
} from "./plugins/_kit/article-files.js";
export { checkSelectors, extractPage } from "./plugins/_kit/extraction/extract.js";
export { type FormatOptions, formatted, type PageFormat } from "./plugins/_kit/extraction/formats.js";
export { languageOf } from "./plugins/_kit/extraction/language.js";
export { readMetadata } from "./plugins/_kit/extraction/metadata.js";
export * from "./plugins/_kit/extraction/page.js";
export { readWhole, type WholeOptions, type WholeText } from "./plugins/_kit/extraction/pagination.js";
export { readPage } from "./plugins/_kit/extraction/read-page.js";
export { readPdfFile } from "./plugins/_kit/extraction/read-pdf-file.js";
export type { Enclosure, Feed, FeedItem } from "./plugins/_kit/feeds/feed.js";
export { feedLinks } from "./plugins/_kit/feeds/feed-links.js";
export { type ListedFeed, readOpml, writeOpml } from "./plugins/_kit/feeds/opml.js";
export { readFeed } from "./plugins/_kit/feeds/read-feed.js";
export {
  type PublishedFeed,
  type PublishedFormat,
  type PublishedItem,
  writeFeed,
} from "./plugins/_kit/feeds/write-feed.js";
export { type AddressRules, normalAddress } from "./plugins/_kit/links/normal-address.js";
export {
  type LinkKind,
  type PageLink,
  type PageLinks,
  type PageLinksOptions,
  pageLinks,
} from "./plugins/_kit/links/page-links.js";
export { fingerprint, SeenTexts } from "./plugins/_kit/near-duplicates.js";
export { PageNames } from "./plugins/_kit/page-names.js";
export { type SitemapEntry, type SitemapOptions, sitemapEntries } from "./plugins/_kit/sitemaps/sitemap-entries.js";
export { slug } from "./plugins/_kit/slug.js";
export { noneFetched } from "./plugins/_kit/web/all-failed.js";
export { type WebFields, webFields, webSession } from "./plugins/_kit/web/options.js";
export { noteHowItReads, type RunWeb, runWeb, type WebContext } from "./plugins/_kit/web/run-web.js";
