import { z } from "zod";
import { basic, marked, type TaskContext } from "../../kernel/index.js";
import { choice, decimal, flag, lines, text, whole } from "../_kit/option-fields.js";
import { browserField } from "../_kit/web/browser-options.js";
import { webFields } from "../_kit/web/options.js";

/** How far from the start addresses a crawl goes. */
export const SCOPES = ["page", "prefix", "host", "domain", "any", "custom"] as const;
export type Scope = (typeof SCOPES)[number];

/** What is kept of every page besides what every page has. */
export const COLLECTIONS = ["links", "text", "meta", "images", "headings", "schema", "emails"] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** The forms of the report. */
export const REPORTS = ["json", "html"] as const;

/** The data object of a web crawler, besides the fields every task has. */
export const webCrawlerOptions = z.object({
  startUrlsFile: basic(
    lines(
      "Addresses to begin with, one per line. One without a scheme is taken to be https. None may have a backslash before the path.",
    ),
    ["https://example.com/"],
  ),
  scope: basic(
    choice(
      { of: SCOPES, usual: "host" },
      "How far it goes: `page` (the start addresses alone), `prefix` (the folder of a start address), `host`, `domain` (with subdomains), `any`, `custom` (what `includePatternsFile` names).",
    ),
    "domain",
  ),
  includePatternsFile: lines(
    "Only addresses with one of these: a piece of the address, `*` for anything between, or `/expression/` of the RE2 kind. One that begins with `http` is the whole address. Start addresses are fetched in any case.",
  ),
  excludePatternsFile: basic(lines("No addresses with one of these, whatever else allows them."), ["/tag/"]),
  extraHops: whole({ from: 0, to: 100, usual: 0 }, "Links followed beyond the scope."),
  maxDepth: basic(whole({ from: 0, to: 100_000, usual: 0 }, "Links from a start address; 0 for no limit."), 3),
  maxPages: basic(
    whole(
      { from: 0, to: 10_000_000, usual: 1000 },
      "Pages of the run, all start addresses together; 0 for no limit. Every start address has one of them; what robots.txt forbids and where a start address redirects to is not counted. Redirects are followed for five hops.",
    ),
    100,
  ),
  maxBytes: whole(
    { from: 0, to: Number.MAX_SAFE_INTEGER, usual: 0 },
    "Bytes of all pages together, unpacked; 0 for no limit.",
  ),
  sitemap: basic(
    choice(
      { of: ["include", "only", "skip"], usual: "include" },
      "`include` follows links and the site's sitemaps, `only` the sitemaps alone, `skip` the links alone. With the scope `page` none are read. Sitemaps are those robots.txt names, else `/sitemap.xml`, `/sitemap_index.xml` or `/wp-sitemap.xml`.",
    ),
    "skip",
  ),
  sitemapFrom: text(
    "",
    "Only entries last changed on this day or later, as `2026-01-31`; those without a date are then left out.",
  ),
  sitemapTo: text("", "Only entries last changed on this day or earlier; those without a date are then left out."),
  ignoreQuery: flag(false, "Addresses that differ only after `?` are one page."),
  stripTracking: flag(
    true,
    "Parameters that only say where a visitor came from (`utm_source`, `gclid` ...) and ids of sessions are left out.",
  ),
  sortQuery: flag(true, "The order of parameters makes no difference."),
  ignoreHash: flag(true, "Addresses that differ only after `#` are one page."),
  ignoreWww: flag(true, "Addresses that differ only by `www.` are one page."),
  linkSelector: text(
    "a[href]",
    "Only links are followed that this CSS selector finds, or that are inside what it finds. The default means all, frames included.",
  ),
  followNofollow: flag(true, "Follows links marked `nofollow`; they are recorded either way."),
  collect: basic(
    lines("What is kept of every page: any of `links`, `text`, `meta`, `images`, `headings`, `schema`, `emails`.", [
      "links",
    ]),
    ["links", "text"],
  ),
  rateLimitStatuses: marked(
    z
      .array(z.int().min(400).max(599))
      .default([429, 503])
      .describe(
        "Answers after which a page waits and is requested again, besides those with a Retry-After. A plain 401, 403, 404 or 410 is the page's own answer; but when a host refuses three pages in a row (401, 403) and then one that it has shown before, it rests and all of them are requested again.",
      ),
    { group: "web" },
  ),
  rateLimitRetries: marked(
    whole(
      { from: 0, to: 100, usual: 4 },
      "How often a page is requested again after such an answer. A page that was not requested meanwhile has used up none of its tries.",
    ),
    { group: "web" },
  ),
  rateLimitWait: marked(
    decimal(
      { from: 0, to: 86_400, usual: 300 },
      "Seconds to wait each time. A Retry-After up to an hour wins. A host rests as a whole after 429, after a Retry-After, and after three such answers in a row; then its pages are requested one after the other, more slowly while it goes on refusing.",
    ),
    { group: "web" },
  ),
  order: choice(
    { of: ["breadth", "depth", "best"], usual: "breadth" },
    "`breadth` (near pages first), `depth` (one branch after the other), `best` (what fits `relevanceQuery` first).",
  ),
  relevanceQuery: text(
    "",
    "What the pages looked for are about, for `best`: links are judged by their words, their address and the page they are on.",
  ),
  report: marked(
    lines(
      "In which forms the report of the crawl is written: `json` for programs (`report.json`), `html` for people (`report.html`).",
      ["json", "html"],
    ),
    { group: "output" },
  ),
  savePages: marked(
    basic(
      choice(
        { of: ["none", "html", "md"], usual: "none" },
        "`html` keeps every page as it came in `pages/`, `md` its content as Markdown.",
      ),
      "md",
    ),
    { group: "output" },
  ),
  compareWithLast: flag(false, "Says what is new, gone and changed since the last crawl of this task."),
  ...browserField(),
  ...webFields,
});

export type WebCrawlerOptions = z.output<typeof webCrawlerOptions>;
export type CrawlContext = TaskContext<WebCrawlerOptions, "web" | "reader", "browser">;
