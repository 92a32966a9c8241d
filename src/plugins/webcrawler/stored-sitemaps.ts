import { ScriptoriumError, shown } from "../../kernel/index.js";
import { siteSitemapEntries } from "../_kit/sitemaps/sitemap-entries.js";
import type { RunWeb } from "../_kit/web/run-web.js";
import type { CrawlContext, WebCrawlerOptions } from "./options.js";
import type { SitemapRecord } from "./record.js";

/** Addresses that are written down at once. */
const PART = 1000;

/** The start address whose site it is. */
interface Asking {
  readonly number: number;
  readonly context: CrawlContext;
  readonly web: RunWeb;
}

/**
 * Reads the sitemaps of a site in parts, each stored before it is handed on, the last one marked as such. Sitemaps that
 * cannot be read are a warning.
 */
export async function storedSitemaps(
  origin: string,
  { number, context, web }: Asking,
  { sitemapFrom: from, sitemapTo: to, maxPages }: WebCrawlerOptions,
  taken: (part: SitemapRecord) => void,
): Promise<void> {
  const { log, checkpoint, signal } = context;
  const maxEntries = maxPages === 0 ? 1_000_000 : Math.max(100_000, maxPages);
  let addresses: string[] = [];
  let parts = 0;
  const write = async (done: boolean) => {
    const part: SitemapRecord = {
      ...{ kind: "sitemap", line: number, origin, addresses: addresses.join("\n") },
      ...(done ? { done: true } : {}),
    };
    addresses = [];
    await checkpoint(`sitemap ${origin} ${parts}`, { ...part });
    parts += 1;
    taken(part);
  };
  try {
    const note = (message: string) => log.warn(message);
    for await (const { url } of siteSitemapEntries(`${origin}/`, web, { from, to, maxEntries, note })) {
      if (url.length <= 4000) addresses.push(url);
      if (addresses.length >= PART) await write(false);
    }
  } catch (error) {
    if (signal.aborted || !ScriptoriumError.is(error) || error.code === "STORAGE_FAILED") throw error;
    log.warn(`The sitemaps of ${shown(origin)} could not be read. ${error.message}`);
  }
  await write(true);
}
