import { ScriptoriumError } from "../../../kernel/index.js";
import type { RunWeb } from "../web/run-web.js";
import { type SitemapEntry, type SitemapOptions, sitemapEntries } from "./sitemap-entries.js";

/** Where sites lay their sitemap when their robots.txt names none, in the order they are tried. */
const USUAL = ["/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml"];
/** A robots.txt may name more; nobody needs them. */
const MAX_NAMED = 100;

/**
 * The entries of the sitemaps that the site of an address has: those its robots.txt names, else the first at a usual place.
 * Sites without one have no entries; a sitemap that is named and cannot be used is a note.
 */
export async function* siteSitemapEntries(
  address: string,
  web: RunWeb,
  options: SitemapOptions = {},
): AsyncIterable<SitemapEntry> {
  const { origin } = new URL(address);
  const { sitemaps } = await web.robots(address);
  const named = [...new Set(sitemaps)].slice(0, MAX_NAMED);
  let left = options.maxEntries ?? Number.MAX_SAFE_INTEGER;
  for (const url of named.length > 0 ? named : USUAL.map((path) => origin + path)) {
    let found = false;
    try {
      const limits = options.maxEntries === undefined ? {} : { maxEntries: left };
      for await (const entry of sitemapEntries(url, web, { ...options, ...limits })) {
        found = true;
        left -= 1;
        yield entry;
      }
    } catch (error) {
      if (!ScriptoriumError.is(error) || error.code === "bad-input") throw error;
      if (named.length > 0) options.note?.(`A sitemap that robots.txt names was left out. ${error.message}`);
    }
    if (left <= 0 || (found && named.length === 0)) return;
  }
}
