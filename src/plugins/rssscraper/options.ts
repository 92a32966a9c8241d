import { z } from "zod";
import { PUBLISHED_FORMATS } from "../../engines/pages/feeds/write-feed.js";
import { basic, marked } from "../../kernel/index.js";
import { ARTICLE_FORMATS } from "../_kit/article-files.js";
import { choice, decimal, flag, lines, text, whole } from "../_kit/option-fields.js";
import { browserField } from "../_kit/web/browser-options.js";
import { webFields } from "../_kit/web/options.js";

/** The data object of an RSS scraper, besides the fields every task has. */
export const rssScraperOptions = z.object({
  ...browserField(),
  ...webFields,
  feedsFile: basic(
    lines(
      "One per line: the address of a feed, or of a site, whose page says where its feed is (else the usual places are tried); `opml:` and the address or path of a list of feeds; `file://` and the path of a feed in a folder the server may read.",
    ),
    ["https://example.com/feed.xml"],
  ),
  maxItemsPerFeed: basic(
    whole({ from: 0, to: 10_000, usual: 20 }, "The newest items that fit, known ones included; 0 for all."),
    10,
  ),
  maxAgeHours: decimal(
    { from: 0, to: 1_000_000, usual: 0 },
    "Older items are left out; 0 for any age. Items without a date stay.",
  ),
  fromDate: text("", "Older items are left out, as `2026-01-31`, with a time or without."),
  filterInFile: basic(
    lines(
      "An item must fit one of these lines, if there is any. A line is whole words in any case, `*` in them for anything, or `/expression/` (RE2); `title:`, `text:`, `author:` or `category:` before it says where to look, else it is title and text.",
    ),
    ["bees", "honey"],
  ),
  filterOutFile: basic(lines("Items that fit one of these lines, written as those of `filterInFile`, are left out."), [
    "sponsored",
  ]),
  onlyNew: basic(flag(true, "Leaves out what earlier runs have put out."), true),
  rememberItems: whole(
    { from: 0, to: 50_000, usual: 5000 },
    "Items remembered of each feed, and never fewer than are in it.",
  ),
  content: basic(
    choice(
      { of: ["feed", "excerpt", "fulltext", "selector"], usual: "excerpt" },
      "`excerpt`: the first 60 words; `feed`: all that the feed holds; `fulltext`: the main text of the page, over several pages where it has them; `selector`: what `contentSelector` finds there.",
    ),
    "fulltext",
  ),
  contentSelector: text("", "CSS selector of the content, for `selector`."),
  excludeSelectorsFile: lines("CSS selectors of what is left out of pages, for `fulltext` and `selector`."),
  attribution: flag(true, "Adds a last line with a link to the source."),
  categoryRulesFile: lines(
    "`word|category`, one per line: an item with the word in title or text gets the category. The word may be anything that a filter may be.",
  ),
  downloadImages: flag(false, "Saves the images of an article under `images/`."),
  stripTracking: flag(true, "Takes parts out of addresses that only say where a reader came from."),
  itemTemplate: marked(
    text(
      "",
      "HTML that replaces our own: `{{title}}`, `{{content}}`, `{{url}}`, `{{author}}`, `{{date}}`, `{{categories}}`, `{{source}}`. All but `content` is escaped; nothing that is filled in is looked at again.",
    ),
    { group: "output", examples: ['<h1>{{title}}</h1>\n{{content}}\n<p><a href="{{url}}">{{source}}</a></p>'] },
  ),
  clusterStories: flag(false, "Gives reports of one thing from different feeds of a run the same `cluster`."),
  publishFeed: marked(
    basic(
      choice(
        { of: ["none", ...PUBLISHED_FORMATS], usual: "none" },
        "Publishes the newest items of all feeds and runs at `GET /task/feed/:id`, in this format.",
      ),
      "rss",
    ),
    { group: "output" },
  ),
  publishItems: marked(whole({ from: 1, to: 500, usual: 50 }, "How many items are published."), { group: "output" }),
  publishTitle: marked(text("", "The title of the published feed; empty for one made of the titles of the feeds."), {
    group: "output",
  }),
  quietDays: whole(
    { from: 0, to: 10_000, usual: 0 },
    "Warns of a feed that has had nothing new for so many days; 0 for never.",
  ),
  languageFilter: lines(
    "Keeps only items in these languages: ISO 639-1 codes such as `en`; empty for all. Items whose language cannot be found out stay.",
  ),
  outputFormats: marked(
    basic(z.array(z.enum(ARTICLE_FORMATS)).default(["html"]).describe("Formats of the articles."), ["html", "md"]),
    { group: "output" },
  ),
});

export type RssScraperOptions = z.output<typeof rssScraperOptions>;
