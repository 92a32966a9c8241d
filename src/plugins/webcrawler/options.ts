import { z } from "zod";
import type { TaskContext } from "../../kernel/index.js";
import { webFields } from "../_kit/web/options.js";

const lines = (meaning: string) => z.array(z.string()).default([]).describe(meaning);

/** How far from the start addresses a crawl goes. */
export const SCOPES = ["page", "prefix", "host", "domain", "any", "custom"] as const;
export type Scope = (typeof SCOPES)[number];

/** What is kept of every page besides what every page has. */
export const COLLECTIONS = ["links", "text", "meta", "images", "headings", "schema", "emails"] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** The data object of a web crawler, besides the fields every task has. */
export const webCrawlerOptions = z.object({
  startUrlsFile: lines(
    "Addresses to begin with, one per line. One without a scheme is taken to be https. None may have a password in it, or a backslash before the path.",
  ),
  scope: z
    .enum(SCOPES)
    .default("host")
    .describe(
      "How far it goes: `page` (the start addresses alone), `prefix` (the folder of a start address), `host`, `domain` (with subdomains), `any`, `custom` (what `includePatternsFile` names).",
    ),
  includePatternsFile: lines(
    "Only addresses with one of these: a piece of the address, `*` for anything between, or `/expression/` of the RE2 kind. One that begins with `http` is the whole address. Start addresses are fetched in any case.",
  ),
  excludePatternsFile: lines("No addresses with one of these, whatever else allows them."),
  extraHops: z.int().min(0).max(100).default(0).describe("Links followed beyond the scope."),
  maxDepth: z.int().min(0).max(100_000).default(0).describe("Links from a start address; 0 for no limit."),
  maxPages: z
    .int()
    .min(0)
    .max(10_000_000)
    .default(1000)
    .describe(
      "Pages of the run, all start addresses together; 0 for no limit. Every start address has one of them; what robots.txt forbids and where a start address redirects to is not counted. Redirects are followed for five hops.",
    ),
  maxBytes: z
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .default(0)
    .describe("Bytes of all pages together, unpacked; 0 for no limit."),
  sitemap: z
    .enum(["include", "only", "skip"])
    .default("include")
    .describe(
      "`include` follows links and the site's sitemaps, `only` the sitemaps alone, `skip` the links alone. With the scope `page` none are read. Sitemaps are those robots.txt names, else `/sitemap.xml`, `/sitemap_index.xml` or `/wp-sitemap.xml`.",
    ),
  sitemapFrom: z
    .string()
    .default("")
    .describe(
      "Only entries last changed on this day or later, as `2026-01-31`; those without a date are then left out.",
    ),
  sitemapTo: z
    .string()
    .default("")
    .describe("Only entries last changed on this day or earlier; those without a date are then left out."),
  ignoreQuery: z.boolean().default(false).describe("Addresses that differ only after `?` are one page."),
  stripTracking: z
    .boolean()
    .default(true)
    .describe(
      "Parameters that only tell where a visitor came from (`utm_source`, `gclid` ...) and ids of sessions are left out.",
    ),
  sortQuery: z.boolean().default(true).describe("The order of parameters makes no difference."),
  ignoreHash: z.boolean().default(true).describe("Addresses that differ only after `#` are one page."),
  ignoreWww: z.boolean().default(true).describe("Addresses that differ only by `www.` are one page."),
  linkSelector: z
    .string()
    .default("a[href]")
    .describe(
      "Only links are followed that this CSS selector finds, or that are inside what it finds. The default means all, frames included.",
    ),
  followNofollow: z.boolean().default(true).describe("Follows links marked `nofollow`; they are recorded either way."),
  collect: z
    .array(z.string())
    .default(["links"])
    .describe("What is kept of every page: any of `links`, `text`, `meta`, `images`, `headings`, `schema`, `emails`."),
  rateLimitStatuses: z
    .array(z.int().min(400).max(599))
    .default([403, 429, 503])
    .describe("Answers after which a page waits and is requested again."),
  rateLimitRetries: z
    .int()
    .min(0)
    .max(100)
    .default(4)
    .describe(
      "How often a page is requested again after such an answer. A page that was not requested meanwhile has used up none of its tries.",
    ),
  rateLimitWait: z
    .number()
    .min(0)
    .max(86_400)
    .default(300)
    .describe(
      "Seconds to wait each time. A Retry-After up to an hour wins. A host rests as a whole after 429, after a Retry-After, and after three such answers in a row; then its pages are requested one after the other, more slowly while it goes on refusing.",
    ),
  order: z
    .enum(["breadth", "depth", "best"])
    .default("breadth")
    .describe(
      "`breadth` (near pages first), `depth` (one branch after the other), `best` (what fits `relevanceQuery` first).",
    ),
  relevanceQuery: z
    .string()
    .default("")
    .describe(
      "What the pages looked for are about, for `best`: links are judged by their words, their address and the page they are on.",
    ),
  savePages: z
    .enum(["none", "html", "md"])
    .default("none")
    .describe("`html` keeps every page as it came in `pages/`, `md` its content as Markdown."),
  compareWithLast: z
    .boolean()
    .default(false)
    .describe("Says what is new, gone and changed since the last crawl of this task."),
  ...webFields,
});

export type WebCrawlerOptions = z.output<typeof webCrawlerOptions>;
export type CrawlContext = TaskContext<WebCrawlerOptions, "web" | "reader">;
