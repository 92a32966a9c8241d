import type { WebProvider } from "../../kernel/index.js";

export interface BrowserOptions {
  /** What every request of a page leaves by; it must have a `passage`. */
  readonly web: WebProvider;
  /** The program of a Chromium or Chrome. @default found on PATH or in the usual places */
  readonly path?: string;
  /**
   * Starts the browser without its sandbox, where it must run as root. What a page does is then held back by less.
   * @default false
   */
  readonly allowNoSandbox?: boolean;
  /** Pages open at once. @default 4 */
  readonly maxPages?: number;
  /** Of all processes of the browser together, in MB. @default 2048 */
  readonly memoryMb?: number;
  /** Longest time for a page with its steps, in milliseconds. @default 60000 */
  readonly maxTimeoutMs?: number;
  /** For a page whose request says nothing, in milliseconds. @default 30000 */
  readonly timeoutMs?: number;
  /** Longest wait for a page to come to rest, in milliseconds. @default 8000 */
  readonly settleMs?: number;
  /** Characters of the HTML of a page. @default 10485760 */
  readonly maxHtml?: number;
  /** Bytes that one page may load. @default 104857600 */
  readonly maxLoadedBytes?: number;
  /** Requests that one page may make; further ones are left out. @default 2000 */
  readonly maxRequests?: number;
  /** How long the browser stays open with nothing to do, in milliseconds. @default 60000 */
  readonly idleMs?: number;
}

export type Settled = Required<BrowserOptions>;

export function settledOptions(options: BrowserOptions): Settled {
  return {
    path: "",
    allowNoSandbox: false,
    maxPages: 4,
    memoryMb: 2048,
    maxTimeoutMs: 60_000,
    timeoutMs: 30_000,
    settleMs: 8_000,
    maxHtml: 10 * 1024 * 1024,
    maxLoadedBytes: 100 * 1024 * 1024,
    maxRequests: 2000,
    idleMs: 60_000,
    ...options,
  };
}
