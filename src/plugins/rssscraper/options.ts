import { z } from "zod";
import { PUBLISHED_FORMATS } from "../../engines/pages/feeds/write-feed.js";
import { ARTICLE_FORMATS } from "../_kit/article-files.js";
import { webFields } from "../_kit/web/options.js";

const lines = (meaning: string) => z.array(z.string()).default([]).describe(meaning);

/** The data object of an RSS scraper, besides the fields every task has. */
export const rssScraperOptions = z.object({
  ...webFields,
  feedsFile: lines(
    "One per line: the address of a feed, or of a site, whose page says where its feed is (else the usual places are tried); `opml:` and the address or path of a list of feeds; `file://` and the path of a feed in a folder the server may read.",
  ),
  maxItemsPerFeed: z
    .int()
    .min(0)
    .max(10_000)
    .default(20)
    .describe("The newest items that fit, known ones included; 0 for all."),
  maxAgeHours: z
    .number()
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe("Older items are left out; 0 for any age. Items without a date stay."),
  fromDate: z.string().default("").describe("Older items are left out, as `2026-01-31`, with a time or without."),
  filterInFile: lines(
    "An item must fit one of these lines, if there is any. A line is whole words in any case, `*` in them for anything, or `/expression/` (RE2); `title:`, `text:`, `author:` or `category:` before it says where to look, else it is title and text.",
  ),
  filterOutFile: lines("Items that fit one of these lines, written as those of `filterInFile`, are left out."),
  onlyNew: z.boolean().default(true).describe("Leaves out what earlier runs have put out."),
  rememberItems: z
    .int()
    .min(0)
    .max(50_000)
    .default(5000)
    .describe("Items remembered of each feed, and never fewer than are in it."),
  content: z
    .enum(["feed", "excerpt", "fulltext", "selector"])
    .default("excerpt")
    .describe(
      "`excerpt`: the first 60 words; `feed`: all that the feed holds; `fulltext`: the main text of the page, over several pages where it has them; `selector`: what `contentSelector` finds there.",
    ),
  contentSelector: z.string().default("").describe("CSS selector of the content, for `selector`."),
  excludeSelectorsFile: lines("CSS selectors of what is left out of pages, for `fulltext` and `selector`."),
  attribution: z.boolean().default(true).describe("Adds a last line with a link to the source."),
  categoryRulesFile: lines(
    "`word|category`, one per line: an item with the word in title or text gets the category. The word may be anything that a filter may be.",
  ),
  downloadImages: z.boolean().default(false).describe("Saves the images of an article under `images/`."),
  stripTracking: z
    .boolean()
    .default(true)
    .describe("Takes parts out of addresses that only tell where a reader came from."),
  itemTemplate: z
    .string()
    .default("")
    .describe(
      "HTML that replaces our own: `{{title}}`, `{{content}}`, `{{url}}`, `{{author}}`, `{{date}}`, `{{categories}}`, `{{source}}`. All but `content` is escaped; nothing that is filled in is looked at again.",
    ),
  clusterStories: z
    .boolean()
    .default(false)
    .describe("Gives reports of one thing from different feeds of a run the same `cluster`."),
  publishFeed: z
    .enum(["none", ...PUBLISHED_FORMATS])
    .default("none")
    .describe("Publishes the newest items of all feeds and runs at `GET /task/feed/:id`, in this format."),
  publishItems: z.int().min(1).max(500).default(50).describe("How many items are published."),
  publishTitle: z
    .string()
    .default("")
    .describe("The title of the published feed; empty for one made of the titles of the feeds."),
  quietDays: z
    .int()
    .min(0)
    .max(10_000)
    .default(0)
    .describe("Warns of a feed that has had nothing new for so many days; 0 for never."),
  languageFilter: lines(
    "Keeps only items in these languages: ISO 639-1 codes such as `en`; empty for all. Items whose language cannot be found out stay.",
  ),
  outputFormats: z.array(z.enum(ARTICLE_FORMATS)).default(["html"]).describe("Formats of the articles."),
});

export type RssScraperOptions = z.output<typeof rssScraperOptions>;
