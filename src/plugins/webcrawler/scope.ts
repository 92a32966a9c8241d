import { addressPatterns } from "../../engines/pages/links/patterns.js";
import { registrableDomains } from "../_kit/registrable-domains.js";
import type { Scope, WebCrawlerOptions } from "./options.js";
import { endOfOrigin } from "./record.js";

/** Whether the crawl follows a link: `in` the scope, `out` of it, or `never`, whatever else allows it. */
export type Place = "in" | "out" | "never";

export interface CrawlScope {
  /** Takes a start address in, or what one of them turned out to be. */
  extend(address: string): void;
  place(address: string): Place;
  /** The field whose patterns leave out an address that the scope reaches; `reach` for what it does not. */
  leftOutBy(address: string): "includePatternsFile" | "excludePatternsFile" | "reach" | undefined;
  /** Whether an address is of a site that a start address is of. */
  ownSite(address: string): boolean;
}

/** More segments, or one of them so often, are made by a page that links to itself in ever longer ways. */
const MAX_SEGMENTS = 40;
const MAX_REPEATED = 4;

/** Throws bad-input for patterns that cannot be used. */
export async function crawlScope(options: WebCrawlerOptions): Promise<CrawlScope> {
  const { scope, ignoreWww, includePatternsFile, excludePatternsFile } = options;
  const included = addressPatterns(includePatternsFile, "includePatternsFile");
  const excluded = addressPatterns(excludePatternsFile, "excludePatternsFile");
  const domainOf = scope === "domain" ? await registrableDomains() : (host: string) => host;
  const siteOf = (host: string) => (ignoreWww ? host.replace(/^(?:www\.)+/, "") : host);
  const sites = new Set<string>();
  const within: Readonly<Record<Scope, Reach>> = {
    page: { extend: () => {}, has: () => false },
    prefix: byPrefix(siteOf),
    host: byHost(siteOf),
    domain: byHost((host) => domainOf(host.replace(/:\d+$/, ""))),
    any: { extend: () => {}, has: () => true },
    custom: { extend: () => {}, has: () => true },
  };
  const chosen = within[scope];
  return {
    extend(address) {
      sites.add(siteOf(hostOf(address)));
      chosen.extend(address);
    },
    place(address) {
      if (excluded?.(address) || isTrap(address)) return "never";
      return chosen.has(address) && (included?.(address) ?? true) ? "in" : "out";
    },
    leftOutBy(address) {
      if (!chosen.has(address)) return "reach";
      if (excluded?.(address)) return "excludePatternsFile";
      return (included?.(address) ?? true) ? undefined : "includePatternsFile";
    },
    ownSite: (address) => sites.has(siteOf(hostOf(address))),
  };
}

interface Reach {
  extend(address: string): void;
  has(address: string): boolean;
}

function byHost(keyOf: (host: string) => string): Reach {
  const keys = new Set<string>();
  return {
    extend: (address) => void keys.add(keyOf(hostOf(address))),
    has: (address) => keys.has(keyOf(hostOf(address))),
  };
}

/** By the folder that a start address is in. */
function byPrefix(keyOf: (host: string) => string): Reach {
  const folders = new Map<string, Set<string>>();
  return {
    extend(address) {
      const path = pathOf(address);
      const key = keyOf(hostOf(address));
      const known = folders.get(key) ?? new Set();
      folders.set(key, known.add(path.slice(0, path.lastIndexOf("/") + 1)));
    },
    has(address) {
      const path = pathOf(address);
      for (const folder of folders.get(keyOf(hostOf(address))) ?? []) if (path.startsWith(folder)) return true;
      return false;
    },
  };
}

/** With the port. Of whole addresses, which need no parser for it. */
export function hostOf(address: string): string {
  return address.slice(address.indexOf("//") + 2, endOfOrigin(address));
}

function pathOf(address: string): string {
  const start = endOfOrigin(address);
  return address[start] === "/" ? address.slice(start, endOfPath(address, start)) : "/";
}

function endOfPath(address: string, start: number): number {
  for (let at = start; at < address.length; at += 1) {
    const code = address.charCodeAt(at);
    if (code === 63 || code === 35) return at;
  }
  return address.length;
}

/** Of the segments of the path that is looked at: numbers made of their characters. */
const sums = new Int32Array(MAX_SEGMENTS + 1);

function isTrap(address: string): boolean {
  const start = endOfOrigin(address);
  const end = endOfPath(address, start);
  let segments = 0;
  let sum = 0;
  for (let at = start + 1; at <= end; at += 1) {
    const code = at === end ? 47 : address.charCodeAt(at);
    if (code !== 47) {
      sum = (Math.imul(sum, 31) + code) | 0;
      continue;
    }
    segments += 1;
    if (segments >= MAX_SEGMENTS) return true;
    sums[segments - 1] = sum;
    sum = 0;
  }
  // Few enough to compare each with all behind it.
  for (let first = 0; first + MAX_REPEATED < segments; first += 1) {
    let count = 1;
    for (let at = first + 1; at < segments; at += 1) if (sums[at] === sums[first]) count += 1;
    if (count > MAX_REPEATED && sums[first] !== 0) return true;
  }
  return false;
}
