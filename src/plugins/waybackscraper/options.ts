import { z } from "zod";
import { MATCHES } from "../_kit/archive/list.js";
import { WAYBACK_MACHINE } from "../_kit/archive/place.js";
import { ARTICLE_FORMATS } from "../_kit/article-files.js";
import { webFields } from "../_kit/web/options.js";

export const waybackOptions = z.object({
  /** A domain, the beginning of an address, or an address each; `*.shop.test` and `shop.test/*` are read as well. */
  domainsFile: z.array(z.string()).default([]),
  match: z.enum(MATCHES).default("host"),
  /** Which copy of each address; `asOf` is the newest at that time. */
  pick: z.enum(["newest", "oldest", "asOf", "all"]).default("newest"),
  /** 4 to 14 digits, as are the dates below: `2014` to `20140131235959`. */
  asOf: z.string().default(""),
  fromDate: z.string().default(""),
  toDate: z.string().default(""),
  /** `200`, `2xx`, several with commas between; empty for all. */
  statuses: z.string().default("200"),
  /** `text/html`, `image/*`; empty for all. */
  mimesFile: z.array(z.string()).default(["text/html"]),
  /** Pieces of addresses with `*` for anything between, addresses from `http` on, or `/expressions/`. */
  includePatternsFile: z.array(z.string()).default([]),
  excludePatternsFile: z.array(z.string()).default([]),
  /** With pick `all`: leaves out copies with the same bytes as the one before. */
  collapseDigest: z.boolean().default(true),
  saveAs: z.enum(["article", "raw", "both", "list"]).default("article"),
  /** Forms of an article. */
  outputFormats: z.array(z.enum(ARTICLE_FORMATS)).default(["txt"]),
  /** In raw pages: links to saved pages lead to their files, others to the archive. */
  rewriteLinks: z.boolean().default(false),
  /** Images, style sheets and scripts of raw pages, as of the time of the page. */
  pageRequisites: z.boolean().default(false),
  /** Most copies of one line. */
  maxPages: z.int().min(1).max(100_000).default(500),
  /** Says of every page whether it is still there. */
  checkLive: z.boolean().default(false),
  /** ISO 639-1; only pages in these languages are saved. */
  languageFilter: z.array(z.string()).default([]),
  /** Of a Wayback Machine, or of a collection of pywb. */
  archiveUrl: z.string().default(WAYBACK_MACHINE),
  ...webFields,
  requestDelayFrom: webFields.requestDelayFrom.unwrap().default(1500),
  concurrency: webFields.concurrency.unwrap().default(1),
});

export type WaybackOptions = z.output<typeof waybackOptions>;
