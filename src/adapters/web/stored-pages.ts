import type { WebPage } from "../../kernel/providers.js";
import { textOf } from "./answers.js";
import { readContentType } from "./charset.js";
import type { Outcome } from "./retrying.js";

/** A page that was fetched before, with what its site wants to be asked for whether it has changed. */
export interface StoredPage {
  /** Its `fetchedAt` says when it was fetched, or last confirmed. */
  readonly page: WebPage;
  readonly etag?: string;
  readonly lastModified?: string;
  /** What its host led to when it was fetched. */
  readonly addresses?: readonly string[];
}

/** Where pages are kept between runs. It is never the reason that a fetch fails. */
export interface PageStore {
  /** A page that was fetched as text is none of bytes, and the other way round. */
  lookup(url: string, userAgent: string, as?: "text" | "bytes"): Promise<StoredPage | undefined>;
  /** Keeps a page, unless the headers of its answer forbid it. */
  store(url: string, userAgent: string, page: WebPage, addresses?: readonly string[]): Promise<void>;
  /** The site said that the stored page has not changed: it counts as fetched now. */
  confirm(url: string, userAgent: string, stored: StoredPage, fetchedAt: string): Promise<void>;
  close?(): Promise<void>;
}

type Redirects = WebPage["redirects"];

/**
 * The pages of earlier runs as one request sees them. Only requests that everybody would be answered alike come here: those
 * without cookies, headers of the run's own or a proxy.
 */
export interface StoredPages {
  /** A page that is good enough as it is. */
  fresh(url: URL, redirects: Redirects): Promise<WebPage | undefined>;
  /** What to ask the site with, whether a page has changed. */
  conditionsFor(url: URL): Promise<Conditions | undefined>;
  keep(url: URL, outcome: Outcome<WebPage>): Promise<void>;
}

export interface Conditions extends Pick<StoredPage, "etag" | "lastModified"> {
  /** The stored page, once the site has said that it has not changed. */
  confirmed(redirects: Redirects, fetchedAt: string): Promise<WebPage>;
}

const HOUR_MS = 3_600_000;

export function storedPages(
  store: PageStore,
  options: {
    readonly as: "text" | "bytes" | "both";
    readonly userAgent: string;
    readonly maxBytes: number;
    readonly cacheHours: number;
    readonly now: () => Date;
    /** What the host of an address led to when it was last connected to. */
    readonly addressesOf: (url: URL) => readonly string[] | undefined;
    /** Whether a host that leads to these may be fetched: what may not be is not shown from before either. */
    readonly mayFetch: (url: URL, addresses: readonly string[]) => boolean;
  },
): StoredPages {
  const { as, userAgent, maxBytes, cacheHours, now, addressesOf, mayFetch } = options;

  async function found(url: URL): Promise<StoredPage | undefined> {
    const stored = await store.lookup(url.href, userAgent, as === "text" ? "text" : "bytes");
    if (stored?.addresses === undefined || stored.page.bytes > maxBytes) return undefined;
    return mayFetch(url, stored.addresses) ? stored : undefined;
  }

  async function asAskedFor(page: WebPage, more: Partial<WebPage>): Promise<WebPage> {
    const type = readContentType(page.headers?.["content-type"] ?? "");
    const text = as === "both" ? await textOf(Buffer.from(page.body ?? []), type) : page.text;
    return { ...page, text, ...more };
  }

  return {
    async fresh(url, redirects = []) {
      if (cacheHours <= 0) return undefined;
      const stored = await found(url);
      const age = now().getTime() - Date.parse(stored?.page.fetchedAt ?? "");
      if (stored === undefined || !(age >= 0 && age <= cacheHours * HOUR_MS)) return undefined;
      return await asAskedFor(stored.page, { redirects, source: "cache" });
    },
    async conditionsFor(url) {
      const stored = await found(url);
      if (stored === undefined || (stored.etag === undefined && stored.lastModified === undefined)) return undefined;
      const { page, etag, lastModified } = stored;
      return {
        ...(etag === undefined ? {} : { etag }),
        ...(lastModified === undefined ? {} : { lastModified }),
        async confirmed(redirects = [], fetchedAt) {
          await store.confirm(url.href, userAgent, stored, fetchedAt);
          return await asAskedFor(page, { redirects, source: "confirmed", fetchedAt });
        },
      };
    },
    async keep(url, { page, error }) {
      const addresses = addressesOf(url);
      if (page === undefined || error !== undefined || addresses === undefined) return;
      await store.store(url.href, userAgent, page, addresses);
    },
  };
}
