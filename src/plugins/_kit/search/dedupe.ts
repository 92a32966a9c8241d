import { normalAddress } from "../../../engines/pages/links/normal-address.js";
import { registrableDomains } from "../registrable-domains.js";
import type { DEDUPLICATIONS } from "./options.js";

/** What makes a result the same as one before it. */
export type KeyOf = (url: string) => string;

/** Undefined for `none`. A page is the same under all spellings of its address. */
export async function keyFor(dedupe: (typeof DEDUPLICATIONS)[number]): Promise<KeyOf | undefined> {
  if (dedupe === "none") return undefined;
  if (dedupe === "url") return pageKey;
  const domainOf = dedupe === "domain" ? await registrableDomains() : (host: string) => host;
  return (url) => domainOf(URL.parse(url)?.hostname ?? url);
}

export function pageKey(url: string): string {
  return normalAddress(url, { stripTracking: true, ignoreHash: true, ignoreWww: true, sortQuery: true }) ?? url;
}
