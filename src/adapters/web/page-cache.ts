import type { WebPage } from "../../kernel/providers.js";
import type { JsonObject } from "../../kernel/values/json.js";
import { type CacheEntry, openCacheFiles } from "./cache-files.js";
import type { PageStore, StoredPage } from "./stored-pages.js";

export interface PageCacheOptions {
  /** A folder of its own; made when it is not there. Several servers may use one at the same time. */
  readonly folder: string;
  /**
   * Bytes of all pages together; those not used for longest are removed beyond that. Of several servers each may pass it
   * by a twentieth for a while.
   * @default 1 GiB
   */
  readonly maxBytes?: number;
}

const DEFAULT_MAX_BYTES = 1024 ** 3;

/**
 * Pages on the disk, by address. Kept are answers of status 200 that are neither `private` nor `no-store`, as they were
 * received, after decompression, with their headers but no cookies. Where the site says that pages differ by user agent,
 * a page is only for the user agent that fetched it. A page that cannot be read or written is as good as none.
 * Throws CONFIG_INVALID when the folder cannot be made.
 */
export function createPageCache({ folder, maxBytes = DEFAULT_MAX_BYTES }: PageCacheOptions): PageStore {
  const files = openCacheFiles(folder, maxBytes);
  return {
    async lookup(url, userAgent, as: As = "text") {
      const entry = await files.read(keyOf(url, as));
      return entry === undefined ? undefined : storedPage(entry, url, userAgent, as);
    },
    async store(url, userAgent, page, addresses) {
      if (!mayBeKept(page)) return;
      await files.write(keyOf(url, page.body === undefined ? "text" : "bytes"), entryOf(page, userAgent, addresses));
    },
    async confirm(url, userAgent, { page, addresses }, fetchedAt) {
      const as = page.body === undefined ? "text" : "bytes";
      await files.write(keyOf(url, as), entryOf({ ...page, fetchedAt }, userAgent, addresses));
    },
  };
}

type As = "text" | "bytes";

// A text is kept as it was decoded, so that how it is decoded may change without a page of old changing too.
function keyOf(url: string, as: As): string {
  return `${as} ${url}`;
}

function mayBeKept({ status, headers = {}, fetchedAt, refusal }: WebPage): boolean {
  const control = list(headers["cache-control"]);
  // Also with a value: no-store="set-cookie" is not worth telling apart.
  const forbidden = control.some((directive) => /^(?:no-store|private)\b/.test(directive));
  const everybody = !list(headers["vary"]).includes("*");
  return status === 200 && refusal === undefined && fetchedAt !== undefined && !forbidden && everybody;
}

function entryOf(page: WebPage, userAgent: string, addresses: readonly string[] = []): CacheEntry {
  const { url, mediaType, headers = {}, fetchedAt = "", text, undecoded = 0, body } = page;
  const differs = list(headers["vary"]).includes("user-agent");
  const head: JsonObject = {
    url,
    mediaType,
    fetchedAt,
    bytes: page.bytes,
    undecoded,
    addresses,
    headers: { ...headers },
  };
  return { head: differs ? { ...head, userAgent } : head, body: body ?? Buffer.from(text) };
}

function storedPage({ head, body }: CacheEntry, asked: string, userAgent: string, as: As): StoredPage | undefined {
  const { url, mediaType, fetchedAt, bytes, undecoded, headers } = head;
  if (url !== asked || typeof mediaType !== "string" || typeof fetchedAt !== "string" || typeof bytes !== "number") {
    return undefined;
  }
  if (head["userAgent"] !== undefined && head["userAgent"] !== userAgent) return undefined;
  const received = textsOf(headers);
  const page: WebPage = {
    url,
    status: 200,
    mediaType,
    text: as === "text" ? Buffer.from(body).toString() : "",
    bytes,
    ...(as === "text" && typeof undecoded === "number" && undecoded > 0 ? { undecoded } : {}),
    ...(as === "bytes" ? { body } : {}),
    headers: received,
    fetchedAt,
  };
  const { etag, "last-modified": lastModified } = received;
  const addresses = Array.isArray(head["addresses"]) ? head["addresses"].map(String) : [];
  return {
    page,
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
    ...(addresses.length === 0 ? {} : { addresses }),
  };
}

function textsOf(headers: unknown): Record<string, string> {
  const entries = Object.entries(typeof headers === "object" && headers !== null ? headers : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** The parts of a header in lower case. */
function list(header: string | undefined): string[] {
  return (header ?? "").split(",").map((part) => part.trim().toLowerCase());
}
