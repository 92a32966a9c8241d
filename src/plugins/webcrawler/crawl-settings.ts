import { normalAddress } from "../../engines/pages/links/normal-address.js";
import { type Relevance, relevanceTo } from "../../engines/pages/relevance.js";
import { collected } from "./checks.js";
import type { Collection, WebCrawlerOptions } from "./options.js";
import { type CrawlScope, crawlScope } from "./scope.js";
import { linkSelector, type SelectLinks } from "./selected-links.js";

/** The options of a run, checked and made ready. */
export interface CrawlSettings {
  readonly options: WebCrawlerOptions;
  readonly collect: ReadonlySet<Collection>;
  readonly scope: CrawlScope;
  /** For the order `best`. */
  readonly relevance: Relevance | undefined;
  /** The links of a page that may be followed; undefined for all. */
  readonly selectLinks: SelectLinks | undefined;
  /** By what two addresses are the same page. */
  normal(address: string): string | undefined;
  /** An address as it is asked for: without what only says where a visitor came from. */
  spelled(address: string): string;
}

export async function crawlSettings(options: WebCrawlerOptions): Promise<CrawlSettings> {
  const best = options.order === "best";
  return {
    options,
    collect: collected(options),
    scope: await crawlScope(options),
    relevance: best ? relevanceTo(options.relevanceQuery) : undefined,
    selectLinks: await linkSelector(options.linkSelector),
    ...addressForms(options),
  };
}

/** How addresses are compared and asked for. */
export function addressForms(options: WebCrawlerOptions): Pick<CrawlSettings, "normal" | "spelled"> {
  const { ignoreQuery, stripTracking, sortQuery, ignoreHash, ignoreWww } = options;
  const rules = { ignoreQuery, stripTracking, sortQuery, ignoreHash, ignoreWww };
  const spelling = { stripTracking, ignoreHash };
  return {
    normal: (address) => normalAddress(address, rules),
    spelled: (address) => normalAddress(address, spelling) ?? address,
  };
}
