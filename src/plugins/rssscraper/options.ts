import { z } from "zod";
import { PUBLISHED_FORMATS } from "../../engines/pages/feeds/write-feed.js";
import { ARTICLE_FORMATS } from "../_kit/article-files.js";
import { webFields } from "../_kit/web/options.js";

const lines = () => z.array(z.string()).default([]);

/** The data object of an RSS scraper, beside the fields every task has. */
export const rssScraperOptions = z.object({
  ...webFields,
  /** Addresses of feeds and of sites, `opml:` and the address or path of a list of feeds, `file://` and the path of a feed. */
  feedsFile: lines(),
  /** The newest of those that fit; 0 for all. */
  maxItemsPerFeed: z.int().min(0).max(10_000).default(20),
  /** 0 for any age. */
  maxAgeHours: z.number().min(0).max(1_000_000).default(0),
  /** A date, alone or with the time: older items are left out. */
  fromDate: z.string().default(""),
  filterInFile: lines(),
  filterOutFile: lines(),
  onlyNew: z.boolean().default(true),
  /** Items that are remembered of each feed; never fewer than stand in the feed. */
  rememberItems: z.int().min(0).max(50_000).default(5000),
  content: z.enum(["feed", "excerpt", "fulltext", "selector"]).default("excerpt"),
  /** For `selector`: what of the page is the content. */
  contentSelector: z.string().default(""),
  /** For `fulltext` and `selector`: what of the page is left out. */
  excludeSelectorsFile: lines(),
  attribution: z.boolean().default(true),
  /** `word|category`. */
  categoryRulesFile: lines(),
  downloadImages: z.boolean().default(false),
  stripTracking: z.boolean().default(true),
  /** HTML with `{{title}}` and so on, in the place of our own. */
  itemTemplate: z.string().default(""),
  clusterStories: z.boolean().default(false),
  publishFeed: z.enum(["none", ...PUBLISHED_FORMATS]).default("none"),
  publishItems: z.int().min(1).max(500).default(50),
  /** Empty for the titles of the feeds. */
  publishTitle: z.string().default(""),
  /** Days without anything new after which a feed is warned of; 0 for never. */
  quietDays: z.int().min(0).max(10_000).default(0),
  /** ISO 639-1. */
  languageFilter: lines(),
  outputFormats: z.array(z.enum(ARTICLE_FORMATS)).default(["html"]),
});

export type RssScraperOptions = z.output<typeof rssScraperOptions>;
