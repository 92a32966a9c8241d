import { badField } from "../../../engines/pages/fields.js";
import { decodedSitemap } from "../../../engines/pages/sitemaps/decode.js";
import { parseSitemap, type SitemapEntry } from "../../../engines/pages/sitemaps/parse.js";
import { ScriptoriumError, shown } from "../../../kernel/index.js";
import { isoTime } from "../../../kernel/values/iso-time.js";
import type { RunWeb } from "../web/run-web.js";

export type { SitemapEntry } from "../../../engines/pages/sitemaps/parse.js";

export interface SitemapOptions {
  /**
   * Only what was last changed in this time: ISO 8601, a day alone means all of it. What says nothing of its last change
   * is left out as soon as one of both is given.
   */
  readonly from?: string;
  readonly to?: string;
  /** @default 100000 */
  readonly maxEntries?: number;
  /** Sitemaps that are read, indexes included. @default 1000 */
  readonly maxSitemaps?: number;
  /** Of all sitemaps together, unpacked. @default 268435456 */
  readonly maxBytes?: number;
  /** Called with a sentence for every sitemap that could not be used and every limit that was met. */
  note?(message: string): void;
}

const MAX_ENTRIES = 100_000;
const MAX_SITEMAPS = 1000;
const MAX_BYTES = 256 * 1024 * 1024;
/** What the protocol allows one sitemap. */
const ONE_SITEMAP = 50 * 1024 * 1024;
/** The protocol allows a quarter of it. */
const ONE_SITEMAP_ENTRIES = 200_000;

/**
 * The entries of a sitemap, or of all sitemaps that an index names, each sitemap read once however they point at each
 * other. Addresses are whole. Throws what the fetch of the first throws, and PAGE_UNREADABLE when it is no sitemap; of the
 * others that cannot be used there are notes.
 */
export async function* sitemapEntries(
  url: string,
  web: Pick<RunWeb, "fetch">,
  options: SitemapOptions = {},
): AsyncIterable<SitemapEntry> {
  const { maxEntries = MAX_ENTRIES, maxSitemaps = MAX_SITEMAPS, maxBytes = MAX_BYTES } = options;
  const note = (message: string) => options.note?.(message);
  const wanted = inTime(options.from, options.to);
  const queue = [url];
  const known = new Set(queue);
  let bytes = 0;
  let count = 0;
  for (let at = 0; at < queue.length; at += 1) {
    const address = queue[at]!;
    if (at >= maxSitemaps || bytes >= maxBytes) {
      const limit = at >= maxSitemaps ? `${maxSitemaps} sitemaps` : `${Math.round(maxBytes / 1_048_576)} MB`;
      note(`Sitemaps are read up to ${limit}; ${queue.length - at} more were left out.`);
      return;
    }
    try {
      const text = await fetchSitemap(address, web, Math.min(ONE_SITEMAP, maxBytes - bytes));
      bytes += text.length;
      const { kind, entries } = parseSitemap(text, ONE_SITEMAP_ENTRIES);
      if (kind === "none") throw unreadable(address);
      for (const entry of entries) {
        const target = URL.parse(entry.url, address);
        if (target === null || !/^https?:$/.test(target.protocol)) continue;
        const whole = { ...entry, url: target.href };
        if (kind === "index") {
          // The date of a sitemap is that of its newest entry.
          if (known.has(whole.url) || !wanted.mayHold(whole.lastModified)) continue;
          known.add(whole.url);
          if (queue.length <= maxSitemaps) queue.push(whole.url);
        } else if (wanted.has(whole.lastModified)) {
          if (count >= maxEntries) {
            note(`Sitemaps are read up to ${maxEntries} entries; the others were left out.`);
            return;
          }
          count += 1;
          yield whole;
        }
      }
    } catch (error) {
      if (at === 0 || !ScriptoriumError.is(error)) throw error;
      note(`The sitemap ${withoutPassword(address)} was left out. ${error.message}`);
    }
  }
}

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

async function fetchSitemap(url: string, web: Pick<RunWeb, "fetch">, maxBytes: number): Promise<string> {
  const page = await web.fetch(url, { as: "bytes", maxBytes });
  if (page.body === undefined) return page.text;
  const text = await decodedSitemap(page.body, maxBytes);
  if (text === undefined) throw unreadable(url);
  return text;
}

/** As a message may show it. */
function withoutPassword(address: string): string {
  const url = URL.parse(address);
  if (url === null) return shown(address);
  url.username = "";
  url.password = "";
  return shown(url.href);
}

function unreadable(url: string): ScriptoriumError {
  return new ScriptoriumError(
    "PAGE_UNREADABLE",
    `${shown(url)} is no sitemap. Give the address of an XML sitemap, a list of addresses or a feed.`,
    { url },
  );
}

/** Throws bad-input for dates that `from` and `to` cannot be. */
export function checkTimeSpan(from: string, to: string): void {
  inTime(from, to);
}

/** Whether both can be read and no time is in between. */
export function isBackwards(from: string, to: string): boolean {
  const [earliest, latest] = [isoTime(from)?.time, isoTime(to)?.time];
  return earliest !== undefined && latest !== undefined && earliest > lastMoment(to, latest);
}

/** A date without a time means all of the day. */
function lastMoment(text: string, time: number): number {
  return /^\d{4}-\d\d-\d\d$/.test(text.trim()) ? time + 86_400_000 - 1 : time;
}

function inTime(from = "", to = "") {
  const earliest = timeOf(from, "sitemapFrom");
  const end = timeOf(to, "sitemapTo");
  const latest = end === undefined ? undefined : lastMoment(to, end);
  const always = earliest === undefined && latest === undefined;
  return {
    has(date: string | undefined): boolean {
      if (always) return true;
      const time = date === undefined ? Number.NaN : Date.parse(date);
      return time >= (earliest ?? Number.NEGATIVE_INFINITY) && time <= (latest ?? Number.POSITIVE_INFINITY);
    },
    mayHold(date: string | undefined): boolean {
      return date === undefined || earliest === undefined || Date.parse(date) >= earliest;
    },
  };
}

function timeOf(text: string, field: string): number | undefined {
  if (text.trim() === "") return undefined;
  const read = isoTime(text);
  if (read === undefined) {
    throw badField(field, `${field} is "${shown(text)}", which is not a date. Write it as 2026-01-31.`);
  }
  return read.time;
}
