import { z } from "zod";
import type { TaskContext } from "../../kernel/index.js";
import { webFields } from "../_kit/web/options.js";

const lines = () => z.array(z.string()).default([]);

/** How far from the start addresses a crawl goes. */
export const SCOPES = ["page", "prefix", "host", "domain", "any", "custom"] as const;
export type Scope = (typeof SCOPES)[number];

/** What is kept of every page beside what every page has. */
export const COLLECTIONS = ["links", "text", "meta", "images", "headings", "schema", "emails"] as const;
export type Collection = (typeof COLLECTIONS)[number];

/** The data object of a web crawler, beside the fields every task has. */
export const webCrawlerOptions = z.object({
  startUrlsFile: lines(),
  scope: z.enum(SCOPES).default("host"),
  includePatternsFile: lines(),
  excludePatternsFile: lines(),
  /** Links followed beyond the scope. */
  extraHops: z.int().min(0).max(100).default(0),
  /** Links from a start address; 0 for no limit. */
  maxDepth: z.int().min(0).max(100_000).default(0),
  /** Pages of the run, all start addresses together; 0 for no limit. */
  maxPages: z.int().min(0).max(10_000_000).default(1000),
  /** Bytes of all pages of the run together, unpacked; 0 for no limit. */
  maxBytes: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  sitemap: z.enum(["include", "only", "skip"]).default("include"),
  sitemapFrom: z.string().default(""),
  sitemapTo: z.string().default(""),
  ignoreQuery: z.boolean().default(false),
  stripTracking: z.boolean().default(true),
  sortQuery: z.boolean().default(true),
  ignoreHash: z.boolean().default(true),
  ignoreWww: z.boolean().default(true),
  linkSelector: z.string().default("a[href]"),
  followNofollow: z.boolean().default(true),
  collect: z.array(z.string()).default(["links"]),
  /** Answers that ask for a pause, how often one page is tried again after them, and seconds to wait each time. */
  rateLimitStatuses: z.array(z.int().min(400).max(599)).default([403, 429, 503]),
  rateLimitRetries: z.int().min(0).max(100).default(4),
  rateLimitWait: z.number().min(0).max(86_400).default(300),
  order: z.enum(["breadth", "depth", "best"]).default("breadth"),
  /** What the pages looked for are about, for the order `best`. */
  relevanceQuery: z.string().default(""),
  savePages: z.enum(["none", "html", "md"]).default("none"),
  compareWithLast: z.boolean().default(false),
  ...webFields,
});

export type WebCrawlerOptions = z.output<typeof webCrawlerOptions>;
export type CrawlContext = TaskContext<WebCrawlerOptions, "web" | "reader">;
