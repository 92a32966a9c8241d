import { z } from "zod";
import { EXTRACT_MODES } from "../../engines/pages/extraction/page.js";
import { webFields } from "../_kit/web/options.js";

const lines = () => z.array(z.string()).default([]);

/**
 * The data object of an article downloader, beside the fields every task has. Lists of names are checked when a run begins
 * and not here, so that a wrong name is answered with the names there are.
 */
export const articleDownloaderOptions = z.object({
  ...webFields,
  /** Addresses, `sitemap:` and `feed:` with an address, `file://` addresses and paths. */
  urlsFile: lines(),
  /** A folder of saved pages. */
  inputFolder: z.string().default(""),
  extractMode: z.enum(EXTRACT_MODES).default("balanced"),
  /** CSS selectors: the content itself with extractMode `selector`, else what is kept in any case. */
  includeSelectorsFile: lines(),
  excludeSelectorsFile: lines(),
  keepLinks: z.boolean().default(false),
  keepImages: z.boolean().default(false),
  keepTables: z.boolean().default(true),
  keepComments: z.boolean().default(false),
  keepFormatting: z.boolean().default(true),
  /** Saves the images of an article beside it; they are then kept, too. */
  downloadImages: z.boolean().default(false),
  minWords: z.int().min(0).max(10_000_000).default(100),
  /** 0 for no limit. */
  maxWords: z.int().min(0).max(10_000_000).default(0),
  /** Bytes of one page. */
  maxBytes: z
    .int()
    .min(1)
    .default(20 * 1024 * 1024),
  /** What a page has to say of itself: any of METADATA_NAMES. */
  requireMetadata: lines(),
  dedupeContent: z.enum(["off", "exact", "near"]).default("near"),
  /** Bits of 64 in which the fingerprints of two texts may differ that count as one. */
  nearDistance: z.int().min(0).max(16).default(3),
  blockedDomainsFile: lines(),
  archivedFallback: z.boolean().default(false),
  /** Hours for which a page that was fetched before is good enough as it is. */
  cacheMaxAge: z.number().min(0).max(1_000_000).default(0),
  parsePdf: z.enum(["off", "text"]).default("text"),
  saveRaw: z.boolean().default(true),
  outputFormats: z.array(z.string()).default(["txt"]),
  /** ISO 639-1 codes; empty for all languages. */
  languageFilter: lines(),
});

export type ArticleDownloaderOptions = z.output<typeof articleDownloaderOptions>;

export const METADATA_NAMES = [
  "title",
  "author",
  "date",
  "language",
  "licence",
  "description",
  "image",
  "site",
] as const;
export type MetadataName = (typeof METADATA_NAMES)[number];
