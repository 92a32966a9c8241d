/** For authors of task types: what the built-in ones read the web with. */

export { readPage, readPdfFile } from "./adapters/reading/read-page.js";
export { languageOf } from "./engines/language.js";
export { checkSelectors, extractPage } from "./engines/pages/extraction/extract.js";
export {
  type FormatOptions,
  formatted,
  type PageFormat,
} from "./engines/pages/extraction/formats.js";
export { readMetadata } from "./engines/pages/extraction/metadata.js";
export * from "./engines/pages/extraction/page.js";
export { readWhole, type WholeOptions, type WholeText } from "./engines/pages/extraction/pagination.js";
export type { Enclosure, Feed, FeedItem } from "./engines/pages/feeds/feed.js";
export { type ListedFeed, readOpml, writeOpml } from "./engines/pages/feeds/opml.js";
export { feedLinks, readFeed } from "./engines/pages/feeds/read-feed.js";
export {
  type PublishedFeed,
  type PublishedFormat,
  type PublishedItem,
  writeFeed,
} from "./engines/pages/feeds/write-feed.js";
export { type AddressRules, normalAddress } from "./engines/pages/links/normal-address.js";
export {
  type LinkKind,
  type PageLink,
  type PageLinks,
  type PageLinksOptions,
  pageLinks,
} from "./engines/pages/links/page-links.js";
export { fingerprint, SeenTexts } from "./engines/pages/near-duplicates.js";
export {
  type ArticleFacts,
  type ArticleFile,
  type ArticleFormat,
  type ArticleLook,
  articleFacts,
  articleFiles,
} from "./plugins/_kit/article-files.js";
export { PageNames } from "./plugins/_kit/page-names.js";
export { type PageReader, pageReader } from "./plugins/_kit/page-reader.js";
export { type SitemapEntry, type SitemapOptions, sitemapEntries } from "./plugins/_kit/sitemaps/sitemap-entries.js";
export { slug } from "./plugins/_kit/slug.js";
export { noneFetched } from "./plugins/_kit/web/all-failed.js";
export { addressLines } from "./plugins/_kit/web/logins.js";
export { type WebFields, webFields, webSession } from "./plugins/_kit/web/options.js";
export { noteHowItReads, type RunWeb, runWeb, type WebContext } from "./plugins/_kit/web/run-web.js";
export { ANSWERS, answerSchema, asking } from "./plugins/_kit/writing/asking.js";
export {
  type BudgetedRequest,
  type BudgetedWriter,
  budgetedWriter,
  type WriterBudget,
} from "./plugins/_kit/writing/budgeted-writer.js";
export { chosenWriter } from "./plugins/_kit/writing/chosen-writer.js";
export { writerFields } from "./plugins/_kit/writing/fields.js";
export { type UsageLedger, type UsageRow, usageCsv, usageLedger } from "./plugins/_kit/writing/usage.js";
