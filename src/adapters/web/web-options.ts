import type { Clock } from "../../kernel/values/clock.js";
import type { AddressRulesOptions } from "./addresses.js";
import type { Limits } from "./failures.js";
import type { Lookup } from "./lookups.js";
import type { PageCacheOptions } from "./page-cache.js";
import type { UserAgentOptions } from "./user-agent.js";

export interface WebOptions extends AddressRulesOptions, UserAgentOptions, Partial<Limits> {
  /**
   * Bytes of a page after decompression.
   * @default 10 MiB
   */
  readonly maxBytes?: number;
  /**
   * Bytes of what is fetched as bytes, when a request asks for more than `maxBytes`.
   * @default 50 MiB
   */
  readonly maxDownloadBytes?: number;
  /**
   * For a page with all its redirects, not counting the wait for a place.
   * @default 60000
   */
  readonly totalTimeoutMs?: number;
  /**
   * Between two arrivals of bytes, and before the first.
   * @default 20000
   */
  readonly idleTimeoutMs?: number;
  /** @default 10000 */
  readonly connectTimeoutMs?: number;
  /** @default 5 */
  readonly maxRedirects?: number;
  /**
   * Fetches in flight at once to one host name.
   * @default 8
   */
  readonly perHost?: number;
  /**
   * Fetches in flight at once in total.
   * @default 32
   */
  readonly overall?: number;
  /** Finds the addresses of a host name. @default the system's resolver */
  readonly lookup?: Lookup;
  /** Lists of proxies that tasks may use by name. */
  readonly proxyPools?: Readonly<Record<string, readonly string[]>>;
  /** Where pages are kept that need not be fetched again; without it, nowhere. */
  readonly cache?: PageCacheOptions;
  /** Time, for the waits between requests. @default the system's */
  readonly clock?: Clock;
  /** From 0 up to, not including, 1; draws the delays between requests. @default Math.random */
  readonly random?: () => number;
}
